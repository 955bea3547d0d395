// An editor of one text: CodeMirror with marks at the places of findings, and help for the words of the rule language.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";

const MOST = 2 * 1024 * 1024; // characters of a text: more is not a page of a game
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--accent)" },
  { tag: [tags.heading, tags.atom, tags.number, tags.bool], color: "var(--bad)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], fontWeight: "600" },
]);

export function editor(place, { changed, words = null, moved = () => {} }) {
  const language = words ? [StreamLanguage.define(toml), hoverTooltip(hover(words)), autocompletion({ override: [complete(words)] })] : [];
  let silent = false;
  const view = new EditorView({
    parent: place,
    state: EditorState.create({
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), syntaxHighlighting(COLOURS),
        EditorView.lineWrapping, EditorView.contentAttributes.of({ "aria-label": place.dataset.label }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]), language,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !silent) changed();
          else if (update.selectionSet) moved(update.state.doc.lineAt(update.state.selection.main.head).number);
        }),
      ],
    }),
  });
  place.addEventListener("dragover", (event) => { event.preventDefault(); place.classList.add("dropping"); });
  place.addEventListener("dragleave", () => place.classList.remove("dropping"));

  const offset = (line, column) => {
    const doc = view.state.doc, row = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(row.from + units(row.text, column - 1), row.to);
  };
  return {
    text: () => view.state.doc.toString(),
    put(text) {
      silent = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      silent = false;
      changed();
    },
    // Marks: [{line, column, length or clause, kind, message}], counted from 1 as sy-judge does.
    mark(marks) {
      const found = marks.filter((one) => one.line > 0).map((one) => {
        const from = offset(one.line, one.column || 1), row = view.state.doc.lineAt(from);
        const clause = one.clause ? row.text.lastIndexOf(one.clause, from - row.from) : -1;
        const to = clause >= 0 ? row.from + clause + one.clause.length : one.length ? offset(one.line, (one.column || 1) + one.length) : row.to;
        return { from, to: Math.max(to, from), severity: one.kind, message: one.message };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
    // Write `text` in place of a clause of which a part is at this place.
    replace(line, column, clause, text) {
      const row = view.state.doc.line(line), at = offset(line, column) - row.from;
      const begin = row.text.lastIndexOf(clause, at);
      if (begin < 0 || begin + clause.length <= at) return;
      view.dispatch({ changes: { from: row.from + begin, to: row.from + begin + clause.length, insert: text } });
    },
    show(line, column) {
      const at = offset(line, column || 1);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
  };
}

export const isTooLong = (text) => text.length > MOST;

// sy-judge counts characters, the editor counts UTF-16 units.
function units(text, characters) {
  let at = 0;
  for (const sign of text) {
    if (characters-- <= 0) break;
    at += sign.length;
  }
  return at;
}

function hover(words) {
  return (view, at) => {
    const row = view.state.doc.lineAt(at);
    for (const found of row.text.matchAll(/[A-Za-z][\w-]*/g)) {
      const from = row.from + found.index, to = from + found[0].length, entry = words[found[0]];
      if (at < from || at > to || !entry) continue;
      const dom = document.createElement("div");
      dom.className = "word";
      dom.textContent = `${found[0]}: ${entry}`;
      return { pos: from, end: to, create: () => ({ dom }) };
    }
    return null;
  };
}

function complete(words) {
  const options = Object.entries(words).map(([label, info]) => ({ label, info, type: "keyword" }));
  return (context) => {
    const before = context.matchBefore(/[a-z][\w-]*/);
    return before && (context.explicit || before.text.length > 2) ? { from: before.from, options } : null;
  };
}
