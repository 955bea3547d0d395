"""What `explain` says of the codes of files."""

from __future__ import annotations

# For the codes of files: why it matters, a wrong and a right example. What is a command is marked as such by its `$`.
FILE_PAGES = {
    "F01": (
        "A file is named as it stands in the folder, with its ending; a variant that comes along goes by its id.",
        "$ sy-judge variant lint my-ruels.toml", "$ sy-judge variant lint my-rules.toml",
    ),
    "F02": (
        "Something else lies there: a folder, a device, a pipe.",
        "$ sy-judge variant lint .", "$ sy-judge variant lint my-rules.toml",
    ),
    "F03": ("Sizes are bounded, so that nobody has to wait; no game and no rules come near.", "", ""),
    "F04": ("Save it as plain text in UTF-8, which is what every editor offers; a word processor does not.", "", ""),
    "F05": (
        "Such a file has three kinds of lines: a [heading], `key = value`, and remarks behind a #. Texts stand in straight "
        "quotes, numbers do not; a rule of several lines stands between ''' and '''.",
        "title: Mine", 'title = "Mine"',
    ),
    "F06": (
        "Nothing here needs more than a few tables within each other.",
        ".".join("abcdefghijklmnopqrstuvwxyz" * 2) + " = 1", "a.b = 1",
    ),
    "F07": (
        "`sy-judge variant list` and `sy-judge board list` name what comes along; for a file of your own write a path.",
        "$ sy-judge variant show my-rules", "$ sy-judge variant show ./my-rules.toml",
    ),
    "F08": ("The system does not let it be read; look at who may read it.", "", ""),
    "F09": (
        "It is there already, or the folder does not let it be written.",
        "$ sy-judge variant new my-rules", "$ sy-judge variant new our-rules",
    ),
    "F10": ("Two referees would overwrite each other's game; end the other one first, or take another log.", "", ""),
    "F11": ("Without the board that was asked for, nothing can be judged: name another, or leave it to the rules.", "", ""),
}  # fmt: skip
