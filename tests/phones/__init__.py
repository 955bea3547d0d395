"""The table on phones, driven over HTTP: games, pairs that look alike, sudden ends, many tables, browsers. See `__main__`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests import each other from here
