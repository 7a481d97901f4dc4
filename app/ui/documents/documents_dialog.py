"""The page "Documents": the files and folders that the user lists, and what was read of each.

Longer than other files: all of one page.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QFrame,
    QHeaderView,
    QMenu,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.ui.documents.documents_model import (
    DocumentColumn,
    DocumentsModel,
    ListedSource,
    RowKey,
    details_of,
)
from app.ui.documents.outside import outside_words
from app.ui.kit.accessibility import announce
from app.ui.kit.dialog_page import DialogPage, empty_page, page_head
from app.ui.kit.dropped_files import DropHint, dropped_files, take_copies
from app.ui.kit.labels import (
    ElidedLabel,
    label,
    progress_bar,
    push_button,
    renderer,
    search_line,
    show_words,
)
from app.ui.kit.layouts import STRETCH, FlowLayout, add_to, horizontal, vertical
from app.ui.kit.page_table import CELL_MARGIN, Index
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.words.direction import turned_icon
from app.ui.words.formatting import count, counted
from app.ui.words.plain_text import isolated, set_tip
from app.ui.words.translation import problem_words, sentences, tr

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QDragEnterEvent,
        QDragLeaveEvent,
        QDragMoveEvent,
        QDropEvent,
        QKeyEvent,
        QPainter,
        QResizeEvent,
    )

    from app.core.documents.index import KnownFile
    from app.core.documents.library import LookProgress
    from app.core.errors import Problem

_SIZE = QSize(960, 660)
_WIDTHS = {
    DocumentColumn.KIND: 70,
    DocumentColumn.PAGES: 70,
    DocumentColumn.TOKENS: 100,
    DocumentColumn.STATE: 200,
}
# With the width of the page, in pixels, that a column takes to be shown; larger words take more.
_SHOWN_FROM = {DocumentColumn.KIND: 680, DocumentColumn.PAGES: 760, DocumentColumn.TOKENS: 560}
_ROW, _ROW_ROOM = 34, 14  # pixels of a row, or as many as its words need and some around them
_ARROW = 12  # pixels
_SEARCH = 240  # pixels of the filter beside the buttons; with less it stands below them


class _Rows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt: rows are as high as those of a table."""
        hint = super().sizeHint(option, index)
        return QSize(hint.width(), max(_ROW, option.fontMetrics.height() + _ROW_ROOM))


class _Tree(QTreeView):
    """Rows as those of a page's table are; the keyboard comes to a row that is chosen."""

    def __init__(self, rows: DocumentsModel, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("documentTree")
        self.setAccessibleName(tr("Files and folders"))
        self.setModel(rows)
        self.setItemDelegate(_Rows(self))
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setExpandsOnDoubleClick(False)  # which opens a file
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setHighlightSections(False)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Qt: the row begins at the edge, and has its arrow where it is chosen, too."""
        colours, direction = self._theme.colours, self.layoutDirection()
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, QColor(colours.selected))
        painter.fillRect(rect.adjusted(0, rect.height() - 1, 0, 0), QColor(colours.border))
        if self.model().hasChildren(index):
            name = "chevron" if self.isExpanded(index) else turned_icon(direction, "next")
            side = min(_ARROW, rect.width())
            place = QStyle.alignedRect(
                direction, Qt.AlignmentFlag.AlignCenter, QSize(side, side), rect
            )
            renderer(name, colours.muted).render(painter, QRectF(place))


class DocumentsDialog(DialogPage):
    """Shows what is listed.

    Sends `added` with paths, `add_files_requested`, `add_folder_requested`, `remove_requested`
    with a `ListedSource`, `keep_requested` and `open_requested` with a `KnownFile`,
    `look_requested`, `stop_requested`,
    `chosen` with another `KnownFile`, or None, and `outside_requested` with the path of a file or
    folder that the system is to open.
    """

    added = Signal(object)
    add_files_requested = Signal()
    add_folder_requested = Signal()
    remove_requested = Signal(object)
    keep_requested = Signal(object)
    open_requested = Signal(object)
    look_requested = Signal()
    stop_requested = Signal()
    chosen = Signal(object)
    outside_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("documents", tr("Documents"), parent)
        self._theme = theme
        self._refusal = ""  # why the last wish of the user was not fulfilled
        self._look_problem = self._list_problem = ""
        self._count = ""
        self._done = ""  # what became of the last wish
        self._is_known = False
        self._chosen = ""  # digest of the chosen file
        self._shared = ""  # what chats share of it
        self._expanded: set[Path] = set()  # sources whose files are shown
        self.rows = DocumentsModel(theme, self)
        self.tree = self._make_tree()
        self.search = search_line(tr("Filter by name or title"))
        self._path = ElidedLabel("libraryDetails", elide=Qt.TextElideMode.ElideMiddle)
        self._details = label("libraryDetails")
        self._reading = ElidedLabel("libraryDetails")
        self.bar = progress_bar(tr("Files read"), 6)
        self._empty = label("emptyMemory", tr("Looking…"))
        self._make_buttons()
        self._pages = QStackedWidget()
        self._progress, self._tools, self._buttons = QWidget(), QWidget(), QWidget()
        self._line = horizontal(self._tools, margins=0, spacing=SPACE_S)
        self._drop_hint: DropHint | None = None
        self._arrange()
        self._connect()
        self.setAcceptDrops(True)
        self.end_progress()
        self._refresh()
        self._fit_screen(_SIZE)
        self.search.setFocus()

    # -- showing --

    def show_sources(self, sources: tuple[ListedSource, ...]) -> None:
        """Show what is listed; the chosen row stays chosen, and what is open stays open."""
        kept = self._kept_rows()
        if not self._is_known and len(sources) == 1:
            self._expanded.add(sources[0].path)
        self._list_problem = ""
        self.rows.set_sources(sources)
        self._restore(*kept)
        files = [file for source in sources for file in source.files]
        n_tokens = sum(file.n_tokens for file in files)
        tokens = counted(n_tokens, "token")
        words = tr("{files}, about {tokens}", files=counted(len(files), "file"), tokens=tokens)
        self._count = words if files else ""
        if not self._is_known:
            self._is_known = True
            (self.search if sources else self.first_button).setFocus()
        self._say()
        self._refresh()

    def show_list_problem(self, problem: Problem) -> None:
        """Say why it cannot be said what is listed, until it can."""
        self._list_problem = problem_words(problem)
        self._say()

    def show_progress(self, progress: LookProgress) -> None:
        """Say how far a look is, or how it ended."""
        self.rows.set_reading(progress.reading)
        if progress.is_over:
            self.end_progress()
            problem, said = progress.problem, []
            if problem is not None:
                said.append(problem_words(problem))
            if progress.is_cut:
                files = counted(progress.n_files, "file")
                said.append(
                    tr("Hearth looks at {files} at most; the others are left out.", files=files)
                )
            is_news = "\n".join(said) != self._look_problem
            self._look_problem = "\n".join(said)
            self._say()
            announce(self, self._look_problem if is_news else "")
        elif progress.reading:
            self.bar.setRange(0, max(1, progress.n_to_read))
            self.bar.setValue(progress.n_read)
            self._show_reading(
                tr(
                    "Reading {n} of {all}: {name}",
                    n=count(progress.n_read + 1),
                    all=count(progress.n_to_read),
                    name=isolated(Path(progress.reading).name),
                )
            )

    @Slot(str)
    def show_shared(self, words: str) -> None:
        """Say what chats share of the chosen file."""
        self._shared = words
        self._refresh()

    def show_looking(self) -> None:
        """Say that a look takes a while."""
        self.bar.setRange(0, 0)
        self._show_reading(tr("Looking through your files…"))

    def end_progress(self) -> None:
        """Nothing is read any more."""
        self._progress.hide()
        self.look_button.setEnabled(True)

    def show_problem(self, problem: Problem) -> None:
        """Say what could not be done."""
        self._refusal = problem_words(problem)
        self._say()
        announce(self, self._refusal)

    def say(self, text: str) -> None:
        """Say what was done, until the user wishes something else."""
        self._done = text
        self._say()
        announce(self, text)

    def selected(self) -> ListedSource | None:
        """Return the source that is chosen, or that the chosen file lies in."""
        index = self.tree.currentIndex()
        return self.rows.source_at(index.parent() if index.parent().isValid() else index)

    def selected_file(self) -> KnownFile | None:
        """Return the file that is chosen."""
        return self.rows.file_at(self.tree.currentIndex())

    def words(self) -> str:
        """Return what stands around the list."""
        shown = (self._problem, self._path, self._details, self._reading, self._status, self._empty)
        return "\n".join(one.text() for one in shown if one.isVisibleTo(self) and one.text())

    def _show_reading(self, words: str) -> None:
        self._reading.setText(words)
        self._progress.show()
        self.look_button.setEnabled(False)

    def _say(self) -> None:
        problems = dict.fromkeys((self._refusal, self._list_problem, self._look_problem))
        show_words(self._problem, "\n".join(filter(None, problems)))
        self._status.setText(self._done or self._count)

    def _forget_last_wish(self) -> None:
        self._refusal = self._done = ""
        self._say()

    def _kept_rows(self) -> tuple[RowKey | None, RowKey | None]:
        """Return the row that is chosen, and the first one that is seen if others are above it."""
        chosen = self.rows.key_of(self.tree.currentIndex())
        is_at_top = not self.tree.verticalScrollBar().value()
        return chosen, None if is_at_top else self.rows.key_of(self.tree.indexAt(QPoint(0, 0)))

    def _restore(self, chosen: RowKey | None, first: RowKey | None) -> None:
        """Open what was open, and choose what was chosen, which a list made anew has forgotten."""
        self.tree.blockSignals(True)
        for row in range(self.rows.rowCount()):
            index = self.rows.index(row, 0)
            source = self.rows.source_at(index)
            is_open = bool(self.search.text()) or (
                source is not None and source.path in self._expanded
            )
            if self.tree.isExpanded(index) != is_open:
                self.tree.setExpanded(index, is_open)
        self.tree.blockSignals(False)
        if chosen is not None and self.rows.key_of(self.tree.currentIndex()) != chosen:
            self.tree.setCurrentIndex(self.rows.index_of(chosen))
        if first is not None and (index := self.rows.index_of(first)).isValid():
            self.tree.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)

    # -- arranging --

    def _make_tree(self) -> _Tree:
        tree = _Tree(self.rows, self._theme)
        header = tree.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(DocumentColumn.NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            least = header.sectionSizeHint(column)
            tree.setColumnWidth(column, max(self._theme.scaled(width), least))
        return tree

    def _make_buttons(self) -> None:
        files, folder = tr("Add files…"), tr("Add folder…")
        self.files_button = push_button("", files, self.add_files_requested)
        self.folder_button = push_button("", folder, self.add_folder_requested)
        # Where nothing is listed yet.
        self.first_button = push_button("primary", folder, self.add_folder_requested)
        self.first_files_button = push_button("", files, self.add_files_requested)
        self.look_button = push_button("", tr("Look again"), self._on_look)
        self.stop_button = push_button("", tr("Stop"), self.stop_requested)
        self.remove_button = push_button("", tr("Remove from the list…"), self._on_remove)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.open_button = push_button("primary", tr("Show text"), self._on_open)
        self.open_button.setDefault(True)

    def _arrange(self) -> None:
        told = tr(
            "Hearth reads these files and folders, and finds passages in them for your questions. "
            "The files stay where they are, as they are."
        )
        flow = FlowLayout(self._buttons, SPACE_S)
        for button in (self.files_button, self.folder_button, self.look_button):
            flow.addWidget(button)
        add_to(self._line, (self.search, 1), self._buttons)
        head = page_head(tr("Documents"), told, SPACE_S, self._tools, self._problem)
        self._pages.addWidget(self._on_page())
        centre = Qt.AlignmentFlag.AlignHCenter
        first = add_to(
            horizontal(spacing=SPACE_S),
            *(STRETCH, (self.first_files_button, centre), (self.first_button, centre), STRETCH),
        )
        self._pages.addWidget(empty_page(self._empty, first))
        self._fill(
            head,
            (self._pages, 1),
            self._below(),
            buttons=(self.remove_button, self.close_button, self.open_button),
            left=self._status,
        )

    def _on_page(self) -> QWidget:
        framed = QWidget()
        side = SPACE_XL - CELL_MARGIN
        vertical(framed, margins=(side, 0, side, 0)).addWidget(self.tree)
        return framed

    def _below(self) -> QVBoxLayout:
        line = horizontal(self._progress, margins=0, spacing=SPACE_M)
        add_to(line, (self._reading, 2), (self.bar, 1), self.stop_button)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        below = vertical(margins=(SPACE_XL, SPACE_S, SPACE_XL, SPACE_M), spacing=SPACE_S)
        return add_to(below, self._path, self._details, self._progress)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_words)
        self.tree.doubleClicked.connect(self._on_double_click)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.tree.expanded.connect(self._on_expanded)
        self.tree.collapsed.connect(self._on_collapsed)
        self.tree.selectionModel().currentChanged.connect(self._refresh)
        self.rows.modelReset.connect(self._refresh)
        self.rows.dataChanged.connect(self._refresh)

    # -- reacting --

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a narrow page leaves out the columns that matter least."""
        for column, width in _SHOWN_FROM.items():
            is_narrow = event.size().width() < self._theme.scaled(width)
            self.tree.setColumnHidden(column, is_narrow)
        state = DocumentColumn.STATE
        most = event.size().width() * 2 // 5  # names get as much
        self.tree.setColumnWidth(state, min(self._theme.scaled(_WIDTHS[state]), most))
        self._fit_tools()
        super().resizeEvent(event)

    def _fit_tools(self) -> None:
        """Put the buttons beside the filter where there is room, else above it."""
        buttons = (self.files_button, self.folder_button, self.look_button)
        needed = sum(one.sizeHint().width() + SPACE_S for one in buttons)
        is_wide = self.width() - 2 * SPACE_XL >= needed + _SEARCH
        direction = QBoxLayout.Direction
        self._line.setDirection(direction.LeftToRight if is_wide else direction.TopToBottom)
        self._buttons.setMinimumWidth(needed - SPACE_S if is_wide else 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete takes off the list what is chosen."""
        if event.key() == Qt.Key.Key_Delete and self.tree.hasFocus():
            self._on_remove()
            return
        super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Qt: files and folders may be dropped anywhere on the page."""
        paths = dropped_files(event.mimeData())
        if paths:
            take_copies(event)
            self._hint().show_lines([_what_a_drop_adds(paths)])

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Qt: wherever they are."""
        take_copies(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Qt: they are dragged elsewhere."""
        self._hint().hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Qt: list them."""
        self._hint().hide()
        paths = dropped_files(event.mimeData())
        if paths:
            take_copies(event)
            self._forget_last_wish()
            self.added.emit(paths)

    def _hint(self) -> DropHint:
        if self._drop_hint is None:
            self._drop_hint = DropHint(self)
        return self._drop_hint

    @Slot()
    def _refresh(self) -> None:
        has_sources, is_filtered = bool(self.rows.sources()), bool(self.search.text())
        self._pages.setCurrentIndex(0 if self.rows.rowCount() else 1)
        self._tools.setVisible(has_sources)
        for button in (self.first_button, self.first_files_button):
            button.setVisible(self._is_known and not has_sources)
        for button in (self.remove_button, self.open_button):
            button.setVisible(has_sources)
        if has_sources and is_filtered:
            self._empty.setText(tr("Nothing found."))
        elif self._is_known:
            self._empty.setText(
                tr(
                    "List files and folders here, and ask about them in a chat: Hearth finds the "
                    "passages that fit your question.\nYou can also drop them on this page."
                )
            )
        source, file = self.selected(), self.selected_file()
        is_source = self.rows.source_at(self.tree.currentIndex()) is not None
        place = file.path if file is not None else source.path if source is not None else ""
        self._path.setText(str(place))
        self._path.setVisible(bool(place))
        digest = file.digest if file is not None else ""
        if digest != self._chosen:
            self._chosen, self._shared = digest, ""
            self.chosen.emit(file)
        said = details_of(source if is_source else None, file)
        show_words(self._details, sentences(*filter(None, (said, self._shared))))
        self.remove_button.setEnabled(is_source)
        is_inside = source is not None and not is_source
        listed = tr("This file lies in a folder that is listed; only the folder can be removed")
        set_tip(self.remove_button, listed if is_inside else "")
        self.open_button.setEnabled(file is not None and bool(file.digest))

    @Slot(str)
    def _on_words(self, words: str) -> None:
        self._forget_last_wish()
        kept = self._kept_rows()
        self.rows.set_words(words)
        self._restore(*kept)
        self._refresh()

    @Slot(QModelIndex)
    def _on_expanded(self, index: QModelIndex) -> None:
        source = self.rows.source_at(index)
        if source is not None and not self.search.text():
            self._expanded.add(source.path)

    @Slot(QModelIndex)
    def _on_collapsed(self, index: QModelIndex) -> None:
        source = self.rows.source_at(index)
        if source is not None and not self.search.text():
            self._expanded.discard(source.path)

    @Slot(QModelIndex)
    def _on_double_click(self, index: QModelIndex) -> None:
        if self.rows.file_at(index) is not None:
            self._on_open()
        elif index.isValid():
            first = index.siblingAtColumn(0)
            self.tree.setExpanded(first, not self.tree.isExpanded(first))

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        index = self.tree.indexAt(place)
        if not index.isValid():
            return
        self.tree.setCurrentIndex(index)
        source, file = self.rows.source_at(index), self.rows.file_at(index)
        menu = QMenu(self.tree)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if file is not None and file.digest:
            menu.addAction(tr("Show text")).triggered.connect(self._on_open)
            keeps = menu.addAction(tr("Keep read for new chats"))
            keeps.setCheckable(True)
            keeps.setChecked(file.is_kept)
            keeps.triggered.connect(lambda: self.keep_requested.emit(file))
        path = file.path if file is not None else source.path if source is not None else None
        if path is not None:
            is_folder = source is not None and source.is_folder
            opens = menu.addAction(outside_words(path, is_folder=is_folder))
            opens.triggered.connect(lambda: self.outside_requested.emit(path))
        if source is not None:
            menu.addSeparator()
            menu.addAction(tr("Remove from the list…")).triggered.connect(self._on_remove)
        menu.popup(self.tree.viewport().mapToGlobal(place))

    @Slot()
    def _on_open(self) -> None:
        file = self.selected_file()
        if file is not None and file.digest:
            self.open_requested.emit(file)

    @Slot()
    def _on_look(self) -> None:
        self._forget_last_wish()
        self.look_requested.emit()

    @Slot()
    def _on_remove(self) -> None:
        source = self.rows.source_at(self.tree.currentIndex())
        if source is not None:
            self._forget_last_wish()
            self.remove_requested.emit(source)


def _what_a_drop_adds(paths: list[str]) -> str:
    if len(paths) == 1:
        return tr("Add {name} to your documents", name=isolated(Path(paths[0]).name, 34))
    return tr("Add {files} to your documents", files=counted(len(paths), "file"))
