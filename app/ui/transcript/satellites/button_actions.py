"""Does what the buttons of a message stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QMimeData, QObject, Slot
from PySide6.QtGui import QGuiApplication

from app.ui.kit.dialog_page import MessageDialog
from app.ui.kit.timers import timer
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.render.canvas import with_media
from app.ui.transcript.surface import MediumRequest, MediumWish, Surface

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
    from app.ui.transcript.render.message_layout import MessageLayout

_COPIED_MS = 1_500


class ButtonActions(QObject):
    """Copies and folds by itself, asks the surface for everything else.

    Attributes:
        copied: what was copied just now, and says so for a while.
    """

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface.canvas.widget)
        self._surface = surface
        self.copied: ClickTarget | None = None
        self._copied_off = timer(self, _COPIED_MS, self._forget_copied)

    def press(self, click_target: ClickTarget) -> None:  # noqa: C901 - one line for each kind of click target
        """Do what a click target stands for; nothing where its message is gone."""
        layout = self._surface.canvas.stack.find(click_target.message_id)
        if layout is None:
            return
        match click_target.kind:
            case TargetKind.COPY_BLOCK:
                self._copy_block(layout, click_target)
            case TargetKind.COPY_MESSAGE:
                self._copy(with_media(layout, layout.answer_text), click_target)
            case TargetKind.COPY_DETAILS:
                problem = layout.message.problem
                self._copy("" if problem is None else problem.copied(), click_target)
            case TargetKind.OPEN_PAGE:
                self._open_page(layout, click_target.slot)
            case TargetKind.WRAP | TargetKind.UNWRAP | TargetKind.THINKING:
                self._refold(layout, click_target)
            case TargetKind.SHOW_CODE | TargetKind.SHOW_PICTURE:
                self._refold(layout, click_target)
            case TargetKind.PREVIOUS | TargetKind.NEXT:
                self._step_version(
                    click_target.message_id, 1 if click_target.kind is TargetKind.NEXT else -1
                )
            case TargetKind.ATTACHMENT:
                self._show_attachment(layout, click_target.slot)
            case TargetKind.OPEN_PICTURE | TargetKind.PLAY_SOUND | TargetKind.SAVE_FILE as kind:
                wish = MediumWish.SAVE_FILE if kind is TargetKind.SAVE_FILE else MediumWish.OPEN
                self._surface.requests.medium.emit(
                    MediumRequest(wish, layout.message, click_target.slot)
                )
            case TargetKind.CONTINUE:
                self._surface.requests.go_on.emit()
            case TargetKind.STOP:
                self._surface.requests.stop.emit()
            case TargetKind.END_THINKING:
                self._surface.requests.end_thinking.emit()
            case TargetKind.READ_ALL:
                self._surface.requests.read_from.emit(None)
            case TargetKind.EDIT_SUMMARY:
                self._surface.requests.edit_summary.emit()
            case TargetKind.REGENERATE | TargetKind.RETRY | TargetKind.ANSWER:
                self._surface.requests.regenerate.emit(click_target.message_id)
            case TargetKind.EDIT | TargetKind.EDIT_QUESTION:
                self._surface.requests.edit.emit(self._edited(click_target))
            case unknown:
                assert_never(unknown)

    def _edited(self, click_target: ClickTarget) -> MessageId:
        """Return the message that is changed: the target's own, or the question before it."""
        messages = self._surface.messages
        row = messages.row_of(click_target.message_id)
        if click_target.kind is TargetKind.EDIT_QUESTION and messages.is_answer(row) and row > 0:
            row -= 1
        return messages.message(row).id

    def _refold(self, layout: MessageLayout, click_target: ClickTarget) -> None:
        if click_target.kind is TargetKind.THINKING:
            layout.toggle_thinking()
        elif click_target.kind in (TargetKind.SHOW_CODE, TargetKind.SHOW_PICTURE):
            layout.pictures.toggle(click_target.slot)
        else:
            layout.toggle_wrap(click_target.slot)
        self._surface.scroller.sticks = False
        self._surface.scroller.settle()

    def _step_version(self, message_id: MessageId, step: int) -> None:
        version = self._surface.messages.versions.step(message_id, step)
        if version is not None:
            self._surface.requests.show_version.emit(version)

    def _show_attachment(self, layout: MessageLayout, number: int) -> None:
        attachment = layout.message.attachments[number]
        if attachment.number:
            self._surface.requests.show_source.emit(attachment)
            return
        MessageDialog(attachment.name, attachment.text, self._surface.canvas.widget.window()).show()

    def _open_page(self, layout: MessageLayout, number: int) -> None:
        slots = layout.slots()
        code = slots[number].kind.whole_text([slot.section for slot in slots], number)
        self._surface.requests.open_page.emit(slots[number].section.language, code)

    def _copy_block(self, layout: MessageLayout, click_target: ClickTarget) -> None:
        """Copy a section with all pieces of its block, as text and as HTML."""
        slots, number = layout.slots(), click_target.slot
        kind, sections = slots[number].kind, [slot.section for slot in slots]
        text, html = kind.whole_text(sections, number), kind.whole_html(sections, number)
        self._copy(text, click_target, html)

    def _copy(self, text: str, click_target: ClickTarget, html: str = "") -> None:
        copied = QMimeData()
        copied.setText(text)
        if html:
            copied.setData("text/html", html.encode())
        QGuiApplication.clipboard().setMimeData(copied)
        self.copied = click_target
        self._copied_off.start()
        self._surface.canvas.update()

    @Slot()
    def _forget_copied(self) -> None:
        self.copied = None
        self._surface.canvas.update()
