"""A picture as a PNG image, by an optional package."""

from __future__ import annotations

from adjudicator.faults import Fault, Place, Refused


def png(svg: str) -> bytes:
    """The PNG image of an SVG picture. Raises Refused if the package for it is missing."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Refused([Fault("F30", Place(""))]) from None
    return bytes(svg_to_bytes(svg_string=svg))
