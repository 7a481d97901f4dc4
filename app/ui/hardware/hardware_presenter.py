"""Opens the page "Hardware" and keeps it true: what is loaded, how fast it was, what was found.

What looks at the machine is imported when the page is opened first: most starts never need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from app.core.assembly import forget_self_test, look_at_hardware
from app.core.chats.records import MessageId, MessageStatus
from app.core.conversations.events import MessageAdded, MessageChanged, ModelResting
from app.core.errors import KnownError, Problem, problem_of
from app.core.plain_value import PlainValue
from app.core.protocol import EngineStopped, ModelInfo, ModelLoaded, ModelLoadFailed, ModelUnloaded
from app.core.system.lanes import Lane
from app.ui.kit.message_box import PagePresenter
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.core.hardware.report import HardwareReport, SpeedRates
    from app.core.hardware.speed_measure import SpeedMeasured, SpeedNotMeasured
    from app.core.system.paths import Paths
    from app.ui.hardware.hardware_dialog import HardwareDialog
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.running_answers import RunningAnswers

_LEAST_READ = 128  # tokens of a prompt; how fast fewer are read is chance


class _Looked(PlainValue, frozen=True):
    """What was found."""

    report: HardwareReport


class _Forgotten(PlainValue, frozen=True):
    """What the self-test had found out is forgotten."""


class _NotDone(PlainValue, frozen=True):
    """What could not be found out or done."""

    problem: Problem


class HardwarePresenter(PagePresenter["HardwareDialog"]):
    """Sends `measure_requested`, `measure_cancelled`, and `reload_requested` with a path.

    And `setup_requested` with the path and the name of the loaded model, and the page; and
    `page_opened` with a page that was just made.

    Args:
        paths: where the self-test keeps what it found out.
        running: knows whether the model has something to do.
        window: the page belongs to it.
    """

    measure_requested = Signal()
    measure_cancelled = Signal()
    reload_requested = Signal(object)
    setup_requested = Signal(object, str, object)
    page_opened = Signal(object)

    def __init__(
        self, paths: Paths, bridge: EventBridge, running: RunningAnswers, window: QWidget
    ) -> None:
        super().__init__(window)
        self._paths = paths
        self._bridge = bridge
        self._running = running
        self._window = window
        self._model: ModelInfo | None = None
        self._rates = (0.0, 0.0)  # of prefill and decode, tokens a second
        self._begun: set[MessageId] = set()  # answers of this run that have not ended
        self._is_measuring = False
        self._is_joined = False
        self._aside = Lane("hardware")
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(ModelResting, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)
        bridge.subscribe(MessageAdded, self._on_added)
        bridge.subscribe(MessageChanged, self._on_message)

    @Slot()
    def show_page(self) -> HardwareDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.hardware.hardware_dialog import HardwareDialog

        self._join()
        if self._dialog is None:
            dialog = self._begin(HardwareDialog(self._window))
            dialog.refresh_requested.connect(self._look)
            dialog.retry_requested.connect(self._on_retry)
            dialog.setup_requested.connect(self._on_setup)
            dialog.measure_requested.connect(self._on_measure)
            dialog.measure_cancelled.connect(self.measure_cancelled)
            self._show_model()
            self.page_opened.emit(dialog)
            self._look()
        return self._to_front()

    def _join(self) -> None:
        """Hear of what only an open page causes."""
        from app.core.hardware.speed_measure import SpeedMeasured, SpeedNotMeasured

        if self._is_joined:
            return
        self._is_joined = True
        self._bridge.subscribe(_Looked, self._on_looked)
        self._bridge.subscribe(_Forgotten, self._on_forgotten)
        self._bridge.subscribe(_NotDone, self._on_not_done)
        self._bridge.subscribe(ModelLoadFailed, self._on_load_failed)
        self._bridge.subscribe(SpeedMeasured, self._on_measured)
        self._bridge.subscribe(SpeedNotMeasured, self._on_not_measured)

    @Slot()
    def _look(self) -> None:
        if self._dialog is not None:
            self._dialog.show_looking()
            self._aside.add(lambda: self._post(lambda: _Looked(look_at_hardware(self._paths))))

    def _post(self, work: Callable[[], object]) -> None:
        """Do some work, on the thread aside, and tell what came of it."""
        try:
            told = work()
        except Exception as error:
            told = _NotDone(problem_of(error))
            if not isinstance(error, KnownError):
                self._bridge.post(told)
                raise
        self._bridge.post(told)

    def _rates_now(self) -> SpeedRates:
        from app.core.hardware.report import SpeedRates

        return SpeedRates(*self._rates)

    def _show_model(self) -> None:
        if self._dialog is not None:
            self._dialog.show_model(self._model, self._rates_now())
            self._dialog.set_measuring(is_measuring=self._is_measuring)

    # -- what happens --

    def _on_model(self, event: ModelLoaded | ModelUnloaded | ModelResting | EngineStopped) -> None:
        self._model = event.info if isinstance(event, ModelLoaded) else None
        self._rates = (0.0, 0.0)
        self._show_model()
        self._look()  # at what is free now, and at what the self-test has found out meanwhile

    def _on_load_failed(self, _event: ModelLoadFailed) -> None:
        self._look()

    def _on_added(self, event: MessageAdded) -> None:
        if event.message.status is MessageStatus.STREAMING:
            self._begun.add(event.message.id)

    def _on_message(self, event: MessageChanged) -> None:
        message = event.message
        if message.status is MessageStatus.STREAMING or message.id not in self._begun:
            return
        self._begun.remove(message.id)
        stats = dict(message.stats)
        names = ("prefill_tps", "decode_tps", "n_prompt", "n_reused", "n_restored")
        prefill, decode, n_prompt, *spared = (_number(stats.get(name)) for name in names)
        if n_prompt - sum(spared) < _LEAST_READ:
            prefill = 0.0
        if self._model is not None and (prefill or decode):
            self._rates = (prefill or self._rates[0], decode or self._rates[1])
            self._show_model()

    def _on_looked(self, event: _Looked) -> None:
        if self._dialog is not None:
            self._dialog.show_report(event.report)

    def _on_not_done(self, event: _NotDone) -> None:
        if self._dialog is not None:
            self._dialog.show_problem(event.problem)

    def _on_forgotten(self, _event: _Forgotten) -> None:
        if self._model is not None and not self._model.server:
            self.reload_requested.emit(self._model.path)
            if self._dialog is not None:
                self._dialog.say(tr("The model is being reloaded, with a new self-test."))
        else:
            self._look()

    def _on_measured(self, event: SpeedMeasured) -> None:
        self._is_measuring = False
        self._rates = (event.rates.prefill_tps, event.rates.decode_tps)
        self._show_model()
        if self._dialog is not None:
            self._dialog.say(tr("Measured"))

    def _on_not_measured(self, _event: SpeedNotMeasured) -> None:
        self._is_measuring = False
        self._show_model()
        if self._dialog is not None:
            self._dialog.say(tr("The speed was not measured."))

    # -- the user's wishes --

    def _has_to_wait(self) -> bool:
        """Whether an answer is being written, which nothing here may end; say so."""
        if self._running.n_answers and self._dialog is not None:
            self._dialog.say(tr("Wait until the running answers have finished."))
        return self._running.n_answers > 0

    @Slot()
    def _on_retry(self) -> None:
        if self._has_to_wait():
            return

        def forget() -> object:
            forget_self_test(self._paths)
            return _Forgotten()

        self._aside.add(lambda: self._post(forget))

    @Slot()
    def _on_setup(self) -> None:
        if self._model is not None:
            self.setup_requested.emit(self._model.path, self._model.name, self._dialog)

    @Slot()
    def _on_measure(self) -> None:
        if self._dialog is None or self._model is None or self._has_to_wait():
            return
        self._is_measuring = True
        self._dialog.set_measuring(is_measuring=True)
        self._dialog.say(tr("Measuring…"))
        self.measure_requested.emit()

    @Slot()
    def _on_closed(self) -> None:
        super()._on_closed()
        if self._is_measuring:
            self.measure_cancelled.emit()


def _number(value: float | str | None) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
