// An editor of one text: CodeMirror with marks at the places of findings, and help for the words of the rule language.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { Decoration, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";

const MOST = 1024 * 1024; // as the command takes it: a longer one would only be slow to edit
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--accent)" },
  { tag: [tags.heading, tags.atom, tags.number, tags.bool], color: "var(--bad)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], fontWeight: "600" },
]);

// What the replay shows now.
const shows = StateEffect.define();
const STEP = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    const effect = change.effects.find((one) => one.is(shows));
    if (!effect) return marks.map(change.changes);
    const { from, to } = effect.value;
    return from < to ? Decoration.set([Decoration.mark({ class: "step" }).range(from, to)]) : Decoration.none;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function editor(place, { changed, words = null, moved = () => {}, covered = () => 0 }) {
  const language = words ? [StreamLanguage.define(toml), hoverTooltip(hover(words)), autocompletion({ override: [complete(words)] })] : [];
  let silent = false;
  const view = new EditorView({
    parent: place,
    state: EditorState.create({
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), syntaxHighlighting(COLOURS), STEP,
        EditorView.lineWrapping, EditorView.scrollMargins.of(() => ({ top: covered() })), EditorView.contentAttributes.of({ "aria-label": place.dataset.label }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]), language,
        EditorView.updateListener.of((update) => {
          const isTyped = update.transactions.some((one) => one.isUserEvent("input.type") || one.isUserEvent("delete"));
          if (isTyped || (update.selectionSet && !update.docChanged)) moved(cursor(update.state));
          if (update.docChanged && !silent) changed();
        }),
      ],
    }),
  });

  const offset = (line, column) => {
    const doc = view.state.doc, row = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(row.from + units(row.text, column - 1), row.to);
  };

  // From where to where a finding is about the text: its whole clause, its length, or the rest of the line.
  function span({ line, column, length, clause }) {
    const at = offset(line, column || 1), row = view.state.doc.lineAt(at);
    const begin = clause ? row.text.lastIndexOf(clause, at - row.from) : -1;
    if (begin >= 0 && row.from + begin + clause.length > at) return { from: row.from + begin, to: row.from + begin + clause.length };
    return { from: at, to: Math.max(at, length ? offset(line, (column || 1) + length) : row.to) };
  }

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
      const found = marks.filter((one) => one.line > 0).map((one) => ({ ...span(one), severity: one.kind, message: one.message }));
      view.dispatch(setDiagnostics(view.state, found));
    },
    // Write `text` where a finding is.
    correct(finding, text) {
      view.dispatch({ changes: { ...span(finding), insert: text } });
    },
    show(line, column) {
      const at = offset(line, column || 1);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    // Mark what the replay shows, and bring it into sight without moving the page.
    step([line, column, length]) {
      const { from, to } = line ? span({ line, column, length }) : { from: 0, to: 0 };
      view.dispatch({ effects: shows.of({ from, to }) });
      if (!line || view.hasFocus) return;
      const block = view.lineBlockAt(from), { scrollTop, clientHeight } = view.scrollDOM;
      if (block.top < scrollTop || block.bottom > scrollTop + clientHeight) view.scrollDOM.scrollTop = block.top - clientHeight / 2;
    },
    measure: () => view.requestMeasure(), // after it was hidden
  };
}

export const isTooLong = (size) => size > MOST;

// The line and column of the cursor, counted from 1.
function cursor(state) {
  const at = state.selection.main.head, row = state.doc.lineAt(at);
  return [row.number, 1 + [...row.text.slice(0, at - row.from)].length];
}

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
