"""The table on phones: a session that every seat sees over HTTP.

    phone ──► server (which seat? which host? within limits?) ──► room (the session, one speaker at a time)
                                                                       │
    phone ◄── events, as small JSON ◄── seat_view (the data that this seat may see)

Each seat has a link with its secret (`links`). Nothing in this package decides about the game.
"""
