"""Answers as text for people and as data for programs; both say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import asdict

from adjudicator.answers.answer import Answer, listed
from adjudicator.answers.claims import Ground
from adjudicator.answers.differences import Changed, Differences, Side, Value
from adjudicator.answers.reply import Read, Reply
from adjudicator.answers.rulelist import Entry, Reading, Shown
from adjudicator.answers.topics import Topic
from adjudicator.deduction.courses import Explanation
from adjudicator.deduction.exclusions import Exclusion
from adjudicator.deduction.whereabouts import Whereabouts
from adjudicator.report.layout import counted, wrapped

# --- questions


def reply_data(reply: Reply, chosen: Read | None) -> dict[str, Any]:
    """The answer to the entry that was chosen, or to the first one; the others that were near."""
    first = chosen or reply.read[0]
    others = [one for one in reply.read if one.entry != first.entry]
    return {
        "question": reply.question,
        "read_as": first.text,
        "entry": first.entry,
        "sure": reply.is_sure,
        **answer_data(first.answer),
        "others": [_other(one) for one in others],
    }


def _other(one: Read) -> dict[str, Any]:
    return {"entry": one.entry, "read_as": one.text, "verdict": one.answer.verdict, "first_line": (one.answer.says or ("",))[0]}


def answer_data(answer: Answer) -> dict[str, Any]:
    return {
        "verdict": answer.verdict,
        "answer": list(answer.says),
        "rules": [asdict(one) for one in answer.grounds],
        "changes": [asdict(one) for one in answer.changes],
        "depends": [asdict(one) for one in answer.depends],
        "tried": [asdict(one) for one in answer.tried],
        "facts": answer.facts,
    }


def reply_page(read: Read) -> str:
    """How the question was read, and its answer."""
    return wrapped("I read this as: ", read.text) + "\n" + answer_page(read.answer)


def choices_page(reply: Reply) -> str:
    """The entries that a question may mean, each with the first line of its answer."""
    rows = ["Several questions are near. Choose one with `--pick`:"]
    for number, one in enumerate(reply.read, 1):
        rows.append(wrapped(f"  {number}  ", one.text))
        rows.append(wrapped("     -> ", one_line(one)))
    return "\n".join(rows) + "\n"


def one_line(one: Read) -> str:
    """The verdict and the first line of an answer, with the rule that decides."""
    answer = one.answer
    rule = f" ({answer.grounds[0].rule})" if answer.grounds else ""
    return f"{answer.verdict + ': ' if answer.verdict else ''}{(answer.says or ('',))[0]}{rule}"


def questions_page(found: Iterable[tuple[str, str]]) -> str:
    """Everything that can be asked, under the families of questions."""
    rows: list[str] = []
    last = ""
    for name, text in found:
        rows += [name] if name != last else []
        rows.append(wrapped("  ", text))
        last = name
    return "\n".join(rows) + "\n"


def answer_page(answer: Answer) -> str:
    """The verdict first, then why, then what would change it."""
    first, *more = answer.says or ("",)
    rows = [wrapped(f"{answer.verdict}: " if answer.verdict else "", first)]
    rows += [wrapped("  ", line) for line in more]
    for one in answer.grounds:
        rows += _ground(one)
    rows += [wrapped("  = help: ", change.text) for change in answer.changes]
    if answer.helpless:
        rows.append("  = help: no single change helps")
    for other in answer.depends:
        ruling = f" (ruling {other.ruling})" if other.ruling else ""
        verdict = f"{other.verdict}, " if other.verdict else ""
        rows.append(wrapped("  = it depends: ", f"with the option `{other.option}`{ruling}: {verdict}{other.says}"))
    for tried in answer.tried:
        rows.append(wrapped("  = tried: ", f"{_in_a_row(tried.record, tried.clause)}: {tried.verdict}"))
    return "\n".join(rows) + "\n"


def _in_a_row(record: str, clause: str) -> str:
    """A small record on one line."""
    return " | ".join(line.strip() for line in [*record.splitlines(), clause] if line.strip())


def _ground(one: Ground) -> Iterator[str]:
    yield wrapped(f"  = {one.rule}: ", one.message or one.says)
    if one.message and one.says:
        yield wrapped("    rule: ", one.says)
    if one.cite:
        yield wrapped("    cite: ", one.cite + _status(one.status))


def _status(status: str) -> str:
    return "" if status in ("", "stated") else f" ({status.replace(':', ' ')})"


# --- where


def where_data(found: Whereabouts, why: Explanation | Exclusion | None) -> dict[str, Any]:
    data = asdict(found)
    data["pieces"] = dict(found.pieces)
    if isinstance(why, Explanation):
        course = [asdict(line) for line in why.lines]
        data["why"] = {"station": why.station, "possible": True, "start": why.start, "course": course, "route": list(why.route)}
    elif why is not None:
        facts = [{"fact": one.text, "round": one.round, "clause": one.written} for one in why.facts]
        data["why"] = {"station": why.station, "possible": False, "facts": facts, "single": why.single}
    return data


def where_page(found: Whereabouts, why: Explanation | Exclusion | None) -> str:
    count = len(found.stations)
    seen = f"; last seen on {found.seen_on} after entry {found.seen}" if found.seen else ""
    entries = counted(found.entries, "entry", "entries")
    rows = [wrapped("", f"{counted(count, 'station')} (round {found.round}, {entries}{seen})")]
    rows.append(wrapped("  ", listed(found.stations, 1000)))
    rows += [wrapped("  = breach: ", one) for one in found.breaches]
    rows += [wrapped("  = note: ", one) for one in found.caveats]
    if isinstance(why, Explanation):
        rows.append(f"{why.station}: for example")
        rows += [f"  he starts on {why.start}"] if why.start else []
        rows += [wrapped(f"  {line.round}. ", line.clause) for line in why.lines]
    elif why is not None:
        rows.append(f"{why.station}: no, because")
        for one in why.facts:
            where = f" (round {one.round}: `{one.written}`)" if one.round else ""
            rows.append(wrapped("  ", one.text + where))
        rows += [] if why.single else [wrapped("  ", "from there it is out of reach with the tickets shown")]
    return "\n".join(rows) + "\n"


# --- rules


def entry_data(one: Entry, cases: Iterable[Shown] = ()) -> dict[str, Any]:
    data = asdict(one)
    data["ruling"] = data.pop("default_reading")
    data["cases"] = [asdict(case) for case in cases]
    return data


def entry_line(one: Entry) -> str:
    head = f"{one.id}" + (f" = {one.chosen}" if one.kind == "option" else "")
    return wrapped(f"  {head}: ", f"{one.says}{_status(one.status)}")


KINDS = {"rule": "Rules", "action": "Actions", "ending": "Endings", "option": "Options"}


def rules_page(title: str, every: Iterable[Entry], numbers: Iterable[str] = ()) -> str:
    """The numbers in force, then all rules, each in one sentence."""
    rows = [wrapped("", title), "", "Numbers", *(wrapped("  ", one) for one in numbers)]
    found = list(every)
    for kind, heading in KINDS.items():
        some = [one for one in found if one.kind == kind]
        rows += ["", heading, *(entry_line(one) for one in some)] if some else []
    return "\n".join(rows) + "\n"


def entry_page(one: Entry, cases: Iterable[Shown]) -> str:
    """One rule with everything that is known about it."""
    rows = [wrapped(f"{one.id}: ", one.says)]
    rows.append(wrapped("  ", f"{', '.join(filter(None, (one.kind, one.status.replace(':', ' '))))}{_about(one)}"))
    rows += [wrapped("  cite: ", one.cite)] if one.cite else []
    rows.append(f"  from: {one.file}:{one.line}")
    rows += [wrapped("        ", part) for part in one.amended]
    rows += [wrapped("  in force by: ", ", ".join(one.guard))] if one.guard else []
    rows += [wrapped("  rewritten by: ", ", ".join(one.changed_by))] if one.changed_by else []
    rows += [wrapped("  chosen: ", f"{one.chosen} (of {', '.join(one.values)})")] if one.kind == "option" else []
    rows += list(_reading(one.default_reading))[one.kind == "ruling" :] if one.default_reading else []
    rows += ["  code:", *map(_code_line, one.code.splitlines())] if one.code else []
    shown = list(cases)
    rows += (
        ["  cases:", *(wrapped(f"    {case.id} ", f"{case.title}: {case.verdict}. {case.why}") for case in shown)]
        if shown
        else []
    )
    return "\n".join(rows) + "\n"


def _code_line(line: str) -> str:
    return wrapped(f"    {line[: len(line) - len(line.lstrip())]}", line)


def _about(one: Entry) -> str:
    return f"; about {', '.join(one.about)}" if one.about else ""


def _reading(one: Reading) -> Iterator[str]:
    yield wrapped(f"  ruling {one.id}: ", one.question)
    for number, text in enumerate(one.readings):
        marks = ["default"] * (text == one.default) + ["in force"] * (text == one.in_force != one.default)
        marks += _choice_of(one, number)
        yield wrapped("    - ", text + (f" ({', '.join(marks)})" if marks else ""))
    if one.default not in one.readings:
        yield wrapped("    default: ", one.default)
    if one.option and not one.choices:
        yield wrapped("    ", f"chosen with the option `{one.option}`")
    if not one.option and not any(one.choices):
        yield "    no option takes another reading"


def _choice_of(one: Reading, number: int) -> list[str]:
    """How a table takes a reading, where the ruling says so."""
    if number >= len(one.choices):
        return []
    if one.choices[number]:
        return [f"`{one.choices[number]}`"]
    return [] if one.readings[number] == one.default else ["no option takes it"]


def topic_data(topic: Topic) -> dict[str, Any]:
    return {
        "topic": topic.name,
        "rules": [entry_data(one) for one in topic.entries],
        "rulings": [asdict(one) for one in topic.readings],
        "remarks": list(topic.remarks),
    }


def topic_page(topic: Topic) -> str:
    rows = [f"about {topic.name}"]
    for one in topic.entries:
        rows.append(entry_line(one))
        rows += [wrapped("      cite: ", one.cite)] if one.cite else []
    for reading in topic.readings:
        rows += list(_reading(reading))
    rows += [wrapped("  note: ", remark) for remark in topic.remarks]
    return "\n".join(rows) + "\n"


# --- differences


def differences_data(found: Differences) -> dict[str, Any]:
    data = asdict(found)
    data["rules"] = [{"how": one.how, **asdict(one)} for one in found.rules]
    return data


def differences_page(found: Differences) -> str:
    if found.is_empty:
        return wrapped("", f"{found.one} and {found.other} mean the same") + "\n"
    rows = [wrapped("", f"from {found.one} to {found.other}")]
    for title, values in (("Numbers", found.values), ("Options", found.options)):
        rows += ["", title, *(_value(one) for one in values)] if values else []
    rows += ["", "Rules", *(line for one in found.rules for line in _changed(one, found))] if found.rules else []
    rows += ["", "Rulings", *(line for one in found.rulings for line in _both(one, found))] if found.rulings else []
    return "\n".join(rows) + "\n"


def _value(one: Value) -> str:
    return wrapped(f"  {one.what}: ", f"{one.one or 'none'} -> {one.other or 'none'}")


def _both(one: Value, found: Differences) -> Iterator[str]:
    yield wrapped("  ", one.what)
    yield wrapped(f"    {found.one}: ", one.one or "–")
    yield wrapped(f"    {found.other}: ", one.other or "–")


def _changed(one: Changed, found: Differences) -> Iterator[str]:
    terms = f" (what `{', '.join(one.terms)}` means)" if one.terms else ""
    yield wrapped("  ", f"{one.how} {one.kind} {one.id}{terms}")
    for name, side in ((found.one, one.one), (found.other, one.other)):
        if side is not None:
            yield from _said(name, side)


def _said(name: str, side: Side) -> Iterator[str]:
    yield wrapped(f"    {name}: ", side.says)
    yield wrapped("      cite: ", side.cite + _status(side.status))
    for line in side.only:
        yield wrapped("      only here: ", line)
