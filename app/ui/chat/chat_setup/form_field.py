"""What form the answers of a chat are bound to: any, a JSON schema, or a grammar.

The text is checked while it is written, by what binds the answers later, on another thread. What is
wrong is marked in its line and told below, and keeps the settings from being saved.
"""

from __future__ import annotations

import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMimeData, QObject, Signal, Slot
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from app.core.conversations.texts.chat_sampling import FORM
from app.core.prompts.grammars.gbnf import parse_grammar
from app.core.prompts.grammars.matching import Fault, MalformedGrammar, MalformedSchema
from app.core.prompts.grammars.schema import parse_schema
from app.core.protocol import ConstraintKind
from app.core.system.lanes import Lane
from app.ui.chat.chat_setup.sampling_rows import mark
from app.ui.kit.accessibility import announce
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.labels import caption, label, push_button
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_S, Theme, code_font
from app.ui.kit.timers import timer
from app.ui.words.plain_text import Utf16Positions
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from collections.abc import Mapping


_log = logging.getLogger(__name__)


class _FormCheck(QObject):
    """Sends `judged`, with the first fault or None, for the newest text alone."""

    judged = Signal(object)
    _done = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = Lane("form of the answer")
        self._newest = 0  # written by the interface thread alone
        self._done.connect(self._on_done)

    def begin(self, kind: ConstraintKind, text: str) -> None:
        """Check a text; what was to be checked before counts no more."""
        self._newest += 1
        self._work.add(partial(self._check, self._newest, kind, text))

    def forget(self) -> None:
        """Tell nothing more of what is being checked."""
        self._newest += 1

    def _check(self, number: int, kind: ConstraintKind, text: str) -> None:
        if number != self._newest:
            return
        try:
            fault = _fault_of(kind, text)
        except Exception:  # noqa: BLE001 - else nothing could be saved; the answer will tell it
            _log.exception("the form of an answer could not be checked")
            fault = None
        with contextlib.suppress(RuntimeError):  # the dialog was closed meanwhile
            self._done.emit(number, fault)

    @Slot(int, object)
    def _on_done(self, number: int, fault: Fault | None) -> None:
        if number == self._newest:
            self.judged.emit(fault)


def _fault_of(kind: ConstraintKind, text: str) -> Fault | None:
    try:
        form = parse_grammar(text) if kind is ConstraintKind.GRAMMAR else parse_schema(text)
    except (MalformedGrammar, MalformedSchema) as error:
        return error.fault
    return form.left_out[0] if form.left_out else None


FORM_KEYS: Final = (FORM, *(kind.value for kind in ConstraintKind))
_PAUSE_MS: Final = 300  # of typing, before a text is checked
_LEAST_HEIGHT: Final = 160
_LONGEST: Final = 64 * 1024
_LINE_ENDS: Final = {0x2029: "\n", 0xFDD0: "\n", 0xFDD1: "\n"}  # of a Qt document

_CHOICES: Final = (
    (None, QT_TR_NOOP("Anything")),
    (ConstraintKind.JSON_SCHEMA, QT_TR_NOOP("JSON schema")),
    (ConstraintKind.GRAMMAR, QT_TR_NOOP("Grammar")),
)
_EXAMPLES: Final = {
    ConstraintKind.JSON_SCHEMA: """{
  "type": "object",
  "properties": {
    "title": {"type": "string", "maxLength": 80},
    "year": {"type": "integer", "minimum": 1900, "maximum": 2100},
    "genres": {"type": "array", "items": {"type": "string"}, "maxItems": 5}
  },
  "required": ["title", "year"]
}
""",
    ConstraintKind.GRAMMAR: """# One to ten lines, each with a number and a sentence.
root ::= line{1,10}
line ::= number ". " sentence "\\n"
number ::= [1-9] [0-9]?
sentence ::= [A-Z] [^.\\n]+ "."
""",
}


class _FormSource(QPlainTextEdit):
    """Where a schema or a grammar is written; sends `refused` for a text that is too long."""

    refused = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("templateSource")
        self.setFont(code_font())
        self.setTabChangesFocus(True)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)

    def words(self) -> str:
        """Return what is written; unlike Qt's plain text, with its no-break spaces."""
        return self.document().toRawText().translate(_LINE_ENDS)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Qt: something is pasted or dropped."""
        n_selected = len(self.textCursor().selectedText())
        if len(self.words()) - n_selected + len(source.text()) > _LONGEST:
            self.refused.emit()
        else:
            super().insertFromMimeData(source)


class FormField(QWidget):
    """Sends `told` with whether what is written cannot be kept to, when that is known.

    Args:
        chosen: what is in force.
    """

    told = Signal(bool)

    def __init__(self, chosen: Mapping[str, float | str], theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._texts = {kind: str(chosen.get(kind.value, "")) for kind in ConstraintKind}
        self._fault: Fault | None = None
        self._kind: ConstraintKind | None = None
        self._judged: tuple[ConstraintKind, str] | None = None  # what `_fault` is said of
        self._asked: tuple[ConstraintKind, str] | None = None  # what is being checked
        self._is_aloud = False
        self._check = _FormCheck(self)
        self._check.judged.connect(self._on_judged)
        self.choice = ChoiceBox(theme)
        self.choice.setAccessibleName(tr("Form of the answer"))
        self.choice.addItems([tr(words) for _, words in _CHOICES])
        self.source = _FormSource()
        self.example_button = push_button("", tr("Insert an &example"), self._insert_example)
        self.note = label("dialogText")
        self._pause = timer(self, _PAUSE_MS, self._judge_aloud)
        self._arrange()
        self.choice.currentIndexChanged.connect(self._on_chosen)
        self.source.textChanged.connect(self._on_typed)
        self.source.refused.connect(self._on_refused)
        theme.changed.connect(self._show_fault)
        kinds = [kind for kind, _ in _CHOICES]
        said = next((kind for kind in ConstraintKind if kind.value == chosen.get(FORM)), None)
        self.choice.setCurrentIndex(kinds.index(said))
        self._on_chosen()

    def _arrange(self) -> None:
        column = vertical(self, margins=0, spacing=SPACE_S)
        column.addWidget(caption("dialogCaption", tr("&Form of the answer"), self.choice))
        line = add_to(horizontal(spacing=SPACE_S), (self.choice, 1), self.example_button)
        add_to(column, line, self.source, self.note)

    # -- what is there --

    def values(self) -> dict[str, str]:
        """Return what is chosen and written, by its name; nothing for what is empty."""
        self._keep()
        texts = {kind.value: text for kind, text in self._texts.items() if text.strip()}
        is_bound = self._kind is not None and self._kind.value in texts
        form = {FORM: self._kind.value} if self._kind is not None and is_bound else {}
        return {**form, **texts}

    def clear(self) -> None:
        """Choose nothing, and forget what is written."""
        self.choice.setCurrentIndex(0)
        self._texts = dict.fromkeys(ConstraintKind, "")

    def _keep(self) -> None:
        if self._kind is not None:
            self._texts[self._kind] = self.source.words()

    # -- whether it is right --

    def judge(self) -> None:
        """Check what is written now; `told` says what comes of it."""
        self._pause.stop()
        text = self.source.words()
        if self._kind is None or not text.strip():
            self._check.forget()
            self._asked = self._judged = self._fault = None
            self._tell()
        elif (self._kind, text) == self._judged:
            self._check.forget()
            self._asked = None
            self._tell()
        elif (self._kind, text) != self._asked:
            self._asked = (self._kind, text)
            self._check.begin(self._kind, text)

    def settle(self) -> None:
        """Check what is written now, and say so where that takes its time."""
        self.judge()
        if self._asked is not None:
            mark(self.note, tr("Checking the text…"), is_wrong=False)

    @Slot(object)
    def _on_judged(self, fault: Fault | None) -> None:
        self._judged, self._asked, self._fault = self._asked, None, fault
        self._tell()

    def _tell(self) -> None:
        self._show_fault()
        if self._fault is not None:
            words = tr(
                "Line {line}, column {column}: {words}",
                line=self._fault.line,
                column=self._fault.column,
                words=translated(self._fault.words),
            )
        elif self._judged is None:
            words = tr("Empty: answers can have any form.")
        else:
            words = tr("Every complete answer has this form.")
        is_wrong = self._fault is not None and not self._fault.is_loose
        mark(self.note, words, is_wrong=is_wrong)
        if self._fault is not None and self._is_aloud:
            announce(self, words)
        self._is_aloud = False
        self.told.emit(is_wrong)

    @Slot()
    def _show_fault(self) -> None:
        """Mark the line that is wrong, and the place in it."""
        marks: list[QTextEdit.ExtraSelection] = []
        is_of_text = self._judged == (self._kind, self.source.words())
        fault, document = self._fault if is_of_text else None, self.source.document()
        if fault is not None and not fault.is_loose:
            block = document.findBlockByNumber(fault.line - 1)
            colours = self._theme.colours
            place = QTextCursor(block)
            line = QTextCharFormat()
            line.setBackground(QColor(colours.danger_soft))
            line.setProperty(QTextFormat.Property.FullWidthSelection, True)
            marks.append(_marked(place, line))
            units = Utf16Positions(block.text())
            # What is missing at the end of a line is marked at its last character.
            before = min(fault.column - 1, units.character_at(max(0, block.length() - 2)))
            place.setPosition(block.position() + units.of(before))
            place.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor)
            letter = QTextCharFormat()
            letter.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            letter.setUnderlineColor(QColor(colours.danger))
            letter.setForeground(QColor(colours.danger))
            marks.append(_marked(place, letter))
        self.source.setExtraSelections(marks)

    @Slot()
    def _judge_aloud(self) -> None:
        self._is_aloud = True
        self.judge()

    # -- gestures --

    @Slot()
    def _on_chosen(self) -> None:
        self._keep()
        self._kind = _CHOICES[self.choice.currentIndex()][0]
        for widget in (self.source, self.example_button, self.note):
            widget.setVisible(self._kind is not None)
        if self._kind is not None:
            name = tr("JSON schema") if self._kind is ConstraintKind.JSON_SCHEMA else tr("Grammar")
            self.source.setAccessibleName(name)
        self.source.setPlainText(self._texts[self._kind] if self._kind is not None else "")
        self.judge()

    @Slot()
    def _on_typed(self) -> None:
        self._check.forget()
        self._asked = None
        self.source.setExtraSelections([])
        self._pause.start()

    @Slot()
    def _on_refused(self) -> None:
        words = tr("This text is too long for a schema or grammar; nothing was inserted.")
        mark(self.note, words, is_wrong=True)
        announce(self, words)

    @Slot()
    def _insert_example(self) -> None:
        if self._kind is None:
            return
        cursor = QTextCursor(self.source.document())
        cursor.select(QTextCursor.SelectionType.Document)  # undo brings back what was there
        cursor.insertText(_EXAMPLES[self._kind])
        self.judge()
        self.source.setFocus()


def _marked(place: QTextCursor, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
    selection = QTextEdit.ExtraSelection()
    selection.cursor = QTextCursor(place)
    selection.format = look
    return selection
