"""Above the field: a call that a model wants to make, with all its arguments, and the user's word.

What is shown here is what is sent: letters that nobody sees stand as their numbers. The buttons do
nothing in the moment in which the panel comes up, when a click was meant for something else.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.core.tools.masking import shown_lines
from app.core.tools.values import (
    READ_FILE,
    Decision,
    Question,
    are_arguments,
    same_arguments,
)
from app.ui.kit.accessibility import announce
from app.ui.kit.labels import label, push_button, show_words, written_text
from app.ui.kit.layouts import FlowLayout, add_to, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS
from app.ui.kit.timers import timer
from app.ui.words.plain_text import button_text, isolated, set_tip
from app.ui.words.tool_words import group_words
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.core.conversations.events import ToolAsked
    from app.core.tools.values import Tool

_MOST_LINES: Final = 8
_NAME_CHARS: Final = 40
_UNARMED_MS: Final = 500
_NO_DECISION: Final = "refuse"


class ApprovalPanel(QFrame):
    """Hidden until `show_call`.

    Sends `decided` with what was asked, the decision, None for no, and the arguments as they are
    now, None where nothing was changed.
    """

    decided = Signal(object, object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("approvalPanel")
        self._asked: ToolAsked | None = None
        self._edited: dict[ToolAsked, str] = {}  # since the last decision
        self._title = label("approvalTitle")
        self._told = label("composerReason")
        self.arguments = written_text(tr("Arguments of the call"), name="approvalArguments")
        self.arguments.textChanged.connect(self._on_changed)
        self._fault = label("approvalFault", tr("These arguments are not a JSON object."))
        self.buttons: dict[Decision | None, QPushButton] = {
            Decision.ONCE: push_button("primary", tr("Allow once")),
            Decision.CHAT: push_button("", tr("Allow in this chat")),
            Decision.ALWAYS: push_button("", tr("Always allow")),
            None: push_button("", tr("Don't allow")),
        }
        below = QWidget()
        places = FlowLayout(below, SPACE_S)
        for decision, button in self.buttons.items():
            button.setAutoDefault(False)
            button.setObjectName(f"approve-{decision.name.lower() if decision else _NO_DECISION}")
            button.clicked.connect(partial(self._decide, decision))
            places.addWidget(button)
        lines = vertical(self, margins=(SPACE_M, SPACE_S, SPACE_M, SPACE_S), spacing=SPACE_XS)
        add_to(lines, self._title, self._told, self.arguments, self._fault, below)
        self._armed = timer(self, _UNARMED_MS, self._refresh)
        self.hide()

    @property
    def asked(self) -> ToolAsked | None:
        """The call that is shown."""
        return self._asked

    def show_call(self, asked: ToolAsked | None) -> None:
        """Show a call; None hides it."""
        if asked == self._asked:
            return
        self._asked = asked
        self.setVisible(asked is not None)
        if asked is None:
            return
        tool = asked.tool
        self._title.setText(tr("The model wants to use: {tool}", tool=_named(tool)))
        written = self._edited.get(asked, shown_lines(asked.call.arguments))
        self.arguments.setPlainText(written)
        self.arguments.setVisible(same_arguments(asked.call.arguments) != "{}")
        set_tip(self.buttons[Decision.ALWAYS], tr("Never ask again, until this tool changes"))
        self._armed.start()
        self._refresh()
        announce(self, f"{self._title.text()} {self._told.text()}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: long arguments have other lines then."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give the arguments the lines that they have, a few at most; the rest scrolls."""
        height = self.arguments.fontMetrics().lineSpacing()
        n_lines = min(_MOST_LINES, round(self.arguments.document().size().height()))
        margins = 2 * (self.arguments.frameWidth() + self.arguments.document().documentMargin())
        self.arguments.setFixedHeight(round(n_lines * height + margins + SPACE_S))

    @Slot()
    def _on_changed(self) -> None:
        if self._asked is not None:
            self._edited[self._asked] = self.arguments.toPlainText()
        self._fit()
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        written = self.arguments.toPlainText()
        is_sound = are_arguments(written)
        if self._asked is not None and is_sound:
            site = self._asked.tool.site_of(written)
            here = button_text(site, _NAME_CHARS)
            always = tr("Always allow {site}", site=here) if site else tr("Always allow")
            self.buttons[Decision.ALWAYS].setText(always)
            show_words(self._told, _told(self._asked, site))
        self._fault.setVisible(not is_sound)
        for decision, button in self.buttons.items():
            is_possible = is_sound or decision is None
            button.setEnabled(is_possible and not self._armed.isActive())

    def _decide(self, decision: Decision | None, *_: object) -> None:
        asked = self._asked
        if asked is not None:
            now = self.arguments.toPlainText()
            is_same = decision is None or now == shown_lines(asked.call.arguments)
            self._edited.clear()
            self.show_call(None)
            self.decided.emit(asked, decision, None if is_same else now)


def _named(tool: Tool) -> str:
    return isolated(tool.own_name or tool.name) if tool.server else group_words(tool.group)


def _told(asked: ToolAsked, site: str) -> str:
    """Return who gets the arguments, and whether that is another one than before."""
    tool, words = asked.tool, []
    if tool.server:
        server, origin = isolated(tool.server), isolated(tool.origin)
        words.append(tr("The server {server} gets this: {origin}", server=server, origin=origin))
    elif site:
        words.append(tr("Hearth contacts {site} for it.", site=isolated(site)))
    elif tool.name == READ_FILE:
        words.append(tr("It reads in your folder {folder}.", folder=isolated(tool.origin)))
    elif tool.origin:
        words.append(tr("Hearth contacts {site} for it.", site=isolated(tool.origin)))
    if asked.question is Question.CHANGED:
        words.append(tr("This tool has changed since you allowed it."))
    return "\n".join(words)
