"""The referee at the table: a whole evening, no illegal move ever again.

    what somebody says ──► session (a value: who may speak, what is asked, who hears what) ──► the next session
                              │
             proposal (is it legal?) ──► table_game (the record, and the Game it tells) ──► record_files (on disk before
                                               │                                                             it counts)
                                          the Game as the table has seen it

    evening (set up, or taken up where it was left) ──► session ──► laptop (one that goes round: screens, lines)

The state of a game is its record and nothing else: reading it back gives the same table. Nothing here
knows a terminal; `adjudicator/cli/terminal.py` does. A set-up (`interview.py`) is its answers: they lead to the next question.
"""
