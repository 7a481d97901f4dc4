"""Looks at the listed files every half minute while the window is open, and tells what came of it.

An installation that lists nothing pays with one glance at its list, aside, and another whenever the
user comes back to the window: no database, and no thread each half minute. A look that the user has
stopped begins again only when the user wants something of it.

Threads: the interface thread, which never waits for the disk of the list; the library works on
lanes.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.core.documents.library import LookProgress
from app.core.errors import KnownError, problem_of
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.ui.kit.timers import timer

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from app.core.documents.library import DocumentLibrary
    from app.ui.kit.event_bridge import EventBridge

_FIRST_MS: Final = 6_000  # what the start still has to do is over by then
_EVERY_MS: Final = 30_000
_TELL_EACH_S = 0.1


class _Looked(PlainValue, frozen=True):
    """How far a look is; the last of a look says how it ended."""

    progress: LookProgress


class _Glanced(PlainValue, frozen=True):
    """Whether anything is listed."""

    has_sources: bool


class _Compared(PlainValue, frozen=True):
    """What the library holds after a look; None where it cannot say."""

    state: tuple[int, ...] | None


class DocumentLooks(QObject):
    """Sends `told` with each `LookProgress`, also the last one, and `changed` for other documents.

    Attributes:
        last: how the last look ended; None before.
        is_looking: a look runs.
        is_paused: the user has stopped the last one.
    """

    told = Signal(object)
    changed = Signal()

    def __init__(
        self, library: DocumentLibrary, bridge: EventBridge, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._bridge = bridge
        self._aside = Lane("documents state")
        self.last: LookProgress | None = None
        self.is_looking = self.is_paused = False
        self._is_wanted_again = False
        self._may_list = True  # false where nothing was listed at the last glance
        self._state: tuple[int, ...] | None = None
        bridge.subscribe(_Looked, self._on_looked)
        bridge.subscribe(_Glanced, self._on_glanced)
        bridge.subscribe(_Compared, self._on_compared)
        self._timer = timer(self, _EVERY_MS, self._tick, repeats=True)
        self._first = timer(self, _FIRST_MS, self.glance)
        self._timer.start()
        self._first.start()
        if isinstance(app := QGuiApplication.instance(), QGuiApplication):
            app.applicationStateChanged.connect(self._on_application)

    def look(self) -> None:
        """Look now, or once more when the look that runs is over."""
        self.is_paused = False
        if self.is_looking:
            self._is_wanted_again = True
        else:
            self._begin()

    @Slot()
    def glance(self) -> None:
        """Look soon unless nothing is listed, a look runs, or the user has stopped one."""
        if not (self.is_looking or self.is_paused or self._aside.has_waiting):
            self._aside.add(self._glance)

    @Slot()
    def _tick(self) -> None:
        if self._may_list:
            self.glance()

    @Slot(Qt.ApplicationState)
    def _on_application(self, state: Qt.ApplicationState) -> None:
        """Glance where another program may have listed something while the user was there."""
        if state is Qt.ApplicationState.ApplicationActive and not self._may_list:
            self.glance()

    def compare(self) -> None:
        """Tell whether the documents are others than before; for whoever has changed the list."""
        self._aside.add(self._compare)

    def stop(self) -> None:
        """End the look that runs, and look no more until `look` is called."""
        if self.is_looking:
            self.is_paused, self._is_wanted_again = True, False
            self._library.stop_looking()

    def close(self) -> None:
        """Look no more; what is being read is left to whoever closes the library."""
        self._timer.stop()
        self._first.stop()
        self._aside.close()
        self._is_wanted_again = False
        self.is_paused = True  # for what is on its way from the lane

    def _begin(self) -> None:
        self.is_looking = self._may_list = True
        done = self._library.look(_sometimes(self._post))
        done.add_done_callback(self._on_done)

    # -- on the lane --

    def _post(self, progress: LookProgress) -> None:
        self._bridge.post(_Looked(progress))

    def _on_done(self, done: Future[LookProgress]) -> None:
        """Tell also of a look that could not say itself how it ended."""
        error = None if done.cancelled() else done.exception()
        if done.cancelled() or error is not None:
            problem = None if error is None else problem_of(error)
            self._post(LookProgress(is_over=True, problem=problem))

    def _glance(self) -> None:
        self._bridge.post(_Glanced(self._library.has_sources()))

    def _compare(self) -> None:
        try:
            state = self._library.state()
        except KnownError:
            state = None
        self._bridge.post(_Compared(state))

    # -- on the interface thread --

    def _on_looked(self, event: _Looked) -> None:
        progress = event.progress
        if progress.is_over:
            self.is_looking = False
            self.last = progress
            self.compare()
        self.told.emit(progress)
        if progress.is_over and self._is_wanted_again:
            self._is_wanted_again = False
            self._begin()

    def _on_glanced(self, event: _Glanced) -> None:
        self._may_list = event.has_sources
        if self.is_looking or self.is_paused:
            return
        if event.has_sources:
            self._begin()
        elif self._state is not None and any(self._state):  # another program emptied the list
            self.compare()

    def _on_compared(self, event: _Compared) -> None:
        if event.state is not None and event.state != self._state:
            self._state = event.state
            self._may_list = self._may_list or any(event.state)
            self.changed.emit()


def _sometimes(tell: Callable[[LookProgress], None]) -> Callable[[LookProgress], None]:
    """Return what tells not all of what comes quickly, but always the end."""
    told_at = -_TELL_EACH_S

    def tell_some(progress: LookProgress) -> None:
        nonlocal told_at
        now = time.monotonic()
        if progress.is_over or now - told_at >= _TELL_EACH_S:
            told_at = now
            tell(progress)

    return tell_some
