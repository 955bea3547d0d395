"""`python -m adjudicator` is the same as `sy-judge`."""

from adjudicator.cli import main

if __name__ == "__main__":
    main(prog_name="sy-judge")
