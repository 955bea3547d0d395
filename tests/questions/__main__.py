"""`python -m tests.questions --half seen`, from the top of the project. Ends with 1 if an answer is wrong."""

from __future__ import annotations

import argparse
import os
from collections import Counter

from click.testing import CliRunner

from adjudicator.cli import main as sy_judge

from . import HALVES, HERE, TOP, WORKSHOP, Question, questions
from .judging import RESULTS, WRONG, Judged, Reply, judged
from .twists import twisted


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.questions", description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="", help="only this half; both if left out")
    parser.add_argument("--workshop", action="store_true", help="the questions of `workshop/` instead, to build answers with")
    parser.add_argument("--only", default="", metavar="START", help="only ids that begin so")
    parser.add_argument(
        "--twists", action="store_true", help="print each twisted question that gets the answer of the plain one"
    )
    parser.add_argument("--figures", action="store_true", help="the figures alone, to measure a half without looking at it")
    asked = parser.parse_args()
    os.chdir(TOP)
    if asked.twists:
        return _twist([one for one in questions(asked.half) if one.id.startswith(asked.only)])
    found: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for question in questions(asked.half, WORKSHOP if asked.workshop else HERE):
        if question.id.startswith(asked.only):
            result = judged(question, ask(question.command))
            found[result.result] += 1
            kinds.update(reason.split()[0] for reason in result.reasons)
            if not asked.figures:
                print(line(result), flush=True)
    number = sum(found.values())
    print(
        f"{number} questions: " + ", ".join(f"{found[name]} {name} ({found[name] / number:.1%})" for name in RESULTS if number)
    )
    if kinds:
        print("reasons: " + ", ".join(f"{name} … {count}" for name, count in kinds.most_common()))
    return bool(found[WRONG])


def _twist(plain: list[Question]) -> int:
    kept = [text for question in plain for text in unmoved(question)]
    print("\n".join(kept))
    return bool(kept)


def unmoved(question: Question) -> list[str]:
    """The twisted questions that get the answer of the plain one; none of a question that is not understood."""
    given = ask(question.command)
    if given.exit:
        return []
    target, plain, *more = question.command[1:]
    asked = {text: ask(("ask", target, text, *more)) for text in twisted(plain)}
    return [text for text, reply in asked.items() if not reply.exit and _answer(reply) == _answer(given)]


def _answer(reply: Reply) -> tuple[str, list[str]]:
    return reply.verdict, reply.lines


def ask(command: tuple[str, ...]) -> Reply:
    """What the command line replies; a traceback counts as exit code 70."""
    result = CliRunner().invoke(sy_judge, command)
    crashed = result.exception is not None and not isinstance(result.exception, SystemExit)
    return Reply(70 if crashed else result.exit_code, result.stdout if result.exit_code == 0 else result.output)


def line(result: Judged) -> str:
    reasons = f"  [{'; '.join(result.reasons)}]" if result.reasons else ""
    return f"{result.result:<14}  {result.question.id:<28}  {result.question.ask}{reasons}"


if __name__ == "__main__":
    raise SystemExit(main())
