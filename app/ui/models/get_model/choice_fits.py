"""Says of each file to choose from how it would fit, before anything of it is downloaded.

From the size of the files at once; exactly for the one whose check was asked for: then the hub is
asked for its header.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.models.fits import AnyQuestion, FitQuestion, FitTold, SizeQuestion
from app.core.models.hub.model_hub import HeadersReady, HubAskFailed, ModelHub
from app.ui.state.fit_watch import FitWatch, FreedMemory

if TYPE_CHECKING:
    from app.core.models.hub.repositories import HubListing, ModelChoice
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.models.get_model.get_model_dialog import GetModelDialog
    from app.ui.state.fit_watch import NewFits, Places


class ChoiceFits(QObject):
    """Joins the page "Get a model" and what finds out how models fit.

    Arguments are those of `FitWatch`.
    """

    def __init__(
        self, new_fits: NewFits, bridge: EventBridge, freed: FreedMemory, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._hub: ModelHub | None = None
        self._dialog: GetModelDialog | None = None
        self._repo = ""
        self._choices: tuple[ModelChoice, ...] = ()  # that are shown
        self._checking: dict[int, ModelChoice] = {}  # by the number of the question to the hub
        self._headers: dict[ModelChoice, str] = {}  # where those that came lie
        self._asked: dict[str, ModelChoice] = {}  # by what is asked about
        self._watch = FitWatch(new_fits, bridge, freed, self._questions, self)
        self._watch.told.connect(self._on_told)
        bridge.subscribe(HeadersReady, self._on_headers)
        bridge.subscribe(HubAskFailed, self._on_failed)

    def open(self, dialog: GetModelDialog, hub: ModelHub) -> None:
        """Begin to find out what a page shows."""
        self._dialog, self._hub = dialog, hub
        dialog.check_requested.connect(self._on_check)
        self._watch.open()

    def show(self, listing: HubListing) -> None:
        """Find out how the choices of a listing fit, which the page shows now."""
        self._repo, self._choices = listing.model.repo, listing.choices
        self._watch.ask_anew()

    def close(self) -> None:
        """End what is being found out; the page is gone."""
        self._watch.close()
        self._dialog = self._hub = None
        self._choices = ()
        self._checking.clear()

    def _questions(self, freed: Places) -> list[AnyQuestion]:
        self._asked = {}
        questions = []
        for choice in sorted(self._choices, key=lambda choice: choice not in self._headers):
            header = self._headers.get(choice)
            question: AnyQuestion = SizeQuestion(choice.files[0].name, choice.model_bytes, freed)
            if header is not None:
                question = FitQuestion(header, freed=freed)
            questions.append(question)
            self._asked[_subject(question)] = choice
        return questions

    @Slot(object)
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
            self._watch.ask()

    def _on_failed(self, event: HubAskFailed) -> None:
        choice = self._checking.pop(event.request, None)
        if choice is not None and self._dialog is not None:
            self._dialog.show_unchecked(choice, event.problem)


def _subject(question: AnyQuestion) -> str:
    return question.path if isinstance(question, FitQuestion) else question.name
