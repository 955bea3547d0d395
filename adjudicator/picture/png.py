"""A picture as a PNG image, by a package that not everybody has."""

from __future__ import annotations

from adjudicator.faults import Fault, Place, Refused


def png(svg: str) -> bytes:
    """The image of an SVG picture. Raises Refused where the package for it is missing."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Refused([Fault("F30", Place(""))]) from None
    return bytes(svg_to_bytes(svg_string=svg))
