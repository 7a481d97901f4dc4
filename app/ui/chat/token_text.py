"""The words of an answer, tinted where the model was in doubt; a word can be pointed at and chosen.

The words are those that the model said, not what is displayed of them. Places and shares of tokens
are put into words here, too.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, Signal, Slot
from PySide6.QtGui import QColor, QHelpEvent, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.core.conversations.texts.chat_text import PlaceInAnswer
from app.core.plain_value import replace
from app.core.protocol import InspectedToken, TokenChoice, TokenKind
from app.ui.kit.labels import SELECTABLE
from app.ui.words.formatting import count, decimal
from app.ui.words.plain_text import show_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable


_BLANK, _LINE_END, _TAB, _UNSEEN = "␣", "↵", "⇥", "·"
_WHOLE_FROM = 0.1  # shares from here on need no decimal
_LEAST_TOLD = 0.001


def token_words(choice: TokenChoice) -> str:
    """Return a token as it is shown by itself: with its blanks to be seen."""
    match choice.kind:
        case TokenKind.END:
            return tr("(end of the answer)")
        case TokenKind.PART if not choice.text.strip("\ufffd"):
            return tr("(part of a character)")
        case _:
            return visible(choice.text)


def visible(text: str) -> str:
    """Return a text in one line, with the blanks around it, line ends and tabs to be seen."""
    inner = text.strip(" ")
    n_before = len(text) - len(text.lstrip(" "))
    n_after = len(text) - n_before - len(inner)
    shown = inner.replace("\n", _LINE_END).replace("\t", _TAB)
    seen = "".join(char if char.isprintable() else _UNSEEN for char in shown)
    return _BLANK * n_before + seen + _BLANK * n_after


def share_words(choice: TokenChoice) -> str:
    """Return the share of a token as a percentage."""
    part = share(choice)
    if part < _LEAST_TOLD:
        return tr("under {n}%", n=decimal(_LEAST_TOLD * 100))
    shown = count(round(part * 100)) if part >= _WHOLE_FROM else decimal(part * 100)
    return tr("{n}%", n=shown)


_LEAST_SHARE = 0.01  # of what is compared
_FEWEST, _MOST = 3, 5  # that are compared


class ServerPlaces:
    """The places that are known so far, in their order."""

    def __init__(self) -> None:
        self._places: list[InspectedToken] = []
        self._vocabulary = ""

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, number: int) -> InspectedToken:
        return self._places[number]

    def add(self, places: Iterable[InspectedToken], vocabulary: str = "") -> None:
        """Take the next ones.

        Args:
            vocabulary: names the one of their tokens.
        """
        self._places += places
        self._vocabulary = vocabulary

    def clear(self) -> None:
        """Know none any more."""
        self._places.clear()

    def before(self, number: int) -> PlaceInAnswer:
        """Return a place with all that is said before it."""
        said = [place.said for place in self._places[:number] if place.said is not None]
        words, tokens = "".join(one.text for one in said), tuple(one.token for one in said)
        return PlaceInAnswer(words, tokens, self._vocabulary)

    def from_choice(self, number: int, choice: TokenChoice) -> PlaceInAnswer:
        """Return the place behind a token that is chosen at another one."""
        before = self.before(number)
        tokens = (*before.tokens, choice.token)
        return replace(before, words=before.words + choice.text, tokens=tokens)

    def compared(self, number: int) -> tuple[int, ...]:
        """Return the tokens of a place from which it is worth seeing how the answer goes on."""
        text = [one for one in self._places[number].likeliest if one.kind is TokenKind.TEXT]
        likely = [one for one in text if share(one) >= _LEAST_SHARE]
        return tuple(one.token for one in text[: max(_FEWEST, min(len(likely), _MOST))])


def share(choice: TokenChoice) -> float:
    """Return how much of what the model says at a place falls to a token, 0 to 1."""
    return math.exp(min(0.0, choice.log_probability))


_TINTS = ((0.05, 96), (0.2, 56), (0.5, 26))  # shares below, and how much of the colour, of 255
_IN_TIP = 5  # choices
_NEW_COLOURS = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)


class TokenText(QPlainTextEdit):
    """Shows places of an answer; sends `place_chosen` with the number of one."""

    place_chosen = Signal(int)

    def __init__(self, places: ServerPlaces) -> None:
        super().__init__()
        self._places = places
        self._begins: list[int] = []  # of each place, in the document
        self.setObjectName("answerTokens")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(SELECTABLE)
        self.cursorPositionChanged.connect(self._on_moved)

    def show_more(self) -> None:
        """Show the places that have come since."""
        here, bar = self.textCursor(), self.verticalScrollBar()
        anchor, position, scrolled = here.anchor(), here.position(), bar.value()
        blocked = QSignalBlocker(self)  # the cursor would go along with what is written
        writer = QTextCursor(self.document())
        writer.movePosition(QTextCursor.MoveOperation.End)
        writer.beginEditBlock()
        for number in range(len(self._begins), len(self._places)):
            self._begins.append(writer.position())
            place = self._places[number]
            if place.said is not None and place.said.text:
                writer.insertText(place.said.text, self._tinted(place))
        writer.endEditBlock()
        here = self.textCursor()
        here.setPosition(anchor)
        here.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(here)
        blocked.unblock()
        bar.setValue(scrolled)  # who reads elsewhere is not taken back to the cursor

    def begin_anew(self) -> None:
        """Show nothing."""
        self._begins.clear()
        self.clear()

    def choose(self, number: int) -> None:
        """Go to a place."""
        if 0 <= number < len(self._begins):
            cursor = self.textCursor()
            cursor.setPosition(self._begins[number])
            self.setTextCursor(cursor)

    def mark(self, number: int) -> None:
        """Mark the word of a place."""
        chosen = QTextEdit.ExtraSelection()
        chosen.cursor = QTextCursor(self.document())
        chosen.cursor.setPosition(self._begins[number])
        keep = QTextCursor.MoveMode.KeepAnchor
        if number + 1 < len(self._begins):
            chosen.cursor.setPosition(self._begins[number + 1], keep)
        else:
            chosen.cursor.movePosition(QTextCursor.MoveOperation.End, keep)
        chosen.cursor.setKeepPositionOnInsert(True)  # words that come are of other places
        chosen.format.setBackground(self.palette().brush(QPalette.ColorRole.Link))
        chosen.format.setForeground(self.palette().brush(QPalette.ColorRole.Base))
        self.setExtraSelections([chosen])

    def _tinted(self, place: InspectedToken) -> QTextCharFormat:
        drawn = QTextCharFormat()
        part = 1.0 if place.said is None else share(place.said)
        strength = next((alpha for below, alpha in _TINTS if part < below), 0)
        if strength:
            colour = QColor(self.palette().color(QPalette.ColorRole.Link))
            colour.setAlpha(strength)
            drawn.setBackground(colour)
        return drawn

    def _place_at(self, position: int) -> int:
        """Return the number of the place to which a position in the document belongs."""
        return max(0, bisect_right(self._begins, position) - 1)

    @Slot()
    def _on_moved(self) -> None:
        cursor = self.textCursor()
        if self._begins and not cursor.hasSelection():
            self.place_chosen.emit(self._place_at(cursor.position()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Qt: the tooltip is asked for at the viewport."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        return super().viewportEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Qt: with other colours the tints are others."""
        super().changeEvent(event)
        if event.type() in _NEW_COLOURS and getattr(self, "_begins", None):
            at = self.textCursor().position()
            self.begin_anew()
            self.show_more()
            self.choose(self._place_at(at))

    def _show_tip(self, event: QHelpEvent) -> None:
        at = self.cursorForPosition(event.pos())
        is_text = self.cursorRect(at).adjusted(-40, -2, 40, 2).contains(event.pos())
        if not self._begins or not is_text:
            show_tip(event.globalPos(), "", self)
            return
        position = at.position()
        if position and self.cursorRect(at).left() > event.pos().x():
            position -= 1  # the cursor stands behind the letter that is pointed at
        show_tip(event.globalPos(), _tip_of(self._places[self._place_at(position)]), self)


def _tip_of(place: InspectedToken) -> str:
    """Return what is told of a place that is pointed at: the choices that were likeliest."""
    choices = list(place.likeliest[:_IN_TIP])
    if place.said is not None and place.said.token not in {one.token for one in choices}:
        choices.append(place.said)
    return "\n".join(f"{share_words(one)}  {token_words(one)}" for one in choices)
