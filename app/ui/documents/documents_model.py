"""What the user has listed as a Qt tree: files and folders, and below a folder the files in it."""

from __future__ import annotations

import os
from bisect import bisect_left
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from app.core.plain_value import PlainValue
from app.ui.documents.document_words import more_words, state_words
from app.ui.kit.labels import icon
from app.ui.kit.page_table import NUMBERS, Columns, Index, head_of
from app.ui.words.formatting import count, counted
from app.ui.words.plain_text import tip
from app.ui.words.translation import QT_TR_NOOP, sentences, tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.core.documents.index import KnownFile
    from app.ui.kit.theme import Theme


RowKey = tuple["Path", "Path"]  # of a source, and of a file in it or of itself again
_NOTHING = "–"


class DocumentColumn(Columns):
    """What a column says."""

    NAME = QT_TR_NOOP("File or folder")
    KIND = QT_TR_NOOP("Type")
    PAGES = (QT_TR_NOOP("Pages"), "", NUMBERS)
    TOKENS = (QT_TR_NOOP("Tokens"), QT_TR_NOOP("About how many tokens its text has"), NUMBERS)
    STATE = QT_TR_NOOP("Status")


class ListedSource(PlainValue, frozen=True):
    """A file or folder that is listed.

    Attributes:
        files: that are known in it; of a file, at most itself.
        is_there: it could be reached when it was looked at.
        n_read: of the files.
        n_tokens: of their texts, an estimate.
    """

    path: Path
    files: tuple[KnownFile, ...]
    is_folder: bool
    is_there: bool
    n_read: int = 0
    n_tokens: int = 0

    @property
    def file(self) -> KnownFile | None:
        """What is known of it, where it is a file."""
        return self.files[0] if self.files and not self.is_folder else None


def grouped(sources: Sequence[Path], files: Iterable[KnownFile]) -> tuple[ListedSource, ...]:
    """Return what is listed, each with what lies in it. Asks the disk what each is."""
    found: dict[str, list[KnownFile]] = {str(path): [] for path in sources}
    for file in files:
        at, above = str(file.path), ""
        while at != above:  # the root lies in itself
            if at in found:
                found[at].append(file)
            at, above = os.path.dirname(at), at  # noqa: PTH120 - ten thousand paths are slow
    return tuple(_source(path, tuple(found[str(path)])) for path in sources)


def _source(path: Path, files: tuple[KnownFile, ...]) -> ListedSource:
    try:
        is_there = path.exists()
        is_folder = path.is_dir()
    except OSError:
        is_there = is_folder = False
    if not is_there:
        is_folder = bool(files) and files[0].path != path
    n_read, n_tokens = sum(bool(one.digest) for one in files), sum(one.n_tokens for one in files)
    return ListedSource(path, files, is_folder, is_there, n_read, n_tokens)


class DocumentsModel(QAbstractItemModel):
    """Rows are sources; those of a folder have its files below. Words leave out what lacks them.

    Args:
        theme: for the symbols.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._all: tuple[ListedSource, ...] = ()
        self._words: tuple[str, ...] = ()
        # What is shown: sources, and for each the files below it.
        self._shown: list[tuple[ListedSource, list[KnownFile]]] = []
        self._reading: Path | None = None

    # -- showing --

    def set_sources(self, sources: tuple[ListedSource, ...]) -> None:
        """Show these; rows stay where only what is said of them has changed."""
        self._all = sources
        self._show()

    def set_words(self, words: str) -> None:
        """Show only files whose path or title has all these words; "" for all."""
        self._words = tuple(words.casefold().split())
        self._show()

    def set_reading(self, path: str) -> None:
        """Mark the file that is being read; "" for none."""
        before, self._reading = self._reading, Path(path) if path else None
        for one in (before, self._reading):
            for index in self._indexes_of(one):
                end = index.siblingAtColumn(DocumentColumn.STATE)
                self.dataChanged.emit(end, end)

    def sources(self) -> tuple[ListedSource, ...]:
        """Return all that is listed."""
        return self._all

    def source_at(self, index: Index) -> ListedSource | None:
        """Return the source of a row that is one."""
        is_one = index.isValid() and not index.internalId()
        return self._shown[index.row()][0] if is_one else None

    def file_at(self, index: Index) -> KnownFile | None:
        """Return the file of a row, None for a folder, or a file of which nothing is known."""
        if not index.isValid():
            return None
        above = index.internalId()
        if not above:
            return self._shown[index.row()][0].file
        return self._shown[above - 1][1][index.row()]

    def key_of(self, index: Index) -> RowKey | None:
        """Return by what a row is found again: its source and its own path."""
        if not index.isValid():
            return None
        above = index.internalId()
        source, files = self._shown[(above or index.row() + 1) - 1]
        return source.path, files[index.row()].path if above else source.path

    def index_of(self, key: RowKey) -> QModelIndex:
        """Return the row of a key, none where it is not shown."""
        for row, (source, files) in enumerate(self._shown):
            if source.path != key[0]:
                continue
            if key[0] == key[1]:
                return self.index(row, 0)
            if (below := _place_in(files, key[1])) is not None:
                return self.createIndex(below, 0, row + 1)
        return QModelIndex()

    def _indexes_of(self, path: Path | None) -> list[QModelIndex]:
        if path is None:
            return []
        found = []
        for row, (source, files) in enumerate(self._shown):
            if source.path == path:
                found.append(self.index(row, 0))
            elif (below := _place_in(files, path)) is not None:
                found.append(self.createIndex(below, 0, row + 1))
        return found

    def _show(self) -> None:
        shown = [(source, files) for source in self._all for files in self._below(source)]
        if _places(shown) != _places(self._shown):
            self.beginResetModel()
            self._shown = shown
            self.endResetModel()
            return
        self._shown = shown
        last = len(DocumentColumn) - 1
        if shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(shown) - 1, last))
        for row, (_source, files) in enumerate(shown):
            if files:
                first = self.createIndex(0, 0, row + 1)
                end = self.createIndex(len(files) - 1, last, row + 1)
                self.dataChanged.emit(first, end)

    def _below(self, source: ListedSource) -> Iterable[list[KnownFile]]:
        """Yield the files below a source, nothing for one that is left out."""
        files = list(source.files) if source.is_folder else []
        if not self._words:
            yield files
            return
        if found := [file for file in files if self._has_words(f"{file.path} {file.title}")]:
            yield found
        elif not files:
            title = source.file.title if source.file is not None else ""
            if self._has_words(f"{source.path} {title}"):
                yield []

    def _has_words(self, said: str) -> bool:
        folded = said.casefold()
        return all(word in folded for word in self._words)

    # -- Qt --

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        """Qt: a cell; below a source its number stands, from 1."""
        if not self.hasIndex(row, column, parent or QModelIndex()):
            return QModelIndex()
        above = 0 if parent is None or not parent.isValid() else parent.row() + 1
        return self.createIndex(row, column, above)

    def parent(self, index: Index | None = None) -> Any:  # Qt has another one without arguments
        """Qt: the source above a file."""
        if index is None:
            return super().parent()
        above = index.internalId() if index.isValid() else 0
        return self.createIndex(above - 1, 0, 0) if above else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of sources, or of files below one."""
        if parent is None or not parent.isValid():
            return len(self._shown)
        if parent.internalId() or parent.column():
            return 0
        return len(self._shown[parent.row()][1])

    def columnCount(self, _parent: Index | None = None) -> int:
        """Qt: number of facts."""
        return len(DocumentColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Qt: what a column is."""
        return head_of(tuple(DocumentColumn), section, orientation, role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact about one source or file."""
        if not index.isValid():
            return None
        column = tuple(DocumentColumn)[index.column()]
        source, file = self.source_at(index), self.file_at(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._words_of(index, column)
            case Qt.ItemDataRole.ToolTipRole:
                path = str(source.path if source is not None else cast("KnownFile", file).path)
                more = more_words(file) if file is not None else ""
                return tip(path if column is DocumentColumn.NAME else more)
            case Qt.ItemDataRole.TextAlignmentRole:
                return column.side | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.DecorationRole if column is DocumentColumn.NAME:
                is_folder = source is not None and source.is_folder
                name = "folder" if is_folder else "file"
                return icon(name, self._theme.colours.muted)
            case _:
                return None

    def _words_of(self, index: Index, column: DocumentColumn) -> str:
        source, file = self.source_at(index), self.file_at(index)
        if source is not None and source.is_folder:
            return self._words_of_folder(source, column)
        if column is DocumentColumn.NAME:
            return self._name(index)
        if column is DocumentColumn.STATE:
            return self._state(source, file)
        if column is DocumentColumn.KIND:
            path = file.path if file is not None else cast("ListedSource", source).path
            return (file.kind if file is not None else "").upper() or _ending(path)
        if file is None or not file.digest:
            return _NOTHING
        number = file.n_pages if column is DocumentColumn.PAGES else file.n_tokens
        return count(number) if number else _NOTHING

    def _name(self, index: Index) -> str:
        source = self.source_at(index)
        if source is not None:
            return source.path.name or str(source.path)
        above, file = self._shown[index.internalId() - 1][0], self.file_at(index)
        assert file is not None
        return str(file.path.relative_to(above.path))

    def _state(self, source: ListedSource | None, file: KnownFile | None) -> str:
        path = file.path if file is not None else source.path if source is not None else None
        if path is not None and path == self._reading:
            return tr("Reading…")
        if file is not None:
            return state_words(file)
        is_there = source is None or source.is_there
        return tr("Not read yet") if is_there else tr("Not reachable")

    def _words_of_folder(self, source: ListedSource, column: DocumentColumn) -> str:
        match column:
            case DocumentColumn.NAME:
                return source.path.name or str(source.path)
            case DocumentColumn.TOKENS:
                return count(source.n_tokens) if source.n_tokens else _NOTHING
            case DocumentColumn.STATE:
                return folder_words(source)
            case DocumentColumn.KIND:
                return tr("Folder")
            case _:
                return _NOTHING


def folder_words(source: ListedSource) -> str:
    """Return how many files of a folder were read, and how many could not be."""
    if not source.is_there:
        return tr("Not reachable")
    if not source.files:
        return tr("Nothing read yet")
    files, n_refused = counted(source.n_read, "file"), len(source.files) - source.n_read
    if n_refused:
        return tr("{files} read, {n} not", files=files, n=count(n_refused))
    return tr("{files} read", files=files)


def _ending(path: Path) -> str:
    return path.suffix.removeprefix(".").upper() or _NOTHING


def details_of(source: ListedSource | None, file: KnownFile | None) -> str:
    """Return what is said of a row below the list, beside its path."""
    if file is not None:
        return sentences(*filter(None, (_titled(file), more_words(file))))
    if source is not None and not source.is_there:
        return tr("Its disk or folder is not reachable now; what was read of it is kept.")
    return ""


def _titled(file: KnownFile) -> str:
    is_other = bool(file.title) and file.title not in (file.path.name, file.path.stem)
    return tr("Title: {title}.", title=file.title) if is_other else ""


def _place_in(files: Sequence[KnownFile], path: Path) -> int | None:
    """Return where a file is among others, which are in the order of the bytes of their paths."""
    wanted = os.fsencode(path)
    at = bisect_left(files, wanted, key=lambda file: os.fsencode(file.path))
    return at if at < len(files) and files[at].path == path else None


_Shown = list[tuple["ListedSource", list["KnownFile"]]]


def _places(shown: _Shown) -> list[tuple[Path, bool, list[Path]]]:
    return [
        (source.path, source.is_folder, [file.path for file in files]) for source, files in shown
    ]
