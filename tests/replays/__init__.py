"""Checks of replays: that every step says what the commands say of the same moment, and that claims of a review are true."""
