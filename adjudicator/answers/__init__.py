"""The referee answers: where he can be, why not, what the rules say, how two editions differ.

Nothing here knows a rule. Every answer comes from the rules in force: by walking through a record, by trying a
position, or by reading the rules' own sentences.
"""
