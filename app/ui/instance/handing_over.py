"""The second start: gives what it was given to the window that is open.

Threads: the main thread, before there is a window; it may wait.
"""

from __future__ import annotations

import contextlib
import ctypes
import enum
import os
import sys
import time
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.phrases import phrase
from app.ui.instance.address import kept_address
from app.ui.instance.instance import TAKEN, Instance
from app.ui.instance.request import InstanceRequest, encoded

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from app.core.paths import Paths
    from app.ui.instance.address import Address

ANSWER_S = 3.0  # a window that works answers within milliseconds
_END_S = 25.0  # a window may write for 20 s after it was closed
_PAUSE_S = 0.05
_LOOK_MS = 20
_ACTIVATIONS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class WindowNotAnswering(KnownError):
    """Hearth is open over these folders, and does not answer."""

    def __init__(self) -> None:
        super().__init__(
            what=phrase("Hearth is running already, but does not answer."),
            effect=phrase("No second window was opened; your chats are untouched."),
            remedy=phrase(
                "Wait a moment, or end that Hearth (it may be on another computer that shares "
                "this folder), and start it again."
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
    return InstanceRequest(model, options.quick_ask, next(filter(None, tokens), ""))


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
