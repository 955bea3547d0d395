"""Every shipped rule file with every value of every option, played: `python -m tests.in_play --seed 1`."""
