"""Joins the page "Get a real model" with the hub and the downloads.

The source of models is opened with the first page and lives until the window closes, so that a
download goes on while the page is closed. What an earlier run has left waits until the user lets
it go on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import psutil
from PySide6.QtCore import QObject, Signal, Slot

from app.core.errors import KnownError
from app.core.models.downloads import (
    Done,
    Download,
    DownloadChanged,
    DownloadId,
    DownloadRefused,
    DownloadRemoved,
    order_of,
)
from app.core.models.hub import HubAskFailed, ListingReady, SearchFinished
from app.ui.get_model.get_model_dialog import GetModelDialog
from app.ui.notices import NoticeAction
from app.ui.side_work import SideWork
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.core.models.catalogue import Suggestion
    from app.core.models.hub import HubListing, ModelChoice
    from app.core.models.model_source import ModelSource
    from app.ui.event_bridge import EventBridge
    from app.ui.get_model.choice_fits import ChoiceFits
    from app.ui.notices import NoticeArea
    from app.ui.theme import Theme


class GetModelPresenter(QObject):
    """Sends `load_requested` with a path, and `open_file_requested`.

    Args:
        open_source: opens the source of models; called on the interface thread, asks nobody.
        fits: says how what is to be had would fit.
        bridge: brings what it tells to the interface thread.
        notices: tell of a download that is done while the page is closed.
        window: the page belongs to it.
    """

    load_requested = Signal(object)
    open_file_requested = Signal()

    def __init__(
        self,
        open_source: Callable[[], ModelSource],
        fits: ChoiceFits,
        bridge: EventBridge,
        theme: Theme,
        notices: NoticeArea,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._open_source = open_source
        self._fits = fits
        self._theme = theme
        self._notices = notices
        self._window = window
        self._source: ModelSource | None = None
        self._dialog: GetModelDialog | None = None
        self._downloads: dict[DownloadId, Download] = {}
        self._asked = 0  # number of the question whose answer is waited for
        self._suggestion: Suggestion | None = None  # whose files are being asked for
        self._aside = SideWork("downloads ending")
        bridge.subscribe(SearchFinished, self._on_found)
        bridge.subscribe(ListingReady, self._on_listing)
        bridge.subscribe(HubAskFailed, self._on_failed)
        bridge.subscribe(DownloadChanged, self._on_changed)
        bridge.subscribe(DownloadRemoved, self._on_removed)
        bridge.subscribe(DownloadRefused, self._on_refused)

    @Slot()
    def show_page(self) -> GetModelDialog | None:
        """Open the page, or bring the open one to the front; None where there is no source."""
        source = self._opened()
        if source is None:
            return None
        if self._dialog is None:
            ram_bytes = psutil.virtual_memory().total
            self._dialog = GetModelDialog(self._theme, ram_bytes, source.host, self._window)
            self._join(self._dialog, source)
            self._fits.open(self._dialog, source.hub)
            for download in self._downloads.values():
                self._dialog.show_download(download)
            self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog

    def close(self) -> None:
        """Close the page and end what runs; downloads can go on with the next start."""
        if self._dialog is not None:
            self._dialog.reject()
        if self._source is not None:
            self._aside.add(self._source.close)  # which waits for a write
            self._source = None

    def _opened(self) -> ModelSource | None:
        if self._source is None:
            try:
                self._source = self._open_source()
            except KnownError as error:
                self._notices.show_problem(error.problem())
        return self._source

    def _join(self, dialog: GetModelDialog, source: ModelSource) -> None:
        dialog.searched.connect(self._on_searched)
        dialog.described.connect(self._on_described)
        dialog.left.connect(self._on_left)
        dialog.suggestion_wanted.connect(self._on_suggestion)
        dialog.choice_wanted.connect(self._on_choice)
        dialog.pause_requested.connect(source.downloads.pause)
        dialog.resume_requested.connect(source.downloads.resume)
        dialog.cancel_requested.connect(source.downloads.cancel)
        dialog.load_requested.connect(self.load_requested)
        dialog.open_file_requested.connect(self.open_file_requested)
        dialog.destroyed.connect(self._on_closed)

    # -- the user's wishes --

    @Slot(str)
    def _on_searched(self, words: str) -> None:
        if self._source is not None and self._dialog is not None:
            self._suggestion = None
            self._dialog.show_waiting(tr("Searching…"))
            self._asked = self._source.hub.search(words)

    @Slot(str)
    def _on_described(self, repo: str) -> None:
        if self._source is not None and self._dialog is not None:
            self._suggestion = None
            self._dialog.show_waiting(tr("Asking for the files of {model}…", model=repo))
            self._asked = self._source.hub.describe(repo)

    @Slot()
    def _on_left(self) -> None:
        self._asked = 0

    @Slot(object)
    def _on_suggestion(self, suggestion: Suggestion) -> None:
        if self._source is not None and self._dialog is not None:
            self._suggestion = suggestion
            self._dialog.say(tr("Asking for {model}…", model=suggestion.name))
            self._asked = self._source.hub.describe(suggestion.repo)

    @Slot(object, object)
    def _on_choice(self, listing: HubListing, choice: ModelChoice) -> None:
        if self._source is not None:
            self._source.downloads.add(order_of(listing, choice, self._source.folder))

    # -- the hub's answers --

    def _on_found(self, event: SearchFinished) -> None:
        if event.request == self._asked and self._dialog is not None:
            self._dialog.show_results(event.models)

    def _on_listing(self, event: ListingReady) -> None:
        if event.request != self._asked or self._dialog is None:
            return
        suggestion, self._suggestion = self._suggestion, None
        if suggestion is None:
            self._show_listing(self._dialog, event.listing)
            return
        self._dialog.say("")
        choices = event.listing.choices
        wanted = [one for one in choices if one.files[0].name == suggestion.file]
        if wanted:
            self._on_choice(event.listing, wanted[0])
        else:  # its makers have renamed it
            self._show_listing(self._dialog, event.listing)

    def _show_listing(self, dialog: GetModelDialog, listing: HubListing) -> None:
        dialog.show_listing(listing)
        self._fits.show(listing)

    def _on_failed(self, event: HubAskFailed) -> None:
        if event.request == self._asked and self._dialog is not None:
            self._suggestion = None
            self._dialog.say("")
            self._dialog.show_problem(event.problem)

    # -- the downloads --

    def _on_changed(self, event: DownloadChanged) -> None:
        download = event.download
        before = self._downloads.get(download.id)
        self._downloads[download.id] = download
        if self._dialog is not None:
            self._dialog.show_download(download)
        elif isinstance(download.state, Done) and before is not None:
            self._tell_done(download, download.state)

    def _on_removed(self, event: DownloadRemoved) -> None:
        self._downloads.pop(event.id, None)
        if self._dialog is not None:
            self._dialog.forget_download(event.id)

    def _on_refused(self, event: DownloadRefused) -> None:
        if self._dialog is not None:
            self._dialog.show_problem(event.problem)
        else:
            self._notices.show_problem(event.problem)

    def _tell_done(self, download: Download, state: Done) -> None:
        self._notices.show_note(
            f"download {download.id}",
            tr("{model} is downloaded.", model=download.order.title),
            NoticeAction(tr("Load model"), partial(self.load_requested.emit, state.path)),
        )

    @Slot()
    def _on_closed(self) -> None:
        self._dialog = None
        self._fits.close()
