"""The function that the page calls: it runs a command of sy-judge with some files."""

import contextlib
import io
import os
import shutil

FOLDER = "/page"  # the folder of each command's files; a command has it to itself


def run(words, files):
    """Run `sy-judge WORDS` in a folder with these files (name -> text). Returns its output, its errors and its exit code."""
    from adjudicator.cli import main

    os.chdir("/")
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.mkdir(FOLDER)
    os.chdir(FOLDER)
    for name, text in files.items():
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(list(words), prog_name="sy-judge")
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    return out.getvalue(), err.getvalue(), code
