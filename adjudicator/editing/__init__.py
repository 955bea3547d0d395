"""Files of rules while somebody writes them: the language server, and what it shows.

`proofs` finds the faults of a text that may not be saved yet; `spot` reads a place in it, `words` gives the meaning of the word
there and the words that could be written; `server` speaks with the editor. Only `server` needs the extra `lsp`.
"""
