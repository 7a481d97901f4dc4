"""The page "Hardware": devices, the loaded model, speed, self-test, this build and others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.core.hardware.report import (
    HardwareReport,
    SpeedRates,
    builds_besides,
    model_lines,
    report_lines,
)
from app.ui.hardware.facts import (
    Fact,
    FactCard,
    build_facts,
    device_facts,
    model_facts,
    speed_facts,
    trial_facts,
)
from app.ui.kit.dialog_page import DialogPage, scrolling_page
from app.ui.kit.labels import label, push_button
from app.ui.kit.layouts import STRETCH
from app.ui.kit.theme import SPACE_L, SPACE_S, SPACE_XL
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.core.errors import Problem
    from app.core.protocol import ModelInfo

_SIZE = QSize(720, 760)
_MEASURES = QT_TR_NOOP("Measure prompt and generation speed")
_NOTHING_TO_MEASURE = QT_TR_NOOP("Load a model on this machine to measure how fast it is")


class HardwareDialog(DialogPage):
    """Shows what was found.

    Sends `refresh_requested`, `retry_requested` to test the GPU again, `setup_requested` for the
    settings of the loaded model, `measure_requested` and `measure_cancelled`.
    """

    refresh_requested = Signal()
    retry_requested = Signal()
    setup_requested = Signal()
    measure_requested = Signal()
    measure_cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("hardware", tr("Hardware"), parent)
        self._report: HardwareReport | None = None
        self._model: ModelInfo | None = None
        self._rates = SpeedRates()
        self._is_measuring = False
        self.setup_button = push_button("", tr("Model settings…"), self.setup_requested)
        self.measure_button = push_button("", tr("Measure"), self._on_measure)
        self.retry_button = push_button("", tr("Try the GPU again"), self.retry_requested)
        self.refresh_button = push_button("", tr("Refresh"), self.refresh_requested)
        self.copy_button = push_button("", tr("Copy all"), self._on_copy)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.close_button.setDefault(True)
        self.devices = FactCard(tr("Devices"))
        self.model = FactCard(tr("Loaded model"), button=self.setup_button)
        self.speed = FactCard(tr("Speed"), button=self.measure_button)
        self.trials = FactCard(
            tr("Self-test"),
            tr("Hearth uses a configuration only after it has worked in a separate process."),
            self.retry_button,
        )
        self.build = FactCard(tr("This build"))
        self.others = FactCard(
            tr("Other builds"),
            tr("Each is a single command; run it in Hearth's source folder."),
        )
        self._explain_buttons()
        self._arrange()
        self._show_other_builds(())
        self.show_model(None, SpeedRates())
        self.show_looking()
        self._fit_screen(_SIZE)
        self.close_button.setFocus()

    # -- showing --

    def show_looking(self) -> None:
        """Say that the machine is being looked at."""
        self.refresh_button.setEnabled(False)
        self._status.setText(tr("Looking…"))
        for card in (self.devices, self.trials, self.build):
            if self._report is None:
                card.show_facts([Fact(tr("Looking…"), "")])
        self.retry_button.setVisible(self._report is not None and self._report.has_distrusted)

    def show_report(self, report: HardwareReport) -> None:
        """Show what was found."""
        self._report = report
        self._problem.hide()
        self._say_found()
        self.refresh_button.setEnabled(True)
        self.devices.show_facts(device_facts(report))
        self.trials.show_facts(trial_facts(report))
        self.build.show_facts(build_facts(report))
        self._show_other_builds(report.backends)
        self.retry_button.setVisible(report.has_distrusted)

    def show_problem(self, problem: Problem) -> None:
        """Say what could not be found out or done; what is known stays."""
        self._say_found()
        self.refresh_button.setEnabled(True)
        super().show_problem(problem)
        if self._report is None:
            for card in (self.devices, self.trials, self.build):
                card.show_facts([Fact(tr("Unknown"), "")])

    def _say_found(self) -> None:
        """Say no longer that the machine is being looked at; anything else that is said stays."""
        if self._status.text() == tr("Looking…"):
            self._status.setText("")

    def show_model(self, model: ModelInfo | None, rates: SpeedRates) -> None:
        """Show what is loaded, and how fast it was."""
        self._model, self._rates = model, rates
        self.setup_button.setVisible(self._has_model_here)
        self.model.show_facts(model_facts(model))
        self.speed.show_facts(speed_facts(model, rates))
        self._refresh_measure()

    def set_measuring(self, *, is_measuring: bool) -> None:
        """Say whether the speed is being measured."""
        self._is_measuring = is_measuring
        self._refresh_measure()

    def words(self) -> str:
        """Return all that the page says."""
        cards = self._cards
        problem = self._problem.text() if self._problem.isVisibleTo(self) else ""
        return "\n".join(filter(None, (problem, *(card.words() for card in cards))))

    @property
    def _cards(self) -> tuple[FactCard, ...]:
        """All cards, from top to bottom."""
        return (self.devices, self.model, self.speed, self.trials, self.build, self.others)

    @property
    def _has_model_here(self) -> bool:
        """Whether a model is loaded that this machine computes."""
        return self._model is not None and not self._model.server

    def _refresh_measure(self) -> None:
        self.measure_button.setText(tr("Stop") if self._is_measuring else tr("Measure"))
        self.measure_button.setEnabled(self._has_model_here)
        words = _MEASURES if self._has_model_here else _NOTHING_TO_MEASURE
        set_tip(self.measure_button, tr(words))

    # -- arranging --

    def _explain_buttons(self) -> None:
        set_tip(self.setup_button, tr("Set its GPU layers, and more"))
        set_tip(
            self.retry_button,
            tr("Discard the self-test result, test again, and reload the model"),
        )

    def _arrange(self) -> None:
        told = tr("The hardware that Hearth can and cannot use to run models on this computer.")
        head = (label("dialogTitle", tr("Hardware")), label("dialogText", told), self._problem)
        cards = (part for card in self._cards for part in (SPACE_L, card))
        page = scrolling_page("hardware", *head, *cards, STRETCH, margins=SPACE_XL, spacing=SPACE_S)
        self._fill(
            page,
            buttons=(self.refresh_button, self.copy_button, self.close_button),
            left=self._status,
        )

    def _show_other_builds(self, backends: Sequence[str]) -> None:
        facts, buttons = [], []
        for build in builds_besides(backends):
            facts.append(Fact(build.backend, f"{translated(build.suits)}\n{build.command}"))
            button = push_button("", tr("Copy"), partial(self._copy, build.command))
            button.setAccessibleName(tr("Copy the command for {backend}", backend=build.backend))
            buttons.append(button)
        self.others.show_facts(facts, buttons)
        self.others.setVisible(bool(facts))

    # -- reacting --

    @Slot()
    def _on_measure(self) -> None:
        if self._is_measuring:
            self.measure_cancelled.emit()
        else:
            self.measure_requested.emit()

    @Slot()
    def _on_copy(self) -> None:
        lines = report_lines(self._report) if self._report is not None else []
        if self._model is not None and not self._model.server:
            lines += model_lines(self._model, self._rates)
        self._copy("\n".join(lines))

    def _copy(self, text: str, *_: object) -> None:
        QGuiApplication.clipboard().setText(text)
        self.say(tr("Copied"))
