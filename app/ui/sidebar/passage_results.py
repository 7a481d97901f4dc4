"""What a search has found in the documents of the user, as rows below the results in chats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt
from PySide6.QtWidgets import QWidget

from app.core.plain_value import PlainValue
from app.ui.kit.labels import label
from app.ui.kit.layouts import add_to, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.sidebar.result_model import ResultRole
from app.ui.sidebar.result_view import ResultView
from app.ui.words.plain_text import tip
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.documents.search import FoundPassage
    from app.ui.sidebar.result_model import Index

_LINES = 2


class PassageHit(PlainValue, frozen=True):
    """A passage that has the words.

    Attributes:
        snippet: words around the place.
        ranges: where the words stand in it, (start, end) in characters, in order, apart.
        place: begin and end of the first of them, as offsets in the document's text; None where
            the headings alone have them.
    """

    passage: FoundPassage
    snippet: str
    ranges: tuple[tuple[int, int], ...]
    place: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """Of the file, or the document."""
        return self.passage.name or self.passage.title

    @property
    def page(self) -> str:
        """The page in words; "" without pages."""
        name = self.passage.page_name
        return tr("page {page}", page=name) if name else ""

    @property
    def headings(self) -> str:
        """What stands above it."""
        return " › ".join(self.passage.headings)


class PassageItemModel(QAbstractListModel):
    """Rows are passages, best first."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.hits: tuple[PassageHit, ...] = ()

    def show(self, hits: Sequence[PassageHit]) -> None:
        """Show these in the place of all others."""
        self.beginResetModel()
        self.hits = tuple(hits)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of passages."""
        return 0 if parent is not None and parent.isValid() else len(self.hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact of one passage."""
        if not index.isValid() or not 0 <= index.row() < len(self.hits):
            return None
        hit = self.hits[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return hit.name
            case Qt.ItemDataRole.ToolTipRole:
                lines = (hit.passage.path or hit.name, hit.page, hit.headings)
                return tip("\n".join(filter(None, lines)))
            case Qt.ItemDataRole.AccessibleTextRole:
                said = (hit.name, hit.page, hit.headings, hit.snippet)
                return listed([one for one in said if one])
            case ResultRole.HIT:
                return hit
            case ResultRole.IS_TITLE:
                return False
            case ResultRole.AUTHOR:
                return hit.headings
            case ResultRole.TIME:
                return hit.page
            case _:
                return None


class PassageResults(QWidget):
    """A heading and the passages; gone while there are none.

    Attributes:
        rows: the passages.
        view: shows them.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.rows = PassageItemModel(self)
        self.view = ResultView(theme, self.rows, tr("Passages in documents"), _LINES)
        self._heading = label("searchState", tr("Documents"))
        column = vertical(self, margins=(0, SPACE_S, 0, 0), spacing=SPACE_XS)
        head = vertical(margins=(SPACE_M, 0, SPACE_M, 0), spacing=0)
        add_to(head, self._heading)
        add_to(column, head, (self.view, 1))
        self.hide()

    def show_hits(self, hits: Sequence[PassageHit]) -> bool:
        """Show these; returns whether they are others than before."""
        if tuple(hits) == self.rows.hits:
            return False  # the chosen one stays chosen
        self.rows.show(hits)
        self.setVisible(bool(hits))
        return True

    def wanted_height(self) -> int:
        """Return the height, in pixels, in which all of them are seen."""
        rows = sum(self.view.sizeHintForRow(row) for row in range(self.rows.rowCount()))
        return rows + SPACE_S + SPACE_XS + self._heading.sizeHint().height()
