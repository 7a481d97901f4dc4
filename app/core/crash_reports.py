"""Reports of crashes, kept on this machine and nowhere else.

A report is what faulthandler has written of a native crash: files, functions and lines of the
program, never a value, so no word of a chat. The newest ten are kept.

Threads: functions that ask the file system; any thread.
"""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

N_KEPT = 10
_TOLD = "told"  # a file with the name of the last report that the user was told of


def collect_report(fault_file: Path, folder: Path) -> None:
    """Move what the last run has written of its crash, if it has, to the reports in `folder`.

    What cannot be moved stays; on Windows another instance may hold it.
    """
    with contextlib.suppress(OSError):
        written = fault_file.stat()
        if not written.st_size:
            return
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        moment = datetime.fromtimestamp(written.st_mtime, UTC)
        name = f"{fault_file.stem}-{moment:%Y%m%d-%H%M%S}"
        target = folder / f"{name}.txt"
        number = 1
        while target.exists():
            number += 1
            target = folder / f"{name}-{number}.txt"
        fault_file.rename(target)
        for old in reports_in(folder)[N_KEPT:]:
            old.unlink()


def reports_in(folder: Path) -> list[Path]:
    """Return the reports, newest first."""
    try:
        found = [(file.stat().st_mtime_ns, file.name, file) for file in folder.glob("*.txt")]
    except OSError:
        return []
    return [file for _, _, file in sorted(found, reverse=True)]


def untold_report(folder: Path) -> Path | None:
    """Return the newest report if the user was not told of it; from now on it counts as told."""
    reports = reports_in(folder)
    if not reports:
        return None
    told = folder / _TOLD
    with contextlib.suppress(OSError):
        if told.read_text("utf-8") == reports[0].name:
            return None
    with contextlib.suppress(OSError):
        told.write_text(reports[0].name, "utf-8")
    return reports[0]
