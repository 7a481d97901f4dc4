"""One window over a folder, and what comes to it from later starts."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import filelock
import pytest
import shiboken6
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.core.system.paths import Paths
from app.ui.start.instance.address import (
    Address,
    InstanceRequest,
    address_file,
    keep_address,
    kept_address,
)
from app.ui.start.instance.instance import Instance, WindowNotAnswering, claim_or_hand_over

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from tests.conftest import ExpectLog


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.locate(tmp_path / "hearth")


@pytest.fixture
def first(qtbot: QtBot, paths: Paths) -> Iterator[Instance]:
    """The window over the folders."""
    instance = Instance.claimed(paths)
    assert instance is not None
    instance.listen()
    yield instance
    instance.close()


class LaterStart(threading.Thread):
    """A later start, as far as it goes without a window."""

    def __init__(self, paths: Paths, request: InstanceRequest) -> None:
        super().__init__()
        self.given = (paths, request)
        self.told: list[str] = []
        self.end = ""
        self.start()

    def run(self) -> None:
        try:
            instance = claim_or_hand_over(*self.given, self.told.append)
        except WindowNotAnswering as error:
            self.end = str(error)
            return
        self.end = "handed over" if instance is None else "a window"
        if instance is not None:
            instance.close()


def test_a_later_start_hands_over_and_opens_nothing(
    qtbot: QtBot, first: Instance, paths: Paths
) -> None:
    asked: list[InstanceRequest] = []
    first.asked.connect(asked.append)
    request = InstanceRequest("/models/ü.gguf", quick_ask=True)
    later = LaterStart(paths, request)
    qtbot.waitUntil(lambda: not later.is_alive())
    assert later.end == "handed over"
    assert asked == [request]


def test_another_folder_has_a_window_of_its_own(first: Instance, tmp_path: Path) -> None:
    other = Instance.claimed(Paths.locate(tmp_path / "other"))
    assert other is not None
    assert other is not first
    other.close()


def test_who_starts_while_the_window_closes_waits_and_opens_one(
    qtbot: QtBot, first: Instance, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.start.instance.instance.ANSWER_S", 0.1)
    first.stop_listening()
    later = LaterStart(paths, InstanceRequest())
    qtbot.waitUntil(lambda: bool(later.told))
    assert later.is_alive()
    first.close()
    qtbot.waitUntil(lambda: not later.is_alive())
    assert later.end == "a window"


def test_a_window_that_hangs_is_told_and_no_other_opens(
    qapp: object, first: Instance, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing runs the events of the first here: it is connected to, and says nothing."""
    monkeypatch.setattr("app.ui.start.instance.instance.ANSWER_S", 0.2)
    with pytest.raises(WindowNotAnswering, match="does not respond"):
        claim_or_hand_over(paths, InstanceRequest(), print)


def test_who_has_connected_is_let_go_of_in_good_order_whatever_becomes_of_the_window(
    qtbot: QtBot, qapp: QApplication, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.start.instance.instance._PATIENCE_MS", 200)
    window = Instance.claimed(paths)
    assert window is not None
    window.listen()
    address = kept_address(paths)
    assert address is not None
    before = set(qapp.findChildren(QLocalSocket))
    visitor = QLocalSocket()
    visitor.connectToServer(address.name)
    assert visitor.waitForConnected(5000)
    connected = QLocalSocket.LocalSocketState.ConnectedState
    with qtbot.captureExceptions() as raised:
        qtbot.waitUntil(
            lambda: bool(
                {*window.findChildren(QLocalSocket), *qapp.findChildren(QLocalSocket)} - before
            )
        )
        window.close()
        shiboken6.delete(window)
        qapp.processEvents()
        assert visitor.state() is connected
        qtbot.waitUntil(lambda: visitor.state() is not connected)
    assert raised == []


LISTENS = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.core.system.paths import Paths
from app.ui.start.instance.instance import Instance
app = QCoreApplication([])
instance = Instance.claimed(Paths.locate(Path(sys.argv[1])))
instance.listen()
print("listening", flush=True)
app.exec()
"""


def test_the_leftovers_of_one_that_was_killed_are_replaced(qtbot: QtBot, paths: Paths) -> None:
    program = [sys.executable, "-c", LISTENS, str(paths.data.parent)]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline().strip() == b"listening"
        assert Instance.claimed(paths) is None
        killed.kill()
    left = kept_address(paths)
    assert left is not None

    again = Instance.claimed(paths)
    assert again is not None
    assert kept_address(paths) is None  # until it listens
    again.listen()
    assert kept_address(paths) != left
    later = LaterStart(paths, InstanceRequest())
    qtbot.waitUntil(lambda: not later.is_alive())
    assert later.end == "handed over"
    again.close()
    assert not address_file(paths).exists()


def test_of_many_starts_at_once_one_becomes_the_window(qtbot: QtBot, paths: Paths) -> None:
    claims: list[Instance | None] = []
    threads = [
        threading.Thread(target=lambda: claims.append(Instance.claimed(paths))) for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [window] = [claim for claim in claims if claim is not None]
    window.close()


@pytest.mark.parametrize("said", [b"nonsense\n", b"x" * 70_000, b"[]\n", b"\xff\n"])
def test_who_talks_nonsense_is_not_answered_and_harms_nothing(
    qtbot: QtBot, first: Instance, paths: Paths, said: bytes
) -> None:
    asked: list[InstanceRequest] = []
    first.asked.connect(asked.append)
    address = kept_address(paths)
    assert address is not None
    socket = QLocalSocket()
    socket.connectToServer(address.name)
    assert socket.waitForConnected(1000)
    socket.write(said)
    qtbot.waitUntil(lambda: socket.state() is QLocalSocket.LocalSocketState.UnconnectedState)
    assert asked == []
    later = LaterStart(paths, InstanceRequest())
    qtbot.waitUntil(lambda: not later.is_alive())
    assert later.end == "handed over"


def test_who_connects_and_goes_harms_nothing(qtbot: QtBot, first: Instance, paths: Paths) -> None:
    address = kept_address(paths)
    assert address is not None
    for _ in range(20):
        socket = QLocalSocket()
        socket.connectToServer(address.name)
        socket.waitForConnected(1000)
        socket.abort()
    later = LaterStart(paths, InstanceRequest())
    qtbot.waitUntil(lambda: not later.is_alive())
    assert later.end == "handed over"


@pytest.mark.unix("modes of files")
def test_the_socket_is_the_users_alone(first: Instance, paths: Paths) -> None:
    address = kept_address(paths)
    assert address is not None
    assert Path(address.name).stat().st_mode & 0o077 == 0
    assert Path(address.name).parent.stat().st_mode & 0o077 == 0
    assert address_file(paths).stat().st_mode & 0o077 == 0


@pytest.mark.unix("modes of files")
def test_a_socket_in_a_folder_that_others_may_enter_is_not_trusted(
    qapp: object, paths: Paths, tmp_path: Path
) -> None:
    paths.create()
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    server = QLocalServer()
    assert server.listen(str(folder / "s"))
    keep_address(paths, Address(str(folder / "s"), 1))
    assert kept_address(paths) is None
    folder.chmod(0o700)
    assert kept_address(paths) is not None
    server.close()
    (folder / "s").write_text("a file")
    assert kept_address(paths) is None


@pytest.mark.unix("modes of files")
def test_a_runtime_folder_that_others_may_enter_is_not_used(
    qapp: object,
    paths: Paths,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    short = tempfile.TemporaryDirectory()  # a socket's path has room for few letters
    request.addfinalizer(short.cleanup)
    monkeypatch.setattr(tempfile, "tempdir", short.name)
    instance = Instance.claimed(paths)
    assert instance is not None
    instance.listen()
    address = kept_address(paths)
    assert address is not None
    assert address.name.startswith(short.name)
    assert Path(address.name).parent.stat().st_mode & 0o077 == 0
    instance.close()


@pytest.mark.parametrize("said", ["", "[]", "{}", '{"name": "x", "pid": "y"}', "\x00"])
def test_a_damaged_address_is_none(paths: Paths, said: str) -> None:
    paths.create()
    address_file(paths).write_text(said)
    assert kept_address(paths) is None


def test_where_nothing_can_be_written_the_window_opens_all_the_same(
    qapp: object, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    paths = Paths.locate(tmp_path / "file")
    first, second = Instance.claimed(paths), Instance.claimed(paths)
    assert first is not None
    assert second is not None
    first.listen()
    assert kept_address(paths) is None
    first.close()


def test_a_window_that_cannot_listen_is_one_all_the_same(
    qapp: object, paths: Paths, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("later starts cannot be heard")
    instance = Instance.claimed(paths)
    assert instance is not None
    address_file(paths).mkdir()  # so that nothing can be written there
    instance.listen()
    assert Instance.claimed(paths) is None
    instance.close()
    again = Instance.claimed(paths)
    assert again is not None
    again.close()


def test_a_system_without_a_library_of_qts_network_part_has_a_window(
    qapp: object, paths: Paths, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("later starts cannot be heard")
    monkeypatch.setitem(sys.modules, "PySide6.QtNetwork", None)
    instance = Instance.claimed(paths)
    assert instance is not None
    instance.listen()
    assert kept_address(paths) is None
    instance.close()


def test_a_lock_of_an_older_program_elsewhere_is_no_window(paths: Paths) -> None:
    """Older versions know no such lock: the database is what they hold."""
    paths.create()
    with filelock.FileLock(f"{paths.database}.lock"):
        instance = Instance.claimed(paths)
        assert instance is not None
        instance.close()
