"""Above the field: which documents each question searches, and what whole documents cost.

The button beside the field chooses the documents.
"""

from __future__ import annotations

import enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS
from app.ui.composer.composer_bar import BarButton, ComposerBar
from app.ui.kit.labels import icon
from app.ui.words.plain_text import button_text, isolated, set_tip
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.kit.theme import Theme

_MOST_NAMES: Final = 2
_MOST_LISTED: Final = 12  # in the menu; the page has all
_NAME_CHARS: Final = 40


class DocumentsKey(enum.Enum):
    """The buttons of both bars."""

    STOP = enum.auto()
    PASSAGES = enum.auto()


class SearchedBar(ComposerBar):
    """Says what each question searches; hidden where that is nothing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        stop = BarButton(
            DocumentsKey.STOP, tr("Stop searching"), tr("Send questions without passages")
        )
        super().__init__(theme, "search", (stop,), parent)
        self.setObjectName("searchedBar")

    def show_searched(self, searched: Sequence[str]) -> None:
        """Name files and folders, or all documents."""
        self.show_words(_searched_words(searched))


def _searched_words(searched: Sequence[str]) -> str:
    if not searched:
        return ""
    if ALL_DOCUMENTS in searched:
        return tr("Each question searches all your documents.")
    names = [isolated(Path(path).name or path) for path in searched[:_MOST_NAMES]]
    if len(searched) > _MOST_NAMES:
        names.append(tr("{n} more", n=len(searched) - _MOST_NAMES))
    return tr("Each question searches {names}.", names=listed(names))


class WholeBar(ComposerBar):
    """Says what it takes to read whole documents, and offers passages in their place."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        passages = BarButton(
            DocumentsKey.PASSAGES,
            tr("Use passages"),
            tr("Give the model only the passages that fit each question"),
        )
        super().__init__(theme, "file", (passages,), parent)
        self.setObjectName("wholeBar")

    def show_costs(self, whole: str, passages: str) -> None:
        """Say what the whole documents cost, "" hides it, and what passages would."""
        self.show_words(whole)
        words = tr("Use passages ({cost})", cost=passages) if passages else tr("Use passages")
        self.buttons[DocumentsKey.PASSAGES].setText(words)


class DocumentsButton(QToolButton):
    """Chooses which documents each question searches; hidden while there are none.

    Signals:
        toggled_source: with a file or folder, or the mark for all documents.
        page_requested: the user wants to see all documents.
    """

    toggled_source = Signal(object)  # a str, of which Qt would drop bytes that are no letters
    page_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("documentsButton")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._theme = theme
        self._sources: tuple[str, ...] = ()
        self._searched: tuple[str, ...] = ()
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.refresh_colours()

    def show_choice(self, sources: Sequence[str], searched: Sequence[str]) -> None:
        """Show what is listed, and what of it each question searches."""
        self._sources, self._searched = tuple(sources), tuple(searched)
        self.refresh_colours()

    def refresh_colours(self) -> None:
        """Draw the icon in the colours of the theme."""
        colours = self._theme.colours
        self.setIcon(icon("search", colours.accent if self._searched else colours.muted))
        words = _searched_words(self._searched) or tr("Search your documents for each question")
        self.setAccessibleName(words)
        set_tip(self, words)
        self.setVisible(bool(self._sources or self._searched))

    @Slot()
    def _fill(self) -> None:
        self._menu.clear()
        self._menu.addAction(tr("Each question searches")).setEnabled(False)
        self._add(tr("All my documents"), ALL_DOCUMENTS, "")
        shown = dict.fromkeys((*self._searched, *self._sources))
        shown.pop(ALL_DOCUMENTS, None)
        for path in list(shown)[:_MOST_LISTED]:
            self._add(button_text(Path(path).name or path, _NAME_CHARS), path, path)
        self._menu.addSeparator()
        self._menu.addAction(tr("Documents…"), self.page_requested.emit)

    def _add(self, words: str, source: str, tip: str) -> None:
        action = self._menu.addAction(words, partial(self.toggled_source.emit, source))
        action.setCheckable(True)
        action.setChecked(source in self._searched)
        set_tip(action, tip)
