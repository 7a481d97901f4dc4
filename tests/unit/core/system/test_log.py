"""The log of a run: where it goes, what it catches, and that it leaves nothing behind."""

from __future__ import annotations

import errno
import faulthandler
import gc
import logging
import os
import subprocess
import sys
import textwrap
import threading
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.system import log
from app.core.system.log import reports_in, start_logging, untold_report
from app.core.system.own_program import describe_code
from app.core.system.paths import Paths
from tests.helpers.harm import DIED_OF_FAULT

if TYPE_CHECKING:
    from tests.conftest import ExpectLog

ROOT = Path(__file__).parents[4]


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    located = Paths.locate(tmp_path)
    located.create()
    return located


def _state() -> tuple[object, ...]:
    root = logging.getLogger()
    return (
        root.level,
        list(root.handlers),
        sys.excepthook,
        threading.excepthook,
        sys.unraisablehook,
        faulthandler.is_enabled(),
        threading.active_count(),
    )


def test_what_was_logged_is_in_the_file_when_the_session_ends(paths: Paths) -> None:
    with start_logging(paths):
        logging.getLogger("app.part").info("loaded %d tokens", 12)
        logging.getLogger("app.part").debug("too much detail")

    text = paths.log_file.read_text(encoding="utf-8")
    assert "INFO MainThread app.part: loaded 12 tokens" in text
    assert "too much detail" not in text


def test_a_verbose_session_logs_details_and_to_the_terminal(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    with start_logging(paths, verbose=True):
        logging.getLogger("app.part").debug("a detail")

    assert "a detail" in paths.log_file.read_text(encoding="utf-8")
    assert "a detail" in capsys.readouterr().err


def test_many_sessions_in_a_row_leave_everything_as_it_was(paths: Paths) -> None:
    before = _state()

    for n in range(3):
        session = start_logging(paths)
        logging.getLogger("app").info("session %d", n)
        session.close()
        session.close()

    assert _state() == before
    lines = paths.log_file.read_text(encoding="utf-8").splitlines()
    assert [line.rsplit(": ")[1] for line in lines] == ["session 0", "session 1", "session 2"]


def test_a_log_call_does_not_wait_for_the_disk(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk_answers = threading.Event()
    emit = RotatingFileHandler.emit

    def emit_when_the_disk_answers(handler: RotatingFileHandler, record: logging.LogRecord) -> None:
        assert disk_answers.wait(60)
        emit(handler, record)

    monkeypatch.setattr(RotatingFileHandler, "emit", emit_when_the_disk_answers)
    with start_logging(paths):
        for n in range(100):
            logging.getLogger("app").info("line %d", n)  # would stand still here
        assert paths.log_file.read_text() == ""
        disk_answers.set()

    assert len(paths.log_file.read_text().splitlines()) == 100


def test_old_lines_make_room_in_at_most_three_files(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MAX_FILE_BYTES", 2_000)

    with start_logging(paths):
        for n in range(500):
            logging.getLogger("app").info("line %d", n)

    files = sorted(path.name for path in paths.state.glob("hearth.log*"))
    assert files == ["hearth.log", "hearth.log.1", "hearth.log.2"]
    assert all((paths.state / name).stat().st_size <= 2_000 for name in files)
    assert paths.log_file.read_text().endswith("line 499\n")


def test_no_line_is_lost_while_a_full_file_cannot_be_renamed(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_use(_source: str, _target: str) -> None:
        raise PermissionError(errno.EACCES, "used by another process")

    monkeypatch.setattr(log, "MAX_FILE_BYTES", 2_000)
    monkeypatch.setattr(os, "rename", in_use)  # as Windows does with a second Hearth

    with start_logging(paths):
        for n in range(500):
            logging.getLogger("app").info("line %d", n)
    monkeypatch.undo()  # now that all is written

    assert len(paths.log_file.read_text().splitlines()) == 500


def test_a_state_folder_that_cannot_be_written_is_not_fatal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], expect_log: ExpectLog
) -> None:
    expect_log("no log file")
    expect_log("no crash file")
    (tmp_path / "state").write_text("a file where the folder should be")
    before = _state()

    with start_logging(Paths.locate(tmp_path)):
        logging.getLogger("app").info("going on")

    error = capsys.readouterr().err
    assert "no log file" in error
    assert "going on" in error
    assert _state() == before


def test_a_windowed_program_without_a_terminal_can_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("no log file")
    expect_log("no crash file")
    monkeypatch.setattr(sys, "stderr", None)

    with start_logging(Paths.locate(tmp_path / "nowhere")):
        logging.getLogger("app").info("into the void")


def test_an_exception_at_the_top_of_a_thread_is_logged_and_passed_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("uncaught exception in thread worker")
    passed_on: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: passed_on.append(args.exc_type))

    with start_logging(paths):
        for target in (lambda: 1 / 0, sys.exit):
            thread = threading.Thread(target=target, name="worker")
            thread.start()
            thread.join()

    text = paths.log_file.read_text()
    assert "CRITICAL worker" in text
    assert "ZeroDivisionError" in text
    assert "SystemExit" not in text
    assert passed_on == [ZeroDivisionError, SystemExit]


def test_an_exception_nobody_can_catch_is_logged(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("exception ignored in")
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)

    class Stubborn:
        def __del__(self) -> None:
            raise ZeroDivisionError

    with start_logging(paths):
        Stubborn()
        gc.collect()

    assert "ZeroDivisionError" in paths.log_file.read_text()


def test_an_uncaught_exception_is_logged_but_a_keyboard_interrupt_is_not(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("uncaught exception")
    passed_on: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: passed_on.append(kind))

    with start_logging(paths):
        sys.excepthook(ValueError, ValueError("oh"), None)
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)

    text = paths.log_file.read_text()
    assert "builtins.ValueError" in text
    assert "oh" not in text.splitlines()[-1]  # it may be what somebody said
    assert "KeyboardInterrupt" not in text
    assert passed_on == [ValueError, KeyboardInterrupt]


def _crash(paths: Paths) -> int:
    script = """
        import faulthandler, sys
        from app.core.system.log import start_logging
        from app.core.system.paths import Paths

        def read_where_nothing_is():
            faulthandler._read_null()

        with start_logging(Paths.locate(sys.argv[1])):
            read_where_nothing_is()
    """
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), str(paths.data.parent)],
        cwd=ROOT,
        check=False,
        capture_output=True,
    )
    return child.returncode


def test_a_native_crash_leaves_the_python_stack_in_the_crash_file(paths: Paths) -> None:
    assert str(describe_code(_crash(paths))) == DIED_OF_FAULT

    text = paths.fault_file.read_text()
    assert ("access violation" if sys.platform == "win32" else "Segmentation fault") in text
    assert "in read_where_nothing_is" in text


def test_the_stack_of_the_last_crash_becomes_a_report_at_the_next_start(paths: Paths) -> None:
    paths.fault_file.write_text("the crash before\n")

    start_logging(paths).close()

    (report,) = reports_in(paths.crash_reports)
    assert report.read_text() == "the crash before\n"
    assert untold_report(paths.crash_reports) == report
    assert untold_report(paths.crash_reports) is None
    start_logging(paths).close()
    assert reports_in(paths.crash_reports) == [report]


def test_the_newest_ten_reports_of_crashes_are_kept(paths: Paths) -> None:
    for number in range(12):
        paths.fault_file.write_text(f"crash {number}")
        os.utime(paths.fault_file, (1000 * number, 1000 * number))
        start_logging(paths).close()

    found = [report.read_text() for report in reports_in(paths.crash_reports)]
    assert found == [f"crash {number}" for number in range(11, 1, -1)]


def test_a_crash_file_that_grew_too_large_begins_anew(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MAX_FILE_BYTES", 10)
    paths.fault_file.write_text("crash after crash after crash\n")

    start_logging(paths).close()

    assert paths.fault_file.read_text() == ""
