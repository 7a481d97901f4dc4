"""The library as the settings and the command line have it, looked through once."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.cli.output import printable
from app.core.models.library import Machine, ModelLibrary, library_choices, library_folders
from app.core.paths import in_home
from app.core.plain_value import replace
from app.core.settings import Settings

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def add_folder_argument(parser: argparse.ArgumentParser) -> None:
    """Let the command line name further folders."""
    parser.add_argument(
        "--folder",
        metavar="DIR",
        action="append",
        default=[],
        help="look there, too; may be given several times",
    )


def scanned_library(options: argparse.Namespace, paths: Paths) -> ModelLibrary:
    """Return the library after one scan; folders that could not be read are told on stderr."""
    settings = Settings.load(paths.settings_file, options.given)
    choices = library_choices(settings)
    folders = library_folders(choices, Machine.here(), paths.beside, paths.models)
    more = tuple(in_home(folder).absolute() for folder in options.folder)
    library = ModelLibrary(replace(folders, own=(*folders.own, *more)), paths.model_index)
    for problem in library.scan().problems:
        print(f"hearth: {printable(str(problem.reason))}", file=sys.stderr)
    return library
