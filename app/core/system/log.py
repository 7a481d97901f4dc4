"""Setting up what is written about a run: the log file, crash stacks, unhandled exceptions.

A log call puts a record into a queue and returns; a thread of its own writes to the disk, so that
the interface and the engine never wait for it. A folder that cannot be written to is no reason not
to start: the log goes to the terminal then, or nowhere.
What is said in a chat is never logged: callers log ids, counts and times, and of exceptions only
kind and place are written here, for the words of an exception may be those of a chat.
Reports of native crashes stay on this machine: what faulthandler has written, files, functions and
lines of the program, never a value. The newest ten are kept.

Threads: logging is for any thread; `start_logging` and `close` are the main thread's.
"""

from __future__ import annotations

import contextlib
import copy
import faulthandler
import logging
import os
import queue
import sys
import threading
import time
import traceback
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import TextIO

    from app.core.system.paths import Paths


MAX_FILE_BYTES = 1_000_000
N_FILES = 3
_ROLL_AGAIN_S = 60.0

_FORMAT = "%(asctime)s.%(msecs)03d %(levelname)s %(threadName)s %(name)s: %(message)s"
_TIME_FORMAT = "%Y-%m-%d %H:%M:%S"

_log = logging.getLogger(__name__)


class WordlessFormatter(logging.Formatter):
    """Formats records without the words of any exception in them.

    The frames of a traceback are lines of this program; the message of an exception may quote a
    chat, a template or a file. Kept are its kind and the numbers that the system gives.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, with the stack of its exception."""
        record = copy.copy(record)
        record.exc_text = None  # as others have formatted it
        if isinstance(record.args, tuple):
            record.args = tuple(
                _Wordless(value) if isinstance(value, BaseException) else value
                for value in record.args
            )
        return super().format(record)

    def formatException(  # noqa: N802 - named by the standard library
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        """Return the stacks of an exception and of those that led to it, the oldest first."""
        parts: list[str] = []
        error = ei[1]
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            stack = "".join(traceback.format_tb(error.__traceback__))
            parts.insert(0, f"Traceback (most recent call last):\n{stack}{_Wordless(error)}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\n".join(parts)


class _Wordless:
    """Stands for an exception in a line of the log."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __repr__(self) -> str:
        error = self._error
        kind = type(error)
        numbers = [getattr(error, "sqlite_errorname", "")]
        if isinstance(error, OSError) and error.errno is not None:
            numbers.append(f"[Errno {error.errno}] {os.strerror(error.errno)}")
        return ": ".join([f"{kind.__module__}.{kind.__qualname__}", *filter(None, numbers)])


def start_logging(paths: Paths, *, verbose: bool = False) -> LogSession:
    """Begin to log to `paths.log_file` and to catch what nobody else does.

    Args:
        paths: its state folder exists, unless it cannot.
        verbose: log details too, and to the terminal as well.

    Returns:
        What ends it again; to be closed last of all.
    """
    return LogSession(paths.log_file, paths.fault_file, paths.crash_reports, verbose=verbose)


def start_engine_logging(folder: Path) -> LogSession:
    """Begin to log in the engine's own process, to files of its own: two cannot share one."""
    fault_file = folder / "engine-crash.log"
    return LogSession(folder / "engine.log", fault_file, folder / "crashes", verbose=False)


class LogSession:
    """Logging as set up for one run; `close` leaves everything as it was before."""

    def __init__(self, log_file: Path, fault_file: Path, reports: Path, *, verbose: bool) -> None:
        self._root = logging.getLogger()
        self._level_before = self._root.level
        self._targets, failure = _targets(log_file, verbose=verbose)
        records: queue.SimpleQueue[logging.LogRecord] = queue.SimpleQueue()
        self._handler = QueueHandler(records)
        self._handler.setFormatter(WordlessFormatter())  # before an exception leaves its thread
        self._listener = QueueListener(records, *self._targets)
        self._listener.start()
        self._root.addHandler(self._handler)
        self._root.setLevel(logging.DEBUG if verbose else logging.INFO)
        self._hooks = _Hooks()
        self._faults = _CrashLog(fault_file, reports)
        self._is_open = True
        if failure is not None:
            _log.warning("no log file: %s", failure)

    def close(self) -> None:
        """Write what is still in the queue, and detach everything; a second call does nothing."""
        if not self._is_open:
            return
        self._is_open = False
        self._faults.close()
        self._hooks.close()
        self._root.removeHandler(self._handler)
        self._root.setLevel(self._level_before)
        self._listener.stop()
        self._handler.close()
        for target in self._targets:
            target.close()

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the session."""
        self.close()


def _targets(log_file: Path, *, verbose: bool) -> tuple[list[logging.Handler], OSError | None]:
    """Return where records go, and why the file is not among them."""
    targets: list[logging.Handler] = []
    failure = None
    try:
        targets.append(
            _RollingFile(
                log_file, maxBytes=MAX_FILE_BYTES, backupCount=N_FILES - 1, encoding="utf-8"
            )
        )
    except OSError as error:
        failure = error
    if (verbose or failure) and sys.stderr is not None:  # a windowed program on Windows has none
        targets.append(logging.StreamHandler(sys.stderr))
    for target in targets:
        target.setFormatter(logging.Formatter(_FORMAT, _TIME_FORMAT))
    return targets, failure


class _RollingFile(RotatingFileHandler):
    """Begins a new file when one is full, or goes on with the full one while it cannot be renamed.

    Windows renames no file that another process has open, such as a second Hearth.
    """

    _retry_at = 0.0

    def shouldRollover(self, record: logging.LogRecord) -> int:  # noqa: N802 - standard library
        """Return whether the file is full, and when it can be tried to begin another."""
        return int(time.monotonic() >= self._retry_at and super().shouldRollover(record))

    def doRollover(self) -> None:  # noqa: N802 - standard library
        """Begin a new file, or open the full one again."""
        try:
            super().doRollover()
        except OSError:
            self._retry_at = time.monotonic() + _ROLL_AGAIN_S
            if self.stream is None:
                self.stream = self._open()


class _CrashLog:
    """Python stacks of a native crash, written by faulthandler; the file outlives the process.

    What the last run has left there becomes a report.
    """

    def __init__(self, fault_file: Path, reports: Path) -> None:
        self._was_enabled = faulthandler.is_enabled()
        self._file: TextIO | None = None
        collect_report(fault_file, reports)
        try:
            self._file = fault_file.open("a", encoding="utf-8")
        except OSError as error:
            _log.warning("no crash file: %s", error)
            return
        faulthandler.enable(self._file)

    def close(self) -> None:
        if self._file is None:
            return
        faulthandler.disable()
        if self._was_enabled and sys.__stderr__ is not None:
            faulthandler.enable(sys.__stderr__)
        self._file.close()


class _Hooks:
    """Logs exceptions that reach the top of a thread or an object's end, then lets others know."""

    def __init__(self) -> None:
        self._excepthook = sys.excepthook
        self._thread_hook = threading.excepthook
        self._unraisable_hook = sys.unraisablehook
        sys.excepthook = self._log_uncaught
        threading.excepthook = self._log_thread
        sys.unraisablehook = self._log_unraisable

    def close(self) -> None:
        sys.excepthook = self._excepthook
        threading.excepthook = self._thread_hook
        sys.unraisablehook = self._unraisable_hook

    def _log_uncaught(
        self, kind: type[BaseException], error: BaseException, stack: TracebackType | None
    ) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            _log.critical("uncaught exception", exc_info=(kind, error, stack))
        self._excepthook(kind, error, stack)

    def _log_thread(self, args: threading.ExceptHookArgs) -> None:
        if not issubclass(args.exc_type, SystemExit) and args.exc_value is not None:
            _log.critical(
                "uncaught exception in thread %s",
                args.thread.name if args.thread else "(ended)",
                exc_info=(args.exc_type, args.exc_value, args.exc_traceback),
            )
        self._thread_hook(args)

    def _log_unraisable(self, args: sys.UnraisableHookArgs) -> None:
        if args.exc_value is not None:
            _log.error(
                "%s: %s",
                args.err_msg or "exception ignored in",
                getattr(args.object, "__qualname__", type(args.object).__qualname__),
                exc_info=(args.exc_type, args.exc_value, args.exc_traceback),
            )
        self._unraisable_hook(args)


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
