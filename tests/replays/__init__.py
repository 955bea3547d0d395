"""Checks of replays: that every step says what the commands say of the same moment, and that claims of a review are true."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests import each other from here
