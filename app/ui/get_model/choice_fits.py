"""Says of each file to choose from how it would fit, before anything of it is downloaded.

From the size of the files at once; exactly for the one whose check was asked for: then the hub is
asked for its header.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.models.fits import FitQuestion, FitTold, SizeQuestion
from app.core.models.hub import HeadersReady, HubAskFailed
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.fits import AnyQuestion, ModelFits
    from app.core.models.hub import HubListing, ModelChoice, ModelHub
    from app.ui.event_bridge import EventBridge
    from app.ui.get_model.get_model_dialog import GetModelDialog
    from app.ui.state.freed_memory import FreedMemory

_AGAIN_MS = 5_000


class ChoiceFits(QObject):
    """Joins the page "Get a real model" and what finds out how models fit.

    Args:
        new_fits: makes what finds out, which tells what it is given; called on the interface
            thread.
        bridge: brings what is found to the interface thread.
    """

    def __init__(
        self,
        new_fits: Callable[[Callable[[FitTold], None]], ModelFits],
        bridge: EventBridge,
        freed: FreedMemory,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._new_fits = new_fits
        self._bridge = bridge
        self._freed = freed
        self._fits: ModelFits | None = None
        self._hub: ModelHub | None = None
        self._dialog: GetModelDialog | None = None
        self._repo = ""
        self._choices: tuple[ModelChoice, ...] = ()  # that are shown
        self._checking: dict[int, ModelChoice] = {}  # by the number of the question to the hub
        self._headers: dict[ModelChoice, str] = {}  # where those that came lie
        self._asked: dict[str, ModelChoice] = {}  # by what is asked about
        self._aside = SideWork("fits of files ending")
        self._again = QTimer(self)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._ask)
        freed.changed.connect(self._ask)
        bridge.subscribe(FitTold, self._on_told)
        bridge.subscribe(HeadersReady, self._on_headers)
        bridge.subscribe(HubAskFailed, self._on_failed)

    def open(self, dialog: GetModelDialog, hub: ModelHub) -> None:
        """Begin to find out what a page shows."""
        self._dialog, self._hub = dialog, hub
        self._fits = self._new_fits(self._bridge.post)
        dialog.check_requested.connect(self._on_check)
        self._again.start()

    def show(self, listing: HubListing) -> None:
        """Find out how the choices of a listing fit, which the page shows now."""
        self._repo, self._choices = listing.model.repo, listing.choices
        if self._fits is not None:
            self._fits.ask(())  # the rows are new: what is known is told again
        self._ask()

    def close(self) -> None:
        """End what is being found out; the page is gone."""
        self._again.stop()
        self._dialog = self._hub = None
        self._choices = ()
        self._checking.clear()
        if self._fits is not None:
            self._fits.close()
            self._aside.add(self._fits.join)
            self._fits = None

    @Slot()
    def _ask(self) -> None:
        if self._fits is None or self._dialog is None:
            return
        freed = self._freed.places
        self._asked = {}
        questions = []
        for choice in sorted(self._choices, key=lambda choice: choice not in self._headers):
            header = self._headers.get(choice)
            question: AnyQuestion = SizeQuestion(choice.files[0].name, _model_bytes(choice), freed)
            if header is not None:
                question = FitQuestion(header, freed=freed)
            questions.append(question)
            self._asked[_subject(question)] = choice
        self._fits.ask(questions)

    def _on_told(self, told: FitTold) -> None:
        choice = self._asked.get(_subject(told.question))
        if choice is not None and self._dialog is not None:
            self._dialog.show_fit(choice, told)

    @Slot(object)
    def _on_check(self, choice: ModelChoice) -> None:
        if self._hub is not None:
            self._checking[self._hub.headers(self._repo, choice)] = choice

    def _on_headers(self, event: HeadersReady) -> None:
        choice = self._checking.pop(event.request, None)
        if choice is not None:
            self._headers[choice] = event.path
            self._ask()

    def _on_failed(self, event: HubAskFailed) -> None:
        choice = self._checking.pop(event.request, None)
        if choice is not None and self._dialog is not None:
            self._dialog.show_unchecked(choice, event.problem)


def _subject(question: AnyQuestion) -> str:
    return question.path if isinstance(question, FitQuestion) else question.name


def _model_bytes(choice: ModelChoice) -> int:
    """Return the size of the model itself, without what it needs to see pictures."""
    return sum(file.size_bytes for file in choice.files)
