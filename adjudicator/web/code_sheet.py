"""A page to print: the QR code of each table, to be cut out and laid on it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from adjudicator.web.running import drawn

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tables</title>
<style>
body {{ margin: 0; font: 12pt/1.3 system-ui, sans-serif; color: #000; background: #fff; }}
body {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(7cm, 1fr)); }}
section {{ break-inside: avoid; border: 1px dashed #999; padding: 5mm; text-align: center; }}
h2 {{ margin: 0; }}
svg {{ width: 5.5cm; height: 5.5cm; }}
p {{ margin: 0; font-size: 8pt; overflow-wrap: anywhere; }}
</style>
{tables}
</html>
"""


def code_sheet(links: Mapping[str, str]) -> str:
    """The link of each table, by its name."""
    return PAGE.format(tables="\n".join(_table(name, link) for name, link in links.items()))


def _table(name: str, link: str) -> str:
    return f"<section><h2>{escape(name)}</h2>{drawn(link)}<p>{escape(link)}</p></section>"
