"""`python -m adjudicator` is the same as `sy-judge`."""

from __future__ import annotations

import gc
import os
import sys

RARELY = 50_000  # objects made and kept, between two looks for garbage


def run() -> None:
    """The whole command. Nearly all that is loaded stays to the end, so looking for garbage in it finds nothing."""
    gc.set_threshold(RARELY)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed before we began
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (stays open to the end)
    try:
        from adjudicator.cli import main

        try:
            main(prog_name="sy-judge")
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # nobody listens any more, and nobody has to hear of it
        _give_up_output()
        sys.exit(1)
    except OSError as error:  # files are each command's own affair: this is the output, on a disk that is full
        _give_up_output()
        sys.stderr.write(f"error F09: the output cannot be written: {(error.strerror or str(error)).lower()}\n")
        sys.exit(2)
    finally:
        gc.freeze()  # nor does anybody have to take it apart


def _give_up_output() -> None:
    """Drop the output that is still to be written, or Python would try once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    run()
