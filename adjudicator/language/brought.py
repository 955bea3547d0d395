"""Words and signs that people bring along into a rule text, and what is written here instead."""

from __future__ import annotations

import re

# Each mistake is taught by wrong examples: the parser's state at the failure is compared with theirs.
MISTAKES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "E202",
        "a reason is missing",
        'end the statement with `because "..."`, which is what a player is told',
        ("forbid ride", "forbid ride by fugitive when round > 3", "require entry > 3", "losing ride when a = b then"),
    ),
    (
        "E203",
        "a bracket was opened and never closed",
        "add the missing `)`",
        ('forbid ride when tickets(piece, taxi = 0 because "x"', "then x := (1 + 2", "then x := f(1"),
    ),
    (
        "E204",
        "a set was opened and never closed",
        "add the missing `}`",
        ('forbid ride when mode in {taxi, bus because "x"', "then x := {1, 2"),
    ),
    (
        "E205",
        "`=` compares; giving a value is written `:=`",
        "write `:=`",
        ("then ban = bus", "then x(piece) = 1", "on ride then x = 1"),
    ),
    (
        "E206",
        "a condition is missing",
        "say when the rule holds, for example `when round > 3`",
        ('forbid ride when because "x"', 'require because "x"', "pursuers win when, tested at end of round"),
    ),
    (
        "E207",
        "it is not said when the ending is tested",
        "add for example `, tested at end of round` or `, tested after ride by pursuers`",
        ("pursuers win when round = 3", "fugitive wins when a > b and c = 1", "draw when yes"),
    ),
    (
        "E208",
        "`some`, `every` and `no` need a condition after `has`",
        "for example `some p in pursuers has station(p) = to`",
        ('forbid ride when some p in pursuers because "x"', 'forbid ride when no p in pursuers and yes because "x"'),
    ),
    (
        "E209",
        "text must stand in straight double quotes on one line",
        'write because "..."',
        ("forbid ride because no", "forbid ride when yes because station"),
    ),
)

# Signs that people bring along from elsewhere, the longest first.
SIGNS: tuple[tuple[str, str, str], ...] = (
    ("==", "`==` is written `=` here", "write `=`"),
    ("!=", "`!=` is written `<>` here", "write `<>`"),
    ("=<", "`=<` is written `<=` here", "write `<=`"),
    ("=>", "`=>` is written `>=` here", "write `>=`"),
    ("&&", "`&&` is written `and` here", "write `and`"),
    ("||", "`||` is written `or` here", "write `or`"),
    ("≠", "`≠` is written `<>` here", "write `<>`"),
    ("≤", "`≤` is written `<=` here", "write `<=`"),
    ("≥", "`≥` is written `>=` here", "write `>=`"),
    ("&", "`&` is written `and` here", "write `and`"),
    ("|", "`|` is written `or` here", "write `or`"),
    ("!", "`!` is written `not` here", "write `not`, or `<>` for `!=`"),
    ("×", "`×` is written `*` here", "write `*`"),
    ("–", "`–` is no minus sign", "write `-` with a space on both sides"),
    ("—", "`—` is no minus sign", "write `-` with a space on both sides"),
    ("−", "`−` is no minus sign", "write `-` with a space on both sides"),
    ("//", "`//` begins no remark", "a remark begins with `#`"),
    ("/", "rules do not divide", "multiply the other side instead: `2 * a < b`"),
    ("%", "rules do not divide", "name the numbers in a set: `round in {3, 6, 9}`"),
    ("[", "`[` has no meaning in a rule", "a set stands in braces: `{taxi, bus}`; what a word is asked for, in `( )`"),
    (";", "`;` has no meaning in a rule", "effects are divided by `,`; each statement begins a line of its own"),
    ("'", "`'` does not enclose a text", "use the straight double quote \", and put the code between three of these: '''"),
    ("_", "names have no `_`", "write `-` instead, as in `free-station`"),
    (
        "..",
        "`..` makes no range here",
        "name the numbers, `round in {10, 11, 12}`, or write `round >= 10 and round <= 12`",
    ),
    (".", "`.` has no meaning in a rule", "statements end without a full stop; numbers are whole"),
)
ODD_SPACES = "\u00a0\u2007\u2009\u200a\u200b\u202f\u3000\ufeff"
TYPOGRAPHIC = "“”„‟«»‘’‚‹›"
NOT_WHOLE = re.compile(r"\d+[.,]\d+")
WORD = re.compile(r"[^\W_][\w-]*")
OPENINGS = (
    "allow", "forbid", "losing", "pay", "on", "show", "hide", "tell", "draw", "score", "require", "choose", "for", "then",
    "answer", "write", "check", "a",
)  # fmt: skip
EFFECTS = ("deal", "move", "arrive", "remove", "when")
VERBS = ("must", "may", "act", "start", "starts", "win", "wins")
# Words that people bring along, and what is written here instead.
MEANT = {
    "if": "when", "while": "when", "whenever": "when", "unless": "when not", "is": "=", "equals": "=", "with": "where",
    "except": "when not", "for": "by", "do": "then",
}  # fmt: skip
GIVING = {
    **dict.fromkeys(("give", "take", "get", "gets", "put", "add", "return", "hand"),
                    "tickets are moved: `move 1 taxi from pile to fugitive`"),
    **dict.fromkeys(("set", "let", "make", "change"), "a value is given with `:=`, as in `joker := 1`"),
    **dict.fromkeys(("increase", "raise", "count"), "write `+=`, as in `joker += 1`"),
}  # fmt: skip
# First words that people bring along.
FIRST = {
    **dict.fromkeys(("reveal", "uncover", "disclose", "display", "expose", "unhide"), "show"),
    **dict.fromkeys(("conceal", "cover"), "hide"),
    **dict.fromkeys(("prohibit", "ban", "disallow", "deny", "prevent", "refuse", "stop"), "forbid"),
    **dict.fromkeys(("never", "no", "not", "nobody", "dont"), "forbid"),
    **dict.fromkeys(("permit", "let", "enable"), "allow"),
    **dict.fromkeys(("say", "announce", "print"), "tell"),
    **dict.fromkeys(("needs", "requires", "demand"), "require"),
    **dict.fromkeys(("pick", "select", "name"), "choose"),
    **dict.fromkeys(("ask", "reply"), "answer"),
}  # fmt: skip
BEHIND = "a condition stands behind what it is about: `forbid ride when …`, `on entry when … then …`"
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
# The parser would take these as names wherever a name may stand, and read on as if nothing were wrong.
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
    )
)
