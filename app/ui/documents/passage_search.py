"""What a search above the chat list finds in the documents of the user.

By words alone: a question to the embedder would take longer than the next key. A passage counts
that has all words, and where none has them all, one that has half of them; the library itself finds
something for nearly any text.

Threads: the interface thread; the library is asked on a lane.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot

from app.core.chats.search.query import (
    Query,
    beginning_of,
    has_words,
    parse,
    places,
    snippet_of,
)
from app.core.errors import KnownError
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.ui.kit.timers import timer
from app.ui.sidebar.passage_results import PassageHit

if TYPE_CHECKING:
    from app.core.documents.library import DocumentLibrary
    from app.core.documents.search import FoundPassage
    from app.ui.documents.documents_presenter import DocumentsPresenter
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.sidebar.search_panel import SearchPanel

_PAUSE_MS: Final = 120  # longer than for chats: texts of documents are read for it
_MOST_SHOWN: Final = 5
_MOST_LOOKED_AT: Final = 20

_log = logging.getLogger(__name__)


class _Found(PlainValue, frozen=True, eq=False):
    """What a question has found."""

    ticket: int
    hits: tuple[PassageHit, ...]


class PassageSearch(QObject):
    """Joins the page of the search with the library.

    Args:
        library: has the documents.
        pages: shows a passage, and tells when documents are others.
        panel: where words are typed and passages listed.
    """

    def __init__(
        self,
        library: DocumentLibrary,
        pages: DocumentsPresenter,
        bridge: EventBridge,
        panel: SearchPanel,
    ) -> None:
        super().__init__(panel)
        self._library = library
        self._pages = pages
        self._bridge = bridge
        self._panel = panel
        self._aside = Lane("passage search")
        self._ticket = 0  # what is found for an older question is not shown
        self._pause = timer(self, _PAUSE_MS, self._ask)
        panel.question_changed.connect(self._on_question)
        panel.passage_chosen.connect(self._show)
        pages.changed.connect(self._on_question)
        bridge.subscribe(_Found, self._on_found)

    def close(self) -> None:
        """Ask the library no more."""
        self._pause.stop()
        self._aside.close()

    @Slot()
    def _on_question(self) -> None:
        self._ticket += 1
        self._aside.clear()
        # Nobody has written a document to a chat: filters leave them out.
        if has_words(self._panel.field.text()) and not self._panel.filters.is_narrow:
            self._pause.start()
        else:
            self._pause.stop()
            self._panel.show_passages(())

    @Slot()
    def _ask(self) -> None:
        self._aside.add(partial(self._look, self._ticket, self._panel.field.text()))

    def _look(self, ticket: int, text: str) -> None:
        """On the lane: find and tell."""
        try:
            hits = found_in(self._library, text) if self._library.has_sources() else ()
        except KnownError as error:
            _log.info("documents cannot be searched: %r", error)  # their page says why
            hits = ()
        self._bridge.post(_Found(ticket, hits))

    def _on_found(self, event: _Found) -> None:
        if event.ticket == self._ticket:
            self._panel.show_passages(event.hits)

    @Slot(object)
    def _show(self, hit: PassageHit) -> None:
        found = hit.passage
        self._pages.show_passage(
            *(found.digest, found.begin, found.end),
            text=found.text,
            name=hit.name,
            quote=hit.place,
        )


def found_in(library: DocumentLibrary, text: str) -> tuple[PassageHit, ...]:
    """Return the best passages that have what was typed, five at most.

    Args:
        library: is asked; takes as long as a disk does.
        text: as the search of chats reads it; see `query.py` there.

    Raises:
        KnownError: the library cannot be read.
    """
    query = parse(text)
    if not query.wanted:
        return ()
    found = library.search(text, _MOST_LOOKED_AT, by_meaning=False)
    unwanted = Query(query.excluded)
    fitting = [one for one in found if not places(_read(one), unwanted)]
    n_wanted = len(query.wanted)
    for least in (n_wanted, (n_wanted + 1) // 2):
        for inside in (False, True):  # of other words, as with chats
            hits = [one for one in fitting if _n_terms(one, query, inside=inside) >= least]
            if hits:
                return tuple(_hit(one, query, inside=inside) for one in hits[:_MOST_SHOWN])
    return ()


def _read(found: FoundPassage) -> str:
    """Return a passage as the library has indexed it: with what stands above it."""
    return "\n".join((found.title, *found.headings, found.text))


def _n_terms(found: FoundPassage, query: Query, *, inside: bool) -> int:
    """Return how many of the wanted words a passage has."""
    return len({number for _begin, _end, number in places(_read(found), query, inside=inside)})


def _hit(found: FoundPassage, query: Query, *, inside: bool) -> PassageHit:
    cut = snippet_of(found.text, query, inside=inside)
    if cut is None:
        cut = beginning_of(found.text)
        return PassageHit(found, cut.text, cut.ranges)
    begin = found.begin + found.text.index(cut.words)
    return PassageHit(found, cut.text, cut.ranges, (begin, begin + len(cut.words)))
