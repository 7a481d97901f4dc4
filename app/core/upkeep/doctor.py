"""`hearth doctor`: looks through everything Hearth keeps, changing nothing of it.

It works beside an open window. What it would mend is said; the chats are mended by `mending.py`.

Threads: one at a time; takes as long as reading the chats and the stored memory does.
"""

from __future__ import annotations

import enum
import json
import sqlite3
import tomllib
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from app.core.chats.errors import backups_of
from app.core.chats.repair.examination import DatabaseFault, examine_file, examine_search_index
from app.core.errors import KnownError
from app.core.hardware.probe import HardwareUnknown, ask_hardware
from app.core.kvstore.records import StoreState
from app.core.kvstore.store import KVStore
from app.core.models.library.chosen_folders import library_choices, library_folders
from app.core.models.library.library import ModelLibrary
from app.core.models.library.machine import Machine
from app.core.phrases import NO_WORDS, Amount, Phrase, phrase
from app.core.plain_value import PlainValue
from app.core.settings.settings import Settings
from app.core.system.files import free_bytes
from app.core.system.log import reports_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.protocol import Limits
    from app.core.system.paths import Paths


class Level(enum.StrEnum):
    """How much it matters."""

    WELL = "well"
    NOTE = "note"  # worth knowing; nothing is wrong now
    FAULT = "fault"


class Check(PlainValue, frozen=True):
    """What was found in one part.

    Attributes:
        part: its name, for scripts.
        remedy: what would be done about it, or is to be done; `NO_WORDS` for nothing.
        detail: for reports; never words of a chat.
    """

    part: str
    level: Level
    words: Phrase
    remedy: Phrase = NO_WORDS
    detail: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return plain values for `--json`."""
        return {
            "part": self.part,
            "level": str(self.level),
            "words": str(self.words),
            "remedy": str(self.remedy),
            "detail": self.detail,
        }


_LEAST_FREE_BYTES = 1 << 30
_ROOM = 3  # times the chats: a weekly backup takes that much
_GB = 1e9


class Patient(PlainValue, frozen=True):
    """What is looked through.

    Attributes:
        limits: of the stored memory, as the settings have them.
    """

    paths: Paths
    settings: Settings
    limits: Limits

    @classmethod
    def of(cls, paths: Paths, limits_of: Callable[[Settings], Limits]) -> Patient:
        """Return what there is, without changing a settings file that cannot be read."""
        file = paths.settings_file
        settings = Settings.load(file if _settings_fault(file) is None else file / "none")
        return cls(paths, settings, limits_of(settings))


def examined(patient: Patient) -> Iterator[Check]:
    """Yield what each look has found, the most important first."""
    for look in (_chats, _memory, _models, _settings, _disk, _crashes, _devices):
        yield from look(patient)


def _chats(patient: Patient) -> Iterator[Check]:
    path = patient.paths.database
    name = "chats"
    if any(path.parent.glob(f"{path.stem}.recovered-*.db")):
        yield Check(
            name,
            Level.NOTE,
            phrase("A recovery of your chats was interrupted."),
            phrase("Hearth finishes it at the next start."),
        )
        return
    if not path.exists():
        yield _missing_chats(path, name)
        return
    try:
        faults = examine_file(path)
    except (sqlite3.OperationalError, OSError) as error:
        yield Check(
            name,
            Level.FAULT,
            phrase("Hearth cannot open the file with your chats ({path}).", path=path),
            phrase("Close other programs that use it, and allow Hearth to read and write it."),
            str(error),
        )
        return
    for fault in faults:
        yield Check(name, Level.FAULT, fault.words, _remedy_of(fault), fault.detail)
    if not faults:
        yield Check(name, Level.WELL, phrase("Your chats are intact."), detail=str(path))
        yield _search_index(path)
    n_backups = len(backups_of(path))
    yield Check("backups", Level.WELL, phrase("{n} backups are kept beside them.", n=n_backups))


def _search_index(path: Path) -> Check:
    name = "search"
    try:
        state = examine_search_index(path)
    except (sqlite3.OperationalError, OSError) as error:
        return Check(
            name, Level.NOTE, phrase("Hearth cannot read the search index."), _SEARCH, str(error)
        )
    if state.damage:
        words = phrase("The search index is damaged; your chats are intact.")
        return Check(name, Level.NOTE, words, _SEARCH, state.damage)
    if state.n_waiting:
        words = phrase("Messages not yet indexed: {n}", n=Amount(state.n_waiting))
        return Check(name, Level.NOTE, words, phrase("Hearth indexes them while it is open."))
    return Check(name, Level.WELL, phrase("The search index is intact."))


_SEARCH = phrase("Search once in the window: Hearth then rebuilds the index from your chats.")


def _missing_chats(path: Path, name: str) -> Check:
    if path.parent.is_dir() and backups_of(path):
        words = phrase(
            "The file with your chats is missing ({path}); there are backups.", path=path
        )
        return Check(name, Level.FAULT, words, _RECOVER)
    return Check(name, Level.WELL, phrase("There are no chats yet."))


def _remedy_of(fault: DatabaseFault) -> Phrase:
    if fault.kind == "revision" and fault.detail.startswith("revision "):
        return phrase("Install the newest version of Hearth.")
    return _RECOVER


_RECOVER = phrase(
    "Close Hearth and run `hearth doctor --recover`: it writes everything it can read, and what "
    "a backup has, into a new file, and keeps the damaged one."
)


def _memory(patient: Patient) -> Iterator[Check]:
    name = "memory"
    paths = patient.paths
    if not paths.kv_store.is_dir():
        yield Check(name, Level.WELL, phrase("No conversation memory is stored."))
        return
    store = KVStore.open(
        paths.kv_store,
        choices_file=paths.retention_choices_file,
        limits=patient.limits,
        is_onlooker=True,
    )
    try:
        if store.state is StoreState.OFF:
            problem = store.problem
            what = problem.what if problem else phrase("Hearth cannot open the stored memory.")
            yield Check(name, Level.FAULT, what, problem.remedy if problem else NO_WORDS)
            return
        verdict = store.verify()
    except KnownError as error:
        yield Check(name, Level.FAULT, error.what, error.remedy, error.detail)
        return
    finally:
        store.close()
    if verdict.n_damaged:
        yield Check(
            name,
            Level.FAULT,
            phrase("{n} files of stored memory are damaged.", n=verdict.n_damaged),
            phrase("`hearth cache verify` removes them; the model then rereads these chats."),
        )
    else:
        n_files = verdict.n_files
        yield Check(name, Level.WELL, phrase("The stored memory is intact ({n} files).", n=n_files))


def _models(patient: Patient) -> Iterator[Check]:
    name = "models"
    paths = patient.paths
    choices = library_choices(patient.settings)
    folders = library_folders(choices, Machine.here(), paths.beside, paths.models)
    contents = ModelLibrary(folders, None).scan()  # no index: it would be written
    for problem in contents.problems:
        remedy = phrase("Make the folder readable, or remove it from the settings.")
        yield Check(name, Level.FAULT, problem.reason, remedy)
    n_files = len(contents.entries)
    yield Check(name, Level.WELL, phrase("{n} models found.", n=n_files))
    try:
        json.loads(paths.model_index.read_bytes())
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        words = phrase("Hearth cannot read the index of model files.")
        yield Check(
            name, Level.NOTE, words, phrase("Hearth rebuilds it automatically."), str(error)
        )


def _settings(patient: Patient) -> Iterator[Check]:
    name = "settings"
    fault = _settings_fault(patient.paths.settings_file)
    if fault is not None:
        yield Check(
            name,
            Level.FAULT,
            phrase("Hearth cannot read the settings file."),
            phrase("Fix the file, or Hearth will back it up and create a new one."),
            fault,
        )
        return
    problems = patient.settings.problems
    for problem in problems:
        yield Check(name, Level.FAULT, problem.what, problem.remedy, problem.detail)
    if not problems:
        yield Check(name, Level.WELL, phrase("Your settings are readable."))


def _settings_fault(file: Path) -> str | None:
    try:
        tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        return type(error).__name__
    return None


def _disk(patient: Patient) -> Iterator[Check]:
    folder = patient.paths.data
    try:
        n_free = free_bytes(folder)
        database = patient.paths.database
        n_wanted = _ROOM * database.stat().st_size if database.exists() else 0
    except OSError as error:
        yield Check(
            "disk",
            Level.FAULT,
            phrase("Hearth cannot tell how much space is free where your chats are."),
            detail=str(error),
        )
        return
    free = Amount(n_free / _GB, 1)
    if n_free < max(_LEAST_FREE_BYTES, n_wanted):
        words = phrase("Only {n} GB of disk space is free where your chats are.", n=free)
        remedy = phrase("Free some space: without it, Hearth makes no weekly backup.")
        yield Check("disk", Level.FAULT, words, remedy)
    else:
        yield Check("disk", Level.WELL, phrase("{n} GB of disk space is free.", n=free))


def _crashes(patient: Patient) -> Iterator[Check]:
    reports = reports_in(patient.paths.crash_reports)
    if not reports:
        yield Check("crashes", Level.WELL, phrase("No crashes recorded."))
        return
    moment = datetime.fromtimestamp(reports[0].stat().st_mtime, UTC).astimezone()
    words = phrase("The last crash was on {day}.", day=f"{moment:%Y-%m-%d %H:%M}")
    remedy = phrase("If it happens again, report it with this file: {file}", file=reports[0])
    yield Check("crashes", Level.NOTE, words, remedy)


def _devices(patient: Patient) -> Iterator[Check]:
    name = "devices"
    try:
        report = ask_hardware(patient.paths.trusted_backends)
    except HardwareUnknown as error:
        yield Check(name, Level.FAULT, error.what, error.remedy, error.detail)
        return
    if report.why_no_devices != NO_WORDS:
        words = phrase("llama.cpp could not list this machine's devices.")
        remedy = phrase("`hearth self-test` finds a safe configuration.")
        yield Check(name, Level.FAULT, words, remedy, str(report.why_no_devices))
        return
    names = ", ".join(device.name for device in report.devices) or report.processor
    yield Check(name, Level.WELL, phrase("llama.cpp uses: {names}.", names=names))
    if report.has_distrusted:
        words = phrase("The self-test disabled some features on this machine.")
        yield Check(name, Level.NOTE, words, phrase("`hearth hardware` shows which ones and why."))
