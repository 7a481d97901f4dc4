"""What is in the place of the chat list while something is looked for: field, filters, results."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QSizePolicy, QToolButton, QWidget

from app.core.chats.search.query import begin_of_day
from app.core.chats.search.values import SearchFilter, SearchPage
from app.core.messages import Role
from app.core.plain_value import replace
from app.ui.kit.accessibility import announce
from app.ui.kit.labels import icon, label, leaves_undo, polish_again
from app.ui.kit.layouts import FlowLayout, add_to, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.sidebar.result_view import ResultItemModel, ResultView
from app.ui.words.formatting import counted
from app.ui.words.plain_text import breakable, button_text, isolated, set_tip
from app.ui.words.translation import QT_TR_NOOP, problem_words, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import ChatId
    from app.core.errors import Problem


_LONGEST = 1000  # characters; of a text that is pasted, the beginning
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 5, Qt.Key.Key_PageUp: -5}


class _SearchField(QLineEdit):
    """Words to find in all chats.

    Sends `moved` with how many results down or up the keyboard goes, `accepted` when Return is
    pressed, and `left` when Escape is: the words are gone then.
    """

    moved = Signal(int)
    accepted = Signal()
    left = Signal()

    def __init__(self, theme: Theme, action: QAction) -> None:
        super().__init__()
        self.setObjectName("searchField")
        self._theme = theme
        self.setPlaceholderText(tr("Search all chats"))
        self.setAccessibleName(tr("Search all chats"))
        set_tip(self, action.toolTip())
        self.setMaxLength(_LONGEST)
        self._glass = self.addAction(
            icon("search", theme.colours.muted), QLineEdit.ActionPosition.LeadingPosition
        )
        self._clear = self.addAction(
            icon("close", theme.colours.muted), QLineEdit.ActionPosition.TrailingPosition
        )
        self._clear.setText(tr("Clear search"))
        set_tip(self._clear, tr("Clear search"))
        self._clear.setVisible(False)
        self._clear.triggered.connect(self._leave)
        self._glass.setText(tr("Search all chats"))
        self._glass.triggered.connect(self.selectAll)
        self.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        theme.changed.connect(self._recolour)

    def event(self, event: QEvent) -> bool:
        """Qt: Ctrl+Z belongs to the window where nothing that was typed here can be undone."""
        if leaves_undo(event, can_undo=self.isUndoAvailable()):
            event.ignore()
            return False
        if event.type() == event.Type.ShortcutOverride and self._is_escape(event):
            event.accept()  # it is not the answer's that is to be stopped
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: go through the results without leaving the field."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.moved.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)

    def _is_escape(self, event: QEvent) -> bool:
        key: QKeyEvent = event  # type: ignore[assignment]
        return key.key() == Qt.Key.Key_Escape

    @Slot()
    def _leave(self) -> None:
        self.clear()
        self.left.emit()

    @Slot()
    def _recolour(self) -> None:
        self._glass.setIcon(icon("search", self._theme.colours.muted))
        self._clear.setIcon(icon("close", self._theme.colours.muted))


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
        polish_again(self)


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


class SearchPanel(QWidget):
    """Filters, how much was found, and the results.

    Sends `question_changed` when the words or the filters are others, `active_changed` when the
    page is to be shown or not, `chosen` with a result, `left` when the search is over.

    Attributes:
        is_active: whether there is something in the field.
        field: stands above the list of chats, whatever is below it.
    """

    question_changed = Signal()
    active_changed = Signal()
    chosen = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, action: QAction) -> None:
        super().__init__()
        self.field = _SearchField(theme, action)
        self.filters = FilterBar()
        self.results = ResultItemModel(self)
        self.view = ResultView(theme, self.results)
        self._state = label("searchState")
        self.is_active = False
        column = vertical(self, margins=0, spacing=0)
        head = vertical(margins=(SPACE_M, 0, SPACE_M, SPACE_S), spacing=SPACE_XS)
        add_to(head, self.filters, self._state)
        add_to(column, head, (self.view, 1))
        self.field.textChanged.connect(self._on_text)
        self.field.moved.connect(self.view.step)
        self.field.accepted.connect(self.view.accept)
        self.field.left.connect(self.left)
        self.view.left.connect(self.leave)
        self.view.chosen.connect(self.chosen)
        self.filters.changed.connect(self.question_changed)

    @property
    def state_text(self) -> str:
        """What is said of the results."""
        return self._state.text()

    def show_found(self, page: SearchPage, words: str) -> None:
        """Show a page of results.

        Args:
            page: the results.
            words: that were looked for.
        """
        self.results.show(page)
        if page.begin == 0:
            self._say(_state_of(page, words, is_narrow=self.filters.is_narrow))

    def show_problem(self, problem: Problem) -> None:
        """Say why nothing can be found."""
        self.results.clear()
        self._say(problem_words(problem))

    def show_nothing(self) -> None:
        """Show no results: nothing is looked for yet."""
        self.results.clear()
        self._say(tr("Type a word to search for."))

    @Slot()
    def leave(self) -> None:
        """End the search."""
        self.field.clear()
        self.left.emit()

    def _say(self, words: str) -> None:
        if words != self._state.text():
            self._state.setText(words)
            announce(self.field, words)

    @Slot(str)
    def _on_text(self, text: str) -> None:
        is_active = bool(text.strip())
        if is_active != self.is_active:
            self.is_active = is_active
            if not is_active:
                self.filters.clear()  # the next search begins with everything
            self.active_changed.emit()
        self.question_changed.emit()


def _state_of(page: SearchPage, words: str, *, is_narrow: bool) -> str:
    lines = []
    if page.n_found == 0:
        shown = breakable(isolated(words))
        lines.append(tr("Nothing found for {words}.", words=shown))
        if is_narrow:
            lines.append(tr("Other filters may find more."))
    elif page.is_cut:
        found = counted(page.n_found, "result")
        lines.append(tr("The newest {results}; add a word to narrow them down.", results=found))
    elif page.is_inside_words:
        found = counted(page.n_found, "result")
        lines.append(tr("{results} inside other words", results=found))
    else:
        lines.append(counted(page.n_found, "result"))
    if page.n_waiting:
        waiting = counted(page.n_waiting, "message")
        lines.append(tr("Still indexing: {messages} left.", messages=waiting))
    return "\n".join(lines)
