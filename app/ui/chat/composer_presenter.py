"""Joins the composer with the rest: button, thinking, temporary chats, senses, attached files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QMessageBox

from app.core.content.media import MediaFile, MediaKind
from app.core.conversations.events import TemporaryChatKept
from app.core.conversations.texts.chat_sampling import thinking_of, with_thinking
from app.core.protocol import NO_THINKING_OPTIONS, EngineStopped, ModelLoaded, ModelUnloaded
from app.core.settings.table import PICTURE_QUALITY
from app.ui.composer.composer import Composer, ComposerState
from app.ui.composer.composer_bar import MODELS, SensesWay, kinds_not_taken
from app.ui.composer.draft import PictureQuality
from app.ui.kit.message_box import message_box
from app.ui.models.model_presenter import ModelPresenter, ModelState
from app.ui.words.plain_text import button_text
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from app.core.conversations.chats import Chats
    from app.core.models.projectors import ModelWithSenses
    from app.core.protocol import ModelInfo, ThinkingChoice
    from app.core.settings.settings import Settings
    from app.ui.chat.chat_gestures import ChatGestures
    from app.ui.chat.outbox import Outbox
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.media.media_actions import MediaActions
    from app.ui.models.library.senses_search import SensesSearch
    from app.ui.settings.settings_presenter import SettingsPresenter
    from app.ui.state.open_chat import OpenChat


_WITHOUT_CHAT = {
    ModelState.NONE: ComposerState.NO_MODEL,
    ModelState.LOADING: ComposerState.LOADING,
    ModelState.READY: ComposerState.READY,
}


class ComposerPresenter(QObject):
    """Keeps the composer's state true; sends `refreshed` after it may have changed."""

    refreshed = Signal()

    def __init__(
        self, open_chat: OpenChat, outbox: Outbox, models: ModelPresenter, composer: Composer
    ) -> None:
        super().__init__(composer)
        self._open_chat = open_chat
        self._outbox = outbox
        self._models = models
        self._composer = composer
        for signal in (open_chat.changed, outbox.changed, models.state_changed):
            signal.connect(self._refresh)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        state = _WITHOUT_CHAT[self._models.state]
        if self._open_chat.is_answering:
            state = ComposerState.ANSWERING
        elif self._outbox.is_sending:
            state = ComposerState.SENDING
        self._composer.set_state(state)
        self._composer.server_bar.show_place(self._models.place)
        self._composer.show_waiting(self._outbox.waiting)
        self.refreshed.emit()


class ThinkingPresenter(QObject):
    """Shows what the model offers and the chat has chosen, and keeps another choice."""

    def __init__(
        self, bridge: EventBridge, open_chat: OpenChat, gestures: ChatGestures, composer: Composer
    ) -> None:
        super().__init__(open_chat)
        self._open_chat = open_chat
        self._gestures = gestures
        self._button = composer.thinking_button
        self._options = NO_THINKING_OPTIONS
        self._button.chosen.connect(self._choose)
        open_chat.changed.connect(self._refresh)
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelUnloaded, self._on_gone)
        bridge.subscribe(EngineStopped, self._on_gone)

    def _on_loaded(self, event: ModelLoaded) -> None:
        self._options = event.info.thinking
        self._refresh()

    def _on_gone(self, _event: ModelUnloaded | EngineStopped) -> None:
        self._options = NO_THINKING_OPTIONS
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        self._button.show_choice(self._options, thinking_of(self._open_chat.setup))

    @Slot(object)
    def _choose(self, choice: ThinkingChoice) -> None:
        setup = with_thinking(self._open_chat.setup, choice)
        self._gestures.set_up(self._open_chat.id, setup)


class TemporaryChatPresenter(QObject):
    """Keeps the band above the field true, and asks where `OpenChat.may_leave` asks it."""

    def __init__(
        self, door: Chats, bridge: EventBridge, open_chat: OpenChat, composer: Composer
    ) -> None:
        super().__init__(open_chat)
        self._door = door
        self._open_chat = open_chat
        self._composer = composer
        self._then: Callable[[], object] | None = None  # as soon as the chat is kept
        open_chat.may_leave = self._may_leave
        open_chat.changed.connect(self._refresh)
        composer.temporary_bar.pressed.connect(self._keep)
        bridge.subscribe(TemporaryChatKept, self._on_kept)

    @Slot()
    def _refresh(self) -> None:
        chat = self._open_chat
        self._composer.temporary_bar.show_chat(
            is_temporary=chat.is_temporary, can_keep=not chat.is_empty
        )

    @Slot()
    def _keep(self, *_: object) -> None:
        if self._open_chat.id is not None:
            self._door.keep_temporary(self._open_chat.id)

    def _may_leave(self, then: Callable[[], object]) -> bool:
        """Ask, where there is something to lose.

        The chat that is to be kept is here until it is on the disk: what comes then waits for that.
        """
        self._then = None
        chat = self._open_chat
        if chat.is_empty:
            return True
        asked, box = chat.id, self._question()
        box.exec()
        answer = box.clickedButton()
        name = "" if answer is None else answer.objectName()
        box.deleteLater()
        if self._open_chat.id != asked:  # it was left meanwhile
            return False
        if name == "keepTemporary":
            self._then = then
            self._keep()
        return name == "leaveTemporary"

    def _question(self) -> QMessageBox:
        box = message_box(
            self._composer.window(),
            tr("Temporary chat"),
            tr("Leave the temporary chat?"),
            tr("Its messages are deleted."),
        )
        box.setObjectName("temporaryQuestion")
        leave = box.addButton(button_text(tr("Leave")), QMessageBox.ButtonRole.DestructiveRole)
        leave.setObjectName("leaveTemporary")
        keep = box.addButton(button_text(tr("Keep as a chat")), QMessageBox.ButtonRole.AcceptRole)
        keep.setObjectName("keepTemporary")
        stay = box.addButton(button_text(tr("Stay")), QMessageBox.ButtonRole.RejectRole)
        stay.setObjectName("stayInTemporary")
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        return box

    def _on_kept(self, _event: TemporaryChatKept) -> None:
        then, self._then = self._then, None
        if then is not None:
            QTimer.singleShot(0, self, then)  # when all have heard of it


class SensesPresenter(QObject):
    """Keeps the bar above the field true.

    Args:
        bridge: tells of models.
        models: opens another one.
        composer: what goes along, and the bar.
        search: looks for models that take more.

    Sends `setup_requested` with path and name of the model whose settings the user wants to see.
    """

    setup_requested = Signal(object, str)

    def __init__(
        self, bridge: EventBridge, models: ModelPresenter, composer: Composer, search: SensesSearch
    ) -> None:
        super().__init__(composer)
        self._models = models
        self._composer = composer
        self._bar = composer.senses_bar
        self._search = search
        self._model: ModelInfo | None = None
        self._has_looked = False  # since this model was loaded
        self._capable: tuple[ModelWithSenses, ...] = ()
        self._offered: tuple[ModelWithSenses, ...] = ()
        search.found.connect(self._on_found)
        self._bar.pressed.connect(self._on_pressed)
        composer.changed.connect(self._refresh)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        self._model = event.info if isinstance(event, ModelLoaded) else None
        self._has_looked = False  # and meanwhile another may have come to the disk
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        model, kinds = self._model, frozenset[MediaKind]()
        if model is not None:
            kinds = kinds_not_taken(self._composer.written().media, model.senses)
        if kinds and not self._has_looked:
            self._has_looked = True
            self._search.begin()
        fitting = [one for one in self._capable if _takes(one, kinds)]
        others = [one for one in fitting if model is None or one.path != model.path]
        recent = list(self._models.recent)
        others.sort(key=lambda one: recent.index(one.path) if one.path in recent else len(recent))
        by_name: dict[str, ModelWithSenses] = {}  # nobody could tell two of one name apart
        for one in others:
            by_name.setdefault(one.name, one)
        self._offered = tuple(by_name.values())[: len(MODELS)]
        names = [one.name for one in self._offered]
        self._bar.show_kinds(kinds, names, has_projector=len(others) < len(fitting))

    @Slot(object)
    def _on_found(self, found: tuple[ModelWithSenses, ...]) -> None:
        self._capable = found
        self._refresh()

    @Slot(object)
    def _on_pressed(self, way: SensesWay) -> None:
        if way is SensesWay.ANOTHER_MODEL:
            self._models.library_requested.emit()
        elif way is SensesWay.SETTINGS:
            if self._model is not None:
                self.setup_requested.emit(self._model.path, self._model.name)
        else:
            number = MODELS.index(way)
            if number < len(self._offered):
                self._models.choose(self._offered[number].path)


def _takes(model: ModelWithSenses, kinds: Collection[MediaKind]) -> bool:
    """Whether a model takes all of some kinds."""
    sees = model.sees or MediaKind.IMAGE not in kinds
    return sees and (model.hears or MediaKind.SOUND not in kinds)


class AttachingPresenter(QObject):
    """Joins what goes along with the settings.

    Args:
        settings: hold the quality.
        presenter: changes it.
        actions: show a picture in full, and play a sound.
        composer: has what goes along.
    """

    def __init__(
        self,
        settings: Settings,
        presenter: SettingsPresenter,
        actions: MediaActions,
        composer: Composer,
    ) -> None:
        super().__init__(composer)
        self._settings = settings
        self._presenter = presenter
        self._attaching = composer.attaching
        self._actions = actions
        composer.attachments.quality_chosen.connect(
            lambda quality: self._presenter.change(PICTURE_QUALITY, quality.value)
        )
        composer.attachments.opened.connect(self._open)
        settings.on_change((PICTURE_QUALITY,), self._follow)
        self._follow()

    def _follow(self) -> None:
        self._attaching.quality = PictureQuality(self._settings.get(PICTURE_QUALITY))

    @Slot(object, object)
    def _open(self, media: tuple[MediaFile, ...], medium: MediaFile) -> None:
        self._actions.open(media, media.index(medium))
