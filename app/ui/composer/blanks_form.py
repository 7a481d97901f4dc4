"""Above the field: what a saved prompt asks before it is put in, one field for each blank."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QDate, QEvent, QLocale, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor, QTextCharFormat
from PySide6.QtWidgets import (
    QCalendarWidget,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from app.core.prompts.blanks import NO, YES, Blank, BlankKind, number_of, objection, shown_number
from app.ui.kit.accessibility import announce, follow_layout
from app.ui.kit.boxes import ChoiceBox, TickBox
from app.ui.kit.dialog_page import scrolled
from app.ui.kit.labels import caption, icon, label, push_button, show_words
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.words.plain_text import button_text, isolated, set_tip
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent

_LEAST_LINES, _MOST_LINES = 3, 6
_CAPTION_CHARS: Final = 24
_LEAST_HEIGHT: Final = 90
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ARROWS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class _Lines(QPlainTextEdit):
    """Several lines; Shift+Return breaks one, as in the message field, and Tab goes on."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setObjectName("systemPrompt")
        self.setTabChangesFocus(True)
        self.textChanged.connect(self._fit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return belongs to the form."""
        if event.key() not in _RETURN:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: as in a line, what stands there is replaced by what is typed."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width wraps the lines anew."""
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        # A QPlainTextEdit's document measures its height in lines.
        n_lines = max(_LEAST_LINES, min(_MOST_LINES, int(self.document().size().height())))
        margins = 2 * (self.frameWidth() + int(self.document().documentMargin()) + SPACE_XS)
        self.setFixedHeight(n_lines * self.fontMetrics().lineSpacing() + margins)


class _Line(QLineEdit):
    """One line; Up and Down go to the next value where `stepped` knows one."""

    def __init__(self, text: str, stepped: Callable[[str, int], str] | None = None) -> None:
        super().__init__(text)
        self.setObjectName("blankLine")
        self._stepped = stepped

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: the arrows."""
        step = _ARROWS.get(cast("Qt.Key", event.key()))
        if step is None or self._stepped is None:
            super().keyPressEvent(event)
        else:
            self.setText(self._stepped(self.text(), step))
            self.selectAll()


class _DateLine(_Line):
    """A date to write, or to choose: the button at its end and Alt+Down open a calendar."""

    def __init__(self, text: str, theme: Theme) -> None:
        super().__init__(text, _next_date)
        self._theme = theme
        self._calendar: QCalendarWidget | None = None
        place = QLineEdit.ActionPosition.TrailingPosition
        button = self.addAction(icon("calendar", theme.colours.muted), place)
        button.setText(tr("Choose a date"))
        set_tip(button, tr("Choose a date (Alt+Down)"))
        button.triggered.connect(self._open)

    @Slot()
    def _open(self) -> None:
        """Show the month of the date, or this one, above the line."""
        if self._calendar is None:
            self._calendar = _calendar(self, self._theme)
            self._calendar.clicked.connect(self._choose)
            self._calendar.activated.connect(self._choose)
        date = QDate.fromString(_as_date(self.text()), Qt.DateFormat.ISODate)
        self._calendar.setSelectedDate(date if date.isValid() else QDate.currentDate())
        self._calendar.adjustSize()
        self._calendar.move(self.mapToGlobal(QPoint(0, -self._calendar.height() - SPACE_XS)))
        self._calendar.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Alt+Down, as in a list of choices."""
        is_alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if is_alt and event.key() == Qt.Key.Key_Down:
            self._open()
        else:
            super().keyPressEvent(event)

    @Slot(QDate)
    def _choose(self, date: QDate) -> None:
        assert self._calendar is not None
        self._calendar.hide()
        self.setText(date.toString(Qt.DateFormat.ISODate))
        self.setFocus()


def _calendar(line: QWidget, theme: Theme) -> QCalendarWidget:
    """Return a calendar in the colours of the theme, over the window."""
    made = QCalendarWidget(line)
    made.setWindowFlag(Qt.WindowType.Popup)
    made.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    made.setContentsMargins(SPACE_XS, SPACE_XS, SPACE_XS, SPACE_XS)
    made.setAccessibleName(tr("Choose a date"))
    made.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
    weekend = QTextCharFormat()  # Qt has them in a red that nobody reads on a dark ground
    weekend.setForeground(QColor(theme.colours.muted))
    for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
        made.setWeekdayTextFormat(day, weekend)
    for name, words in (("prev", tr("Previous month")), ("next", tr("Next month"))):
        button = made.findChild(QToolButton, f"qt_calendar_{name}month")
        if button is not None:
            button.setIcon(icon("previous" if name == "prev" else "next", theme.colours.text))
            button.setAccessibleName(words)
    return made


def _next_number(blank: Blank, said: str, step: int) -> str:
    number = number_of(said)
    start = blank.least if blank.least is not None else 0.0
    wanted = start if number is None else number + step * blank.step
    wanted = wanted if blank.least is None else max(wanted, blank.least)
    return shown_number(wanted if blank.most is None else min(wanted, blank.most))


def _next_date(said: str, step: int) -> str:
    date = QDate.fromString(_as_date(said), Qt.DateFormat.ISODate)
    wanted = date.addDays(step) if date.isValid() else QDate.currentDate()
    return wanted.toString(Qt.DateFormat.ISODate)


def _as_date(said: str) -> str:
    """Return a date as 2026-12-31, also one as the user's country writes it."""
    said = said.strip()
    for form in (QLocale.FormatType.ShortFormat, QLocale.FormatType.LongFormat):
        date = QLocale().toDate(said, form, 2000)
        if date.isValid():
            return date.toString(Qt.DateFormat.ISODate)
    return said


class _Field:
    """A blank, its widget, and what is written in it."""

    def __init__(self, blank: Blank, value: str, theme: Theme) -> None:
        self.blank = blank
        self.label = blank.name.replace("_", " ").strip() or blank.name
        self.label = self.label[0].upper() + self.label[1:]
        self.widget, self.value = self._made(value, theme)
        told = tr("{field} (required)", field=self.label) if blank.is_required else self.label
        self.widget.setAccessibleName(told)

    def _made(self, value: str, theme: Theme) -> tuple[QWidget, Callable[[], str]]:
        blank, hint = self.blank, isolated(self.blank.placeholder)
        match blank.kind:
            case BlankKind.YES_NO:
                tick = TickBox(theme, button_text(self.label))
                tick.setChecked(value == YES)
                return tick, lambda: YES if tick.isChecked() else NO
            case BlankKind.CHOICE:
                box = ChoiceBox(theme)
                is_open = not (blank.is_required or blank.default)
                box.addItems(["", *blank.options] if is_open else list(blank.options))
                box.setCurrentIndex(max(0, box.findText(value)))
                return box, box.currentText
            case BlankKind.LINES:
                lines = _Lines(value)
                lines.setPlaceholderText(blank.placeholder)
                return lines, lines.toPlainText
            case BlankKind.NUMBER:
                line = _Line(value, partial(_next_number, blank))
                hint = hint or _range(blank)
            case BlankKind.DATE:
                line = _DateLine(value, theme)
                hint = QDate.currentDate().toString(Qt.DateFormat.ISODate)
                line.setPlaceholderText(hint)
                return line, lambda: _as_date(line.text())
            case BlankKind.TEXT:
                line = _Line(value)
        line.setPlaceholderText(hint)
        return line, line.text


def _range(blank: Blank) -> str:
    """Return what numbers a blank takes: "1 to 10"; "" where it does not say."""
    if blank.least is None or blank.most is None:
        return ""
    low, high = shown_number(blank.least), shown_number(blank.most)
    return tr("{low} to {high}", low=low, high=high)


class BlanksForm(QFrame):
    """Hidden until `ask`. Sends `filled` once all is as the blanks want it, and `given_up`.

    Return fills in from any field, Escape gives up, there and in the message field.

    Args:
        edit: the message field.

    Attributes:
        fields: of the blanks, in their order.
    """

    filled = Signal()
    given_up = Signal()

    def __init__(self, theme: Theme, edit: QWidget) -> None:
        super().__init__()
        self.setObjectName("blanksForm")
        self._theme = theme
        self.fields: list[_Field] = []
        self._title = label("approvalTitle", wraps=False)
        self._area: QScrollArea = scrolled(QWidget(), "blanksScroll")
        self._fault = label("approvalFault")
        self.insert_button = push_button("primary", tr("Insert"), self._on_return)
        set_tip(self.insert_button, tr("Insert (Enter); Shift+Enter starts a new line in a text"))
        self.cancel_button = push_button("", tr("Cancel"), self.given_up)
        set_tip(self.cancel_button, tr("Cancel (Esc)"))
        buttons = horizontal(spacing=SPACE_S)
        add_to(buttons, self.insert_button, self.cancel_button, STRETCH)
        lines = vertical(self, margins=(SPACE_M, SPACE_S, SPACE_M, SPACE_S), spacing=SPACE_S)
        add_to(lines, self._title, self._area, self._fault, buttons)
        edit.installEventFilter(self)
        self.hide()

    def ask(self, name: str, blanks: Sequence[Blank], before: Mapping[str, str]) -> None:
        """Show a field for each blank, with what was written there before, or its default."""
        page = QWidget()
        page.setObjectName("blanksPage")
        rows = QGridLayout(page)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setHorizontalSpacing(SPACE_M)
        rows.setVerticalSpacing(SPACE_S)
        rows.setColumnStretch(1, 1)
        self.fields = [
            _Field(blank, before.get(blank.name, blank.default), self._theme) for blank in blanks
        ]
        for row, field in enumerate(self.fields):
            self._add(rows, row, field)
        self._area.setWidget(page)
        self._title.setText(isolated(name))
        show_words(self._fault, translated(*(one.fault for one in blanks if one.fault is not None)))
        self.show()
        follow_layout(self)
        self._fit()
        announce(self, self._title.text())
        self._focus(self.fields[0])

    def _add(self, rows: QGridLayout, row: int, field: _Field) -> None:
        if field.blank.kind is not BlankKind.YES_NO:
            words = button_text(field.label, _CAPTION_CHARS)
            words += " *" if field.blank.is_required else ""
            shown = caption("blankCaption", words, field.widget)
            side = Qt.AlignmentFlag.AlignVCenter
            if field.blank.kind is BlankKind.LINES:
                side = Qt.AlignmentFlag.AlignTop
                shown.setContentsMargins(0, SPACE_S, 0, 0)  # beside its first line
            rows.addWidget(shown, row, 0, side)
        rows.addWidget(field.widget, row, 1)
        if isinstance(field.widget, _Lines):
            field.widget.textChanged.connect(self._fit)

    def values(self) -> dict[str, str]:
        """Return what is written now, by the names of the blanks."""
        return {field.blank.name: field.value() for field in self.fields}

    def fault(self) -> str:
        """Return what it says is wrong."""
        return self._fault.text()

    # -- size --

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: long texts have other lines then."""
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """Take the height of the fields, half of the window at most; the rest scrolls."""
        page = self._area.widget()
        if page is not None:
            page.adjustSize()
            most = max(_LEAST_HEIGHT, self.window().height() // 2)
            self._area.setFixedHeight(min(page.sizeHint().height(), most))

    # -- keys --

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: Escape in the message field."""
        if self.isVisible() and _is_escape(event):
            if event.type() == QEvent.Type.KeyPress:
                self.given_up.emit()
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Qt: Escape gives the form up, and stops no answer."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: a key that the field with the keyboard did not want."""
        inside = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        elif event.key() in _RETURN and isinstance(inside, QPushButton):
            inside.click()
        elif event.key() in _RETURN:
            self._on_return()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_return(self) -> None:
        for field in self.fields:
            why = objection(field.blank, field.value())
            if why is not None:
                told = tr("{field}: {why}", field=isolated(field.label), why=translated(why))
                show_words(self._fault, told)
                announce(self, told)
                self._focus(field)
                return
        self.filled.emit()

    def _focus(self, field: _Field) -> None:
        field.widget.setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(field.widget)


def _is_escape(event: QEvent) -> bool:
    is_key = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
    return is_key and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape
