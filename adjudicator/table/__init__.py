"""The referee at the table: runs an evening, and refuses illegal moves.

    a typed line ──► session (a value: the seats, the question, the messages) ──► the next session
                              │
             proposal (is it legal?) ──► table_game (the record and its Game) ──────────► record_files (on disk before
                                               │                                                             it counts)
                                          the Game as the table knows it

    evening (a new or continued game) ──► session ──► laptop (passed around: screens, lines)

The state of a game is its record only, so reading the record restores the table. Only `adjudicator/cli/terminal.py` knows the
terminal. The state of a set-up (`interview.py`) is its answers, which determine the next question.
"""
