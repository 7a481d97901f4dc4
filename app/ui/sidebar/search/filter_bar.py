"""Buttons that narrow a search down: who wrote it, with which model, when, and in which chat."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from app.core.chats.search.query import begin_of_day
from app.core.chats.search.values import SearchFilter
from app.core.messages import Role
from app.core.plain_value import replace
from app.ui.flow_layout import FlowLayout
from app.ui.plain_text import button_text, set_tip
from app.ui.theme import SPACE_XS
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import ChatId

_ANYONE, _ANY_MODEL, _ANY_TIME = (
    QT_TR_NOOP("Anyone"),
    QT_TR_NOOP("Any model"),
    QT_TR_NOOP("Any time"),
)
_ROLES = ((None, _ANYONE), (Role.USER, QT_TR_NOOP("You")), (Role.ASSISTANT, QT_TR_NOOP("Model")))
_DAYS = (
    (0, _ANY_TIME),
    (1, QT_TR_NOOP("Today")),
    (7, QT_TR_NOOP("Last 7 days")),
    (30, QT_TR_NOOP("Last 30 days")),
    (365, QT_TR_NOOP("Last 12 months")),
)
_LONGEST_MODEL = 24


class _Chip(QToolButton):
    """A button with a choice; its menu names all of them."""

    def __init__(self, accessible: str) -> None:
        super().__init__()
        self.setObjectName("filterChip")
        self.setAccessibleName(accessible)
        set_tip(self, accessible)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._menu = QMenu(self)
        self.setMenu(self._menu)

    def show_choices(
        self, words: Sequence[str], chosen: int, choose: Callable[[int], None]
    ) -> None:
        """Offer choices, of which the first narrows nothing down."""
        self._menu.clear()
        group = QActionGroup(self._menu)
        for number, one in enumerate(words):
            action = self._menu.addAction(button_text(one), partial(choose, number))
            action.setCheckable(True)
            action.setChecked(number == chosen)
            group.addAction(action)
        self.setText(button_text(words[chosen], _LONGEST_MODEL))
        self.setProperty("chosen", chosen > 0)
        self.style().unpolish(self)
        self.style().polish(self)


class FilterBar(QWidget):
    """Sends `changed` with what the search is narrowed down to."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._role: Role | None = None
        self._days = 0
        self._model: str | None = None
        self._models: tuple[str, ...] = ()
        self._open_chat: ChatId | None = None
        self._role_chip = _Chip(tr("Who wrote it"))
        self._model_chip = _Chip(tr("Model that answered"))
        self._time_chip = _Chip(tr("When it was written"))
        self._chat_chip = QToolButton()
        self._chat_chip.setObjectName("filterChip")
        self._chat_chip.setText(tr("This chat"))
        self._chat_chip.setCheckable(True)
        set_tip(self._chat_chip, tr("Search in the open chat only"))
        self._chat_chip.toggled.connect(self._on_chat)
        row = FlowLayout(self, SPACE_XS)
        for chip in (self._role_chip, self._model_chip, self._time_chip, self._chat_chip):
            row.addWidget(chip)
        self._refresh()

    @property
    def only(self) -> SearchFilter:
        """What the search is narrowed down to now."""
        wanted = SearchFilter(role=self._role, model=self._model)
        if self._days:
            first = datetime.now().astimezone().date() - timedelta(days=self._days - 1)
            wanted = replace(wanted, since=begin_of_day(first))
        if self._chat_chip.isChecked():
            wanted = replace(wanted, chat_id=self._open_chat)
        return wanted

    @property
    def is_narrow(self) -> bool:
        """Whether any filter is chosen."""
        return self.only != SearchFilter()

    def set_models(self, models: tuple[str, ...]) -> None:
        """Offer the models that have answered."""
        if models != self._models:
            self._models = models
            self._refresh()

    def set_open_chat(self, chat_id: ChatId | None) -> None:
        """Say which chat is open; a search in another one goes on there."""
        was_narrow = self._chat_chip.isChecked()
        if not was_narrow:  # a result that is opened must not change what is found
            self._open_chat = chat_id
        self._chat_chip.setVisible(self._open_chat is not None)

    def clear(self) -> None:
        """Narrow nothing down."""
        if self.is_narrow:
            self._role, self._days, self._model = None, 0, None
            self._chat_chip.blockSignals(True)
            self._chat_chip.setChecked(False)
            self._chat_chip.blockSignals(False)
            self._refresh()
            self.changed.emit()

    def _refresh(self) -> None:
        roles = [role for role, _words in _ROLES]
        self._role_chip.show_choices(
            [tr(words) for _role, words in _ROLES], roles.index(self._role), self._choose_role
        )
        models = (None, *self._models)
        chosen = models.index(self._model) if self._model in models else 0
        self._model_chip.show_choices([tr(_ANY_MODEL), *self._models], chosen, self._choose_model)
        self._model_chip.setVisible(bool(self._models))
        days = [number for number, _words in _DAYS]
        self._time_chip.show_choices(
            [tr(words) for _days, words in _DAYS], days.index(self._days), self._choose_days
        )

    def _choose_role(self, number: int) -> None:
        self._role = _ROLES[number][0]
        self._tell()

    def _choose_model(self, number: int) -> None:
        self._model = self._models[number - 1] if number else None
        self._tell()

    def _choose_days(self, number: int) -> None:
        self._days = _DAYS[number][0]
        self._tell()

    def _on_chat(self, _is_checked: object) -> None:
        self._tell()

    def _tell(self) -> None:
        self._refresh()
        self.changed.emit()
