"""Judging a transcript: from what was written down to what was legal, what was not, what cannot be decided, who won.

transcript ──► opening ──► walking (worlds) ──► verdict
               who sits      clause by clause     data
               where
"""
