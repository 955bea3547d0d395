"""The replay as one self-contained HTML file: the board drawn once, every step as data, and the script for them.

Nothing is loaded and nothing is sent: the policy in its head lists its only style and its only script by their digests, and
forbids all others. Words from a record are escaped by the template.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from adjudicator.picture.changes import SHARED
from adjudicator.picture.stage import SCRIPTS, STYLE
from adjudicator.replay.page_data import PageData
from adjudicator.replay.page_words import PageWords
from adjudicator.replay.review import review
from adjudicator.replay.telling import Telling

HERE = Path(__file__).parent


def page(telling: Telling) -> str:
    """The HTML text of a replay."""
    data, words = PageData(telling), PageWords(telling, review(telling.steps))
    style, script = own_style(), own_script()
    return _template().render(
        **words.all(),
        pieces=data.pieces,
        tickets=data.tickets,
        policy=policy((style,), (script,)),
        style=Markup(style),
        script=Markup(script),
        board=Markup(data.stage.drawn(words.title)),
        legend=[(Markup(sample), label) for sample, label in data.stage.legend(data.signs)],
        data=Markup(in_html(data.all())),
    )


def own_style() -> str:
    """The style of every replay."""
    return STYLE.read_text(encoding="utf-8") + _file("page.css")


def own_script() -> str:
    """The script of every replay."""
    return "".join(path.read_text(encoding="utf-8") for path in (*SCRIPTS, SHARED, HERE / "page.js"))


def policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """The policy of a page: a browser lets it use these styles and scripts, and nothing else."""
    ways = (f"{kind}-src {' '.join(map(_digest, texts))}" for kind, texts in (("style", styles), ("script", scripts)))
    return f"default-src 'none'; {'; '.join(ways)}; base-uri 'none'; form-action 'none'"


@lru_cache(maxsize=1)
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_file("page.html"))


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def in_html(data: object) -> str:
    """Data within HTML: no `<` in it can end the element that it stands in, and no `&` is read as the name of a letter."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
