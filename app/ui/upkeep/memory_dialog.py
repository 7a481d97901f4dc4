"""The page "Conversation memory": what is kept of each chat, its room on disk, and the choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDoubleSpinBox,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QTableView,
    QWidget,
)

from app.core.phrases import NO_WORDS
from app.core.settings.table import MEMORY_BUDGET, MEMORY_DAILY
from app.ui.kit.dialog_page import DialogPage, empty_page, page_head
from app.ui.kit.labels import caption, label, progress_bar, push_button, set_side, show_words
from app.ui.kit.layouts import FlowLayout, add_to, horizontal
from app.ui.kit.page_table import on_page, page_table
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.upkeep.memory_table_model import CheckDelegate, Column, MemoryTableModel
from app.ui.words.formatting import counted, size
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QShowEvent

    from app.core.chats.records import ChatId
    from app.core.conversations.events import MemoryListed
    from app.core.protocol import Limits, MemoryReport
    from app.core.settings.setting import Setting


class _OthersRow(QWidget):
    """Shows what other programs' conversations take. Sends `drop_requested`."""

    drop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = label("dialogText")
        self.drop_button = push_button("", tr("Delete memory of other programs"), self._drop)
        row = horizontal(self, margins=(SPACE_XL, SPACE_S, SPACE_XL, SPACE_S), spacing=SPACE_L)
        add_to(row, (self._words, 1), self.drop_button)
        self.hide()

    def words(self) -> str:
        """Return what it says."""
        return self._words.text()

    def show_others(self, n_others: int, n_bytes: int, *, is_read_only: bool) -> None:
        """Show so many conversations; none hides the line."""
        self.setVisible(n_others > 0)
        self._words.setText(
            tr(
                "Other programs: {conversations}, {size}",
                conversations=counted(n_others, "conversation"),
                size=size(n_bytes),
            )
        )
        self.drop_button.setEnabled(not is_read_only)

    @Slot()
    def _drop(self) -> None:
        self.drop_button.setEnabled(False)  # until what is left is told
        self.drop_requested.emit()


_GB = 10**9


class _LimitsRow(QWidget):
    """Shows the limits of the store. Sends `limited` with both in GB when one was changed.

    Not with every key: a smaller budget deletes, and "20" begins with a 2.
    """

    limited = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.budget = _box(MEMORY_BUDGET)
        self.daily = _box(MEMORY_DAILY)
        self.daily.setSpecialValueText(tr("No limit"))
        row = FlowLayout(self, SPACE_M)
        self.setContentsMargins(0, SPACE_S, 0, 0)
        for words, box in (
            (tr("&Maximum on disk"), self.budget),
            (tr("Maximum &written per day"), self.daily),
        ):
            row.addWidget(_pair(words, box))
        self._shown = (self.budget.value(), self.daily.value())
        self.budget.editingFinished.connect(self.commit)
        self.daily.editingFinished.connect(self.commit)

    def show_limits(self, limits: Limits, default_budget_bytes: int) -> None:
        """Show what is in force, but not over what is just being typed."""
        self.budget.setSpecialValueText(tr("Automatic ({size})", size=size(default_budget_bytes)))
        self.budget.setMinimumWidth(self.budget.sizeHint().width())
        if self._values() != self._shown:
            return
        self.budget.setValue((limits.budget_bytes or 0) / _GB)
        self.daily.setValue((limits.daily_bytes or 0) / _GB)
        self._shown = self._values()

    @Slot()
    def commit(self) -> None:
        """Send what has been typed."""
        if self._values() != self._shown:
            self._shown = self._values()
            self.limited.emit(*self._shown)

    def _values(self) -> tuple[float, float]:
        return self.budget.value(), self.daily.value()


def _pair(words: str, box: QWidget) -> QWidget:
    """Return a field with its label, which stay together where the row is too long for one line."""
    pair = QWidget()
    row = horizontal(pair, margins=0, spacing=SPACE_S)
    add_to(row, caption("dialogText", words, box), box)
    return pair


def _box(setting: Setting[float]) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(setting.minimum or 0.0, setting.maximum or 0.0)
    box.setDecimals(1)
    box.setSuffix(tr(" GB"))
    box.setGroupSeparatorShown(True)
    box.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
    set_tip(box, translated(setting.note))
    box.setAccessibleName(translated(setting.label))
    return box


_SIZE = QSize(1000, 640)


class MemoryDialog(DialogPage):
    """Shows the stored memory of all chats, and of documents that are kept read.

    Sends `drop_requested` with the key of one of them.

    Args:
        theme: for the tick boxes.
        title_of: the title of a chat; "" for one that is not in the list.
    """

    drop_requested = Signal(object)

    def __init__(
        self, theme: Theme, title_of: Callable[[ChatId], str], parent: QWidget | None = None
    ) -> None:
        super().__init__("memory", tr("Conversation memory"), parent)
        self._theme = theme
        self.rows = MemoryTableModel(title_of, self)
        self.table = self._make_table()
        self.bar = progress_bar(tr("Storage used"), 6)
        self.limits = _LimitsRow()
        self.others = _OthersRow()
        self._used = label("memoryUsed")
        self._facts = label("dialogText")
        self.drop_button = push_button("", tr("Delete stored memory"), self._drop)
        self.close_button = push_button("", tr("Close"), self.reject)
        self._is_read_only = False
        self._pages = QStackedWidget()
        self._arrange()
        self.rows.modelReset.connect(self._refresh)
        self.rows.modelReset.connect(self._fit_models)
        self.table.selectionModel().selectionChanged.connect(self._refresh)
        self.finished.connect(self.limits.commit)
        self._refresh()
        self._fit_screen(_SIZE)
        self.table.setFocus()

    def show_memory(self, listed: MemoryListed) -> None:
        """Show another state of everything."""
        report = listed.report
        self._is_read_only = report.is_read_only
        self.rows.set_rows([*listed.chats, *listed.documents])
        self.others.show_others(
            listed.n_others, listed.others_bytes, is_read_only=report.is_read_only
        )
        self._show_budget(report)
        show_words(self._problem, _problem_text(report))
        others = tr("Other models")
        parts = [f"{name or others} {size(n_bytes)}" for name, n_bytes in report.models]
        self.say(" · ".join(parts))
        self._refresh()

    def words(self) -> str:
        """Return what stands around the table."""
        labels = (self._used, self._facts, self._problem, self._status)
        return "\n".join(label.text() for label in labels if label.text())

    def _show_budget(self, report: MemoryReport) -> None:
        has_budget = report.budget_bytes > 0
        self.bar.setVisible(has_budget)
        used = size(report.used_bytes)
        budget = size(report.budget_bytes)
        words = tr("{used} of {budget}", used=used, budget=budget) if has_budget else used
        self._used.setText(words)
        if has_budget:
            self.bar.setValue(min(1000, round(1000 * report.used_bytes / report.budget_bytes)))
        self._facts.setText(
            tr(
                "{written} written today · {free} free on this disk",
                written=size(report.written_today_bytes),
                free=size(report.free_bytes),
            )
        )
        self.limits.setVisible(report.limits is not None)
        if report.limits is not None:
            self.limits.show_limits(report.limits, report.default_budget_bytes)
            self.limits.setEnabled(not report.is_read_only)

    # -- arranging --

    def _make_table(self) -> QTableView:
        widths = {Column.MODELS: 170, Column.PINNED: 52, Column.KEPT: 60}
        words = tr("Stored memory of each chat and document")
        table = page_table("memoryTable", words, self.rows, stretched=Column.OWNER, widths=widths)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = table.horizontalHeader()
        for column in (Column.PLACE, Column.SIZE, Column.FIRST_WORD):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        for column in (Column.PINNED, Column.KEPT):
            table.setItemDelegateForColumn(column, CheckDelegate(self._theme, table))
        return table

    def _arrange(self) -> None:
        self.bar.setRange(0, 1000)
        told = tr(
            "Hearth stores the KV cache of your chats, and of documents that you keep read, on "
            "disk, so that a chat continues at once. If you delete it, the next answer takes "
            "longer, but no message is lost."
        )
        head = page_head(tr("Conversation memory"), told, SPACE_S)
        line = add_to(QHBoxLayout(), self._used, (self._facts, 1))
        add_to(head, line, self.bar, self.limits, self._problem)
        self._pages.addWidget(on_page(self.table))
        nothing = tr("Nothing is stored yet.\nThe memory of your chats will appear here.")
        self._pages.addWidget(empty_page(label("emptyMemory", nothing)))
        self._fill(
            head,
            (self._pages, 1),
            self.others,
            buttons=(self.drop_button, self.close_button),
            left=self._status,
        )
        set_side(self._facts, Qt.AlignmentFlag.AlignRight)

    # -- reacting --

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: only now it is known how much room there is."""
        super().showEvent(event)
        self._fit_models()

    @Slot()
    def _fit_models(self) -> None:
        """Show the names of models whole, but leave the titles of chats as much room."""
        table, header = self.table, self.table.horizontalHeader()
        natural = max(table.sizeHintForColumn(Column.MODELS), header.sectionSizeHint(Column.MODELS))
        both = table.columnWidth(Column.OWNER) + table.columnWidth(Column.MODELS)
        table.setColumnWidth(Column.MODELS, min(natural, both // 2))

    @Slot()
    def _refresh(self) -> None:
        self._pages.setCurrentIndex(0 if self.rows.rowCount() else 1)
        is_chosen = self.table.selectionModel().hasSelection()
        self.drop_button.setEnabled(is_chosen and not self._is_read_only)

    @Slot()
    def _drop(self) -> None:
        for index in self.table.selectionModel().selectedRows():
            self.drop_requested.emit(self.rows.key_at(index.row()))


def _problem_text(report: MemoryReport) -> str:
    if report.problem != NO_WORDS:
        return translated(report.problem)
    if report.is_read_only:
        return tr("Another Hearth window manages the memory; you cannot change it here.")
    return ""
