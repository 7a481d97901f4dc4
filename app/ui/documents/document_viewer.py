"""Opens the viewer for a document or a passage of it, which are read from the library aside."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from app.core.errors import KnownError, Problem
from app.core.plain_value import PlainValue, replace
from app.core.system.lanes import Lane
from app.ui.documents.outside import open_outside
from app.ui.kit.message_box import PagePresenter
from app.ui.words.translation import problem_words, tr

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from app.core.documents.index import KnownFile
    from app.core.documents.library import DocumentLibrary
    from app.ui.documents.document_view import DocumentView, Range, ShownDocument
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.theme import Theme


class CitedPassage(PlainValue, frozen=True):
    """A passage of a document that may have changed, or gone.

    Attributes:
        digest: of the document it was taken from.
        begin, end: offsets in that document's text.
        text: what stood there.
        name: of the file.
        quote: begin and end, as offsets in that document's text, of words in it that were quoted.
    """

    digest: str
    begin: int
    end: int
    text: str
    name: str
    quote: tuple[int, int] | None = None


class _Loaded(PlainValue, frozen=True, eq=False):
    """What is to be shown; the problem where there is nothing."""

    ticket: int
    shown: ShownDocument | None
    problem: Problem | None = None


class DocumentViewer(PagePresenter["DocumentView"]):
    """Sends `failed` with a problem where a document cannot be shown.

    Args:
        window: below the viewer.
    """

    failed = Signal(object)

    def __init__(
        self, library: DocumentLibrary, bridge: EventBridge, theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)
        self._library = library
        self._bridge = bridge
        self._theme = theme
        self._window = window
        self._aside = Lane("document")
        self._ticket = 0  # what was asked for before the newest is not shown any more
        bridge.subscribe(_Loaded, self._on_loaded)

    def show_file(self, file: KnownFile) -> None:
        """Show what a file says, from its beginning."""
        self._ticket += 1
        self._aside.clear()
        self._aside.add(partial(self._load_file, file, self._ticket))

    def show_passage(self, passage: CitedPassage) -> None:
        """Show a document with a passage marked, or the passage alone where it is not known."""
        self._ticket += 1
        self._aside.clear()
        self._aside.add(partial(self._load_passage, passage, self._ticket))

    def close(self) -> None:
        """Read nothing more."""
        self._aside.close()

    # -- on the lane --

    def _load_file(self, file: KnownFile, ticket: int) -> None:
        problem: Problem | None = None
        shown: ShownDocument | None = None
        try:
            shown = self._document(file.digest, file.path.name, file)
        except KnownError as error:
            problem = error.problem()
        self._bridge.post(_Loaded(ticket, shown, problem))

    def _load_passage(self, passage: CitedPassage, ticket: int) -> None:
        note = tr("The file has changed since, or is gone. This is the passage as it was used.")
        shown: ShownDocument | None = None
        try:
            shown = self._document(passage.digest, passage.name)
        except KnownError as error:
            note = problem_words(error.problem())
        if shown is not None:
            marked = _marked(shown, passage)
            if marked is not None:
                self._bridge.post(_Loaded(ticket, marked))
                return
        self._bridge.post(_Loaded(ticket, _alone(passage, note)))

    def _document(
        self, digest: str, name: str, asked: KnownFile | None = None
    ) -> ShownDocument | None:
        """Return a document from its beginning; None where it is not known.

        Raises:
            KnownError: the library cannot say.
        """
        from app.ui.documents.document_view import ShownDocument, facts_words
        from app.ui.documents.shown_text import shown_text
        from app.ui.words.plain_text import Utf16Positions

        document = self._library.text(digest)
        if document is None:
            return None
        files = self._library.files_of(digest)
        named = [one for one in files if asked is not None and one.path == asked.path]
        files = (*named, *(one for one in files if one.path.name == name), *files)
        file = files[0] if files else None
        text = shown_text(document, file.kind if file is not None else "")
        facts = ""
        if file is not None:
            facts = facts_words(file.kind, file.n_pages, file.n_tokens)
        # Where `Path.is_file` raises, `isfile` says that it is none.
        path = next((one.path for one in files if os.path.isfile(one.path)), None)  # noqa: PTH113
        name = file.path.name if file is not None else name
        return ShownDocument(digest, name, facts, "", path, text, Utf16Positions(text.text))

    # -- on the interface thread --

    def _on_loaded(self, event: _Loaded) -> None:
        if event.ticket != self._ticket:
            return
        if event.shown is None:
            self.failed.emit(event.problem)
            return
        view = self._dialog or self._new_view()
        view.show_document(event.shown)
        self._to_front()

    def _new_view(self) -> DocumentView:
        from app.ui.documents.document_view import DocumentView

        view = self._begin(DocumentView(self._theme, self._window))
        view.open_requested.connect(self._open_file)
        return view

    @Slot(object)
    def _open_file(self, path: Path) -> None:
        if self._dialog is not None:
            open_outside(path, self._dialog)


def _marked(shown: ShownDocument, passage: CitedPassage) -> ShownDocument | None:
    """Return a document with a passage marked; None where it stands elsewhere, or nowhere."""
    from app.ui.documents.shown_text import passage_text

    text = shown.text
    part = (text.place_of(passage.begin), text.place_of(passage.end))
    expected = passage_text(passage.text)
    if text.original(*part).split() != expected.original(0, len(expected.text)).split():
        return None
    quote = passage.quote
    places = None if quote is None else (text.place_of(quote[0]), text.place_of(quote[1]))
    return replace(shown, passage=part, quote=places)


def _alone(passage: CitedPassage, note: str) -> ShownDocument:
    from app.ui.documents.document_view import ShownDocument
    from app.ui.documents.shown_text import passage_text
    from app.ui.words.plain_text import Utf16Positions

    text = passage_text(passage.text)
    quote: Range | None = None
    if passage.quote is not None:
        begin, end = passage.quote
        quote = (text.place_of(begin - passage.begin), text.place_of(end - passage.begin))
    whole = (0, len(text.text))
    positions = Utf16Positions(text.text)
    return ShownDocument("", passage.name, "", note, None, text, positions, whole, quote)
