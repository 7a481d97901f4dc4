"""Fields in which the value of a setting is chosen, one kind for each kind of value.

A field sends `chosen` with the value, or None for nothing chosen, once the user is done with it: a
number half typed is none. It is no widget: its editor lies beside its caption, because on Linux
screen readers find the name of a list of choices there and nowhere else.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QPoint, QRectF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFocusEvent, QFontDatabase, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QWidget

from app.core.settings.setting import Editing, Setting
from app.ui.kit.boxes import ChoiceBox, NumberBox, StillBox
from app.ui.kit.theme import SPACE_S, Theme
from app.ui.kit.timers import timer
from app.ui.words.direction import turned
from app.ui.words.translation import tr, translated

_TRACK = QSize(38, 22)
_RING = 3
_KNOB_GAP = 3.5


class Switch(QCheckBox):
    """A track with a knob, at the end of the line; what it switches is said by its caption."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Qt: the track, with room for the ring of the focus."""
        return _TRACK + QSize(2 * _RING, 2 * _RING)

    def minimumSizeHint(self) -> QSize:
        """Qt: as `sizeHint`."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """Qt: whether a click there is meant for this."""
        return self.rect().contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: the track, filled while it is on, the knob, and a ring with the focus."""
        colours, is_on = self._theme.colours, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        track = QRectF(0, 0, _TRACK.width(), _TRACK.height())
        track.moveCenter(QRectF(self.rect()).center())
        round_ = track.height() / 2
        painter.setPen(QPen(QColor(colours.accent if is_on else colours.muted), 1.3))
        painter.setBrush(QColor(colours.accent if is_on else colours.raised))
        painter.drawRoundedRect(track, round_, round_)
        side = track.height() - 2 * _KNOB_GAP
        left = track.right() - _KNOB_GAP - side if is_on else track.left() + _KNOB_GAP
        knob = QRectF(left, track.top() + _KNOB_GAP, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent if is_on else colours.muted))
        painter.drawEllipse(turned(self.layoutDirection(), track, knob))
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = track.adjusted(-_RING + 0.5, -_RING + 0.5, _RING - 0.5, _RING - 0.5)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)


WIDTH = 220
_TEXT_HEIGHT = 96
_TYPING_MS = 800  # after which a text counts as written


class _Field(QObject):
    """What all fields have; goes with its editor.

    Each of them has `show_value`, too, which shows what is in force; None for nothing chosen.

    Attributes:
        editor: the widget in which the value is chosen.
    """

    chosen = Signal(object)

    def __init__(self, editor: QWidget, name: str) -> None:
        super().__init__(editor)
        self.editor = editor
        editor.setAccessibleName(name)


class _ChoiceField(_Field):
    """A few values."""

    def __init__(self, setting: Setting[Any], theme: Theme) -> None:
        self._box = ChoiceBox(theme)
        super().__init__(self._box, translated(setting.label))
        for choice in setting.choices:
            self._box.addItem(translated(choice.label), choice.value)
        self._box.activated.connect(lambda row: self.chosen.emit(self._box.itemData(row)))

    def show_value(self, value: Any) -> None:
        """Show the choice that is in force."""
        self._box.setCurrentIndex(self._box.findData(value))


class SwitchField(_Field):
    """Yes or no."""

    def __init__(self, setting: Setting[Any], theme: Theme) -> None:
        self._switch = Switch(theme)
        super().__init__(self._switch, translated(setting.label))
        self._on = setting.switched_on
        self._off = next(one.value for one in setting.choices if one.value != self._on)
        self._switch.clicked.connect(
            lambda is_on: self.chosen.emit(self._on if is_on else self._off)
        )

    def show_value(self, value: Any) -> None:
        """Show whether it is on."""
        self._switch.setChecked(value == self._on)


class _FontField(_Field):
    """The fonts of the system; the first entry is the system's own choice."""

    def __init__(self, setting: Setting[Any], theme: Theme) -> None:
        self._box = ChoiceBox(theme)
        super().__init__(self._box, translated(setting.label))
        self._box.addItem(tr("The system's font"), "")
        for family in QFontDatabase.families():
            if not QFontDatabase.isPrivateFamily(family):
                self._box.addItem(family, family)
        self._box.activated.connect(lambda row: self.chosen.emit(self._box.itemData(row)))

    def show_value(self, value: Any) -> None:
        """Show the font; one that the system does not have is there as well."""
        if self._box.findData(value) < 0:
            self._box.addItem(tr("{font} (not installed)", font=value), value)
        self._box.setCurrentIndex(self._box.findData(value))


class _NumberField(_Field):
    """A number within limits; where nothing chosen has a meaning, that is one step below them."""

    def __init__(self, setting: Setting[Any]) -> None:
        self._kind = type(setting.default)
        self._scale = 100 if setting.in_percent else 1
        self._least = (setting.minimum or 0.0) * self._scale
        lowest, highest = self._least, (setting.maximum or 0.0) * self._scale
        is_whole = self._kind is int or setting.in_percent
        decimals = 0 if is_whole else 2 if setting.step < 0.1 else 1
        self._box = _number_box(setting, lowest, highest, decimals)
        super().__init__(self._box, translated(setting.label))
        self._box.setKeyboardTracking(False)
        self._box.setGroupSeparatorShown(setting.groups_digits)
        self._box.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
        self._box.valueChanged.connect(self._on_changed)

    def show_value(self, value: Any) -> None:
        """Show the number that is in force."""
        with QSignalBlocker(self._box):
            self._box.setValue(self._box.minimum() if value is None else value * self._scale)

    @Slot(float)
    def _on_changed(self, value: float) -> None:
        is_none = value < self._least
        self.chosen.emit(None if is_none else self._kind(value / self._scale))


def _number_box(setting: Setting[Any], lowest: float, highest: float, decimals: int) -> StillBox:
    if setting.unchosen.text:
        words = translated(setting.unchosen)
        return NumberBox(lowest, highest, setting.step, decimals, words)
    box = StillBox()
    box.setDecimals(decimals)
    box.setRange(lowest, highest)
    if setting.in_percent:
        box.setSuffix(" %")
        box.setSingleStep(setting.step * 100)
    else:
        box.setSingleStep(setting.step)
    box.setSpecialValueText(translated(setting.least))
    return box


class _LineField(_Field):
    """A line of text."""

    def __init__(self, setting: Setting[Any]) -> None:
        self._line = QLineEdit()
        super().__init__(self._line, translated(setting.label))
        self._line.editingFinished.connect(self._on_finished)
        self._shown = ""

    def show_value(self, value: Any) -> None:
        """Show the text, but not over what is just being typed."""
        if self._line.text() == self._shown:
            self._line.setText(value or "")
            self._shown = self._line.text()

    @Slot()
    def _on_finished(self) -> None:
        if self._line.text() != self._shown:
            self._shown = self._line.text()
            self.chosen.emit(self._shown.strip())


class _Text(QPlainTextEdit):
    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class TextField(_Field):
    """Several lines of text; they count when nothing was typed for a moment."""

    def __init__(self, setting: Setting[Any]) -> None:
        self._text = _Text()
        super().__init__(self._text, translated(setting.label))
        self._text.setObjectName("systemPrompt")
        self._text.setTabChangesFocus(True)
        self._text.setFixedHeight(_TEXT_HEIGHT)
        self._shown = ""
        self._timer = timer(self, _TYPING_MS, self.commit)
        self._text.textChanged.connect(self._timer.start)
        self._text.left.connect(self.commit)

    def show_value(self, value: Any) -> None:
        """Show the text, but not over what is just being typed."""
        if self._text.toPlainText() == self._shown:
            self._text.setPlainText(value or "")
            self._shown = self._text.toPlainText()

    @Slot()
    def commit(self) -> None:
        """Send what was typed."""
        self._timer.stop()
        if self._text.toPlainText() != self._shown:
            self._shown = self._text.toPlainText()
            self.chosen.emit(self._shown.strip())


SettingField = _ChoiceField | SwitchField | _FontField | _NumberField | _LineField | TextField


def field_of(setting: Setting[Any], theme: Theme) -> SettingField:
    """Return the field for a setting that a field changes."""
    if setting.editing is Editing.FONT:
        return _FontField(setting, theme)
    if setting.editing is Editing.TEXT:
        return TextField(setting)
    if setting.switched_on:
        return SwitchField(setting, theme)
    if setting.choices:
        return _ChoiceField(setting, theme)
    return _LineField(setting) if isinstance(setting.default, str) else _NumberField(setting)
