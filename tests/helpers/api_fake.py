"""A stand-in for the server of the API: starts and ends when a test says so, and nobody asks it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from app.core.errors import Problem
from app.core.phrases import phrase
from app.server import LoggedRequest
from app.ui.api.api_server import ApiChoices
from app.ui.api.api_state import (
    ApiActivity,
    AskingProgram,
    CannotListen,
    Listening,
    ServedModelName,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import KnownError
    from app.core.phrases import Phrase

WAIT_S = 30.0
KEY = "hearth-the-key-of-a-test"
TAKEN = Problem(
    phrase("The port is taken."),
    phrase("Nobody can ask."),
    phrase("Choose another port."),
)


class FakeApi:
    """An `ApiDoor`.

    Attributes:
        calls: what it was told to do, in order.
        may_go_on: where not set, starting and ending wait for it.
        problem: why it cannot start; None where it can.
        key_error: why there is no new key.
    """

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.choices = ApiChoices()
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.problem: Problem | None = None
        self.is_about_key = False
        self.key_error: KnownError | None = None
        self.asking: tuple[AskingProgram, ...] = ()
        self.ended: tuple[LoggedRequest, ...] = ()
        self.tell_activity: Callable[[], None] = lambda: None
        self.tell_end: Callable[[], None] = lambda: None
        self._key = KEY

    def watch(self, on_activity: Callable[[], None], on_end: Callable[[], None]) -> None:
        """See `ApiDoor`."""
        self.tell_activity, self.tell_end = on_activity, on_end

    def choose(self, choices: ApiChoices) -> None:
        """See `ApiDoor`."""
        self.choices = choices

    def start(self) -> Listening | CannotListen:
        """See `ApiDoor`."""
        port = self.choices.port
        self.calls.append(f"start {port}")
        assert self.may_go_on.wait(WAIT_S)
        if self.problem is not None:
            return CannotListen(port, self.problem, is_about_key=self.is_about_key)
        return Listening(port, f"http://127.0.0.1:{port}", self._key)

    def stop(self, *, is_closing: bool = False) -> None:
        """See `ApiDoor`."""
        self.calls.append("close" if is_closing else "stop")
        assert self.may_go_on.wait(WAIT_S)
        self.asking = ()

    def new_key(self) -> str:
        """See `ApiDoor`."""
        if self.key_error is not None:
            raise self.key_error
        self._key = f"{self._key}-and-more"
        self.problem = None
        return self._key

    def activity(self) -> ApiActivity:
        """See `ApiDoor`."""
        return ApiActivity(self.asking, self.ended)

    def model(self) -> ServedModelName:
        """See `ApiDoor`."""
        return ServedModelName("tiny", 4096)

    def be_asked(self, client: str, at: float, path: str = "/v1/chat/completions") -> None:
        """Let a program begin to ask."""
        self.asking = (*self.asking, AskingProgram(at, client, path))
        self.tell_activity()

    def answer(self, status: int = 200, *notes: Phrase) -> None:
        """Let the program that has asked for longest be answered."""
        first, *others = self.asking
        self.asking = tuple(others)
        counts = (1.5, 1200, 1100, 34, 210.0)
        done = LoggedRequest(first.began_at, first.client, first.path, status, *counts, notes=notes)
        self.ended = (*self.ended, done)
        self.tell_activity()
