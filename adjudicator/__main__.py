"""Runs the command `sy-judge` as `python -m adjudicator`."""

from __future__ import annotations

import gc
import os
import sys

RARELY = 50_000  # objects created and kept between two garbage collections


def run() -> None:
    """Run the whole command. Nearly everything that is loaded stays to the end, so garbage collection would find nothing."""
    gc.set_threshold(RARELY)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed before the start
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (stays open to the end)
    try:
        from adjudicator.cli import main

        try:
            main(prog_name="sy-judge")
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has stopped, and needs no message
        _give_up_output()
        sys.exit(1)
    except OSError as error:  # commands handle their own files: this is the output, on a full disk
        _give_up_output()
        sys.stderr.write(f"error F09: the output cannot be written: {(error.strerror or str(error)).lower()}\n")
        sys.exit(2)
    finally:
        gc.freeze()  # no time is spent on freeing it


def _give_up_output() -> None:
    """Drop output that is not written yet, or Python would try again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    run()
