"""What every test gets: a home of its own, an offscreen window system and strict manners.

A test fails when it logs a warning that it did not announce through `expect_log`, and when it
leaves a Python thread behind. Nothing a test does reaches the real home folder or keyring.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import logging
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures.thread import _threads_queues
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale

from app.core.decoding.decoder import TIMEOUT_S, Decoder
from app.core.kvstore.reading import piece_workers
from app.core.kvstore.store import KVStore
from app.core.system.paths import Paths
from app.ui.start.application import Application
from app.ui.start.garbage_collector import collect_what_is_due, end_automatic_collection
from app.ui.words.translation import ENGLISH
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.patience import wait_patiently

if TYPE_CHECKING:
    from collections.abc import Iterator

_THREAD_LIMIT = "OMP_THREAD_LIMIT"
_MEMORY = Path("/dev/shm")
_LEAST_MEMORY_BYTES = 4 << 30  # ten times what tests have ever had there at once
_THREAD_GRACE_S = 60.0  # on a machine that is busy with something else
_GPU_VARIABLES = ("GGML_BACKEND_PATH", "GGML_VK_VISIBLE_DEVICES", "HEARTH_RPC_SERVERS")
_HOME_VARIABLES = {
    "HOME": "",
    "USERPROFILE": "",
    "APPDATA": "AppData/Roaming",
    "LOCALAPPDATA": "AppData/Local",
    # platformdirs asks Windows itself for its folders, and these before it.
    "WIN_PD_OVERRIDE_APPDATA": "AppData/Roaming",
    "WIN_PD_OVERRIDE_LOCAL_APPDATA": "AppData/Local",
    "XDG_CACHE_HOME": ".cache",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_RUNTIME_DIR": ".run",
    "XDG_STATE_HOME": ".local/state",
    "HEARTH_DATA_DIR": "hearth",
}

# Times on a busy machine say nothing about the code.
hypothesis.settings.register_profile(
    "hearth",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("hearth")


wait_patiently()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--headed", action="store_true", help="show the windows on the real screen")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--headed"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # Whatever the system speaks, windows speak English, and numbers and dates are written so.
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ.pop("LANGUAGE", None)
    QLocale.setDefault(QLocale(ENGLISH))
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # nothing in it is large
    os.environ["PYTHONFAULTHANDLER"] = "1"  # children print their stacks as well
    # llama.cpp's threads spin while they wait; on a busy machine they would wait for each other.
    os.environ["OMP_WAIT_POLICY"] = "passive"
    # And one thread does not wait at all: tiny models are computed three times as fast.
    if os.environ.get("HEARTH_LONG") != "1":
        os.environ.setdefault(_THREAD_LIMIT, "1")
        _keep_files_in_memory()
    # Every child would compile the program anew, a fifth of what it takes to begin.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for variable in _GPU_VARIABLES:  # of a shell in which a GPU is tried; tests set their own
        os.environ.pop(variable, None)
    end_automatic_collection()  # up to the end of the process: threads may outlive the last test


def _keep_files_in_memory() -> None:
    """Let tests write into memory, if there is room and files may be executed: disks are slow."""
    if sys.platform != "win32" and _MEMORY.is_dir():
        found = os.statvfs(_MEMORY)
        is_roomy = found.f_bavail * found.f_frsize >= _LEAST_MEMORY_BYTES
        if is_roomy and not found.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On Windows, leave out what takes something that is not there, or not under Wine."""
    lacking = ("unix", *(("not_under_wine",) if _is_wine() else ()))
    for item in items if sys.platform == "win32" else ():
        for mark in (mark for name in lacking for mark in item.iter_markers(name)):
            item.add_marker(pytest.mark.skip(reason=f"takes {mark.args[0]}"))


def _is_wine() -> bool:
    """Return whether this Windows is Wine's, which alone has that function."""
    return sys.platform == "win32" and hasattr(ctypes.WinDLL("ntdll"), "wine_get_version")


def pytest_collection_finish() -> None:
    """Look for garbage among what tests make, and not among thousands of collected tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True, trylast=True)  # pytest-qt closes widgets first
def pytest_runtest_teardown() -> Iterator[None]:
    """Destroy what tests have left, on the thread that made the widgets.

    Qt does it within an event loop only; until one runs, each new window would style all others.
    """
    collect_what_is_due()
    yield
    if app := QCoreApplication.instance():
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="session")
def qapp_cls() -> type[Application]:
    """What pytest-qt makes: the program's own."""
    return Application


# -- a home of its own --


def _move_in(home: Path, monkeypatch: pytest.MonkeyPatch, *, is_new: bool = True) -> None:
    for variable, folder in _HOME_VARIABLES.items():
        if is_new:
            (home / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        monkeypatch.setenv(variable, str(home / folder))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    if is_new:
        _stop_outside(home)


def _stop_outside(home: Path) -> None:
    """End the run if the folders that the program would use are not below `home`.

    Tests move and delete what lies in those folders, and it might be somebody's chats.
    """
    system = Paths.of_system()
    folders = (system.data, system.config, system.cache, system.state, Path.home())
    if outside := [str(folder) for folder in folders if not folder.is_relative_to(home)]:
        pytest.exit(f"tests would touch {', '.join(outside)}", returncode=3)


@pytest.fixture(scope="session", autouse=True)
def session_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The home folder of fixtures that outlive one test."""
    home = tmp_path_factory.mktemp("session-home")
    with pytest.MonkeyPatch.context() as monkeypatch:
        _move_in(home, monkeypatch)
        yield home


@pytest.fixture
def all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes that this test starts compute with as many threads as they would."""
    monkeypatch.delenv(_THREAD_LIMIT, raising=False)


@pytest.fixture(autouse=True)
def roomy_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk with room for stored memory, whatever the machine has; tests of limits bring theirs.

    Programs started as processes of their own see the real one.
    """
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: real(path)._replace(free=1 << 40))


@pytest.fixture(autouse=True)
def patient_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores that wait for their writer when they are closed, however busy the machine is.

    They would leave it behind after two seconds, and a test would open a store that is still
    locked. What happens then has tests that say themselves how long is too long.
    """
    monkeypatch.setattr(KVStore.close, "__defaults__", (60.0,))


@pytest.fixture(scope="session", autouse=True)
def impatient_decoder() -> Iterator[None]:
    """End a child that decodes media a second after its last file, for each test waits for that."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Decoder.__init__, "__defaults__", (None, TIMEOUT_S, 1.0))
        yield


@pytest.fixture(scope="session", autouse=True)
def little_memory_for_reading() -> Iterator[None]:
    """Let each engine get 1 MB ready for stored rows; 64 take longer than a tiny model to load."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(piece_workers, "_LEAST_BYTES", 1 << 20)
        yield


@pytest.fixture(scope="session", autouse=True)
def forked_children(session_home: Path) -> Iterator[None]:
    """Fork the children of tests from a process that has imported the program, on Linux."""
    if sys.platform != "linux" or os.environ.get("HEARTH_LONG") == "1":
        yield
        return
    from tests.helpers.forked_children import ForkedChildren

    with ForkedChildren():
        yield


@pytest.fixture
def children_in_earnest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the children of this test as a user's machine does, with no other process beside."""
    if sys.platform == "linux":
        from tests.helpers.forked_children import start_in_earnest

        monkeypatch.setattr(subprocess.Popen, "_execute_child", start_in_earnest)


@pytest.fixture(scope="session")
def empty_homes() -> dict[Path, object]:
    """Home folders in which tests have left nothing, and changed nothing of what is there."""
    return {}


@pytest.fixture(autouse=True)
def home(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    empty_homes: dict[Path, object],
) -> Iterator[Path]:
    """The home folder of this test; Hearth's own files go to `home / "hearth"`.

    The next test takes it over if nothing in it was touched: most tests have no need of one, and a
    dozen folders for each of thousands of tests take minutes to make and to delete.
    """
    is_new = not empty_homes
    folder, there = (tmp_path_factory.mktemp("home"), None) if is_new else empty_homes.popitem()
    _move_in(folder, monkeypatch, is_new=is_new)
    there = there or _folders_and_files(folder)
    yield folder
    if _folders_and_files(folder) == there:
        empty_homes[folder] = there


def _folders_and_files(home: Path) -> dict[Path, tuple[int, int]]:
    """Return all that lies in a home, with its kind and mode, and when it was changed."""
    found = {}
    for path in (home, *home.rglob("*")):
        with contextlib.suppress(FileNotFoundError):  # just deleted, so that its folder changed
            status = path.lstat()
            found[path] = (status.st_mode, status.st_mtime_ns)
    return found


# -- strict manners --


class ExpectLog(logging.Handler):
    """Announces warnings: `expect_log("disk is full")`.

    The pattern is a regular expression, searched in "logger name: message". At least one record of
    WARNING or above must match it before the test ends.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._records: list[str] = []
        self._announced: list[str] = []

    def __call__(self, pattern: str) -> None:
        self._announced.append(pattern)

    def emit(self, record: logging.LogRecord) -> None:
        self._records.append(f"{record.name}: {record.getMessage()}")

    def complaints(self) -> list[str]:
        """Return what was logged but not announced, and announced but not logged."""
        unexpected = [
            f"logged without being announced: {record}"
            for record in self._records
            if not any(re.search(pattern, record) for pattern in self._announced)
        ]
        missing = [
            f"announced but not logged: {pattern}"
            for pattern in self._announced
            if not any(re.search(pattern, record) for record in self._records)
        ]
        return unexpected + missing


@pytest.fixture(autouse=True)
def expect_log() -> Iterator[ExpectLog]:
    """Fail the test for a warning it did not announce; call the value to announce one."""
    watcher = ExpectLog()
    root = logging.getLogger()
    root.addHandler(watcher)
    yield watcher
    root.removeHandler(watcher)
    complaints = watcher.complaints()
    if complaints:
        pytest.fail("\n".join(complaints), pytrace=False)


@pytest.fixture(autouse=True)
def no_thread_left_behind() -> Iterator[None]:
    """Fail the test when a Python thread that it started outlives it.

    Threads that Python only met (a QThread, a native callback) are listed for ever under a dummy
    entry and do not count. Nor does one more thread of a pool that was there before, for a pool of
    a server that several tests share starts its threads when they are needed.
    """
    before = set(threading.enumerate())
    pools = {_threads_queues[thread] for thread in before if thread in _threads_queues}
    yield
    give_up = time.monotonic() + _THREAD_GRACE_S
    left = []
    for thread in set(threading.enumerate()) - before:
        if isinstance(thread, threading._DummyThread) or _threads_queues.get(thread) in pools:
            continue
        _join(thread, give_up)
        if thread.is_alive():
            left.append(thread.name)
    if left:
        pytest.fail(f"threads left behind: {', '.join(sorted(left))}", pytrace=False)


def _join(thread: threading.Thread, give_up: float) -> None:
    """Wait until a thread has ended, or the time is over.

    One that another thread is just starting is listed already, and cannot be waited for yet.
    """
    while True:
        left_s = max(0.0, give_up - time.monotonic())
        try:
            thread.join(left_s)
        except RuntimeError:
            if left_s == 0.0:
                raise
            time.sleep(0.001)
        else:
            return


# -- models --


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of two F32 layers with a byte-level vocabulary and a ChatML template."""
    return write_tiny_llama(tmp_path_factory.mktemp("models") / "tiny.gguf")


@pytest.fixture(scope="session")
def stand_in_guide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model in the guide's place that llama.cpp loads at once and that ends its answers."""
    path = tmp_path_factory.mktemp("guide") / "hearth-guide.gguf"
    return write_tiny_llama(path, name="Hearth Guide", end_gain=1.1, seed=3)


@pytest.fixture
def guide(stand_in_guide: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation whose guide is the stand-in; ask for it before the window."""
    monkeypatch.setattr("app.core.models.builtin.resource", lambda _name: stand_in_guide)
    return stand_in_guide


@pytest.fixture
def no_guide(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation that lacks the guide's file; ask for it before the window."""

    def missing(name: str) -> Path:
        raise FileNotFoundError(name)

    monkeypatch.setattr("app.core.models.builtin.resource", missing)
