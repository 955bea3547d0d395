"""Any bytes as transcript, variant or board: an answer or a clear error, never a traceback, never over a second.

    corpus     the files to begin with: all that are shipped, and all that are bad on purpose
    mutating   small and large changes to such a file, in its bytes and in its words
    composing  whole rules, made up so that their types often agree
    growing    files that ask for as much as they may
    watching   one command in this process, its clock and its memory watched
    trying     an input and every command that a user could run on it: is the answer as it has to be?
    measuring  each command in its own process: its time and its memory
    running    many inputs from one seed; what failed is kept as a file

`python -m tests.fuzzing --seconds 600 --seed 7` looks for long. The tests try some hundred inputs of a fixed seed.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))  # where `literate` is, from any working directory
