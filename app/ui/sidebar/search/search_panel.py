"""What is in the place of the chat list while something is looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.announcement import announce
from app.ui.formatting import counted
from app.ui.labels import label
from app.ui.plain_text import breakable, isolated
from app.ui.sidebar.search.filter_bar import FilterBar
from app.ui.sidebar.search.result_item_model import ResultItemModel
from app.ui.sidebar.search.result_view import ResultView
from app.ui.sidebar.search.search_field import SearchField
from app.ui.theme import SPACE_M, SPACE_S, SPACE_XS
from app.ui.translation import problem_words, tr

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from app.core.chats.search.values import SearchPage
    from app.core.errors import Problem
    from app.ui.theme import Theme


class SearchPanel(QWidget):
    """Filters, how much was found, and the results.

    Sends `question_changed` when the words or the filters are others, `active_changed` when the
    page is to be shown or not, `chosen` with a result, `left` when the search is over.

    Attributes:
        field: stands above the list of chats, whatever is below it.
    """

    question_changed = Signal()
    active_changed = Signal()
    chosen = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, action: QAction) -> None:
        super().__init__()
        self.field = SearchField(theme, action)
        self.filters = FilterBar()
        self.results = ResultItemModel(self)
        self.view = ResultView(theme, self.results)
        self._state = label("searchState")
        self._is_active = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(SPACE_M, 0, SPACE_M, SPACE_S)
        head.setSpacing(SPACE_XS)
        head.addWidget(self.filters)
        head.addWidget(self._state)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        self.field.textChanged.connect(self._on_text)
        self.field.moved.connect(self.view.step)
        self.field.accepted.connect(self.view.accept)
        self.field.left.connect(self.left)
        self.view.left.connect(self.leave)
        self.view.chosen.connect(self.chosen)
        self.filters.changed.connect(self.question_changed)

    @property
    def is_active(self) -> bool:
        """Whether there is something in the field."""
        return self._is_active

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
        if is_active != self._is_active:
            self._is_active = is_active
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
        lines.append(tr("The newest {results}; another word narrows them down.", results=found))
    elif page.is_inside_words:
        found = counted(page.n_found, "result")
        lines.append(tr("{results} inside other words", results=found))
    else:
        lines.append(counted(page.n_found, "result"))
    if page.n_waiting:
        waiting = counted(page.n_waiting, "message")
        lines.append(tr("Still indexing: {messages} to go.", messages=waiting))
    return "\n".join(lines)
