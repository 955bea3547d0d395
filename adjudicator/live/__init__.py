"""The referee at the table: one laptop, a whole evening, no illegal move ever again.

    what is typed ──► session ──► screens (who may look, and at what)
                         │
        proposing (is it legal?) ──► game (the record so far, a value) ──► publishing (public log, secret key)
                         │                     │                                      │
        table_view (what the table knows) ◄────┘                         store (on disk before it counts)

The state of a game is its record and nothing else: whoever reads the two files back is where the table was. Nothing here
knows a terminal; `adjudicator/cli/referee.py` does.
"""
