"""The page "Tools": servers with their state, and what each tool of the chosen one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QListWidget, QListWidgetItem, QWidget

from app.core.tools.values import cleaned
from app.ui.kit.accessibility import announce, follow_layout
from app.ui.kit.dialog_page import DialogPage, page_head, scrolling_page
from app.ui.kit.labels import icon, label, push_button, show_words, shown_text
from app.ui.kit.layouts import FlowLayout, add_to, horizontal, vertical
from app.ui.kit.page_table import CELL_MARGIN, page_table
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.tools.tools_model import State, ToolColumn, ToolGroup, ToolTable, tool_words
from app.ui.words.plain_text import isolated
from app.ui.words.translation import QT_TR_NOOP, problem_words, tr

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
    from PySide6.QtWidgets import QTableView

    from app.core.errors import Problem
    from app.core.tools.values import Tool

_SIZE = QSize(940, 720)
_NAME_WIDTH = 200
_WIDTHS = {ToolColumn.NAME: _NAME_WIDTH, ToolColumn.STATE: 170, ToolColumn.TOOLS: 76}
# With the width of the page, in pixels, that a column takes to be shown.
_SHOWN_FROM = {ToolColumn.ORIGIN: 640, ToolColumn.TOOLS: 460}
_NAMES_WIDTH = 220
_ICON, _LEAST_DETAILS = 14, 120  # pixels
_MOST_ROWS = 5  # that are shown without scrolling
_FRAME = 4  # pixels above and below a table

_NO_SERVERS = QT_TR_NOOP(
    "You have no tool servers yet: add one, or import those of another program on this machine."
)


class ToolsDialog(DialogPage):
    """One row is always chosen.

    Sends `add_requested`, `import_requested`, `own_requested`, `permissions_requested`, and with
    the `ToolGroup` of a server `start_requested`, `stop_requested`, `edit_requested`,
    `remove_requested` and `log_requested`.
    """

    add_requested = Signal()
    import_requested = Signal()
    own_requested = Signal()
    permissions_requested = Signal()
    start_requested = Signal(object)
    stop_requested = Signal(object)
    edit_requested = Signal(object)
    remove_requested = Signal(object)
    log_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("tools", tr("Tools"), parent)
        self._theme = theme
        self._refusal = self._file_problem = ""
        self._listed: tuple[object, ...] = ()  # what the list of tools was made of
        self._chosen = ""
        self.rows = ToolTable(theme, self)
        self.table = self._make_table()
        self._note = label("dialogText")
        self.names = QListWidget()
        self.names.setObjectName("toolNames")
        self.names.setAccessibleName(tr("Tools"))
        self.names.setIconSize(QSize(theme.scaled(_ICON), theme.scaled(_ICON)))
        self.names.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.names.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.details = shown_text(tr("What the tool does"), "toolDetails")
        self._make_buttons()
        self._arrange()
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.names.currentRowChanged.connect(self._show_tool)
        self._refresh()
        self._fit_screen(_SIZE)
        self.table.setFocus()

    # -- showing --

    def show_groups(self, groups: tuple[ToolGroup, ...]) -> None:
        """Show these; what is chosen stays chosen."""
        chosen = self.selected()
        self.rows.set_groups(groups)
        if self.table.currentIndex().row() < 0:
            self.select("" if chosen is None else chosen.name)
        self._refresh()

    def show_problem(self, problem: Problem | None) -> None:
        """Say what could not be done; None for nothing any more."""
        self._refusal = "" if problem is None else problem_words(problem)
        self._say_problems()
        announce(self, self._refusal)

    def show_file_problem(self, problem: Problem) -> None:
        """Say what is wrong with a file, as long as the page is open."""
        self._file_problem = problem_words(problem)
        self._say_problems()

    def say(self, text: str) -> None:
        """Say something beside the button, and aloud."""
        super().say(text)
        announce(self, text)

    def selected(self) -> ToolGroup | None:
        """Return what the chosen row is about."""
        row = self.table.currentIndex().row()
        return self.rows.group_at(row) if 0 <= row < self.rows.rowCount() else None

    def select(self, name: str) -> None:
        """Choose a server by its name, or Hearth's own tools."""
        self.table.selectRow(max(0, self.rows.row_of(name)))

    def words(self) -> str:
        """Return what stands around the table."""
        shown = (self._problem, self._note, self._status)
        said = [one.text() for one in shown if one.isVisibleTo(self)]
        return "\n".join(filter(None, [*said, self.details.toPlainText()]))

    def _say_problems(self) -> None:
        group = self.selected()
        problem = group.problem if group is not None else None
        said = problem_words(problem) if problem is not None else ""
        each = dict.fromkeys(filter(None, (self._file_problem, self._refusal, said)))
        show_words(self._problem, "\n".join(each))

    # -- arranging --

    def _make_table(self) -> QTableView:
        widths = {column: self._theme.scaled(width) for column, width in _WIDTHS.items()}
        words, wide = tr("Tool servers"), ToolColumn.ORIGIN
        table = page_table("toolTable", words, self.rows, stretched=wide, widths=widths)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        return table

    def _make_buttons(self) -> None:
        self.add_button = push_button("", tr("Add a server…"), self.add_requested)
        self.import_button = push_button("", tr("Import…"), self.import_requested)
        self.own_button = push_button("", tr("Search and folder…"), self.own_requested)
        self.permissions_button = push_button("", tr("Permissions…"), self.permissions_requested)
        self.start_button = push_button("", tr("Start"), lambda: self._send(self.start_requested))
        self.stop_button = push_button("", tr("Stop"), lambda: self._send(self.stop_requested))
        self.log_button = push_button("", tr("Log…"), lambda: self._send(self.log_requested))
        self.edit_button = push_button("", tr("Edit…"), lambda: self._send(self.edit_requested))
        self.remove_button = push_button(
            "", tr("Remove…"), lambda: self._send(self.remove_requested)
        )
        self.close_button = push_button("", tr("Close"), self.reject)
        self.close_button.setDefault(True)

    def _arrange(self) -> None:
        told = tr(
            "What a model may call in a chat. Hearth starts a server only when you have seen and "
            "allowed its command, and asks before each call unless you allowed it."
        )
        above, below = QWidget(), QWidget()
        flow = FlowLayout(above, SPACE_S)
        for button in (self.add_button, self.import_button, self.own_button):
            flow.addWidget(button)
        flow.addWidget(self.permissions_button)
        flow = FlowLayout(below, SPACE_S)
        for button in (self.start_button, self.stop_button, self.log_button, self.edit_button):
            flow.addWidget(button)
        flow.addWidget(self.remove_button)
        self._server_buttons = below
        head = page_head(tr("Tools"), told, SPACE_S, above, self._problem)
        side = SPACE_XL - CELL_MARGIN
        middle = vertical(margins=(side, 0, side, 0))
        middle.addWidget(self.table)
        self.names.setFixedWidth(self._theme.scaled(_NAMES_WIDTH))
        self.details.setMinimumHeight(_LEAST_DETAILS)
        tools = add_to(horizontal(spacing=SPACE_M), self.names, (self.details, 1))
        foot = vertical(margins=(SPACE_XL, SPACE_M, SPACE_XL, SPACE_M), spacing=SPACE_M)
        add_to(foot, below, self._note, (tools, 1))
        self._fill(
            scrolling_page("tools", head, middle, (foot, 1)),
            buttons=(self.close_button,),
            left=self._status,
        )
        follow_layout(self)

    # -- reacting --

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a narrow page leaves out the columns that matter least."""
        for column, width in _SHOWN_FROM.items():
            self.table.setColumnHidden(column, event.size().width() < self._theme.scaled(width))
        is_narrow = self.table.isColumnHidden(ToolColumn.ORIGIN)
        mode = QHeaderView.ResizeMode
        self.table.horizontalHeader().setSectionResizeMode(
            ToolColumn.NAME, mode.Stretch if is_narrow else mode.Interactive
        )
        if not is_narrow:
            self.table.setColumnWidth(ToolColumn.NAME, self._theme.scaled(_NAME_WIDTH))
        share = event.size().width() // 3
        self.names.setFixedWidth(min(self._theme.scaled(_NAMES_WIDTH), share))
        super().resizeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: only now rows are as high as they stay."""
        super().showEvent(event)
        self._fit_table()

    def _fit_table(self) -> None:
        """Give the servers as much room as they take, within reason; the rest is for the tools."""
        row = self.table.verticalHeader().defaultSectionSize()
        n_rows = min(self.rows.rowCount(), _MOST_ROWS)
        header = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(header + max(1, n_rows) * row + _FRAME)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete removes the chosen server."""
        if event.key() == Qt.Key.Key_Delete and self.table.hasFocus():
            self._send(self.remove_requested)
            return
        super().keyPressEvent(event)

    def _send(self, wish: SignalInstance) -> None:
        group = self.selected()
        if group is not None and group.server is not None:
            self._refusal = ""
            self.say("")
            wish.emit(group)

    @Slot()
    def _on_row(self) -> None:
        self._refusal = ""  # it is about another one
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        group = self.selected()
        if group is None:
            return
        is_server, state = group.server is not None, group.state
        self._server_buttons.setVisible(is_server)
        self.start_button.setText(_start_words(state))
        self.start_button.setEnabled(state is not State.STARTING)
        self.stop_button.setEnabled(state in (State.RUNNING, State.STARTING))
        self.log_button.setEnabled(bool(group.log))
        note = "" if self.rows.rowCount() > 1 else tr(_NO_SERVERS)
        show_words(self._note, note or _note_of(group))
        self._fit_table()
        self._say_problems()
        listed = (group.name, group.tools, group.changed, group.missing)
        if listed != self._listed:
            self._listed = listed
            self._list_tools(group)
        has_tools = bool(self.names.count())
        self.names.setVisible(has_tools)
        self.details.setVisible(has_tools or bool(group.log))
        self.details.setAccessibleName(tr("What the tool does") if has_tools else tr("Log"))
        log = "\n".join(group.log)
        if not has_tools and self.details.toPlainText() != log:
            self.details.setPlainText(log)

    def _list_tools(self, group: ToolGroup) -> None:
        before = self.names.currentItem().text() if self.names.currentItem() else ""
        colours = self._theme.colours
        self.names.clear()
        for tool in group.tools or ():
            item = QListWidgetItem(isolated(cleaned(tool.own_name or tool.name)))
            if tool.name in group.changed:
                item.setIcon(icon("warning", colours.danger))
            self._add_tool(item, tool, tool.description.partition("\n")[0])
        for name, why in group.missing:
            item = QListWidgetItem(name)
            item.setForeground(QColor(colours.muted))
            self._add_tool(item, why, why)
        same = self.names.findItems(before, Qt.MatchFlag.MatchExactly) if before else []
        self.names.setCurrentRow(self.names.row(same[0]) if same else 0)

    def _add_tool(self, item: QListWidgetItem, told: Tool | str, words: str) -> None:
        item.setData(Qt.ItemDataRole.UserRole, told)
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, words)
        self.names.addItem(item)

    @Slot()
    def _show_tool(self) -> None:
        item, group = self.names.currentItem(), self.selected()
        if item is None or group is None:
            self.details.clear()
            return
        told = item.data(Qt.ItemDataRole.UserRole)
        words = told if isinstance(told, str) else tool_words(told, group.changed)
        self.details.setPlainText(words)


def _start_words(state: State) -> str:
    if state in (State.NEW, State.CHANGED):
        return tr("Allow and start…")
    return tr("Restart") if state in (State.RUNNING, State.FAILED) else tr("Start")


def _note_of(group: ToolGroup) -> str:
    match group.state:
        case State.OWN:
            return ""
        case State.NEW:
            return tr("Hearth has not started it: it first shows you what it would start.")
        case State.CHANGED:
            return tr("It is not what you allowed. Hearth shows you first what it would start.")
        case State.STARTING:
            return tr("It may have to be downloaded first, which can take a minute.")
        case State.RUNNING if not group.tools:
            return tr("It has no tools.") if group.tools is not None else ""
        case State.STOPPED:
            return tr("Hearth starts it when a chat needs its tools.")
        case _:
            return ""
