"""What else a model could have said at each place of an answer, and an answer that goes on so.

The words of the answer stand above, what could have stood at the chosen place below. Nothing of it
changes the chat until one of them is taken; then that is another version of the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QSplitter, QWidget

from app.core.protocol import InspectedToken, TokenChoice, TokenKind
from app.ui.chat.token_text import ServerPlaces, TokenText, share_words, token_words, visible
from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import label, polish_again, push_button
from app.ui.kit.layouts import add_to, vertical
from app.ui.kit.page_table import NUMBERS, Columns, FactsTable, page_table
from app.ui.kit.theme import SPACE_L, SPACE_S
from app.ui.words.formatting import count
from app.ui.words.plain_text import isolated, window_title
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from app.core.errors import Problem


class ChoiceColumn(Columns):
    """What is told of a choice."""

    SHARE = (QT_TR_NOOP("Probability"), "", NUMBERS)
    WORDS = QT_TR_NOOP("Token")
    GOES_ON = QT_TR_NOOP("Continuation")


class _ChoiceTable(FactsTable):
    """Rows are choices, the likeliest first; one that was said and is none of them comes last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(ChoiceColumn, parent)
        self._rows: tuple[TokenChoice, ...] = ()
        self._said: TokenChoice | None = None
        self._going_on: dict[int, str] = {}

    def show(
        self,
        likeliest: Sequence[TokenChoice],
        said: TokenChoice | None,
        going_on: Mapping[int, str],
    ) -> None:
        """Show the choices of a place.

        Args:
            likeliest: all that could stand there.
            said: what stands there; None for nothing.
            going_on: how the answer would go on, by token, as far as that is known.
        """
        self.beginResetModel()
        is_listed = said is None or any(one.token == said.token for one in likeliest)
        self._rows = (*likeliest,) if is_listed or said is None else (*likeliest, said)
        self._said = said
        self._going_on = dict(going_on)
        self.endResetModel()

    def tell(self, token: int, text: str) -> None:
        """Show how the answer would go on with a token."""
        self._going_on[token] = text
        for row, choice in enumerate(self._rows):
            if choice.token == token:
                cell = self.index(row, ChoiceColumn.GOES_ON)
                self.dataChanged.emit(cell, cell)

    def choice_at(self, row: int) -> TokenChoice | None:
        """Return the choice of a row; None for no row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of_said(self) -> int:
        """Return the row of what stands there, 0 for nothing."""
        rows = (row for row, one in enumerate(self._rows) if self._is_said(one))
        return next(rows, 0)

    def _is_said(self, choice: TokenChoice) -> bool:
        return self._said is not None and choice.token == self._said.token

    def cell(self, choice: TokenChoice, column: ChoiceColumn, role: int) -> Any:
        """Return what is read aloud of a cell."""
        is_read = role == Qt.ItemDataRole.AccessibleTextRole
        return (self.words(choice, column) or tr("not known yet")) if is_read else None

    def tip(self, choice: TokenChoice, column: ChoiceColumn) -> str:
        """Return how a choice goes on, whole."""
        return self._going_on.get(choice.token, "") if column is ChoiceColumn.GOES_ON else ""

    def words(self, choice: TokenChoice, column: ChoiceColumn) -> str:
        """Return what stands in a cell."""
        match column:
            case ChoiceColumn.SHARE:
                return share_words(choice)
            case ChoiceColumn.WORDS:
                words = token_words(choice)
                return tr("{words} (chosen)", words=words) if self._is_said(choice) else words
            case ChoiceColumn.GOES_ON if choice.kind is TokenKind.TEXT:
                return visible(self._going_on.get(choice.token, "").strip(" "))
            case _:
                return ""


_SIZE = QSize(780, 720)
_HALVES = (260, 350)  # pixels; the lower one has room for all that could stand somewhere
_WIDTHS = {ChoiceColumn.SHARE: 96, ChoiceColumn.WORDS: 190}


class AlternativesDialog(DialogPage):
    """Shows one answer.

    Sends `compared` with a place and tokens that could stand there, `chosen` with the place behind
    the token that is taken, and `asked_again` where the rest of the answer is to be looked into.

    Args:
        answered: name of the model that gave the answer; "" where that is not known.

    Attributes:
        place: the number of the place that is shown below.
    """

    compared = Signal(object, object)
    chosen = Signal(object)
    asked_again = Signal()

    def __init__(self, answered: str, parent: QWidget | None = None) -> None:
        title = window_title(tr("Likely alternatives"))
        super().__init__("alternatives", title, parent, has_grip=True)
        self.places = ServerPlaces()
        self._going_on: dict[int, dict[int, str]] = {}  # by place and token
        self._compared_at = 0
        self._is_done = False
        self.text = TokenText(self.places)
        self.text.setAccessibleName(tr("Words of the answer"))
        self.choices = _ChoiceTable(self)
        words = tr("Alternatives for the selected word")
        self.table = page_table(
            "choiceTable", words, self.choices, stretched=ChoiceColumn.GOES_ON, widths=_WIDTHS
        )
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._answered = answered
        self.note = label("dialogText")
        self.note.hide()
        self.state = label("dialogText", tr("Reading the chat…"))
        self.again_button = push_button("", tr("Try again"), self.asked_again)
        self.compare_button = push_button("", tr("Show how each continues"), self._compare)
        self.choose_button = push_button("primary", tr("Continue from here"), self._choose)
        self._connect()
        self._arrange()
        self._show_possible()

    def _connect(self) -> None:
        self.place = 0
        self.text.place_chosen.connect(self._on_place)
        self.table.selectionModel().currentRowChanged.connect(self._show_possible)
        self.table.doubleClicked.connect(self._choose)
        self.again_button.hide()

    def _arrange(self) -> None:
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.text)
        halves.addWidget(self.table)
        halves.setStretchFactor(0, 1)
        halves.setSizes(list(_HALVES))
        page = vertical(margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_S), spacing=SPACE_S)
        legend = tr(
            "Select a word to see its alternatives. The stronger its colour, the less likely it "
            "was."
        )
        add_to(page, label("dialogText", legend), self.note, (halves, 1), self.state)
        self._fill(
            (page, 1), buttons=(self.compare_button, self.choose_button), left=self.again_button
        )
        self._fit_screen(_SIZE)

    # -- what is told --

    def begin_anew(self) -> None:
        """Wait for the places of the answer from the first one on."""
        self.places.clear()
        self.text.begin_anew()
        self._going_on.clear()
        self._is_done = False
        self.again_button.hide()
        self._tell(tr("Reading the chat…"))
        self._show_place()

    def show_reading(self, n_done: int, n_total: int) -> None:
        """Tell how much of the chat is read."""
        done, total = count(n_done), count(n_total)
        self._tell(tr("Reading the chat: {done} of {total} tokens", done=done, total=total))

    def show_asked(self, model: str) -> None:
        """Tell where another model is asked than the one that gave the answer."""
        if self._answered and model and model != self._answered:
            first, second = isolated(self._answered), isolated(model)
            words = tr(
                "{first} wrote this answer; the alternatives come from {second}.",
                first=first,
                second=second,
            )
            self.note.setText(words)
            self.note.show()

    def add_places(
        self, places: Iterable[InspectedToken], n_total: int, vocabulary: str = ""
    ) -> None:
        """Show the next places."""
        was_empty = not len(self.places)
        self.places.add(places, vocabulary)
        self.text.show_more()
        done, total = count(len(self.places)), count(n_total)
        self._tell(tr("Checked {done} of {total} words", done=done, total=total))
        if was_empty:
            self._show_place()

    def add_continuation(self, tokens: tuple[int, ...], text: str, *, is_end: bool) -> None:
        """Show how the answer would go on with the first of some tokens."""
        words = text if is_end else f"{text}…"
        self._going_on.setdefault(self._compared_at, {})[tokens[0]] = words
        if self.place == self._compared_at:
            self.choices.tell(tokens[0], words)

    def finish(self, problem: Problem | None, *, was_interrupted: bool) -> None:
        """Tell that nothing more comes, and why."""
        self._is_done = True
        if problem is not None:
            self._tell(problem.text(), is_wrong=True)
        elif was_interrupted:
            self._tell(tr("Interrupted by a request for an answer."), is_wrong=True)
        else:
            self._tell("")
        self.again_button.setVisible(problem is not None or was_interrupted)
        self._show_possible()

    def _tell(self, words: str, *, is_wrong: bool = False) -> None:
        if self.state.property("wrong") is not is_wrong:
            self.state.setProperty("wrong", is_wrong)
            polish_again(self.state)
        self.state.setText(words)
        self.state.setAccessibleName(words)

    # -- what the user does --

    @Slot(int)
    def _on_place(self, number: int) -> None:
        if number != self.place:
            self.place = number
            self._show_place()

    def _show_place(self) -> None:
        """Show the choices of the place."""
        if self.place >= len(self.places):
            self.place = max(0, len(self.places) - 1)
        if not len(self.places):
            self.choices.show((), None, {})
        else:
            place = self.places[self.place]
            self.choices.show(place.likeliest, place.said, self._going_on.get(self.place, {}))
            self.text.mark(self.place)
            self.table.selectRow(self.choices.row_of_said())
        self._show_possible()

    def _choice(self) -> TokenChoice | None:
        return self.choices.choice_at(self.table.currentIndex().row())

    @Slot()
    @Slot(QModelIndex, QModelIndex)
    def _show_possible(self, *_: object) -> None:
        choice = self._choice()
        can_choose = choice is not None and choice.kind is TokenKind.TEXT
        self.choose_button.setEnabled(can_choose)
        self.compare_button.setEnabled(self._is_done and len(self.places) > 0)

    @Slot()
    def _compare(self) -> None:
        tokens = self.places.compared(self.place)
        if tokens:
            self._compared_at = self.place
            self._is_done = False
            self.table.scrollToTop()
            self._tell(tr("The model continues each of them…"))
            self._show_possible()
            self.compared.emit(self.places.before(self.place), tokens)

    @Slot()
    @Slot(QModelIndex)
    def _choose(self, *_: object) -> None:
        choice = self._choice()
        if choice is not None and choice.kind is TokenKind.TEXT:
            self.chosen.emit(self.places.from_choice(self.place, choice))
            self.accept()
