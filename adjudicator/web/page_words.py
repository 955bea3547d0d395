"""The words of the page in every language: its sentences, and the names of things in this edition."""

from __future__ import annotations

from typing import Any

from adjudicator.picture.labels import readable_on
from adjudicator.picture.position import colours, cover
from adjudicator.record.lexicon import FUGITIVE, lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.session import Session
from adjudicator.table.side_names import fugitive_name, pursuers_name
from adjudicator.words import FIRST, Language, languages, spellings

Data = dict[str, Any]
SAID_IN_CLAUSES = ("stays", "passes", "resigns", "roles", "pieces", "modes", "tickets")  # kinds of words


def setup_words() -> Data:
    """The words before the game, when the edition is not known yet."""
    return {"languages": {one.code: {**_sentences(one), "names": _common(one)} for one in spoken_here()}}


def spoken_here() -> list[Language]:
    return [one for one in languages() if "page" in one.tables]


def page_words(session: Session) -> Data:
    """The words during the game, which are the same for every seat."""
    game, rules = session.game.game, session.game.rules
    own = {piece: role.names[piece] for role in rules.tables.roles.values() for piece in game.pieces if piece in role.names}
    return {
        "title": " + ".join((rules.title, *rules.packs)),
        "pieces": colours(game.seating),
        "tickets": {ticket: _look(cover(ticket, game.seating)) for ticket, table in rules.tables.tickets.items() if table.pays},
        "hides": rules.facts.seen_by_default,  # whether the table sees entries unless they are hidden
        "counted": sorted(_counted(rules)),
        "acts": sorted(_acts(session)),
        "languages": {one.code: {**_sentences(one), "names": _names(session, one) | own} for one in spoken_here()},
    }


def _counted(rules: Rulebook) -> set[str]:
    """The actions that are written with a number, but not with a station."""
    forms = lexicon_of(rules).forms.values()
    kinds = {form.written: {argument.kind for argument in form.arguments} for form in forms}
    return {name for name, found in kinds.items() if "number" in found and "station" not in found}


def _acts(session: Session) -> set[str]:
    """Words of clauses that have no name of their own: actions, and what the board calls its attributes."""
    attributes = session.game.game.engine.board.attributes.values()
    forms = {word for form in lexicon_of(session.game.rules).forms.values() for word in form.written.split()}
    return forms | {str(value) for attribute in attributes for value in attribute.values}


def _look(colour: str) -> list[str]:
    """A colour, and the colour of text on it."""
    return [colour, readable_on(colour)]


def _sentences(language: Language) -> Data:
    """The sentences of the page and of the referee in a language; English ones where it has none."""
    english = next(one for one in languages() if one.code == FIRST)
    return {
        name: {kind: spelt[0] for one in (english, language) for kind, spelt in one.kind(table).items()}
        for name, table in (("said", "page"), ("told", "referee"))
    }


def _common(language: Language) -> dict[str, str]:
    return {id: spelt[0] for kind in SAID_IN_CLAUSES for id, spelt in language.kind(kind).items()}


def _names(session: Session, language: Language) -> dict[str, str]:
    """Names of things: the edition's own, or else those of the reader's language."""
    rules, pieces = session.game.rules, session.game.game.pieces
    common = _common(language)
    called = {**dict(zip(pieces, pieces, strict=True)), **rules.called}
    names = {id: common.get(id, id) if name == id else name for id, name in called.items()}
    his, theirs = fugitive_name(rules), pursuers_name(rules)
    team = theirs if language.code == FIRST or theirs not in spellings("team")["team"] else language.kind("team")["team"][0]
    return {**common, **names, FUGITIVE: his, "fugitive": his, "pursuers": team}
