"""The context menu of a message and of its pictures."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.core.chats.records import is_temporary
from app.core.content.media import MediaFile, MediaKind
from app.ui.kit.dialog_page import MessageDialog
from app.ui.media.media_words import picture_name
from app.ui.transcript.model.citations import passage_of, passage_words
from app.ui.transcript.model.click_targets import (
    OF_PAGES,
    ClickTarget,
    TargetKind,
    target_words,
)
from app.ui.transcript.model.message_facts import CAN_CONTINUE, speaker
from app.ui.transcript.render.canvas import displayed_text, links, with_media
from app.ui.transcript.surface import MediumRequest, MediumWish, Surface
from app.ui.words.plain_text import button_text
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.transcript.blocks.block import BlockKind
    from app.ui.transcript.render.message_layout import MessageLayout


class _Entries:
    """The entries of a menu, while it is filled.

    Args:
        view: where the message is shown.
        layout: of the message.
        menu: the whole one, or one inside it.
    """

    def __init__(self, view: Surface, layout: MessageLayout, menu: QMenu) -> None:
        self.view = view
        self.layout = layout
        self.menu = menu

    def inside(self, words: str) -> _Entries:
        """Return the entries of a menu inside this one."""
        return _Entries(self.view, self.layout, self.menu.addMenu(words))

    def add(self, words: str, then: Callable[[], object]) -> QAction:
        """Add an entry, and what it does."""
        action = self.menu.addAction(words)
        action.triggered.connect(lambda: then())
        return action

    def add_press(self, kind: TargetKind, words: str = "", number: int = 0) -> QAction:
        """Add an entry that does what a button in the message does, by default in its words."""
        click_target = ClickTarget(kind, self.layout.message.id, number)
        return self.add(words or target_words(kind), partial(self.view.press, click_target))

    def add_copy(self, words: str, content: str) -> None:
        """Add an entry that copies a text."""
        self.add(words, partial(QGuiApplication.clipboard().setText, content))

    def add_request(self, words: str, request: SignalInstance) -> None:
        """Add an entry that asks something of the chat, for this message."""
        self.add(words, partial(request.emit, self.layout.message.id))


def message_menu(view: Surface, layout: MessageLayout, medium: int | None = None) -> QMenu:
    """Return the menu of a message, with all that can be done to it; it deletes itself.

    Args:
        view: where it is shown.
        layout: of the message.
        medium: which of its pictures and sounds is pointed at; None for none.
    """
    menu = QMenu(view.canvas.widget)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    entries = _Entries(view, layout, menu)
    _add_media(entries, medium)
    _add_copying(entries)
    _add_pages(entries)
    _add_links(entries)
    entries.add(tr("Open message as text…"), partial(_open_as_text, view, layout))
    for source in layout.sources:
        name = button_text(source.name)
        if source.is_saved:
            words = tr("Save “{name}” as…", name=name)
            entries.add_press(TargetKind.SAVE_FILE, words, source.number)
        else:
            words = tr("Open “{name}”…", name=name)
            entries.add_press(TargetKind.ATTACHMENT, words, source.number)
    menu.addSeparator()
    _add_showing(entries)
    menu.addSeparator()
    _add_changing(entries)
    return menu


def _open_as_text(view: Surface, layout: MessageLayout) -> None:
    MessageDialog(speaker(layout.message), layout.text, view.canvas.widget.window()).show()


def _add_media(entries: _Entries, medium: int | None) -> None:
    """Add what can be done with each, first of all with the one that is pointed at."""
    media = entries.layout.message.media
    if medium is not None and medium < len(media):
        _add_one(entries, medium)
        entries.menu.addSeparator()
        return
    place = entries.inside(tr("Pictures and sounds")) if len(media) > 1 else entries
    for number, file in enumerate(media):
        _add_one(place.inside(button_text(picture_name(file))), number)
    if media:
        entries.menu.addSeparator()


def _add_one(entries: _Entries, number: int) -> None:
    message = entries.layout.message
    for wish, words in _wishes(message.media[number]):
        request = MediumRequest(wish, message, number)
        entries.add(words, partial(entries.view.requests.medium.emit, request))


def _wishes(file: MediaFile) -> list[tuple[MediumWish, str]]:
    is_sound = file.kind is MediaKind.SOUND
    wishes = [(MediumWish.OPEN, tr("Play sound") if is_sound else tr("Open picture"))]
    if not is_sound:
        wishes.append((MediumWish.COPY, tr("Copy picture")))
    wishes.append((MediumWish.SAVE, tr("Save a copy…")))
    wishes.append((MediumWish.DESCRIBE, tr("Describe…")))
    return wishes


def _add_copying(entries: _Entries) -> None:
    view, layout = entries.view, entries.layout
    selected = view.selected_text()
    if selected:
        entries.add_copy(tr("Copy selection"), selected)
        written = view.selected_markdown()
        if written != selected:
            entries.add_copy(tr("Copy selection as Markdown"), written)
    displayed = displayed_text(layout, view.canvas)
    entries.add_copy(tr("Copy message"), with_media(layout, displayed))
    entries.add_copy(tr("Copy as Markdown"), with_media(layout, layout.answer_text))
    if layout.message.problem is not None:
        entries.add_press(TargetKind.COPY_DETAILS)
    for kind, numbers in _copied_alone(layout).items():
        words = tr(kind.copy_words)
        place = entries.inside(words) if len(numbers) > 1 else entries
        for number in numbers:
            slot = layout.slots()[number]
            named = button_text(slot.kind.copy_label(slot.section))
            place.add_press(TargetKind.COPY_BLOCK, words if place is entries else named, number)


def _copied_alone(layout: MessageLayout) -> dict[BlockKind, list[int]]:
    """Return the blocks that can be copied by themselves, by their kind."""
    found: dict[BlockKind, list[int]] = {}
    for number, slot in enumerate(layout.slots()):
        if slot.ends.first and slot.kind.copy_label(slot.section):
            found.setdefault(slot.kind, []).append(number)
    return found


def _add_pages(entries: _Entries) -> None:
    """Add what can be done with code that a browser shows, or that is a picture."""
    layout, found = entries.layout, dict[TargetKind, list[int]]()
    for number, slot in enumerate(layout.slots()):
        if slot.ends.first and slot.kind.page_kind(slot.section) is not None:
            block = entries.view.canvas.block_of(layout, number)
            for kind in block.actions(is_wrapped=layout.long_lines.is_wrapped(number)):
                if kind in OF_PAGES:
                    found.setdefault(kind, []).append(number)
    for kind, numbers in found.items():
        place = entries.inside(target_words(kind)) if len(numbers) > 1 else entries
        for number in numbers:
            slot = layout.slots()[number]
            named = button_text(slot.kind.copy_label(slot.section))
            place.add_press(kind, "" if place is entries else named, number)


def _add_links(entries: _Entries) -> None:
    addresses = links(entries.layout, entries.view.canvas)
    if addresses:
        place = entries.inside(tr("Open link"))
        for address in addresses:
            passage = passage_of(address, place.view.messages.passages())
            words = address if passage is None else passage_words(passage).split("\n")[0]
            place.add(button_text(words), partial(place.view.requests.follow_link.emit, address))


def _add_showing(entries: _Entries) -> None:
    view, layout = entries.view, entries.layout
    if layout.has_thinking:
        words = tr("Hide thinking") if layout.is_unfolded else tr("Show thinking")
        entries.add_press(TargetKind.THINKING, words)
    if layout.is_thinking and view.messages.senses.is_here:
        entries.add_press(TargetKind.END_THINKING)
    for number, slot in enumerate(layout.slots()):
        if not slot.kind.may_unwrap or not slot.ends.first:
            continue
        is_wrapped = layout.long_lines.is_wrapped(number)
        if view.canvas.block_of(layout, number).can_unwrap(is_wrapped=is_wrapped):
            entries.add_press(TargetKind.UNWRAP if is_wrapped else TargetKind.WRAP, number=number)
            break  # of several, the first; the others have their buttons
    version = view.messages.versions.of(layout.message.id)
    if version is not None and not layout.is_streaming:
        number, n_versions = version
        for kind, end in ((TargetKind.PREVIOUS, 1), (TargetKind.NEXT, n_versions)):
            entries.add_press(kind).setEnabled(number != end)


def _add_changing(entries: _Entries) -> None:
    layout, messages, asked = entries.layout, entries.view.messages, entries.view.requests
    message_id = layout.message.id
    if messages.can_answer and not layout.is_streaming:
        is_last = message_id == messages.message(len(messages) - 1).id
        if is_last and not layout.is_user and messages.can_continue(message_id):
            entries.add_press(TargetKind.CONTINUE)
        entries.add_request(tr("Edit…"), asked.edit)
        if not layout.is_user and messages.can_retry(message_id):
            words = tr("Retry") if layout.message.status in CAN_CONTINUE else tr("Regenerate")
            entries.add_request(words, asked.regenerate)
        entries.add_request(tr("Write the beginning of the answer…"), asked.begin)
        if not layout.is_user and layout.message.text and messages.senses.is_here:
            entries.add_request(tr("Show likely alternatives"), asked.inspect)
        entries.add_request(tr("Delete this and all below"), asked.delete)
        if layout.is_first_read:
            entries.add_press(TargetKind.READ_ALL, tr("Reread the whole chat"))
            words = tr("Edit summary…") if layout.summary.text else tr("Write a summary…")
            entries.add_press(TargetKind.EDIT_SUMMARY, words)
        elif layout.is_user and message_id != messages.message(0).id:
            entries.add_request(tr("Start reading from here"), asked.read_from)
    if not is_temporary(layout.message.chat_id):  # a chat of its own would be kept
        entries.add_request(tr("New chat from here"), asked.fork)
