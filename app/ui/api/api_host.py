"""Whether the API is on: the one owner of that state, which follows the settings.

Starting and ending take longer than a frame. They run aside, and one at a time: what is wished for
meanwhile is done when the one before has ended.

Threads: interface thread.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.errors import KnownError, Problem, problem_of
from app.core.plain_value import PlainValue, replace
from app.core.system.lanes import Lane
from app.ui.api import api_state
from app.ui.api.api_server import API_ROWS, ApiDoor, api_choices, ended_by_itself

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.settings.settings import Settings
    from app.ui.kit.event_bridge import EventBridge

logger = logging.getLogger(__name__)


class _Became(PlainValue, frozen=True):
    """Starting or ending is done."""

    state: api_state.Off | api_state.Listening | api_state.CannotListen


class _GotKey(PlainValue, frozen=True):
    """There is a new key, or why there is none."""

    key: str = ""
    problem: Problem | None = None


class _Asked(PlainValue, frozen=True):
    """Somebody has begun or ended to ask."""


class _Ended(PlainValue, frozen=True):
    """The server has ended, whoever wished it."""


class ApiHost(QObject):
    """Sends `changed` when state or wish are others, `asked` when a program begins or ends to ask.

    And `key_refused` with why there is no new key.

    Args:
        settings: whether it shall be on, and how.

    Attributes:
        state: what it is doing.
    """

    changed = Signal()
    asked = Signal()
    key_refused = Signal(object)

    def __init__(self, settings: Settings, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._bridge = bridge
        self._server: ApiDoor | None = None  # until the program is there
        self._aside = Lane("api host")
        self._is_told = threading.Event()  # what is asked is on its way to the interface
        self._is_closing = False
        self.state: api_state.ApiState = api_state.Off()
        bridge.subscribe(_Became, self._on_became)
        bridge.subscribe(_GotKey, self._on_key)
        bridge.subscribe(_Asked, self._on_asked)
        bridge.subscribe(_Ended, self._on_ended)
        settings.on_change(API_ROWS, self._on_settings)

    def serve_by(self, server: ApiDoor) -> None:
        """Serve by this from now on, at once where the settings say so."""
        self._server = server
        server.watch(self._tell_asked, lambda: self._bridge.post(_Ended()))
        self._on_settings()

    @property
    def is_wished(self) -> bool:
        """Whether it shall be on."""
        return api_choices(self._settings).is_on

    def activity(self) -> api_state.ApiActivity:
        """Return who asks."""
        return api_state.ApiActivity() if self._server is None else self._server.activity()

    def model(self) -> api_state.ServedModelName:
        """Return which model answers."""
        return api_state.ServedModelName() if self._server is None else self._server.model()

    def try_again(self) -> None:
        """Start again what could not be started."""
        if isinstance(self.state, api_state.CannotListen):
            self._start()

    def renew_key(self) -> None:
        """Make a new key, with which it starts again where it could not be started."""
        server = self._server
        if server is None:
            return

        def renew() -> None:
            try:
                told = _GotKey(server.new_key())
            except KnownError as error:
                told = _GotKey(problem=error.problem())
            except Exception as error:
                logger.exception("a new key could not be made")
                told = _GotKey(problem=problem_of(error))
            self._bridge.post(told)

        self._aside.add(renew)

    def close(self, then: Callable[[], None]) -> None:
        """End what serves, for good.

        Args:
            then: called when it has ended: at once, or on a thread aside.
        """
        self._is_closing = True
        server = self._server
        if server is None or isinstance(self.state, api_state.Off | api_state.CannotListen):
            then()
            return

        def end() -> None:
            try:
                server.stop(is_closing=True)
            finally:
                then()

        self._aside.add(end)

    def wait(self, timeout_s: float) -> bool:
        """Wait until what is being started or ended is done; return whether it is."""
        return self._aside.wait(timeout_s)

    # -- following --

    def _on_settings(self) -> None:
        if self._server is not None:
            self._server.choose(api_choices(self._settings))
            self._follow()
        self.changed.emit()

    def _follow(self) -> None:
        """Do what is wished for, unless something is being done already."""
        wished = api_choices(self._settings)
        match self.state:
            case api_state.Off() if wished.is_on:
                self._start()
            case api_state.CannotListen() if not wished.is_on:
                self._set(api_state.Off())
            case api_state.CannotListen(port) if port != wished.port:
                self._start()
            case api_state.Listening(port) if not wished.is_on or port != wished.port:
                self._stop()
            case _:
                return

    def _start(self) -> None:
        server = self._server
        if server is None or self._is_closing:
            return
        self._set(api_state.Starting())
        self._aside.add(lambda: self._bridge.post(_Became(server.start())))

    def _stop(self) -> None:
        server = self._server
        if server is None or self._is_closing:
            return

        def stop() -> None:
            try:
                server.stop()
            finally:
                self._bridge.post(_Became(api_state.Off()))

        self._set(api_state.Stopping())
        self._aside.add(stop)

    def _set(self, state: api_state.ApiState) -> None:
        self.state = state
        self.changed.emit()

    # -- what happens --

    def _on_became(self, event: _Became) -> None:
        if not self._is_closing:
            self._set(event.state)
            self.asked.emit()  # who was asking is gone
            self._follow()

    def _on_key(self, event: _GotKey) -> None:
        if event.problem is not None:
            self.key_refused.emit(event.problem)
        elif isinstance(self.state, api_state.Listening):
            self._set(replace(self.state, key=event.key))
        else:
            self.try_again()

    def _on_ended(self, _event: _Ended) -> None:
        if isinstance(self.state, api_state.Listening) and not self._is_closing:
            self._set(api_state.CannotListen(self.state.port, ended_by_itself()))

    def _tell_asked(self) -> None:
        """Have what is asked looked at soon. The server's thread; many requests come together."""
        if not self._is_told.is_set():
            self._is_told.set()
            self._bridge.post(_Asked())

    def _on_asked(self, _event: _Asked) -> None:
        self._is_told.clear()
        self.asked.emit()
