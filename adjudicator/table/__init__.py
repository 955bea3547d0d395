"""The referee at the table: one laptop, a whole evening, no illegal move ever again.

    what is typed ──► session ──► screens (who may look, and at what)
                         │
        proposal (is it legal?) ──► table_game (the record, and the Game it tells) ──► publication (public log, secret key)
                                          │                                                        │
                                     the Game as the table has seen it                  store (on disk before it counts)

The state of a game is its record and nothing else: whoever reads the two files back is where the table was. Nothing here
knows a terminal; `adjudicator/cli/referee.py` does.
"""
