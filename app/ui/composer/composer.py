"""The field at the bottom: text, what goes along, Send that turns into Stop, and why not."""

from __future__ import annotations

import enum
import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.errors import Problem
from app.core.messages import Attachment
from app.ui.composer.attachment_row import AttachmentRow
from app.ui.composer.composer_bar import ComposerBar
from app.ui.composer.context_bar import ContextBar
from app.ui.composer.draft import NO_DRAFT, Draft, joined
from app.ui.composer.file_attacher import FileAttacher
from app.ui.composer.prompt_edit import PromptEdit, fits_field
from app.ui.icons import icon
from app.ui.labels import label
from app.ui.plain_words import set_tip
from app.ui.theme import READING_WIDTH, SPACE_L, SPACE_M, SPACE_S, SPACE_XL

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.ui.theme import Theme


class ComposerState(enum.Enum):
    """What the button does."""

    READY = enum.auto()
    NO_MODEL = enum.auto()
    LOADING = enum.auto()
    SENDING = enum.auto()  # the words are on their way to the disk and stay in the field until then
    ANSWERING = enum.auto()


_PLACEHOLDER = "Write a message"
_PASTED = "Pasted text"
_NO_FILES = Problem(
    what="Files can go along with a message of yours, not with an answer.",
    effect="Nothing was changed.",
    remedy="Paste the words that you need.",
)
_TOO_LONG = Problem(
    what="That text is too long to be pasted into an answer.",
    effect="Nothing was changed.",
    remedy="Paste the part that you need.",
)
_PLACEHOLDER_ANSWERING = "Write on: it is sent after this answer"


class Composer(QWidget):
    """Sends `submitted` with the draft, `stop_requested`, `open_model_requested`, `files_wanted`.

    While a message is edited in it, `edited` with the draft, and `edit_ended` when that is given
    up; `recalled` when Up is pressed in an empty field; `waiting_recalled` and `waiting_withdrawn`
    of a message that waits; `refused` with why a file cannot go along; `attached_elsewhere` with
    the owner and the text of a file that was read too late; `changed` with each change of what is
    written or attached.
    """

    submitted = Signal(object)
    edited = Signal(object)
    refused = Signal(object)
    attached_elsewhere = Signal(object, object)
    changed = Signal()
    edit_ended = Signal()
    recalled = Signal()
    waiting_recalled = Signal()
    waiting_withdrawn = Signal()
    stop_requested = Signal()
    open_model_requested = Signal()
    files_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = ComposerState.NO_MODEL
        self._draft: Draft | None = None  # what was being written before a message was edited
        self._original = NO_DRAFT  # of the message that is edited
        self._takes_files = True
        self._owner: object = None  # whose message is being written, for files that come late
        self._make_field()
        self._make_bars()
        self._make_buttons()
        self._arrange()
        theme.changed.connect(self._on_theme_changed)
        self._refresh()

    def _make_field(self) -> None:
        self.edit = PromptEdit()
        self.edit.setAccessibleName("Message")
        self.edit.setPlaceholderText(_PLACEHOLDER)
        self.edit.submitted.connect(self._on_return)
        self.edit.textChanged.connect(self._on_changed)
        self.edit.long_pasted.connect(self._attach_pasted)
        self.edit.files_pasted.connect(self.attach_files)
        self.edit.focus_changed.connect(self._refresh_frame)
        self.edit.escaped.connect(self.cancel_edit)
        self.edit.recalled.connect(self.recalled)
        self.attachments = AttachmentRow(self._theme)
        self.attachments.changed.connect(self._on_changed)
        self.attachments.unpacked.connect(self._unpack)
        self._attacher = FileAttacher(self)
        self._attacher.attached.connect(self._on_file)
        self._attacher.refused.connect(self.refused)

    def _make_bars(self) -> None:
        theme = self._theme
        self.context_bar = ContextBar(theme)
        self.edit_bar = ComposerBar(theme, "rename", {"Cancel": "Keep the message as it is (Esc)"})
        self.edit_bar.pressed.connect(self.cancel_edit)
        self.waiting_bar = ComposerBar(
            theme,
            "send",
            {"Edit": "Bring it back into the field", "Withdraw": "Do not send it"},
        )
        self.waiting_bar.pressed.connect(self._on_waiting)
        self._reason = label("composerReason", wraps=False)
        self.open_button = QPushButton("Open a model…")
        self.open_button.setObjectName("linkButton")
        self.open_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.open_button.clicked.connect(self.open_model_requested)

    def _make_buttons(self) -> None:
        self.button = QToolButton()
        self.button.setObjectName("sendButton")
        self.button.setIconSize(QSize(18, 18))
        self.button.clicked.connect(self._on_button)
        self.attach_button = QToolButton()
        self.attach_button.setObjectName("attachButton")
        self.attach_button.setIconSize(QSize(18, 18))
        set_tip(self.attach_button, "Attach text files, or drop them anywhere")
        self.attach_button.setAccessibleName("Attach files")
        self.attach_button.clicked.connect(self.ask_files)
        self._frame = QFrame()
        self._frame.setObjectName("composerFrame")

    def _arrange(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(SPACE_S)
        line.addWidget(self.attach_button)
        line.addWidget(self.edit, 1)
        line.addWidget(self.button)
        for button in (self.attach_button, self.button):
            line.setAlignment(button, Qt.AlignmentFlag.AlignBottom)
        inside = QVBoxLayout(self._frame)
        inside.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        inside.setSpacing(SPACE_S)
        inside.addWidget(self.attachments)
        inside.addLayout(line)
        reason = QHBoxLayout()
        reason.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        reason.setSpacing(SPACE_S)
        reason.addWidget(self._reason)
        reason.addWidget(self.open_button)
        reason.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SPACE_XL, SPACE_S, SPACE_XL, SPACE_S)
        self._column.setSpacing(SPACE_S)
        self._column.addLayout(reason)
        self._column.addWidget(self.context_bar)
        self._column.addWidget(self.waiting_bar)
        self._column.addWidget(self.edit_bar)
        self._column.addWidget(self._frame)
        self.setTabOrder(self.edit, self.button)

    def text(self) -> str:
        """Return what is written."""
        return self.edit.toPlainText()

    def reason(self) -> str:
        """Return why nothing can be sent, "" when it can."""
        return self._reason.text()

    def set_text(self, text: str) -> None:
        """Replace what is written, the cursor at the end."""
        if text != self.text():
            self.edit.setPlainText(text)
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def show_waiting(self, waiting: Draft) -> None:
        """Say that a message waits for the end of the answer."""
        names = [attachment.name for attachment in waiting.attachments]
        first_line = waiting.text.strip().split("\n", 1)[0] or ", ".join(names)
        words = "" if waiting.is_empty else f"Sent after this answer: {first_line}"
        self.waiting_bar.show_words(words)

    # -- what goes along --

    @Slot()
    def ask_files(self) -> None:
        """Let the user choose files that go along with the message."""
        self.files_wanted.emit()

    @Slot(list)
    def attach_files(self, paths: list[str]) -> None:
        """Read files and let them go along with the message."""
        if paths and not self._takes_files:
            self.refused.emit(_NO_FILES)
            return
        self._attacher.read(paths, self._owner)
        self.edit.setFocus()

    @Slot(object, object)
    def _on_file(self, owner: object, attachment: Attachment) -> None:
        if owner == self._owner and self._takes_files:
            self.attachments.add(attachment)
        else:
            self.attached_elsewhere.emit(owner, attachment)

    @Slot(str)
    def _attach_pasted(self, text: str) -> None:
        if not self._takes_files:
            if fits_field(text):
                self._unpack(text)
            else:
                self.refused.emit(_TOO_LONG)
            return
        taken = {attachment.name for attachment in self.attachments.attachments()}
        names = (_PASTED if number == 1 else f"{_PASTED} {number}" for number in itertools.count(1))
        self.attachments.add(Attachment(next(name for name in names if name not in taken), text))

    @Slot(str)
    def _unpack(self, text: str) -> None:
        self.edit.insertPlainText(text)
        self.edit.setFocus()

    @Slot()
    def _on_changed(self) -> None:
        self._refresh()
        self.changed.emit()

    @Slot(str)
    def _on_waiting(self, words: str) -> None:
        signal = self.waiting_recalled if words == "Edit" else self.waiting_withdrawn
        signal.emit()
        self.edit.setFocus()

    @property
    def is_editing(self) -> bool:
        """Whether it holds an earlier message."""
        return self._draft is not None

    def written(self) -> Draft:
        """Return what is in the field and what goes along."""
        return Draft(self.text(), self.attachments.attachments())

    def draft(self) -> Draft:
        """Return the message that is being written, also while another one is edited."""
        return self.written() if self._draft is None else self._draft

    def changed_edit(self) -> Draft:
        """Return what an earlier message was changed to; nothing while it is as it was."""
        is_changed = self.is_editing and self.written().stripped() != self._original.stripped()
        return self.written() if is_changed else NO_DRAFT

    def set_draft(self, draft: Draft) -> None:
        """Replace what is being written and what goes along; an edit stays in the field."""
        if self._draft is None:
            self._show(draft)
        else:
            self._draft = draft

    def change_owner(self, owner: object) -> None:
        """Say for which chat it is that something is being written."""
        self._owner = owner

    def add_before(self, draft: Draft) -> None:
        """Put a message that was not sent before what is being written."""
        self.set_draft(joined(draft, self.draft()))

    def add_after(self, draft: Draft) -> None:
        """Put words that have no other place behind what is being written."""
        self.set_draft(joined(self.draft(), draft))

    def forget(self, sent: Draft) -> None:
        """Take a message that is on disk now out of the field, or out of what an edit covers."""
        draft = self.draft()
        if draft.stripped() == sent:
            self.set_draft(NO_DRAFT)
        elif sent.text and draft.text.lstrip().startswith(sent.text):  # written on meanwhile
            rest = draft.text.lstrip().removeprefix(sent.text)
            new = tuple(one for one in draft.attachments if one not in sent.attachments)
            self.set_draft(Draft(rest.lstrip(), new))

    def _show(self, draft: Draft) -> None:
        self.set_text(draft.text)
        self.attachments.set_attachments(draft.attachments)

    def begin_edit(self, draft: Draft, words: str, *, takes_files: bool = True) -> None:
        """Put an earlier message into the field.

        Args:
            draft: what it was.
            words: say what sending it does.
            takes_files: whether texts may go along with it.
        """
        if self._draft is None:
            self._draft = self.written()
        self._original, self._takes_files = draft, takes_files
        self.edit_bar.show_words(words)
        self._show(draft)
        self.edit.setFocus()
        self._refresh()

    def end_edit(self) -> None:
        """Bring back what was being written before."""
        draft, self._draft = self._draft, None
        if draft is not None:
            self._original, self._takes_files = NO_DRAFT, True
            self.edit_bar.show_words("")
            self._show(draft)
            self._refresh()

    @Slot()
    def cancel_edit(self) -> None:
        """Give an edit up."""
        if self.is_editing:
            self.end_edit()
            self.edit_ended.emit()

    def insert(self, text: str) -> None:
        """Take over a key pressed elsewhere."""
        self.edit.setFocus()
        self.edit.insertPlainText(text)

    @property
    def state(self) -> ComposerState:
        """Return what the button does now."""
        return self._state

    def set_state(self, state: ComposerState) -> None:
        """Change what the button does."""
        if state is not self._state:
            self._state = state
            self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: keep the field as wide as the text above it."""
        super().resizeEvent(event)
        self._fit_width()

    @Slot()
    def _on_theme_changed(self) -> None:
        self.edit.set_zoom(self._theme.zoom)
        self._fit_width()
        self._refresh()

    def _fit_width(self) -> None:
        side = SPACE_XL if self.width() > 560 else SPACE_L
        reading = round(READING_WIDTH * self._theme.zoom)
        side = max(side, (self.width() - reading) // 2)
        self._column.setContentsMargins(side, SPACE_S, side, SPACE_S)

    @Slot()
    def _on_return(self) -> None:
        is_open = self._state is ComposerState.READY
        if self._state is ComposerState.ANSWERING:
            is_open = not self.is_editing  # a new message can wait, a branch cannot be changed
        if is_open and not self.written().is_empty:
            signal = self.edited if self.is_editing else self.submitted
            signal.emit(self.written().stripped())

    @Slot()
    def _on_button(self) -> None:
        if self._state is ComposerState.ANSWERING:
            self.stop_requested.emit()
        else:
            self._on_return()
        self.edit.setFocus()

    @Slot()
    def _refresh(self) -> None:
        colours = self._theme.colours
        answering = self._state is ComposerState.ANSWERING
        name = "stop" if answering else "send"
        self.button.setIcon(icon(name, colours.on_accent, colours.muted))
        self.edit.setPlaceholderText(_PLACEHOLDER_ANSWERING if answering else _PLACEHOLDER)
        self.edit.viewport().update()  # Qt draws other words only when the field is drawn anyway
        words = "Stop (Esc)" if answering else "Send (Enter)"
        set_tip(self.button, words)
        self.button.setAccessibleName("Stop" if answering else "Send")
        self.attach_button.setIcon(icon("attach", colours.muted))
        self.attach_button.setVisible(self._takes_files)
        can_send = self._state is ComposerState.READY and not self.written().is_empty
        self.button.setEnabled(answering or can_send)
        self._reason.setText(_REASONS.get(self._state, ""))
        self._reason.setVisible(self._state in _REASONS)
        self.open_button.setVisible(self._state is ComposerState.NO_MODEL)
        self._refresh_frame()

    @Slot()
    def _refresh_frame(self) -> None:
        blocked = self._state is ComposerState.NO_MODEL
        focused = self.edit.hasFocus()
        if (self._frame.property("focused"), self._frame.property("blocked")) == (focused, blocked):
            return
        self._frame.setProperty("focused", focused)
        self._frame.setProperty("blocked", blocked)
        self._frame.style().unpolish(self._frame)
        self._frame.style().polish(self._frame)


_REASONS = {
    ComposerState.NO_MODEL: "No model is open, so nobody can answer yet.",
    ComposerState.LOADING: "The model is being loaded; you can write meanwhile.",
}
