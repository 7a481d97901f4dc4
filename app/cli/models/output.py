"""How model files are written to a terminal and as JSON; and the library that verbs look into."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from app.cli.output import printable
from app.core.gguf.summary import ModelKind
from app.core.models.library.chosen_folders import library_choices, library_folders
from app.core.models.library.entries import Unusable, Usable
from app.core.models.library.library import ModelLibrary
from app.core.models.library.machine import Machine
from app.core.models.model_settings import ModelSettings
from app.core.models.projectors import projector_in_use
from app.core.plain_value import replace
from app.core.settings.settings import Settings
from app.core.system.paths import in_home

if TYPE_CHECKING:
    import argparse

    from app.core.gguf.summary import ModelSummary
    from app.core.models.library.entries import LibraryEntry
    from app.core.models.projectors import ProjectorCandidate
    from app.core.system.paths import Paths


_UNITS = ((1_000_000_000_000, "T"), (1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K"))


def short_count(number: int) -> str:
    """Return a number of parameters as people say it, such as 4.0B; "" for none."""
    for unit, letter in _UNITS:
        if number >= unit:
            return f"{number / unit:.1f}{letter}"
    return str(number or "")


def in_gb(n_bytes: int) -> str:
    """Return a size in GB; in MB below a tenth of one."""
    return f"{n_bytes / 1e9:,.2f} GB" if n_bytes >= 1e8 else f"{n_bytes / 1e6:,.1f} MB"


def summary_facts(summary: ModelSummary) -> dict[str, Any]:
    """Return a summary as plain values for JSON."""
    return {**asdict(summary), "n_active_parameters": summary.n_active_parameters}


def entry_facts(entry: LibraryEntry) -> dict[str, Any]:
    """Return an entry as plain values for JSON."""
    state = entry.state
    return {
        "name": entry.name,
        "path": entry.path,
        "files": entry.files,
        "from": entry.origin.value,
        "size_bytes": entry.size_bytes,
        "modified_s": entry.modified_s,
        "usable": isinstance(state, Usable),
        "reason": "" if isinstance(state, Usable) else str(state.reason),
        "damaged_file": state.file if isinstance(state, Unusable) else "",
        "projector": entry.projector,
        "also_known_as": entry.also_known_as,
        "summary": None if isinstance(state, Unusable) else summary_facts(state.summary),
    }


def senses_facts(projector: ProjectorCandidate | None) -> dict[str, Any]:
    """Return what a model would take beside text, and with which file, as values for JSON."""
    if projector is None:
        return {"sees": False, "hears": False, "sees_and_hears_with": ""}
    values = {"sees": projector.sees, "hears": projector.hears}
    return {**values, "sees_and_hears_with": projector.path}


def senses_words(projector: ProjectorCandidate | None) -> list[str]:
    """Return the same as a line of words; no line where a model takes text alone."""
    if projector is None:
        return []
    words = [*["sees pictures"] * projector.sees, *["hears sounds"] * projector.hears]
    return [f"{' and '.join(words)} with {projector.path}"] if words else []


def plain_number(value: float) -> float | str:
    """Return a number that JSON has; those that it lacks as their names."""
    return value if math.isfinite(value) else str(value)


class SensesHere:
    """Knows them.

    Args:
        paths: where the settings of models lie.
    """

    def __init__(self, paths: Paths) -> None:
        self._settings = ModelSettings(paths.model_settings)

    def of(self, entry: LibraryEntry) -> ProjectorCandidate | None:
        """Return with which file a model would see or hear; None where it does neither."""
        state = entry.state
        if not isinstance(state, Usable) or state.summary.kind is not ModelKind.LANGUAGE:
            return None
        return self.of_file(entry.path)

    def of_file(self, path: str) -> ProjectorCandidate | None:
        """Return the same for the model in a file."""
        return projector_in_use(path, self._settings.of(path).projector)


def add_folder_argument(parser: argparse.ArgumentParser) -> None:
    """Let the command line name further folders."""
    parser.add_argument(
        "--folder",
        metavar="DIR",
        action="append",
        default=[],
        help="also search this folder; repeatable",
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
