"""Asks how a model is to be loaded: the loaded one, or any that lies on this machine."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from shiboken6 import isValid

from app.core.conversations.events import TemplateShown
from app.core.errors import KnownError, Problem
from app.core.models.projectors import ProjectorCandidate, read_projector_for
from app.core.plain_value import PlainValue
from app.core.protocol import LoadSettings, ModelLoaded, ModelLoadFailed, ModelUnloaded, RemoteModel
from app.core.system.lanes import Lane
from app.ui.kit.message_box import PagePresenter
from app.ui.model_setup.template_field import example_chat

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.conversations.models import Models
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme
    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog  # noqa: F401 - of the base
    from app.ui.state.known_servers import KnownGpus


class _Question(PlainValue, frozen=True):
    """What is to be asked, and of which model."""

    path: str
    name: str
    settings: LoadSettings


class _CheckedFile(PlainValue, frozen=True):
    """What became of a file that a model is to see and hear with."""

    path: str
    file: ProjectorCandidate | None
    problem: Problem | None = None


class _Saved(PlainValue, frozen=True):
    """What became of settings that were to be saved."""

    path: str
    problem: Problem | None
    loads: bool


class ModelSetupPresenter(PagePresenter["ModelSetupDialog"]):
    """Sends `load_requested` with the path of a model that is to be loaded with its new settings.

    And `page_opened` with the path of a model and its page, and `model_changed` when `ask` asks for
    another model.

    Args:
        door: of the models.
        bridge: tells which one is loaded, and what a template makes of a chat.
        gpus: among which a model can be shared out.
        window: the page belongs to it.
    """

    load_requested = Signal(object)  # Qt would change a path that is no UTF-8
    page_opened = Signal(object, object)
    model_changed = Signal()
    _own_read = Signal(str)
    _settings_read = Signal(object)
    _saved = Signal(object)
    _file_checked = Signal(object)

    def __init__(
        self,
        door: Models,
        bridge: EventBridge,
        gpus: KnownGpus,
        theme: Theme,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._door = door
        self._theme = theme
        self._dialogs = dialogs
        self._window = window
        self._below = window
        self._last: tuple[str, str] | None = None  # path and name of the model that `ask` asks for
        self._loaded_path = ""
        self._gpus = gpus
        self._aside = Lane("model header")
        self._own_read.connect(self._on_own_read)
        self._settings_read.connect(self._on_settings_read)
        self._saved.connect(self._on_saved)
        self._file_checked.connect(self._on_file_checked)
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelLoadFailed, self._on_load_failed)
        bridge.subscribe(ModelUnloaded, self._on_unloaded)
        bridge.subscribe(TemplateShown, self._on_preview)

    @property
    def can_ask(self) -> bool:
        """Whether there is a model that `ask` asks for."""
        return self._last is not None

    @Slot()
    def ask(self) -> None:
        """Ask for the model that was loaded last, or could not be: with other settings it can."""
        if self._last is not None:
            self.ask_of(*self._last)

    def ask_of(self, path: str, name: str, parent: QWidget | None = None) -> None:
        """Ask for any model, as soon as its settings were read.

        Args:
            path: of its file.
            name: what it is called.
            parent: the page that lies below; None for the window.
        """
        self._below = parent or self._window  # stays here: no widget goes to another thread
        self._aside.add(lambda: self._settings_read.emit(self._question(path, name)))

    def _question(self, path: str, name: str) -> _Question:
        """Read the settings of a model, on the thread aside."""
        return _Question(path, name, self._door.settings_of(path))

    @Slot(object)
    def _on_settings_read(self, question: _Question) -> None:
        from app.ui.model_setup.model_setup_dialog import ModelSetupDialog

        if self._dialog is not None:
            return
        below = self._below if isValid(self._below) else self._window
        path = question.path
        is_loaded = self._loaded_path == path
        dialog = ModelSetupDialog(
            self._theme,
            question.name,
            question.settings,
            self._gpus.devices if self._gpus.are_known else None,
            is_loaded=is_loaded,
            parent=below,
        )
        self._begin(dialog)
        dialog.saved.connect(partial(self._save, path))
        dialog.adapters.add_requested.connect(self._on_add_adapter)
        dialog.projector.file_requested.connect(partial(self._on_file_requested, path))
        dialog.template.preview_requested.connect(
            lambda source: self._door.preview_template(source, example_chat())
        )
        dialog.template.own_requested.connect(
            lambda: self._aside.add(lambda: self._own_read.emit(_own_template(path)))
        )
        dialog.open()
        self.page_opened.emit(path, dialog)

    @Slot(object, bool)
    def _save(self, path: str, settings: LoadSettings, loads: bool) -> None:  # noqa: FBT001
        self._aside.add(
            lambda: self._saved.emit(_Saved(path, self._problem_of(path, settings), loads))
        )

    def _problem_of(self, path: str, settings: LoadSettings) -> Problem | None:
        """Save settings; return why that failed, None where it did not."""
        try:
            self._door.change_settings(path, settings)
        except KnownError as error:
            return error.problem()
        return None

    @Slot(object)
    def _on_saved(self, saved: _Saved) -> None:
        dialog = self._dialog
        if dialog is not None and saved.problem is not None:
            dialog.show_problem(saved.problem)
        elif dialog is not None:
            dialog.accept()
        if saved.loads and saved.problem is None:
            self.load_requested.emit(saved.path)

    @Slot()
    def _on_add_adapter(self) -> None:
        dialog = self._dialog
        path = "" if dialog is None else self._dialogs.ask_adapter(dialog)
        if dialog is not None and path:
            dialog.adapters.add(path)

    @Slot()
    def _on_file_requested(self, path: str) -> None:
        dialog = self._dialog
        file = "" if dialog is None else self._dialogs.ask_projector(dialog)
        if file:
            self._aside.add(lambda: self._file_checked.emit(_checked(path, file)))

    @Slot(object)
    def _on_file_checked(self, checked: _CheckedFile) -> None:
        dialog = self._dialog
        if dialog is None:
            return
        if checked.file is not None:
            dialog.projector.show_file(checked.file)
        elif checked.problem is not None:
            dialog.show_problem(checked.problem)

    @Slot(str)
    def _on_own_read(self, text: str) -> None:
        if self._dialog is not None and text:
            self._dialog.template.show_template(text)

    def _on_preview(self, told: TemplateShown) -> None:
        if self._dialog is not None:
            self._dialog.template.show_preview(told)

    def _on_loaded(self, event: ModelLoaded) -> None:
        self._loaded_path = event.info.path
        self._remember(event.info.path, event.info.name)

    def _on_load_failed(self, event: ModelLoadFailed) -> None:
        from app.core.gguf.summary import title_of_file

        if not event.cancelled:
            self._remember(event.path, title_of_file(Path(event.path).name))

    def _on_unloaded(self, _event: ModelUnloaded) -> None:
        self._loaded_path = ""

    def _remember(self, path: str, name: str) -> None:
        is_file = RemoteModel.of(path) is None  # how a server loads one, it alone decides
        self._last = (path, name) if is_file else None
        self.model_changed.emit()


def _checked(model: str, file: str) -> _CheckedFile:
    """Read a file that a model is to see and hear with."""
    try:
        return _CheckedFile(model, read_projector_for(model, file))
    except KnownError as error:
        return _CheckedFile(model, None, error.problem())


def _own_template(path: str) -> str:
    """Return the chat template in a model file; "" where there is none."""
    from app.core.gguf.cursor import open_source
    from app.core.gguf.parser import read_header

    try:
        with open_source(Path(path)) as source:
            return read_header(source).text("tokenizer.chat_template")
    except (OSError, KnownError):
        return ""
