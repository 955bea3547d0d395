"""Every warning of lint, in several ways; and sensible house rules without a warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.rulebook.lint import lint

HEAD = 'id = "mine"\ntitle = "Mine"\nextends = "2014"\n'
DOGS = '[roles.dog]\nside = "pursuers"\nplural = "dogs"\nfare = "free"\n'


def rule(code: str) -> str:
    return f"[rules.mine]\nsays = \"Ours.\"\ncode = '''\n{code}\n'''\n"


def action(code: str) -> str:
    return f"[actions.wave]\nsays = \"He waves.\"\nby = \"fugitive\"\nplace = \"after entry\"\ncode = '''\n{code}\n'''\n"


def ending(code: str) -> str:
    return f"[endings.mine]\nsays = \"Ours.\"\ncode = '''\n{code}\n'''\n"


def forbid(condition: str) -> str:
    return rule(f'forbid ride when {condition} because "no"')


def option(keys: str) -> str:
    return f'[options.rain]\nsays = "Rain?"\n{keys}\nset = {{ on = {{ "log.rounds" = 21 }} }}\n'


USELESS = {
    "W401": (
        forbid("round = 0"),
        forbid("round = 1 and round = 2"),
        forbid("round > 10 and round < 5"),
        forbid("5 > round and round in {7, 8}"),
        forbid("to = 5 and mode = bus and to = 6"),
        forbid("mode = bus and mode = taxi"),
        forbid("mode in {bus} and mode not in {bus, taxi}"),
        forbid("occupied(to, pursuers) and not occupied(to, pursuers)"),
        forbid("tickets(piece, taxi) < 0"),
        forbid("entry in surfaces and entry = 4"),
        rule("show station of entry when entry = 99"),
        rule("hide ticket of entry when round in {30, 31}"),
        rule("on start of round when round = 50 then move 1 black from pile to fugitive"),
    ),
    "W402": (
        '[state.hops]\ntype = "yes or no"\n',
        '[state.hops]\ntype = "station or none"\nseen = "fugitive"\n' + rule("on entry then hops := to"),
        '[state.hops]\ntype = "number"\nper = "piece"\n' + rule("on ride then hops(piece) += 1"),
    ),
    "W403": (
        action('require round = 0 because "no"'),
        action('require entries > 99 because "no"'),
        action('require round > 5 because "no"\nrequire round < 3 because "no"'),
        action('require round > 2 because "no"') + rule('forbid wave because "never"'),
        DOGS + '[actions.bark]\nsays = "B."\nby = "dog"\nplace = "during turn"\ncode = \'answer station(fugitive) to all\'\n',
    ),
    "W404": ("[tickets.pass]\npays = []\n[box]\npass = 3\n", '[tickets.pass]\npays = ["bus"]\n'),
    "W405": (
        "[amend.log]\nsurfaces = [3, 8, 30]\n",
        "[amend.log]\nrounds = 10\n",
        "[numbers]\nfog = [5, 40]\n" + forbid("mode = bus and round in fog"),
        '[numbers]\nfog = [5, 40]\n[terms.foggy]\ncode = "round in fog"\n' + forbid("mode = bus and foggy"),
    ),
    "W406": (
        ending("pursuers win when round = 0, tested at end of round"),
        ending("fugitive wins when round = 3 and round = 4, tested at end of round"),
        ending("draw when entries > 200, tested at end of round"),
        ending('losing ride when round = 0 because "no"'),
        DOGS + ending("pursuers win when round > 3, tested after ride by dogs"),
    ),
    "W407": (
        "[amend.roles.detective]\ntickets = { underground = 20 }\n",
        "[amend.box]\ntaxi = 10\n",
        "[[replace.seats]]\ndetectives = 9\n",
        "[supplies.bank]\nstarts = { taxi = 500 }\n" + rule("on start of round then move 1 taxi from bank to pile"),
    ),
    "W408": (
        "[[replace.seats]]\ndetectives = 2\n[[replace.seats]]\ndetectives = 5\n",
        "[[replace.seats]]\ndetectives = 3\n[[replace.seats]]\ndetectives = 3\n",
    ),
    "E138": (
        option('excludes = ["rain=on"]'),
        option('needs = ["rain"]'),
        option('needs = ["order=seat"]\nexcludes = ["order=seat"]'),
        option('needs = ["order=seat", "order=free"]'),
        option('needs = ["wind"]')
        + '[options.wind]\nsays = "Wind?"\nexcludes = ["rain"]\nset = { on = { "log.windows" = 25 } }\n',
    ),
}
CASES = [(code, text) for code, texts in USELESS.items() for text in texts]


@pytest.mark.parametrize(("code", "text"), CASES)
def test_what_can_have_no_effect(code: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    faults = lint(str(file)).faults
    assert code in {fault.code for fault in faults}
    assert all(str(file) in (fault.place.file, *(place.file for place in fault.also)) for fault in faults)
    assert all(fault.help for fault in faults)


SENSIBLE = (
    forbid("mode = bus and round <= 2"),
    forbid("round > 3 and round < 9 and mode = underground"),
    forbid("round <> 1 and round <> 2 and mode = ferry"),
    forbid("entry in surfaces and entry > 8 and ticket = black"),
    forbid("to in {1, 2, 3} and to <> 2"),
    forbid("mode in {bus, taxi} and mode <> taxi and round > 20"),
    forbid("tickets(piece, taxi) = 0 and tickets(piece, bus) = 0 and mode = underground"),
    rule("show station of entry when entry = 24"),
    rule("on end of round when round = 22 then move 1 black from pile to fugitive"),
    "[numbers]\nfog = [5, 22]\n" + forbid("mode = bus and round in fog"),
    "[numbers]\nlucky = [150, 199]\n" + forbid("to in lucky and round = 1"),
    action('require round > 2 because "no"\nrequire round < 9 because "no"'),
    ending("pursuers win when round > 20 and count(detectives) > 2, tested at end of round"),
    "[amend.log]\nrounds = 13\nwindows = 15\nsurfaces = [3, 8, 13]\n",
    "[[replace.seats]]\ndetectives = 4\n[[replace.seats]]\ndetectives = 5\n",
    option('excludes = ["order=seat"]'),
    option('needs = ["order=seat"]'),
)


@pytest.mark.parametrize("text", SENSIBLE)
def test_nothing_is_said_of_sensible_rules(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    assert lint(str(file)).faults == ()
