"""Joins the model bar and `Conversations`: opening, loading, the guide, recent files."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
from PySide6.QtCore import QObject, Signal, Slot

from app.core.models.builtin import GUIDE_NAME, guide_path, is_guide
from app.core.protocol import (
    EngineStopped,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
)
from app.ui.file_dialogs import FileDialogs
from app.ui.model_views.get_model_dialog import GetModelDialog
from app.ui.model_views.model_files import RecentModels
from app.ui.notices import NoticeAction
from app.ui.state.model_state import ModelState
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QWidget

    from app.core.conversations import Models
    from app.ui.event_bridge import EventBridge
    from app.ui.model_views.model_bar import ModelBar
    from app.ui.notices import NoticeArea
    from app.ui.state.running_answers import RunningAnswers
    from app.ui.theme import Theme

_ASKS = "model"


class ModelPresenter(QObject):
    """Sends `state_changed` when a model comes or goes, and `note_changed`.

    Args:
        door: of the models.
        bridge: tells what becomes of them.
        running: the answers that a load would end.
        bar: shows the model.
        notices: ask before an answer is ended.
        settings: hold the models used last.
    """

    state_changed = Signal()
    note_changed = Signal(str)

    def __init__(
        self,
        door: Models,
        bridge: EventBridge,
        running: RunningAnswers,
        bar: ModelBar,
        notices: NoticeArea,
        settings: QSettings,
    ) -> None:
        super().__init__(bar)
        self._door = door
        self._bar = bar
        self._notices = notices
        self._recent = RecentModels(settings)
        self._running = running
        self._state = ModelState.NONE
        self._dialogs = FileDialogs(settings)
        self._path = ""  # of the model that is loaded or being loaded
        bar.model_chosen.connect(self.choose)
        bar.cancel_requested.connect(self.cancel)
        self._show_recent()
        bridge.subscribe(ModelLoading, self._on_loading)
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelLoadFailed, self._on_failed)
        bridge.subscribe(ModelUnloaded, self._on_unloaded)
        bridge.subscribe(EngineStopped, self._on_engine_stopped)

    @property
    def state(self) -> ModelState:
        """Whether there is a model."""
        return self._state

    @property
    def is_ready(self) -> bool:
        """Whether a model can answer."""
        return self._state is ModelState.READY

    @property
    def is_guide(self) -> bool:
        """Whether the guide answers, or will as soon as it is loaded."""
        return is_guide(self._path)

    def ask(self, parent: QWidget) -> None:
        """Let the user choose a file and load it."""
        path = self._dialogs.ask_model(parent)
        if path:
            self.open_path(path)

    def show_suggestions(self, parent: QWidget, theme: Theme) -> GetModelDialog:
        """Show which real models suit this machine and how to get one."""
        dialog = GetModelDialog(theme, psutil.virtual_memory().total, parent)
        dialog.open()
        return dialog

    @Slot()
    def use_guide(self) -> None:
        """Load the guide, unless it is loaded or not installed."""
        guide = guide_path()
        if guide is not None:
            self.choose(str(guide))

    @Slot(str)
    def choose(self, path: str) -> None:
        """Load a model of the menu; the one that is loaded already stays as it is."""
        if path != self._path:
            self.open_path(path)

    @Slot(str)
    def open_path(self, path: str, context_tokens: int = 0) -> None:
        """Load a model, but ask before that ends an answer.

        Args:
            path: of its file.
            context_tokens: size of the context; 0 for the one that is set.
        """
        load = partial(self._load, path, context_tokens)
        if not self._running.is_any():
            load()
            return
        self._notices.show_note(
            _ASKS,
            tr("Open {model} now?", model=_name(path)),
            NoticeAction(tr("Open it now"), load),
            NoticeAction(tr("Keep answering"), partial(self._notices.dismiss, _ASKS)),
            more=tr("This stops the running answer; what it says so far is kept."),
        )

    def _load(self, path: str, context_tokens: int) -> None:
        """Load a model; the bar shows it at once."""
        self._notices.dismiss(_ASKS)
        self._on_loading(ModelLoading(path, 0.0))
        sizes = (context_tokens,) if context_tokens else ()
        self._door.load(path, *sizes)

    @Slot()
    def cancel(self) -> None:
        """Give up the load."""
        self._door.cancel_load()

    def _on_loading(self, event: ModelLoading) -> None:
        self._path = event.path
        self._bar.show_loading(event)
        self._set_state(ModelState.LOADING)

    def _on_loaded(self, event: ModelLoaded) -> None:
        self._path = event.info.path
        if not self.is_guide:
            self._recent.add(event.info.path, event.info.name)
        self._show_recent()
        self._bar.show_model(event.info)
        self._set_state(ModelState.READY)
        self.note_changed.emit(event.info.note)

    def _set_state(self, state: ModelState) -> None:
        self._state = state
        self.state_changed.emit()

    def _show_recent(self) -> None:
        self._bar.set_recent({path: self._recent.name(path) for path in self._recent.paths()})

    def _on_failed(self, event: ModelLoadFailed) -> None:
        if event.cancelled and event.path != self._path:
            return  # it gave way to another load, whose progress stays
        self._show_none()
        if not event.cancelled:
            self._notices.show_problem(event.problem)

    def _on_unloaded(self, _event: ModelUnloaded) -> None:
        # A model is also unloaded to make room for the next one, whose progress stays.
        if self._bar.currentIndex() == 0:
            self._show_none()

    def _on_engine_stopped(self, _event: EngineStopped) -> None:
        self._show_none()

    def _show_none(self) -> None:
        self._path = ""
        self._bar.show_no_model()
        self._set_state(ModelState.NONE)
        self.note_changed.emit("")


def _name(path: str) -> str:
    return GUIDE_NAME if is_guide(path) else Path(path).stem
