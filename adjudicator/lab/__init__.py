"""The laboratory: players that see only their own view, games between them, and what many such games say about a rule."""
