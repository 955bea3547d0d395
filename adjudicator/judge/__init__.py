"""Judges a transcript: the legal, illegal and undecided clauses, and the result of the game.

transcript ──► opening ──► walking (worlds) ──► verdict
               seats,        clause by clause     data
               stations
"""
