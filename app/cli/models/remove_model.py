"""`hearth models rm`: all files of a model to the system's trash."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli.models.library_options import add_folder_argument, scanned_library
from app.cli.models.output import in_gb
from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.desktop_words import trash

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="any file of the model")
    add_folder_argument(parser)


def _run(options: argparse.Namespace, paths: Paths) -> int:
    library = scanned_library(options, paths)
    entry = library.find(options.file)
    library.delete(entry)
    if options.json:
        print(json.dumps({"moved_to_trash": entry.files, "bytes": entry.size_bytes}))
    else:
        for file in entry.files:
            print(f"moved to the {trash()}: {printable(file)}")
        print(f"{in_gb(entry.size_bytes)} are free once the {trash()} is emptied")
    return 0


REMOVE = Verb(_add_arguments, _run)
