"""The field at the bottom: text, what goes along, Send that turns into Stop, and why not."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.ui.composer.approval_panel import ApprovalPanel
from app.ui.composer.attaching import Attaching
from app.ui.composer.composer_bar import BarButton, ComposerBar, SensesBar, ServerBar, TemporaryBar
from app.ui.composer.context_bar import ContextBar
from app.ui.composer.documents_bar import SearchedBar, WholeBar
from app.ui.composer.draft import Draft
from app.ui.composer.message_frame import MessageFrame
from app.ui.composer.project_bar import ProjectBar
from app.ui.composer.tools_bar import ToolsBar
from app.ui.kit.labels import label, push_button
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme, column_side
from app.ui.kit.timers import timer
from app.ui.state.context_fit import ContextFit
from app.ui.words.formatting import counted
from app.ui.words.translation import QT_TR_NOOP, listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from app.core.documents.library import Reader
    from app.core.media.library import MediaLibrary
    from app.ui.media.thumbnails import Thumbnails


class ComposerState(enum.Enum):
    """What the button does."""

    READY = enum.auto()
    NO_MODEL = enum.auto()
    LOADING = enum.auto()
    SENDING = enum.auto()  # a message is on its way to the disk; the next one can be written
    ANSWERING = enum.auto()


class BarKey(enum.Enum):
    """The buttons above the field."""

    CANCEL = enum.auto()
    EDIT = enum.auto()
    REMOVE = enum.auto()


_SLOW_MS = 500  # of a disk; a usual one is done before anybody could read that


class Composer(QWidget):
    """Shows what somebody else owns: `ui/chat/outbox.py` keeps the words, this is their field.

    Sends `submitted` with what stands in it, `stop_requested`, `open_model_requested` and
    `files_wanted`; `changed` with each change of what is written or attached; `edit_given_up` while
    a message is edited; `waiting_recalled` and `waiting_withdrawn` of the last message that waits.

    Args:
        library: takes the pictures and sounds in that go along.
        documents: reads all other files.
        thumbnails: of the pictures.

    Attributes:
        state: what the button does now.
        frame: what is around the field.
    """

    submitted = Signal(object)
    changed = Signal()
    edit_given_up = Signal()
    waiting_recalled = Signal()
    waiting_withdrawn = Signal()
    stop_requested = Signal()
    open_model_requested = Signal()
    files_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        library: MediaLibrary,
        documents: Reader,
        thumbnails: Thumbnails,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.state = ComposerState.NO_MODEL
        self._fit = ContextFit.FITS
        self._fits = True  # as far as that was counted last
        # Return was pressed while the model was loading, or before it was known whether it fits.
        self._is_return_due = False
        self._is_slow = False  # a message is on its way for long
        self._slow = timer(self, _SLOW_MS, self._on_slow)
        self._make_field(library, documents, thumbnails)
        self._make_bars()
        self._arrange()
        theme.changed.connect(self._on_theme_changed)
        self._refresh()

    def _make_field(self, library: MediaLibrary, documents: Reader, thumbnails: Thumbnails) -> None:
        self.frame = MessageFrame(self._theme, thumbnails)
        self.edit, self.attachments = self.frame.edit, self.frame.attachments
        self.button, self.attach_button = self.frame.button, self.frame.attach_button
        self.thinking_button = self.frame.thinking_button
        self.documents_button = self.frame.documents_button
        self.tools_button = self.frame.tools_button
        self.edit.submitted.connect(self._on_return)
        self.edit.textChanged.connect(self._on_changed)
        self.attachments.changed.connect(self._on_changed)
        self.button.clicked.connect(self._on_button)
        self.attach_button.clicked.connect(self.ask_files)
        self.attaching = Attaching(self.edit, self.attachments, library, documents, self)
        self.attaching.reading_changed.connect(self._refresh)

    def _make_bars(self) -> None:
        theme = self._theme
        self.temporary_bar = TemporaryBar(theme)
        self.senses_bar = SensesBar(theme)
        self.server_bar = ServerBar(theme)
        self.context_bar = ContextBar(theme)
        self.searched_bar, self.whole_bar = SearchedBar(theme), WholeBar(theme)
        self.tools_bar, self.approval = ToolsBar(theme), ApprovalPanel()
        self.project_bar = ProjectBar(theme)
        cancel = BarButton(BarKey.CANCEL, tr("Cancel"), tr("Keep the message as it is (Esc)"))
        self.edit_bar = ComposerBar(theme, "rename", (cancel,))
        self.edit_bar.pressed.connect(self.cancel_edit)
        self.waiting_bar = ComposerBar(
            theme,
            "send",
            (
                BarButton(BarKey.EDIT, tr("Edit"), tr("Move it back to the message field")),
                BarButton(BarKey.REMOVE, tr("Remove"), tr("Do not send it")),
            ),
        )
        self.waiting_bar.pressed.connect(self._on_waiting)
        self._reason = label("composerReason", wraps=False)
        self.open_button = push_button("link", tr("Open a model…"), self.open_model_requested)
        self.open_button.setCursor(Qt.CursorShape.PointingHandCursor)

    def _arrange(self) -> None:
        reason = horizontal(margins=(SPACE_M, 0, SPACE_M, 0), spacing=SPACE_S)
        add_to(reason, self._reason, self.open_button, STRETCH)
        self._column = vertical(
            self, margins=(SPACE_XL, SPACE_S, SPACE_XL, SPACE_S), spacing=SPACE_S
        )
        add_to(self._column, reason, self.temporary_bar, self.senses_bar, self.context_bar)
        add_to(self._column, self.waiting_bar, self.edit_bar, self.server_bar)
        add_to(self._column, self.project_bar, self.whole_bar, self.searched_bar, self.tools_bar)
        add_to(self._column, self.approval, self.frame)

    def text(self) -> str:
        """Return what is written."""
        return self.edit.words()

    def reason(self) -> str:
        """Return why nothing can be sent, "" when it can."""
        return self._reason.text()

    def keep_room_for_reason(self, *, keeps: bool) -> None:
        """Leave the line of the reason its room while there is none: a page in the middle stays."""
        for widget in (self._reason, self.open_button):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(keeps)
            widget.setSizePolicy(policy)

    def set_text(self, text: str) -> None:
        """Replace what is written, the cursor at the end."""
        if text != self.text():
            self.edit.setPlainText(text)
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def put_above(self, panel: QWidget) -> None:
        """Let a panel stand right above the frame of the field."""
        self._column.insertWidget(self._column.indexOf(self.frame), panel)

    def show_waiting(self, waiting: Sequence[Draft]) -> None:
        """Say which messages wait for the end of the answer."""
        self.waiting_bar.show_words(_queued(waiting))

    # -- what goes along --

    @Slot()
    def ask_files(self) -> None:
        """Let the user choose files that go along with the message."""
        self.files_wanted.emit()

    @Slot(list)
    def attach_files(self, paths: list[str]) -> None:
        """Read files and let them go along with the message."""
        self.attaching.take_files(paths)

    @Slot()
    def _on_changed(self) -> None:
        self._is_return_due = False
        self._refresh()
        self.changed.emit()

    @Slot(object)
    def _on_waiting(self, key: BarKey) -> None:
        signal = self.waiting_recalled if key is BarKey.EDIT else self.waiting_withdrawn
        signal.emit()
        self.edit.setFocus()

    def show_media_cost(self, words: str, n_tokens: int) -> None:
        """Say what the pictures and sounds take of the context.

        Args:
            words: the same as a sentence; "" for nothing.
            n_tokens: 0 where it is not known.
        """
        self.frame.show_cost(words)
        self.attachments.show_tokens(n_tokens)

    def media_cost(self) -> str:
        """Return what is said of that."""
        return self.frame.cost.text()

    @property
    def is_editing(self) -> bool:
        """Whether it holds an earlier message."""
        return bool(self.edit_bar.words())

    def written(self) -> Draft:
        """Return what is in the field and what goes along."""
        return Draft(self.text(), self.attachments.attachments(), self.attachments.media())

    def set_draft(self, draft: Draft) -> None:
        """Replace what is in the field and what goes along."""
        self.set_text(draft.text)
        self.attachments.set_all(draft.attachments, draft.media)

    def show_words(
        self, words: Draft, address: object, *, hint: str = "", takes_files: bool = True
    ) -> None:
        """Put what is written elsewhere into the field.

        Args:
            words: what is in the field then.
            address: comes back with a file that is read too late for it.
            hint: of an earlier message, what sending it does.
            takes_files: whether anything may go along.
        """
        self._is_return_due = self._is_return_due and address == self.attaching.address
        self.edit_bar.show_words(hint)
        self.set_text(words.text)
        self.attaching.show_words(words, address, takes_files=takes_files)
        self._refresh()

    @Slot()
    def cancel_edit(self) -> None:
        """Give an edit up."""
        if self.is_editing:
            self.edit_given_up.emit()

    def insert(self, text: str) -> None:
        """Take over a key pressed elsewhere."""
        self.edit.setFocus()
        self.edit.insertPlainText(text)

    def set_state(self, state: ComposerState) -> None:
        """Change what the button does."""
        if state is not self.state:
            self.state, self._is_slow = state, False
            if state is ComposerState.SENDING:
                self._slow.start()
            self._refresh()
            if self._is_return_due and state is not ComposerState.LOADING:
                self._on_return()

    @Slot()
    def _on_slow(self) -> None:
        self._is_slow = self.state is ComposerState.SENDING
        self._refresh()

    def set_fit(self, fit: ContextFit) -> None:
        """Say whether what is written fits; what does not fit cannot be sent."""
        if fit is not self._fit:
            self._fit = fit
            self._fits = self._fits if fit is ContextFit.UNKNOWN else fit is ContextFit.FITS
            self._refresh()
        if self._is_return_due and fit is not ContextFit.UNKNOWN:
            self._on_return()

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
        side = column_side(self.width(), self._theme.zoom)
        self._column.setContentsMargins(side, SPACE_S, side, SPACE_S)

    @Slot()
    def _on_return(self) -> None:
        if self.attaching.is_reading:  # what is to go along would come too late
            return
        is_open = self.state is ComposerState.READY
        if self.state is ComposerState.ANSWERING:
            is_open = not self.is_editing  # a new message can wait, a branch cannot be changed
        is_loading = self.state is ComposerState.LOADING and not self.written().is_empty
        self._is_return_due = is_loading or (is_open and self._fit is ContextFit.UNKNOWN)
        if is_open and self._fit is ContextFit.FITS and not self.written().is_empty:
            self.submitted.emit(self.written().stripped())
        elif is_open and self._fit is ContextFit.TOO_LONG:
            self.context_bar.call_attention()
        self._refresh()

    @Slot()
    def _on_button(self) -> None:
        if self.state is ComposerState.ANSWERING:
            self.stop_requested.emit()
        else:
            self._on_return()
        self.edit.setFocus()

    @Slot()
    def _refresh(self) -> None:
        answering = self.state is ComposerState.ANSWERING
        self.frame.show_button(stops=answering)
        self.edit.set_hint(self._hint())
        self.edit.viewport().update()  # Qt draws other words only when the field is drawn anyway
        self.attach_button.setVisible(self.attaching.takes_files)
        can_send = self.state is ComposerState.READY and not self.written().is_empty
        can_send = can_send and not self.attaching.is_reading
        self.button.setEnabled(answering or (can_send and self._fits))
        self._reason.setText(self._why_not())
        self._reason.setVisible(self.state in _REASONS)
        self.open_button.setVisible(self.state is ComposerState.NO_MODEL)
        self.frame.set_blocked(is_blocked=self.state is ComposerState.NO_MODEL)

    def _why_not(self) -> str:
        if self._is_return_due and self.state is ComposerState.LOADING:
            return tr("The model is loading. Hearth sends your message as soon as it is ready.")
        return tr(_REASONS.get(self.state, ""))

    def _hint(self) -> str:
        if self.state is ComposerState.ANSWERING:
            return tr("Keep typing: Hearth sends it when this answer is done.")
        return tr("Your message is being saved…") if self._is_slow else tr("Write a message")


def _queued(waiting: Sequence[Draft]) -> str:
    """Return what to say of the messages that wait: the last one, as that can be edited."""
    if not waiting:
        return ""
    last = waiting[-1]
    names = [one.name for one in last.attachments] + [one.name for one in last.media]
    first_line = last.text.strip().split("\n", 1)[0] or listed(names)
    if len(waiting) == 1:
        return tr("Queued: {message}", message=first_line)
    n_messages = counted(len(waiting), "message")
    return tr("Queued: {messages}, the last: {message}", messages=n_messages, message=first_line)


_REASONS = {
    ComposerState.NO_MODEL: QT_TR_NOOP("Open a model to get answers."),
    ComposerState.LOADING: QT_TR_NOOP("The model is loading. You can already write."),
}
