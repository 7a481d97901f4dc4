"""Putting another database in the place of a damaged one, so that a power cut loses neither.

The new file is complete once it bears its name, `<stem>.recovered-<moment>.db`. From then on it
counts: what is left to do is done by `finish_recovery`, at once or at the next start. The damaged
file and its log become `<stem>.damaged-<moment>.db`, and are never deleted.

Threads: the one that holds the lock of the database.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.core.chats.copying import LOG_SUFFIXES, remove_copy
from app.core.system.files import replace_file, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

_MOMENT = r"\d{8}-\d{6}"


def no_step(_name: str) -> None:
    """Take no note of a step."""


def recovered_name(path: Path, now: datetime) -> Path:
    """Return a free name for the new database of `path`."""
    moment = f"{now:%Y%m%d-%H%M%S}"
    while damaged_name(path, moment).exists():  # of the same second, or the clock was set back
        day, second = moment.split("-")
        moment = f"{day}-{(int(second) + 1) % 1_000_000:06d}"
    return path.with_name(f"{path.stem}.recovered-{moment}.db")


def damaged_name(path: Path, moment: str) -> Path:
    """Return what the damaged database is called from then on."""
    return path.with_name(f"{path.stem}.damaged-{moment}.db")


def remove_unfinished_recovery(path: Path) -> None:
    """Delete what a kill has left of a recovery that does not count yet.

    Words in it would outlive their deletion, for the damaged file may still be in use.

    Raises:
        OSError: the system refuses.
    """
    name = re.compile(
        rf"({re.escape(path.stem)}\.recovered-{_MOMENT}(?:-page|-backup)?\.(?:work|tmp))"
        rf"(?:{'|'.join(LOG_SUFFIXES)})?"
    )
    for file in list(path.parent.iterdir()):
        if match := name.fullmatch(file.name):
            remove_copy(file.with_name(match[1]))


def finish_recovery(path: Path, on_step: Callable[[str], None] = no_step) -> Path | None:
    """Put a recovered database that lies beside `path` in its place.

    Each step can be done once more after a power cut.

    Args:
        path: of the database; nobody has it open.
        on_step: called after each step.

    Returns:
        Where the damaged file lies now; None when there was nothing to do.

    Raises:
        OSError: the system refuses; the next start tries again.
    """
    name = re.compile(rf"{re.escape(path.stem)}\.recovered-({_MOMENT})\.db")
    matches = [(file, name.fullmatch(file.name)) for file in path.parent.iterdir()]
    found = [(file, match[1]) for file, match in matches if match is not None]
    if not found:
        return None
    recovered, moment = found[0]
    aside = damaged_name(path, moment)
    for suffix in ("-wal", "-journal", "-shm", ""):
        source = path.with_name(path.name + suffix)
        target = aside.with_name(aside.name + suffix)
        if source.exists() and not target.exists():
            replace_file(source, target)
            sync_folder(path.parent)
            on_step(f"aside{suffix}")
    replace_file(recovered, path)
    sync_folder(path.parent)
    on_step("in place")
    return aside
