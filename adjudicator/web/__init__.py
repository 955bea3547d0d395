"""The table on phones: one session, shown to every seat over HTTP.

    phone ──► server (who is it? from this host? not too much?) ──► room (the session, one speaker at a time)
                                                                       │
    phone ◄── events, as small JSON ◄── seat_view (what this seat is shown, and nothing else)

Links carry the secrets that tell seats apart (`links`). Nothing here decides anything about the game.
"""
