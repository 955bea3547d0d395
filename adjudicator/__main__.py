"""`python -m adjudicator` is the same as `sy-judge`."""

from __future__ import annotations

import gc

RARELY = 50_000  # objects made and kept, between two looks for garbage


def run() -> None:
    """The whole command. Nearly all that is loaded stays to the end, so looking for garbage in it finds nothing."""
    gc.set_threshold(RARELY)
    try:
        from adjudicator.cli import main

        main(prog_name="sy-judge")
    finally:
        gc.freeze()  # nor does anybody have to take it apart


if __name__ == "__main__":
    run()
