"""A framed list of facts under a heading, which may have a button beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.labels import label
from app.ui.tab_order import follow_layout
from app.ui.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.hardware.facts import Fact

_SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class FactCard(QWidget):
    """Shows facts; their texts can be selected and copied.

    Args:
        heading: over the frame.
        told: a sentence below it; "" for none.
        button: at the right of the heading; None for none.
    """

    def __init__(self, heading: str, told: str = "", button: QWidget | None = None) -> None:
        super().__init__()
        self._facts: list[Fact] = []
        self._frame = QFrame()
        self._frame.setObjectName("suggestions")
        self._frame.setAccessibleName(heading)
        self._rows = QVBoxLayout(self._frame)
        self._rows.setContentsMargins(1, 1, 1, 1)
        self._rows.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(label("dialogCaption", heading), 1)
        if button is not None:
            head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(head)
        if told:
            column.addWidget(label("dialogText", told))
        column.addWidget(self._frame)

    def show_facts(self, facts: Sequence[Fact], buttons: Sequence[QWidget] = ()) -> None:
        """Show these, each with its buttons if there are some; equal ones stay as they are."""
        if list(facts) == self._facts:
            return
        self._facts = list(facts)
        while (item := self._rows.takeAt(0)) is not None:
            if (row := item.widget()) is not None:
                row.hide()
                row.deleteLater()
        for number, fact in enumerate(facts):
            row = _row(fact, buttons[number] if buttons else None)
            row.setProperty("first", number == 0)
            self._rows.addWidget(row)
        follow_layout(self)

    def words(self) -> str:
        """Return all that is said, a line for each heading and each text."""
        return "\n".join(f"{fact.heading}\n{fact.text}" for fact in self._facts)


def _row(fact: Fact, buttons: QWidget | None) -> QFrame:
    row = QFrame()
    row.setObjectName("suggestionRow")
    row.setAccessibleName(fact.heading)
    row.setAccessibleDescription(" ".join(filter(None, (fact.mark, fact.text))))
    heading = QHBoxLayout()
    heading.setSpacing(SPACE_S)
    heading.addWidget(label("suggestionName", fact.heading), 1)
    if fact.mark:
        mark = label("suggestionMark", fact.mark, wraps=False)
        heading.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    text = label("suggestionFacts", fact.text)
    text.setTextInteractionFlags(_SELECTABLE)
    words = QVBoxLayout()
    words.setSpacing(SPACE_XS)
    words.addStretch(1)  # where buttons are higher
    words.addLayout(heading)
    words.addWidget(text)
    words.addStretch(1)
    line = QHBoxLayout(row)
    line.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_M)
    line.setSpacing(SPACE_L)
    line.addLayout(words, 1)
    if buttons is not None:
        line.addWidget(buttons)
    return row
