"""The window that shows what a document says, with a passage of it marked.

Longer than other files: all of one window.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMimeData, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeySequence,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QToolButton, QWidget

from app.core.plain_value import PlainValue
from app.ui.documents.outside import outside_words
from app.ui.kit.accessibility import announce
from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import (
    SELECTABLE,
    ElidedLabel,
    icon,
    label,
    name_clear_button,
    push_button,
    show_words,
)
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.kit.timers import timer
from app.ui.words.formatting import count, counted
from app.ui.words.plain_text import Utf16Positions, set_tip, window_title
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent

    from app.ui.documents.shown_text import ShownText

Range = tuple[int, int]  # begin and end, characters of the shown text

_SIZE = QSize(820, 720)
_PAUSE_MS = 120  # while somebody types
_MOST_HITS: Final = 10_000
_MOST_MARKS: Final = 200  # of them at a time; with more Qt takes seconds
_ABOVE = 3  # lines that are seen above what is marked


class ShownDocument(PlainValue, frozen=True, eq=False):
    """What the window shows.

    Attributes:
        digest: of the document; "" for a passage that stands alone.
        name: of its file.
        facts: what else is said of it.
        note: what is to be known first, such as that the file has changed; "" for nothing.
        path: of the file; None where it is not there.
        text: of the document, or of the passage.
        positions: of its characters in Qt's units.
        passage: what is marked; None for nothing.
        quote: what is marked in it.
    """

    digest: str
    name: str
    facts: str
    note: str
    path: Path | None
    text: ShownText
    positions: Utf16Positions
    passage: Range | None = None
    quote: Range | None = None


class _Text(QPlainTextEdit):
    """The text, which can only be read; what is copied of it is without the lines above pages."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(SELECTABLE)
        self.shown: ShownDocument | None = None

    def chosen(self) -> str:
        """Return what is selected, as the document has it."""
        cursor = self.textCursor()
        if self.shown is None or not cursor.hasSelection():
            return ""
        character_at = self.shown.positions.character_at
        begin, end = character_at(cursor.selectionStart()), character_at(cursor.selectionEnd())
        return self.shown.text.original(begin, end)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Qt: what Ctrl+C takes."""
        mime = QMimeData()
        mime.setText(self.chosen())
        return mime

    def seen(self) -> Range:
        """Return the part that can be seen, in Qt's units; long lines may be seen in part."""
        seen, at = self.viewport().rect(), self.cursorForPosition
        # Where a line begins at the right, its end is at the left.
        first = min(at(seen.topLeft()).position(), at(seen.topRight()).position())
        last = max(at(seen.bottomLeft()).position(), at(seen.bottomRight()).position())
        return first, last + 1


class _FindLine(QLineEdit):
    """The words to find. Sends `stepped` with 1 or -1 for Return and Shift+Return."""

    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("findEdit")
        self.setAccessibleName(tr("Find in the document"))
        self.setPlaceholderText(tr("Find in the document"))
        self.setClearButtonEnabled(True)
        name_clear_button(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return steps and presses no button."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.stepped.emit(-1 if is_back else 1)
        else:
            super().keyPressEvent(event)


class DocumentView(DialogPage):
    """Shows a document. Sends `open_requested` with the path of its file."""

    open_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("documentView", tr("Document"), parent, has_grip=True)
        self._theme = theme
        self._shown: ShownDocument | None = None
        self._hits: Sequence[Range] = ()
        self._hit: int | None = None
        self.text = _Text()
        self.find_line = _FindLine()
        self._count = label("composerHint", wraps=False)
        self._title = ElidedLabel("chatTitle", elide=Qt.TextElideMode.ElideMiddle)
        self._facts = label("dialogText")
        self._note = label("viewNote")
        self.previous_button = self._tool(tr("Previous match"), "Shift+Enter")
        self.next_button = self._tool(tr("Next match"), "Enter")
        self.copy_button = push_button("", tr("Copy all"), self._copy)
        self.file_button = push_button("", tr("Open file"), self._open_file)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.close_button.setDefault(True)
        self._searching = timer(self, _PAUSE_MS, self._search)
        self._arrange()
        self._connect()
        self._recolour()
        self._tell_hits()
        self._fit_screen(_SIZE)
        self.text.setFocus()

    # -- showing --

    def show_document(self, shown: ShownDocument) -> None:
        """Show a document, or another passage of the one that is shown."""
        before, self._shown = self._shown, None  # nothing is marked while the text is another one
        self.setWindowTitle(window_title(shown.name, tr("Document")))
        self._title.setText(shown.name)
        show_words(self._facts, shown.facts)
        show_words(self._note, shown.note)
        self.file_button.setVisible(shown.path is not None)
        if shown.path is not None:
            self.file_button.setText(outside_words(shown.path))
        self.text.shown = shown
        is_same = before is not None and shown.digest and before.digest == shown.digest
        if not is_same:
            self.text.setAccessibleName(shown.name)
            self.text.setPlainText(shown.text.text)
            self.find_line.clear()
            self._hits, self._hit = (), None
            self._tell_hits()
        self._shown = shown
        self._go_to_passage()
        self._name_copy()
        announce(self, " ".join(filter(None, (shown.note, self._marked_text()))))

    def marked(self) -> tuple[str, str]:
        """Return what is marked: the passage, and the quote in it; "" for nothing."""
        return self._marked_text(), self._text_of(self._shown.quote if self._shown else None)

    def words(self) -> str:
        """Return what stands around the text."""
        labels = (self._title, self._facts, self._note, self._count, self._problem, self._status)
        return "\n".join(one.text() for one in labels if one.isVisibleTo(self) and one.text())

    def _marked_text(self) -> str:
        return self._text_of(self._shown.passage if self._shown else None)

    def _text_of(self, part: Range | None) -> str:
        return "" if part is None or self._shown is None else self._shown.text.original(*part)

    def _go_to_passage(self) -> None:
        shown = self._shown
        assert shown is not None
        part = shown.quote or shown.passage or (0, 0)
        cursor = self.text.textCursor()
        cursor.setPosition(shown.positions.of(part[0]))
        self._show_place(cursor)

    def _show_place(self, cursor: QTextCursor) -> None:
        """Put the cursor somewhere, with a few lines above it in sight."""
        self.text.setTextCursor(cursor)
        bar = self.text.verticalScrollBar()
        line = self.text.document().findBlock(cursor.selectionStart()).firstLineNumber()
        bar.setValue(max(0, line - _ABOVE))
        self.text.ensureCursorVisible()
        self._mark()

    # -- arranging --

    def _tool(self, words: str, keys: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName("noticeButton")
        set_tip(button, f"{words} ({keys})")
        button.setAccessibleName(words)
        button.setAutoRaise(True)
        return button

    def _arrange(self) -> None:
        set_tip(self._count, tr("Number of matches in this document"))
        line = horizontal(spacing=SPACE_S)
        add_to(line, (self.find_line, 1), self._count, self.previous_button, self.next_button)
        head = vertical(margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_M), spacing=SPACE_S)
        add_to(head, self._title, self._facts, self._note, line, self._problem)
        framed = QWidget()
        vertical(framed, margins=(SPACE_XL, 0, SPACE_XL, SPACE_M)).addWidget(self.text)
        self._fill(
            head,
            (framed, 1),
            buttons=(self.copy_button, self.file_button, self.close_button),
            left=self._status,
        )

    def _connect(self) -> None:
        self.find_line.textChanged.connect(self._searching.start)
        self.find_line.stepped.connect(self._step)
        self.previous_button.clicked.connect(lambda: self._step(-1))
        self.next_button.clicked.connect(lambda: self._step(1))
        self.text.selectionChanged.connect(self._name_copy)
        self.text.verticalScrollBar().valueChanged.connect(self._mark)
        self._theme.changed.connect(self._recolour)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._to_find)

    # -- reacting --

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: other lines are seen."""
        super().resizeEvent(event)
        self._mark()

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: only now lines are as long as they stay."""
        super().showEvent(event)
        if self._shown is not None:
            self._go_to_passage()

    @Slot()
    def _to_find(self) -> None:
        self.find_line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_line.selectAll()

    @Slot()
    def _recolour(self) -> None:
        colours = self._theme.colours
        for button, name in ((self.previous_button, "up"), (self.next_button, "chevron")):
            button.setIcon(icon(name, colours.muted, colours.faint))
        self._mark()

    @Slot()
    def _name_copy(self) -> None:
        if self.text.textCursor().hasSelection():
            words = tr("Copy selection")
        elif self._shown is not None and self._shown.passage is not None:
            words = tr("Copy passage")
        else:
            words = tr("Copy all")
        self.copy_button.setText(words)

    @Slot()
    def _copy(self) -> None:
        if self._shown is None:
            return
        whole = (0, len(self._shown.text.text))
        part = self._shown.passage or whole
        text = self.text.chosen() or self._shown.text.original(*part)
        QGuiApplication.clipboard().setText(text)
        self.say(tr("Copied"))

    @Slot()
    def _open_file(self) -> None:
        if self._shown is not None and self._shown.path is not None:
            self.open_requested.emit(self._shown.path)

    # -- finding --

    @Slot()
    def _search(self) -> None:
        """Find the words, and go to the first from where the cursor is."""
        self._searching.stop()
        self._hits, self._hit = (), None
        words = self.find_line.text().strip()
        if self._shown is not None and words:
            pattern = re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
            self._hits = tuple(_first(pattern, self._shown.text.text))
            at = self._shown.positions.character_at(self.text.textCursor().selectionStart())
            if self._hits:
                self._show_hit(bisect_left(self._hits, (at, at)) % len(self._hits))
        self._tell_hits()
        self._mark()

    @Slot(int)
    def _step(self, step: int) -> None:
        if self._searching.isActive():
            self._search()
        elif self._hits and self._hit is not None:
            self._show_hit((self._hit + step) % len(self._hits))
            self._tell_hits()

    def _show_hit(self, number: int) -> None:
        assert self._shown is not None
        self._hit = number
        cursor = self.text.textCursor()
        cursor.setPosition(self._shown.positions.of(self._hits[number][0]))
        self._show_place(cursor)

    def _tell_hits(self) -> None:
        words = ""
        if self._hit is not None:
            every = count(len(self._hits)) + ("+" if len(self._hits) >= _MOST_HITS else "")
            words = tr("{n} of {all}", n=count(self._hit + 1), all=every)
        elif self.find_line.text().strip():
            words = tr("Not found")
        self._count.setText(words)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(bool(self._hits))

    # -- marking --

    @Slot()
    def _mark(self) -> None:
        """Mark what can be seen: lines above pages, what was found, the passage and the quote."""
        shown = self._shown
        if shown is None:
            return
        colours, (first, last) = self._theme.colours, self.text.seen()
        begin, end = map(shown.positions.character_at, (first, last))
        marks = []
        band = _format(colours.sidebar, colours.muted)
        band.setProperty(QTextFormat.Property.FullWidthSelection, True)
        for one, _ in _within(shown.text.lines, begin, end):
            # The line itself, not the blank ones around it.
            words = one + (shown.text.text[one] == "\n")
            marks.append(self._selection(words, words, band))
        passage = _format(colours.accent_soft, colours.text)
        quote = _format(colours.selection, colours.text)
        quote.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        quote.setUnderlineColor(QColor(colours.accent))
        for part, look in ((shown.passage, passage), (shown.quote, quote)):
            if part is not None and part[0] < end and part[1] > begin:
                marks.append(self._selection(*part, look))
        found = _format(colours.selection, colours.text)
        hits = _within(self._hits, begin, end)
        # Where there are more, around the one that is gone to.
        before = bisect_left(hits, self._hits[self._hit]) if self._hit is not None else 0
        first = max(0, min(before - _MOST_MARKS // 2, len(hits) - _MOST_MARKS))
        marks += [self._selection(*one, found) for one in hits[first : first + _MOST_MARKS]]
        if self._hit is not None:
            current = _format(colours.accent, colours.on_accent)
            marks.append(self._selection(*self._hits[self._hit], current))
        self.text.setExtraSelections(marks)

    def _selection(self, begin: int, end: int, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        assert self._shown is not None
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(self._shown.positions.of(begin))
        cursor.setPosition(self._shown.positions.of(end), QTextCursor.MoveMode.KeepAnchor)
        made = QTextEdit.ExtraSelection()
        made.cursor, made.format = cursor, look
        return made


def _format(background: str, colour: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setBackground(QColor(background))
    made.setForeground(QColor(colour))
    return made


def _first(pattern: re.Pattern[str], text: str) -> Iterator[Range]:
    """Yield where a pattern is found, the first ones only."""
    for number, found in enumerate(pattern.finditer(text)):
        if number == _MOST_HITS:
            return
        yield found.span()


def _within(ranges: Sequence[Range], begin: int, end: int) -> Sequence[Range]:
    """Return those of some ranges in order that begin or end within another."""
    first = max(0, bisect_right(ranges, (begin, begin)) - 1)
    return ranges[first : bisect_left(ranges, (end, end))]


def facts_words(kind: str, n_pages: int, n_tokens: int) -> str:
    """Return what is said of a document below its name."""
    tokens = tr("about {tokens}", tokens=counted(n_tokens, "token")) if n_tokens else ""
    pages = counted(n_pages, "page") if n_pages else ""
    return " · ".join(filter(None, (kind.upper(), pages, tokens)))
