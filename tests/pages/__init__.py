"""Pages made by program: games written in every shape, read back and compared: `python -m tests.pages --games 200 --seed 1`."""
