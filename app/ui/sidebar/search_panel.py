"""What is in the place of the chat list while something is looked for: filters and results."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from app.core.chats.search.query import begin_of_day
from app.core.chats.search.values import SearchFilter, SearchPage
from app.core.messages import Role
from app.core.plain_value import replace
from app.ui.kit.accessibility import announce
from app.ui.kit.labels import label, polish_again
from app.ui.kit.layouts import FlowLayout, add_to, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.sidebar.passage_results import PassageHit, PassageResults
from app.ui.sidebar.result_model import ResultItemModel
from app.ui.sidebar.result_view import ResultView
from app.ui.sidebar.search_field import SearchField
from app.ui.words.formatting import counted
from app.ui.words.plain_text import breakable, button_text, isolated, set_tip
from app.ui.words.translation import QT_TR_NOOP, problem_words, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.chats.records import ChatId
    from app.core.errors import Problem


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
_NO_LIMIT = (1 << 24) - 1  # of the height of a widget


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
    """Filters, how much was found, and the results: in chats, and below them in documents.

    Sends `question_changed` when the words or the filters are others, `active_changed` when the
    page is to be shown or not, `chosen` with a result, `passage_chosen` with one in a document,
    `left` when the search is over.

    Attributes:
        is_active: whether there is something in the field.
        field: stands above the list of chats, whatever is below it.
        view: the results in chats.
        passages: those in documents.
    """

    question_changed = Signal()
    active_changed = Signal()
    chosen = Signal(object)
    passage_chosen = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, action: QAction) -> None:
        super().__init__()
        self.field = SearchField(theme, action)
        self.filters = FilterBar()
        self.results = ResultItemModel(self)
        self.view = ResultView(theme, self.results, tr("Search results"))
        self.passages = PassageResults(theme)
        self._found: tuple[SearchPage, str] | None = None  # what the state tells of
        self._state = label("searchState")
        self.is_active = False
        column = vertical(self, margins=0, spacing=0)
        head = vertical(margins=(SPACE_M, 0, SPACE_M, SPACE_S), spacing=SPACE_XS)
        add_to(head, self.filters, self._state)
        add_to(column, head, (self.view, 1), (self.passages, 1))
        self.field.textChanged.connect(self._on_text)
        self.field.moved.connect(lambda step: self._chosen_view().step(step))
        self.field.accepted.connect(lambda: self._chosen_view().accept())
        self.field.left.connect(self.left)
        self.view.chosen.connect(self.chosen)
        self.passages.view.chosen.connect(self.passage_chosen)
        for view, other in ((self.view, self.passages.view), (self.passages.view, self.view)):
            view.left.connect(self.leave)
            view.entered_row.connect(partial(self._leave_rows, other))
            view.passed.connect(partial(self._go_on, view, other))
        theme.changed.connect(self._share_room)
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
            self._found = page, words
            self._share_room()
            self._say_found()

    def show_passages(self, hits: Sequence[PassageHit]) -> None:
        """Show what was found in documents; nothing for none."""
        if not self.passages.show_hits(hits):
            return
        self._share_room()
        self._say_found()
        if hits:
            found = counted(len(hits), "passage")
            announce(self.field, tr("{passages} in documents", passages=found))

    def show_problem(self, problem: Problem) -> None:
        """Say why nothing can be found in chats."""
        self._clear()
        self._say(problem_words(problem))

    def show_nothing(self) -> None:
        """Show no results: nothing is looked for yet."""
        self._clear()
        self._say(tr("Type a word to search for."))

    @Slot()
    def leave(self) -> None:
        """End the search."""
        self.field.clear()
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a wider row is not as high."""
        super().resizeEvent(event)
        self._share_room()

    def _clear(self) -> None:
        self.results.clear()
        self._found = None
        self._share_room()

    @Slot()
    def _share_room(self) -> None:
        """Give what was found in documents two fifths at most, and all where no chat has any."""
        are_alone = self.results.rowCount() == 0 and not self.passages.isHidden()
        self.view.setVisible(not are_alone)
        wanted = min(self.passages.wanted_height(), self.height() * 2 // 5)
        self.passages.setMaximumHeight(_NO_LIMIT if are_alone else wanted)

    def _chosen_view(self) -> ResultView:
        """Return where the keyboard goes on: where a row is chosen, or else the first rows are."""
        view, below = self.view, self.passages.view
        has_chosen = below.currentIndex().isValid()
        return below if has_chosen or not self.results.rowCount() else view

    def _leave_rows(self, view: ResultView) -> None:
        """Let none be chosen there: one is elsewhere."""
        view.selectionModel().clear()

    def _go_on(self, view: ResultView, other: ResultView, step: int) -> None:
        """Go on with the keyboard from one list into the other."""
        is_below = other is self.passages.view
        if other.model().rowCount() and is_below == (step > 0):
            if view.hasFocus():
                other.setFocus(Qt.FocusReason.OtherFocusReason)
            other.enter(step)

    def _say_found(self) -> None:
        if self._found is not None:
            page, words = self._found
            has_passages = bool(self.passages.rows.hits)
            is_narrow = self.filters.is_narrow
            self._say(_state_of(page, words, is_narrow=is_narrow, has_passages=has_passages))

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


def _state_of(page: SearchPage, words: str, *, is_narrow: bool, has_passages: bool) -> str:
    lines = []
    shown = breakable(isolated(words))
    if page.n_found == 0 and has_passages:
        lines.append(tr("Nothing found in chats for {words}.", words=shown))
    elif page.n_found == 0:
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
