"""The context menu of a message and of its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.core.chats.records import MessageId, is_temporary
from app.core.content.media import MediaFile, MediaKind
from app.ui.kit.message_dialog import MessageDialog
from app.ui.media.media_words import picture_name
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind, target_words
from app.ui.transcript.model.message_facts import CAN_CONTINUE, speaker
from app.ui.transcript.render.displayed import displayed_text, links, with_media
from app.ui.transcript.surface import MediumRequest, MediumWish, Surface
from app.ui.words.plain_text import button_text
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.ui.transcript.blocks.block import BlockKind
    from app.ui.transcript.render.message_layout import MessageLayout


class _MediumAction(QAction):
    """Asks something of the window for a picture or a sound."""

    def __init__(self, words: str, request: MediumRequest, view: Surface, parent: QMenu) -> None:
        super().__init__(words, parent)
        self._request = request
        self._view = view
        self.triggered.connect(lambda: self._view.requests.medium.emit(self._request))


def _add_media(menu: QMenu, view: Surface, layout: MessageLayout, medium: int | None) -> None:
    """Add what can be done with each, first of all with the one that is pointed at.

    Args:
        menu: of the message.
        view: where it is shown.
        layout: of the message.
        medium: which is pointed at; None for none.
    """
    media = layout.message.media
    if medium is not None and medium < len(media):
        _add_one(menu, view, layout, medium)
        menu.addSeparator()
        return
    place = menu
    if len(media) > 1:
        place = menu.addMenu(tr("Pictures and sounds"))
    for number, file in enumerate(media):
        _add_one(place.addMenu(button_text(picture_name(file))), view, layout, number)
    if media:
        menu.addSeparator()


def _add_one(menu: QMenu, view: Surface, layout: MessageLayout, number: int) -> None:
    for wish, words in _wishes(layout.message.media[number]):
        request = MediumRequest(wish, layout.message, number)
        menu.addAction(_MediumAction(words, request, view, menu))


def _wishes(file: MediaFile) -> list[tuple[MediumWish, str]]:
    is_sound = file.kind is MediaKind.SOUND
    wishes = [(MediumWish.OPEN, tr("Play sound") if is_sound else tr("Open picture"))]
    if not is_sound:
        wishes.append((MediumWish.COPY, tr("Copy picture")))
    wishes.append((MediumWish.SAVE, tr("Save a copy…")))
    wishes.append((MediumWish.DESCRIBE, tr("Describe…")))
    return wishes


class _CopyAction(QAction):
    """Puts a text on the clipboard."""

    def __init__(self, words: str, content: str, parent: QMenu) -> None:
        super().__init__(words, parent)
        self._content = content
        self.triggered.connect(lambda: QGuiApplication.clipboard().setText(self._content))


class _MessageAction(QAction):
    """Asks something of the chat for a message."""

    def __init__(
        self, words: str, message_id: MessageId, request: SignalInstance, parent: QMenu
    ) -> None:
        super().__init__(words, parent)
        self._message_id = message_id
        self._request = request
        self.triggered.connect(lambda: self._request.emit(self._message_id))


class _ClickAction(QAction):
    """Presses what could be pressed in the message with the mouse."""

    def __init__(self, words: str, click_target: ClickTarget, view: Surface, parent: QMenu) -> None:
        super().__init__(words, parent)
        self._click_target = click_target
        self._view = view
        self.triggered.connect(lambda: self._view.press(self._click_target))


class _LinkAction(QAction):
    """Follows a link of the message."""

    def __init__(self, address: str, view: Surface, parent: QMenu) -> None:
        super().__init__(button_text(address), parent)
        self._address = address
        self._view = view
        self.triggered.connect(lambda: self._view.requests.follow_link.emit(self._address))


class _OpenAction(QAction):
    """Opens the message as text in a window of its own."""

    def __init__(self, layout: MessageLayout, view: Surface, parent: QMenu) -> None:
        super().__init__(tr("Open message as text…"), parent)
        self._layout = layout
        self._view = view
        self.triggered.connect(self._open)

    def _open(self) -> None:
        whose, text = speaker(self._layout.message), self._layout.text
        MessageDialog(whose, text, self._view.canvas.widget.window()).show()


def message_menu(view: Surface, layout: MessageLayout, medium: int | None = None) -> QMenu:
    """Return the menu of a message, with all that can be done to it; it deletes itself.

    Args:
        view: where it is shown.
        layout: of the message.
        medium: which of its pictures and sounds is pointed at; None for none.
    """
    menu = QMenu(view.canvas.widget)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    _add_media(menu, view, layout, medium)
    _add_copying(menu, view, layout)
    _add_links(menu, view, layout)
    menu.addAction(_OpenAction(layout, view, menu))
    for number, attachment in enumerate(layout.message.attachments):
        click_target = ClickTarget(TargetKind.ATTACHMENT, layout.message.id, number)
        words = tr("Open “{name}”…", name=button_text(attachment.name))
        menu.addAction(_ClickAction(words, click_target, view, menu))
    menu.addSeparator()
    _add_showing(menu, view, layout)
    menu.addSeparator()
    _add_changing(menu, view, layout)
    return menu


def _add_copying(menu: QMenu, view: Surface, layout: MessageLayout) -> None:
    selected = view.selected_text()
    if selected:
        menu.addAction(_CopyAction(tr("Copy selection"), selected, menu))
        written = view.selected_markdown()
        if written != selected:
            menu.addAction(_CopyAction(tr("Copy selection as Markdown"), written, menu))
    menu.addAction(
        _CopyAction(
            tr("Copy message"), with_media(layout, displayed_text(layout, view.canvas)), menu
        )
    )
    written = with_media(layout, layout.answer_text)
    menu.addAction(_CopyAction(tr("Copy as Markdown"), written, menu))
    if layout.message.problem is not None:
        click_target = ClickTarget(TargetKind.COPY_DETAILS, layout.message.id)
        words = target_words(TargetKind.COPY_DETAILS)
        menu.addAction(_ClickAction(words, click_target, view, menu))
    for kind, numbers in _copied_alone(layout).items():
        words = tr(kind.copy_words)
        place = menu.addMenu(words) if len(numbers) > 1 else menu
        for number in numbers:
            slot = layout.slots()[number]
            named = button_text(slot.kind.copy_label(slot.section))
            click_target = ClickTarget(TargetKind.COPY_BLOCK, layout.message.id, number)
            place.addAction(
                _ClickAction(words if place is menu else named, click_target, view, place)
            )


def _copied_alone(layout: MessageLayout) -> dict[BlockKind, list[int]]:
    """Return the blocks that can be copied by themselves, by their kind."""
    found: dict[BlockKind, list[int]] = {}
    for number, slot in enumerate(layout.slots()):
        if slot.ends.first and slot.kind.copy_label(slot.section):
            found.setdefault(slot.kind, []).append(number)
    return found


def _add_links(menu: QMenu, view: Surface, layout: MessageLayout) -> None:
    addresses = links(layout, view.canvas)
    if addresses:
        place = menu.addMenu(tr("Open link"))
        for address in addresses:
            place.addAction(_LinkAction(address, view, place))


def _add_showing(menu: QMenu, view: Surface, layout: MessageLayout) -> None:
    message_id = layout.message.id
    if layout.has_thinking:
        words = tr("Hide thinking") if layout.is_unfolded else tr("Show thinking")
        menu.addAction(
            _ClickAction(words, ClickTarget(TargetKind.THINKING, message_id), view, menu)
        )
    if layout.is_thinking and view.messages.senses.is_here:
        words = target_words(TargetKind.END_THINKING)
        menu.addAction(
            _ClickAction(words, ClickTarget(TargetKind.END_THINKING, message_id), view, menu)
        )
    for number, slot in enumerate(layout.slots()):
        if not slot.kind.may_unwrap or not slot.ends.first:
            continue
        is_wrapped = layout.long_lines.is_wrapped(number)
        if view.canvas.block_of(layout, number).can_unwrap(is_wrapped=is_wrapped):
            kind = TargetKind.UNWRAP if is_wrapped else TargetKind.WRAP
            click_target = ClickTarget(kind, message_id, number)
            menu.addAction(_ClickAction(target_words(kind), click_target, view, menu))
            break  # of several, the first; the others have their buttons
    version = view.messages.versions.of(message_id)
    if version is not None and not layout.is_streaming:
        number, n_versions = version
        for kind, end in ((TargetKind.PREVIOUS, 1), (TargetKind.NEXT, n_versions)):
            action = _ClickAction(target_words(kind), ClickTarget(kind, message_id), view, menu)
            action.setEnabled(number != end)
            menu.addAction(action)


def _add_changing(menu: QMenu, view: Surface, layout: MessageLayout) -> None:
    message_id, asked = layout.message.id, view.requests
    if view.messages.can_answer and not layout.is_streaming:
        if (
            message_id == view.messages.message(len(view.messages) - 1).id
            and not layout.is_user
            and view.messages.can_continue(message_id)
        ):
            click_target = ClickTarget(TargetKind.CONTINUE, message_id)
            menu.addAction(
                _ClickAction(target_words(TargetKind.CONTINUE), click_target, view, menu)
            )
        menu.addAction(_MessageAction(tr("Edit…"), message_id, asked.edit, menu))
        if not layout.is_user and view.messages.can_retry(message_id):
            words = tr("Retry") if layout.message.status in CAN_CONTINUE else tr("Regenerate")
            menu.addAction(_MessageAction(words, message_id, asked.regenerate, menu))
        begin = tr("Write the beginning of the answer…")
        menu.addAction(_MessageAction(begin, message_id, asked.begin, menu))
        if not layout.is_user and layout.message.text and view.messages.senses.is_here:
            words = tr("Show likely alternatives")
            menu.addAction(_MessageAction(words, message_id, asked.inspect, menu))
        delete = _MessageAction(tr("Delete this and all below"), message_id, asked.delete, menu)
        menu.addAction(delete)
        if layout.is_first_read:
            click_target = ClickTarget(TargetKind.READ_ALL, message_id)
            menu.addAction(_ClickAction(tr("Reread the whole chat"), click_target, view, menu))
            click_target = ClickTarget(TargetKind.EDIT_SUMMARY, message_id)
            words = tr("Edit summary…") if layout.summary.text else tr("Write a summary…")
            menu.addAction(_ClickAction(words, click_target, view, menu))
        elif layout.is_user and message_id != view.messages.message(0).id:
            words = tr("Start reading from here")
            menu.addAction(_MessageAction(words, message_id, asked.read_from, menu))
    if not is_temporary(layout.message.chat_id):  # a chat of its own would be kept
        menu.addAction(_MessageAction(tr("New chat from here"), message_id, asked.fork, menu))
