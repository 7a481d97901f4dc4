"""The one window over a folder: holds it, and hears what later starts ask for.

Whoever holds a lock in Hearth's folder is the window; the system lets go of it however the program
ends. Qt's server alone could not tell: with access for the user only, it puts its socket in the
place of one that somebody still listens at. Qt's network part is imported when the window is there.

Threads: interface thread.
"""

from __future__ import annotations

import contextlib
import ctypes
import enum
import logging
import os
import sys
import time
from typing import TYPE_CHECKING

import filelock
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot

from app.core.errors import KnownError
from app.core.phrases import phrase
from app.ui.start.instance.address import (
    MAX_BYTES,
    InstanceRequest,
    decoded,
    encoded,
    forget_address,
    keep_address,
    kept_address,
    new_address,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from PySide6.QtNetwork import QLocalServer, QLocalSocket

    from app.core.system.paths import Paths
    from app.ui.start.instance.address import Address


logger = logging.getLogger(__name__)

TAKEN = b"ok\n"
_PATIENCE_MS = 5_000  # with somebody who says nothing
_MOST_AT_ONCE = 8


class Instance(QObject):
    """Sends `asked` with the `InstanceRequest` of a later start.

    Args:
        paths: the folders of the window.
        lock: that is held; None where the folder has none, and nobody can ask.
    """

    asked = Signal(object)

    def __init__(self, paths: Paths, lock: filelock.BaseFileLock | None) -> None:
        super().__init__()
        self._paths = paths
        self._lock = lock
        self._server: QLocalServer | None = None
        if lock is not None:
            forget_address(paths)  # of one that was killed

    @classmethod
    def claimed(cls, paths: Paths) -> Instance | None:
        """Return the instance over these folders; None where another process is that.

        Where the folders cannot be written to, or know no locks, several may be: the window then
        says what is wrong.
        """
        try:
            paths.create()
            lock = filelock.FileLock(paths.window_lock, timeout=0, mode=0o600, thread_local=False)
            lock.acquire()
        except filelock.Timeout:
            return None
        except (OSError, NotImplementedError, KnownError):
            return cls(paths, None)
        return cls(paths, lock)

    def listen(self) -> None:
        """Hear later starts from now on; a window that cannot is one all the same."""
        if self._lock is None:
            return
        try:
            from PySide6.QtNetwork import QLocalServer

            server = QLocalServer(self)
            server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
            server.setMaxPendingConnections(_MOST_AT_ONCE)
            server.newConnection.connect(self._on_connection)
            address = new_address(self._paths)
            QLocalServer.removeServer(address.name)
            if not server.listen(address.name):
                raise OSError(server.errorString())
            self._server = server
            keep_address(self._paths, address)
        except (ImportError, OSError) as error:
            logger.warning("later starts cannot be heard: %s", error)
            self.stop_listening()

    @Slot()
    def stop_listening(self) -> None:
        """Hear nobody any more: who starts now waits until this one has ended."""
        server, self._server = self._server, None
        if server is not None:
            forget_address(self._paths)
            server.close()
            server.deleteLater()

    def close(self) -> None:
        """Let go of the folder."""
        self.stop_listening()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @Slot()
    def _on_connection(self) -> None:
        while self._server is not None and self._server.hasPendingConnections():
            _Visitor(self._server.nextPendingConnection(), self)


class _Visitor(QObject):
    """Somebody who has connected: says one line, and is answered.

    Ends by itself, whatever becomes of the instance: on Windows Qt has events under way for a
    socket that has just written, and destroying it before they have come ends the program.
    """

    def __init__(self, socket: QLocalSocket, instance: Instance) -> None:
        super().__init__(QCoreApplication.instance())
        self._socket = socket
        self._instance = instance
        self._said = b""
        socket.setParent(self)
        socket.readyRead.connect(self._on_bytes)
        socket.disconnected.connect(self.deleteLater)
        QTimer.singleShot(_PATIENCE_MS, socket, socket.abort)
        self._on_bytes()  # they may be there already

    @Slot()
    def _on_bytes(self) -> None:
        self._said += bytes(self._socket.read(MAX_BYTES + 1 - len(self._said)).data())
        line, end, _ = self._said.partition(b"\n")
        request = decoded(line) if end else None
        if request is not None:
            self._socket.readyRead.disconnect(self._on_bytes)
            self._socket.write(TAKEN)
            self._socket.flush()
            self._socket.disconnectFromServer()
            self._instance.asked.emit(request)
        elif end or len(self._said) > MAX_BYTES:
            self._socket.abort()


ANSWER_S = 3.0  # a window that works answers within milliseconds
_END_S = 25.0  # a window may write for 20 s after it was closed
_PAUSE_S = 0.05
_LOOK_MS = 20
_ACTIVATIONS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class WindowNotAnswering(KnownError):
    """Hearth is open over these folders, and does not answer."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("Hearth is already running, but does not respond."),
            effect=phrase("No second window was opened; your chats are untouched."),
            remedy=phrase(
                "Wait a moment, or close that Hearth (it may be on another computer that shares "
                "this folder), then start it again."
            ),
        )


class _Heard(enum.Enum):
    TAKEN = enum.auto()
    NOBODY = enum.auto()
    SILENCE = enum.auto()


def request_of(options: argparse.Namespace) -> InstanceRequest:
    """Return what the command line asks for, to be understood in any folder."""
    model: str = options.model or ""
    if model:
        with contextlib.suppress(FileNotFoundError):  # the folder of this start is gone
            model = os.path.abspath(model)  # noqa: PTH100 - links stay as they are named
    tokens = (os.environ.get(name, "") for name in _ACTIVATIONS)
    activation = next(filter(None, tokens), "")
    return InstanceRequest(model, options.quick_ask, activation, options.link)


def claim_or_hand_over(
    paths: Paths, request: InstanceRequest, tell: Callable[[str], None]
) -> Instance | None:
    """Become the window over these folders, or give the request to the one that is; None then.

    One that is just beginning or ending is waited for.

    Args:
        tell: says something to whoever waits at a terminal.

    Raises:
        WindowNotAnswering: there is one that does not answer.
    """
    begin, was_told = time.monotonic(), False
    while True:
        instance = Instance.claimed(paths)
        if instance is not None:
            return instance
        address = kept_address(paths)
        if address is not None:
            match _hand_over(address, request):
                case _Heard.TAKEN:
                    return None
                case _Heard.SILENCE:
                    raise WindowNotAnswering
                case _Heard.NOBODY:  # it ends
                    pass
        waited_s = time.monotonic() - begin
        if waited_s > _END_S:
            raise WindowNotAnswering
        if waited_s > ANSWER_S and not was_told:
            tell("Hearth is just being closed or opened; waiting for it.")
            was_told = True
        time.sleep(_PAUSE_S)


def _hand_over(address: Address, request: InstanceRequest) -> _Heard:
    """Say it to whoever listens there."""
    from PySide6.QtNetwork import QLocalSocket

    end = time.monotonic() + ANSWER_S

    def left_ms() -> int:
        return max(0, round((end - time.monotonic()) * 1000))

    _let_come_to_front(address.pid)
    socket = QLocalSocket()
    socket.connectToServer(address.name)
    if not socket.waitForConnected(left_ms()):
        return _Heard.NOBODY
    socket.write(encoded(request))
    heard = b""
    while TAKEN not in heard:
        # Qt keeps Python's other threads waiting all the while.
        if socket.waitForReadyRead(min(_LOOK_MS, left_ms())):
            heard += bytes(socket.readAll().data())
        elif socket.state() is not QLocalSocket.LocalSocketState.ConnectedState:
            return _Heard.NOBODY
        elif not left_ms():
            return _Heard.SILENCE
    return _Heard.TAKEN


def _let_come_to_front(pid: int) -> None:
    """Windows lets nobody but the program in front bring another one there."""
    if sys.platform == "win32":
        ctypes.WinDLL("user32").AllowSetForegroundWindow(ctypes.c_uint32(pid))
