"""Words and signs from other languages that people use in a rule, with the right ones."""

from __future__ import annotations

import re

# Each mistake is described by wrong examples: the parser's state at a failure is compared with its state at theirs.
MISTAKES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "E202",
        ("forbid ride", "forbid ride by fugitive when round > 3", "require entry > 3", "losing ride when a = b then"),
    ),
    ("E203", ('forbid ride when tickets(piece, taxi = 0 because "x"', "then x := (1 + 2", "then x := f(1")),
    ("E204", ('forbid ride when mode in {taxi, bus because "x"', "then x := {1, 2")),
    ("E205", ("then ban = bus", "then x(piece) = 1", "on ride then x = 1")),
    ("E206", ('forbid ride when because "x"', 'require because "x"', "pursuers win when, tested at end of round")),
    ("E207", ("pursuers win when round = 3", "fugitive wins when a > b and c = 1", "draw when yes")),
    ("E208", ('forbid ride when some p in pursuers because "x"', 'forbid ride when no p in pursuers and yes because "x"')),
    ("E209", ("forbid ride because no", "forbid ride when yes because station")),
)

# Signs from other languages, the longest first: the sentence about each, and the right sign.
SIGNS: tuple[tuple[str, str, str], ...] = (
    ("==", "E213.sign", "="),
    ("!=", "E213.sign", "<>"),
    ("=<", "E213.sign", "<="),
    ("=>", "E213.sign", ">="),
    ("&&", "E213.sign", "and"),
    ("||", "E213.sign", "or"),
    ("≠", "E213.sign", "<>"),
    ("≤", "E213.sign", "<="),
    ("≥", "E213.sign", ">="),
    ("&", "E213.sign", "and"),
    ("|", "E213.sign", "or"),
    ("!", "E213.not", "not"),
    ("×", "E213.sign", "*"),
    ("–", "E213.minus", "-"),
    ("—", "E213.minus", "-"),
    ("−", "E213.minus", "-"),
    ("//", "E213.remark", "#"),
    ("/", "E213.divide", ""),
    ("%", "E213.modulo", ""),
    ("[", "E213.bracket", ""),
    (";", "E213.semicolon", ""),
    ("'", "E213.apostrophe", ""),
    ("_", "E213.underscore", "-"),
    ("..", "E213.range", ""),
    (".", "E213.full-stop", ""),
)
ODD_SPACES = "\u00a0\u2007\u2009\u200a\u200b\u202f\u3000\ufeff"
TYPOGRAPHIC = "“”„‟«»‘’‚‹›"
NOT_WHOLE = re.compile(r"\d+[.,]\d+")
WORD = re.compile(r"[^\W_][\w-]*")
OPENINGS = (
    "allow", "forbid", "permit", "losing", "pay", "on", "show", "hide", "tell", "draw", "score", "require", "choose", "for",
    "then", "answer", "write", "check", "a",
    "once", "twice", "at",
)  # fmt: skip
EFFECTS = ("deal", "move", "arrive", "remove", "when", "announce", "send")
VERBS = ("must", "may", "act", "start", "starts", "win", "wins")
# Words from other languages, and the right words.
MEANT = {
    "if": "when", "while": "when", "whenever": "when", "unless": "when not", "is": "=", "equals": "=", "with": "where",
    "except": "when not", "for": "by", "do": "then",
}  # fmt: skip
GIVING = {
    **dict.fromkeys(("give", "take", "get", "gets", "put", "add", "return", "hand"), "E215.move"),
    **dict.fromkeys(("set", "let", "make", "change"), "E215.assign"),
    **dict.fromkeys(("increase", "raise", "count"), "E215.increase"),
}  # by the sentence that explains the right word
# First words from other languages.
FIRST = {
    **dict.fromkeys(("reveal", "uncover", "disclose", "display", "expose", "unhide"), "show"),
    **dict.fromkeys(("conceal", "cover"), "hide"),
    **dict.fromkeys(("prohibit", "ban", "disallow", "deny", "prevent", "refuse", "stop"), "forbid"),
    **dict.fromkeys(("never", "no", "not", "nobody", "dont"), "forbid"),
    **dict.fromkeys(("let", "enable"), "allow"),
    **dict.fromkeys(("say", "print"), "tell"),
    **dict.fromkeys(("needs", "requires", "demand"), "require"),
    **dict.fromkeys(("pick", "select", "name"), "choose"),
    **dict.fromkeys(("ask", "reply"), "answer"),
}  # fmt: skip
CONDITIONS = (
    "if",
    "when",
    "while",
    "whenever",
    "unless",
    "in",
    "at",
    "after",
    "before",
    "during",
    "every",
    "each",
    "once",
    "from",
)
# Where a name is possible, the parser would take these as names, and continue without a fault.
RESERVED = frozenset(
    (
        "and",
        "or",
        "not",
        "in",
        "by",
        "when",
        "where",
        "because",
        "then",
        "if",
        "else",
        "some",
        "every",
        "no",
        "yes",
        "none",
        "has",
        "mod",
    )
)
