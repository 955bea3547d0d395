"""The words of a question: what each may mean at this table.

A question is a row of tokens: pieces, roles, fares (tickets and means of transport), actions, numbers of the rulebook,
stations, and a small vocabulary of the game itself. Order matters little: the reader of questions looks at kinds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import evolve

from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

# concept: its words. The first is the one that answers use.
CONCEPTS: dict[str, tuple[str, ...]] = {
    "may": ("may", "can", "could", "might", "allowed", "legal", "permitted", "permissible", "possible", "able"),
    "must": ("must", "compulsory", "mandatory", "obliged", "forced"),
    "not": ("not", "never", "no", "without", "unable"),
    "all": ("all", "every", "none"),
    "why": ("why",),
    "what": ("what", "which"),
    "if": ("if", "when", "suppose", "after", "while"),
    "happens": ("happens", "happen", "follows"),
    "who": ("who", "whom", "whose"),
    "where": ("where",),
    "how": ("how",),
    "many": ("many", "much", "number", "often", "times"),
    "go": ("go", "goes", "going", "went", "move", "moves", "moved", "moving", "ride", "rides", "riding", "take", "takes",
           "taking", "travel", "travels", "use", "uses", "using", "step", "steps", "jump", "jumps", "play", "plays",
           "playing", "make", "makes", "reach", "reaches"),
    "stay": ("stay", "stays", "remain", "remains", "pass", "passes", "skip", "skips", "wait", "waits", "still", "stop",
             "stops"),
    "over": ("over", "through", "past", "across", "cross"),
    "capture": ("capture", "captures", "captured", "catch", "catches", "caught", "arrest", "arrests"),
    "surface": ("surface", "surfaces", "surfacing", "surfacings", "appear", "appears", "show", "shows", "shown", "showing",
                "reveal", "reveals", "revealed", "seen", "visible", "see", "sees"),
    "will": ("voluntarily", "voluntary", "freely", "deliberately"),
    "hide": ("hide", "hides", "hidden", "conceal", "disappear", "disappears", "invisible", "secret"),
    "round": ("round", "rounds"),
    "turn": ("turn", "turns"),
    "entry": ("entry", "entries", "log", "window", "windows", "write", "writes", "written"),
    "station": ("station", "stations", "place", "spot", "space", "field"),
    "start": ("start", "starts", "begin", "begins"),
    "draw": ("draw", "draws", "drawn", "deck"),
    "person": ("player", "players", "person", "persons", "people"),
    "last": ("last", "final"),
    "first": ("first",),
    "second": ("second",),
    "consecutive": ("consecutive", "successive", "row", "running"),
    "twice": ("twice", "two", "both", "again"),
    "stuck": ("stuck", "trapped", "blocked", "cornered", "surrounded", "stranded", "hemmed"),
    "occupied": ("occupied", "held", "same", "share", "onto", "into", "enter", "enters", "meet", "meets", "stand",
                 "stands"),
    "end": ("end", "ends", "ended", "finish", "length", "long", "survive", "survives"),
    "win": ("win", "wins", "won", "lose", "loses", "lost"),
    "game": ("game",),
    "ticket": ("ticket", "tickets", "card", "cards", "fare", "fares"),
    "out": ("out", "lack", "exhausted"),
    "run": ("run", "runs"),
    "pay": ("pay", "pays", "paid", "used", "spent", "valid", "good", "need", "needs", "cost", "costs"),
    "count": ("count", "counts"),
    "order": ("order", "sequence"),
    "change": ("change",),
    "back": ("back", "return", "returns", "forth", "backwards"),
    "trade": ("trade", "exchange", "swap", "give", "gives", "lend"),
    "nobody": ("nobody", "noone", "neither"),
    "line": ("line", "lines", "connection", "connections"),
    "give-up": ("resign", "resigns", "surrender"),
    "half": ("half", "halves", "intermediate", "between"),
}  # fmt: skip

PHRASES: dict[str, tuple[str, ...]] = {
    "run-out": ("run out", "runs out", "run short", "out of"),
    "consecutive": ("in a row", "one after the other", "after each other"),
    "occupied": (
        "same station",
        "one station",
        "same location",
        "one location",
        "same place",
        "same spot",
        "same space",
        "station of",
        "location of",
        "land on",
        "lands on",
    ),
    "give-up": ("give up", "gives up"),
    "must": ("have to", "has to", "had to", "need to", "needs to"),
    "end": ("game over", "game last", "game lasts", "it last"),
    "over": ("pass each other", "pass one another", "pass through", "pass over"),
    "will": ("at will", "of his own accord", "any time", "at any time"),
}

# Words that change nothing, wherever they stand.
FILLERS = frozenset(
    ("a", "an", "the", "to", "by", "with", "on", "of", "in", "at", "is", "are", "be", "it", "its", "his", "her",
     "their", "does", "did", "has", "have", "had", "for", "from", "and", "then", "will", "would", "there", "that",
     "this", "now", "here", "one", "please", "next", "commit", "commits", "any", "come", "comes", "came", "down",
     "do", "am", "was", "i", "me", "my", "we", "us", "our", "you", "your", "just", "really", "ever", "plz", "pls",
     "thanks", "hello", "hi", "hey", "referee", "during", "them", "these", "those", "once", "tell", "anybody",
     "someone", "another", "himself", "itself", "as", "than", "or", "also", "too", "get", "gets", "got", "own",
     "each", "other", "per", "left", "some", "s", "up", "so", "sit", "sits", "location", "side", "sides", "become")
)  # fmt: skip

ALIKE = {"cannot": "can not", "haven't": "have not", "hasn't": "has not", "don't": "do not", "can't": "can not",
         "mustn't": "may not", "isn't": "is not", "doesn't": "does not", "won't": "not", "couldn't": "can not"}  # fmt: skip

_WORDS = re.compile(r"\d+(?:/\d+)*|2x|[^\W\d_][\w'’.-]*|->")

_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")  # the 24th entry is entry 24
_DOING = re.compile(r"^(\W*what (?:can|may|could) .*)\bdo\W*$")  # what he can do is where he can go


@frozen
class Token:
    kind: str  # piece, role, fare, action, number, value, concept, filler, unknown
    value: str
    text: str
    also: str = ""  # the action that a common word names, too: `take`


@frozen
class Vocabulary:
    """Every name that questions about this table may use, longest first."""

    names: dict[tuple[str, ...], Token]
    longest: int

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The question as tokens. Names of several words are found before single ones."""
        words = list(_plain(text))
        found: list[Token] = []
        at = 0
        while at < len(words):
            for size in range(min(self.longest, len(words) - at), 0, -1):
                token = self.names.get(tuple(words[at : at + size]))
                if token is not None:
                    found.append(evolve(token, text=" ".join(words[at : at + size])))
                    at += size
                    break
            else:
                found.append(_single(words[at]))
                at += 1
        return tuple(found)


def _plain(text: str) -> Iterator[str]:
    text = _ORDINAL.sub(r"\1", _DOING.sub(r"\1go", text.lower().replace("’", "'")))
    for word in _WORDS.findall(text):
        yield from ALIKE.get(word, word.rstrip(".-'").removesuffix("'s")).split()


def _single(word: str) -> Token:
    if word[0].isdigit() and word != "2x":
        return Token("number", word, word)
    return Token("filler" if word in FILLERS else "unknown", word, word)


def vocabulary(rulebook: Rulebook, pieces: Iterable[str] = (), persons: Mapping[str, str] | None = None) -> Vocabulary:
    """The words of this edition, of the pieces at this table, and of the game itself; a more special meaning wins."""
    names: dict[tuple[str, ...], Token] = {}

    def know(kind: str, value: str, *spellings: str) -> None:
        for spelling in spellings:
            words = tuple(_plain(spelling))
            known = names.get(words)
            if known is not None and known.kind == "concept" and kind == "action":
                names[words] = evolve(known, also=value)
            elif words:
                names[words] = Token(kind, value, spelling)

    for concept, words in CONCEPTS.items():
        know("concept", concept, *words)
    for concept, phrases in PHRASES.items():
        know("concept", concept, *phrases)
    for name in rulebook.numbers:
        know("value", name, name, name.replace("-", " "))
    for key in {key for row in rulebook.tables.seats for key in row if key not in ("persons", "pool", "held")}:
        know("value", key, key, key.removesuffix("s"))
    know("concept", "round", "rounds")
    know("concept", "entry", "windows")
    know("concept", "surface", "surfaces")
    know("concept", "hide", "hides")
    _fares(rulebook, know)
    for action in rulebook.actions.values():
        know("action", action.id, action.id, action.written, action.id.replace("-", " "), *action.table.aliases)
    for person, piece in (persons or {}).items():
        if tuple(_plain(person)) not in names:  # somebody may be called like a word of the game
            know("piece", piece, person)
    _people(rulebook, pieces, know)
    return Vocabulary(names, max(map(len, names)))


def _fares(rulebook: Rulebook, know: Callable[..., None]) -> None:
    tables = rulebook.tables
    for name, mode in tables.modes.items():
        know("fare", name, name, mode.name, *mode.aliases)
    for name, ticket in tables.tickets.items():
        spellings = [one for one in (name, ticket.name, *ticket.aliases) if one]
        know("fare", name, *spellings, *(f"{one} {word}" for one in spellings for word in ("ticket", "tickets")))
        know("fare", name, f"{name}s", *(f"{name}{dash}move{end}" for dash in "- " for end in ("", "s", " ticket", " tickets")))


def _people(rulebook: Rulebook, pieces: Iterable[str], know: Callable[..., None]) -> None:
    know("role", "pursuers", "pursuer", "pursuers", "they")
    for name, role in rulebook.tables.roles.items():
        if role.side == "fugitive":
            know("piece", FUGITIVE, name, role.name, *role.aliases, FUGITIVE, "he", "him", "fugitive")
            continue
        spellings = [one for one in (name, role.name, role.plural, *role.aliases) if one]
        know("role", name, *spellings, *(f"{one}s" for one in spellings))
        for piece in role.pieces:
            know("piece", piece, piece, role.names.get(piece, piece))
    for piece in pieces:
        know("piece", piece, piece)
