"""Finds out how models fit for one page, as long as that is open.

Questions are put again every few seconds: an answer that still holds costs nothing, see
`ModelFits`.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations.events import ModelResting
from app.core.plain_value import PlainValue
from app.core.protocol import EngineStopped, ModelInfo, ModelLoaded, ModelUnloaded
from app.core.system.lanes import Lane
from app.ui.kit.timers import timer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.core.models.fits import AnyQuestion, FitTold, ModelFits
    from app.ui.kit.event_bridge import EventBridge

    Places = tuple[tuple[str, int], ...]
    NewFits = Callable[[Callable[[FitTold], None]], ModelFits]


class FreedMemory(QObject):
    """Follows which model is loaded; sends `changed` when that may be another one.

    Attributes:
        places: each with the bytes that it gets back.
    """

    changed = Signal()

    def __init__(self, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self.places: tuple[tuple[str, int], ...] = ()
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(ModelResting, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    def _on_model(self, event: ModelLoaded | ModelUnloaded | ModelResting | EngineStopped) -> None:
        self.places = _given_back(event.info) if isinstance(event, ModelLoaded) else ()
        self.changed.emit()


def _given_back(model: ModelInfo) -> tuple[tuple[str, int], ...]:
    """Return what a model gives back in each place.

    What is mapped of its files into RAM, the system counts as free.
    """
    freed = []
    for index, use in enumerate(model.placement.uses):
        n_bytes = use.cache_bytes + use.compute_bytes
        weights_bytes = use.weights_bytes if index else model.placement.copied_bytes
        freed.append((use.place, n_bytes + weights_bytes))
    return tuple(freed)


_AGAIN_MS = 5_000
_numbers = itertools.count(1)


class _Told(PlainValue, frozen=True):
    """An answer for one of the pages."""

    page: int
    told: FitTold


class FitWatch(QObject):
    """Sends `told` with each answer that was asked for with what the loaded model gives back now.

    Args:
        new_fits: makes what finds out, which tells what it is given; called on the interface
            thread.
        bridge: brings what is found to the interface thread.
        freed: what the loaded model gives back; where that changes, all is asked anew.
        questions: returns what the page wants to know, the first thing first, from what is freed.
    """

    told = Signal(object)

    def __init__(
        self,
        new_fits: NewFits,
        bridge: EventBridge,
        freed: FreedMemory,
        questions: Callable[[Places], Iterable[AnyQuestion]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._new_fits = new_fits
        self._bridge = bridge
        self._freed = freed
        self._questions = questions
        self._page = 0  # that is open
        self._fits: ModelFits | None = None
        self._aside = Lane("fits ending")
        self._again = timer(self, _AGAIN_MS, self.ask, repeats=True)

    def open(self) -> None:
        """Begin for a page; to be closed before another one is opened."""
        page = self._page = next(_numbers)
        self._fits = self._new_fits(lambda told: self._bridge.post(_Told(page, told)))
        self._bridge.subscribe(_Told, self._on_told)
        self._freed.changed.connect(self.ask)
        self._again.start()

    @Slot()
    def ask(self) -> None:
        """Put the questions of now."""
        if self._fits is not None:
            self._fits.ask(self._questions(self._freed.places))

    def ask_anew(self) -> None:
        """Do so for a page that shows nothing yet: what is known is told once more."""
        if self._fits is not None:
            self._fits.ask(())
        self.ask()

    @Slot()
    def close(self) -> None:
        """End what is being found out; the page is gone."""
        if self._fits is None:
            return
        self._again.stop()
        self._freed.changed.disconnect(self.ask)
        self._bridge.unsubscribe(_Told, self._on_told)
        self._fits.close()
        self._aside.add(self._fits.join)
        self._fits = None

    def _on_told(self, event: _Told) -> None:
        if event.page == self._page and event.told.question.freed == self._freed.places:
            self.told.emit(event.told)
