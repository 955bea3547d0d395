"""Writes the texts of a new variant: a first file, its first cases, the head of its first game.

Each commented block of the file is a complete rule: remove the `#` to use it.
"""

from __future__ import annotations

from textwrap import indent

from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen
class Beginning:
    """The values in the texts: names, and things that the parent has."""

    id: str
    extends: str  # as written in the file
    parent: Rulebook
    mode: str  # a mode that is not in service in the first round
    is_pack: bool = False

    @property
    def file(self) -> str:
        return f"{self.id}.toml"

    @property
    def title(self) -> str:
        return self.id.replace("-", " ").capitalize()

    @property
    def played(self) -> str:
        """The name of the variant in a record."""
        return f"{self.extends}+{self.file}" if self.is_pack else self.file

    @property
    def rule(self) -> str:
        return rule_about(self.mode)

    @property
    def word(self) -> str:
        """The name of the mode for players."""
        return self.parent.tables.modes[self.mode].name or self.mode


def rule_about(mode: str) -> str:
    """The id of the first rule."""
    return f"no-{mode}-at-first"


def variant_text(new: Beginning) -> str:
    blocks = (_head(new), _identity(new), _rounds(new), _tickets(new), _rule(new), _action(), _option(new))
    return "\n".join(block for block in blocks if block)


def _head(new: Beginning) -> str:
    what = (
        "an addition to any game: what it does not say stays as it is there"
        if new.is_pack
        else f"house rules for {new.extends}"
    )
    rest = "." if new.is_pack else ": what this file does not say is as it is there."
    lint, test = (f"sy-judge variant {word} {new.file}" for word in ("lint", "test"))
    check = f"sy-judge check {new.id}.log".ljust(len(lint))
    return f"""\
# {new.id}: {what}{rest}
#
#   {lint}  is anything wrong with it?
#   {test}  do its cases hold?
#   {check}  was its first game legal?
#
# Text after a # is a remark. Blocks below that begin with # are rules to try: take the # away from their lines.
# docs/authoring.md is the guide, variants/house-rules.toml shows every kind of rule once.
"""


def _identity(new: Beginning) -> str:
    last = "pack  = true" if new.is_pack else f'extends = "{new.extends}"'
    wide = "" if new.is_pack else "  "
    return f'id    {wide}= "{new.id}"\ntitle {wide}= "{new.title}"\n{last}\n'


def _rounds(new: Beginning) -> str:
    rounds = new.parent.tables.log.get("rounds")
    if not isinstance(rounds, int) or rounds < 4:
        return ""
    remark = "# ---- a number: `amend` changes what is there, and leaves the rest of that table as it was\n"
    return remark + _off(f"[amend.log]\nrounds = {rounds - 1}\n")


def _tickets(new: Beginning) -> str:
    fugitive = next(name for name, role in new.parent.tables.roles.items() if role.side == "fugitive")
    counted = {name: n for name, n in new.parent.tables.roles[fugitive].tickets.items() if isinstance(n, int) and n > 1}
    if not counted:
        return ""
    ticket = next(iter(counted))
    remark = "# ---- tickets: one less for the fugitive\n"
    return remark + _off(f"[amend.roles.{fugitive}.tickets]\n{ticket} = {counted[ticket] - 1}\n")


def _rule(new: Beginning) -> str:
    return f"""\
# ---- a rule: a sentence for people, the same in the rule language, and the reason shown to a player who breaks it
[rules.{new.rule}]
says   = "In the first round nobody goes by {new.word}."
status = "house"
about  = ["{new.mode}", "rounds"]
code   = '''
forbid ride when mode = {new.mode} and round = 1
  because "no {new.word} runs in round {{round}}"
'''
"""


def _action() -> str:
    remark = "# ---- something new to do: in a record `red glimpse -> 67`, and the answer must be true\n"
    return remark + _off("""\
[actions.glimpse]
says   = "Once a game the pursuers learn where the fugitive was two entries ago."
status = "house"
about  = ["answers"]
by     = "pursuers"
place  = "during turn"
code   = '''
require entries >= 3             because "his log has only {entries} entries"
require uses(glimpse, game) = 0  because "they have had their glimpse"
answer station-of(entries - 2) to pursuers
'''
""")


def _option(new: Beginning) -> str:
    remark = "# ---- a choice of the table: `--option silent-night`\n"
    return remark + _off("""\
[options.silent-night]
says   = "Whether the ticket on the log stays covered as well (`on`)."
status = "house"
about  = ["visibility"]
[rules.silent-night]
says   = "Nobody sees how the fugitive travels."
status = "house"
about  = ["visibility"]
option = "silent-night=on"
code   = '''
hide ticket, mode of entry
'''
""")


def _off(block: str) -> str:
    """A block as a comment."""
    return indent(block, "#", lambda _: True)


# --- cases


@frozen
class Ride:
    """A ride that only the new rule forbids: the pieces' stations and the clause."""

    start: str
    clause: str
    seats: str
    board: str = ""  # if it is not the variant's own


def cases_text(new: Beginning, ride: Ride) -> str:
    """Two cases that differ only in the round."""
    return f"""\
# The cases of {new.id}: positions, what is played, and what a referee has to say. `sy-judge variant test {new.file}` runs them.
# Two cases that differ in one fact, of which one is legal, say more than ten that are alike.

{_case(new, ride, 1)}
{_case(new, ride, 2)}"""


def _case(new: Beginning, ride: Ride, round_: int) -> str:
    number = ("first", "second")[round_ - 1]
    verdict, decides = ("illegal", f'rule     = "{new.rule}"') if round_ == 1 else ("legal", f'tests    = ["{new.rule}"]')
    why = "It does not run yet." if round_ == 1 else "The same ride, one round later."
    editions = f'editions = ["{new.played}"]\n' if new.is_pack else ""
    rows = (("board", ride.board), ("seats", ride.seats), ("start", ride.start))
    headers = "".join(f"{key}: {value}\n" for key, value in rows if value)
    return f"""\
[[case]]
id       = "1.{round_}"
title    = "By {new.word} in the {number} round"
{editions}position = '''
round: {round_}
entry: {round_ - 1}
{headers}'''
clauses  = "{ride.clause}"
verdict  = "{verdict}"
{decides}
twin     = "1.{3 - round_}"
why      = "{why}"
"""


def game_head(new: Beginning) -> str:
    return f"# The first rounds of a game of {new.id}. `sy-judge check {new.id}.log` judges it; play on from here.\n"
