"""Joins the page "Get a model" with the hub and the downloads.

The source of models is opened with the first page and lives until the window closes, so that a
download goes on while the page is closed. What an earlier run has left waits until the user lets
it go on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import psutil
from PySide6.QtCore import QTimer, Signal, Slot

from app.core.errors import KnownError
from app.core.models.downloads import values
from app.core.models.hub.errors import NothingToDownload
from app.core.models.hub.model_hub import HubAskFailed, ListingReady, SearchFinished
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.ui.kit.message_box import PagePresenter
from app.ui.kit.notices import NoticeAction, NoticeArea
from app.ui.models.get_model.get_model_dialog import GetModelDialog
from app.ui.models.get_model.token_dialog import TokenPresenter
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.core.models.catalogue import Suggestion
    from app.core.models.hub.repositories import HubListing, ModelChoice
    from app.core.models.hub_link import HubLink
    from app.core.models.model_source import ModelSource
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.theme import Theme
    from app.ui.models.get_model.choice_fits import ChoiceFits

_PAINTED_AFTER_MS = 300  # measuring takes all cores


class ReadSpeedMeasured(PlainValue, frozen=True):
    """How many bytes of weights this machine reads in a second."""

    bytes_per_s: float


class GetModelPresenter(PagePresenter["GetModelDialog"]):
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
        self._downloads: dict[values.DownloadId, values.Download] = {}
        self._asked = 0  # number of the question whose answer is waited for
        self._suggestions: dict[int, Suggestion] = {}  # by the question for their files
        self._aside = Lane("page Get a model")
        self._bridge = bridge
        self._token = TokenPresenter(bridge, self)
        self._token.changed.connect(self._on_token)
        self._again: Callable[[], object] = tuple  # asks the hub what it has not answered
        self._denied = ""  # the repository whose files are not shown for want of a token
        bridge.subscribe(SearchFinished, self._on_found)
        bridge.subscribe(ListingReady, self._on_listing)
        bridge.subscribe(HubAskFailed, self._on_failed)
        bridge.subscribe(ReadSpeedMeasured, self._on_measured)
        bridge.subscribe(values.DownloadChanged, self._on_changed)
        bridge.subscribe(values.DownloadRemoved, self._on_removed)
        bridge.subscribe(values.DownloadRefused, self._on_refused)

    @Slot()
    def show_page(self, gpu_bytes: int = 0, *, has_gpu: bool = True) -> GetModelDialog | None:
        """Open the page, or bring the open one to the front; None where there is no source.

        Args:
            gpu_bytes: all memory of the largest graphics card; 0 without one.
            has_gpu: models may be computed with a GPU, of any kind, or that is not known.
        """
        source = self._opened()
        if source is None:
            return None
        if self._dialog is None:
            ram_bytes = psutil.virtual_memory().total
            dialog = GetModelDialog(
                self._theme,
                ram_bytes,
                source.host,
                self._window,
                gpu_bytes=gpu_bytes,
                catalogue=source.catalogue,
            )
            self._join(self._begin(dialog))
            if not has_gpu:
                dialog.await_read_speed()
                QTimer.singleShot(_PAINTED_AFTER_MS, self, self._measure_aside)
            self._fits.open(dialog, source.hub)
            for download in self._downloads.values():
                dialog.downloads.show_download(download)
        return self._to_front()

    def show_link(self, link: HubLink) -> None:
        """Show on the open page where a link leads; the hub is asked when the user says so."""
        if self._dialog is not None:
            self._leave()
            self._dialog.show_link(link)

    @Slot()
    def _measure_aside(self) -> None:
        if self._dialog is not None:
            self._aside.add(self._measure)

    def _measure(self) -> None:
        """Measure how fast the machine reads weights. Threads: that of side work."""
        from app.core.hardware.speed_measure import measured_read_speed

        self._bridge.post(ReadSpeedMeasured(measured_read_speed()))

    def _on_measured(self, event: ReadSpeedMeasured) -> None:
        if self._dialog is not None:
            self._dialog.show_read_speed(event.bytes_per_s)

    def close(self) -> None:
        """Close the page and end what runs; downloads can go on with the next start."""
        if self._dialog is not None:
            self._dialog.reject()
        if self._source is not None:
            self._aside.add(self._source.close)  # which waits for a write
            self._source = None

    def wait(self, timeout_s: float) -> bool:
        """Wait after `close` until no download writes any more; return whether that is so."""
        return self._aside.wait(timeout_s)

    def _opened(self) -> ModelSource | None:
        if self._source is None:
            try:
                self._source = self._open_source()
            except KnownError as error:
                self._notices.show_problem(error.problem())
        return self._source

    def _join(self, dialog: GetModelDialog) -> None:
        dialog.searched.connect(self._on_searched)
        dialog.described.connect(self._on_described)
        dialog.left.connect(self._leave)
        dialog.again_requested.connect(self._on_again)
        dialog.suggestion_wanted.connect(self._on_suggestion)
        dialog.choice_wanted.connect(self._on_choice)
        # Not to the downloads: they end on another thread, which must not undo a connection.
        dialog.downloads.pause_requested.connect(self._on_pause)
        dialog.downloads.resume_requested.connect(self._on_resume)
        dialog.downloads.cancel_requested.connect(self._on_cancel)
        dialog.load_requested.connect(self.load_requested)
        dialog.token_requested.connect(self._on_token_requested)
        dialog.open_file_requested.connect(self.open_file_requested)
        dialog.finished.connect(self._on_closed)

    # -- the user's wishes --

    @Slot(str)
    def _on_searched(self, words: str) -> None:
        if self._source is not None and self._dialog is not None:
            self._leave()
            self._dialog.show_waiting(tr("Searching…"))
            self._asked = self._source.hub.search(words)
            self._again = partial(self._on_searched, words)

    @Slot(str)
    def _on_described(self, repo: str) -> None:
        if self._source is not None and self._dialog is not None:
            self._leave()
            self._dialog.show_waiting(tr("Getting the files of {model}…", model=repo))
            self._asked = self._source.hub.describe(repo)
            self._denied = repo
            self._again = partial(self._describe_again, repo, self._dialog.link)

    def _describe_again(self, repo: str, link: HubLink | None) -> None:
        if self._dialog is not None:
            self._dialog.link = link
            self._on_described(repo)

    @Slot()
    def _on_again(self) -> None:
        """Ask once more what the hub has not answered."""
        if self._dialog is not None:
            self._dialog.show_suggestions()
        self._again()

    @Slot()
    def _leave(self) -> None:
        """Want no answer any more to what the page shows that it waits for."""
        if self._source is not None and self._asked:
            self._source.hub.forget(self._asked)
        self._asked = 0
        self._denied = ""

    @Slot(object)
    def _on_suggestion(self, suggestion: Suggestion) -> None:
        """Download a suggestion; that goes on whatever the page shows meanwhile."""
        if self._source is not None and self._dialog is not None:
            self._dialog.say(tr("Getting {model}…", model=suggestion.name))
            number = self._source.hub.describe(suggestion.repo)
            self._suggestions[number] = suggestion

    @Slot(object, object)
    def _on_choice(self, listing: HubListing, choice: ModelChoice) -> None:
        if self._source is not None:
            self._source.downloads.add(values.order_of(listing, choice, self._source.folder))

    @Slot(str)
    def _on_pause(self, download_id: str) -> None:
        if self._source is not None:
            self._source.downloads.pause(values.DownloadId(download_id))

    @Slot(str)
    def _on_resume(self, download_id: str) -> None:
        if self._source is not None:
            self._source.downloads.resume(values.DownloadId(download_id))

    @Slot(str)
    def _on_cancel(self, download_id: str) -> None:
        if self._source is not None:
            self._source.downloads.cancel(values.DownloadId(download_id))

    @Slot()
    def _on_token_requested(self) -> None:
        if self._source is not None and self._dialog is not None:
            self._token.show(self._source.tokens, self._source.host, self._dialog)

    @Slot(bool)
    def _on_token(self, is_there: bool) -> None:  # noqa: FBT001 - Qt
        if self._source is None:
            return
        if self._dialog is not None:
            said = (
                tr("Hearth now uses the access token") if is_there else tr("Access token removed")
            )
            self._dialog.say(said)
            if self._denied:
                self._on_described(self._denied)
        for download in self._downloads.values():
            if (
                isinstance(download.state, values.Failed)
                and download.state.wants_token
                and is_there
            ):
                self._source.downloads.resume(download.id)

    # -- the hub's answers --

    def _on_found(self, event: SearchFinished) -> None:
        if event.request == self._asked and self._dialog is not None:
            self._dialog.show_results(event.models)

    def _on_listing(self, event: ListingReady) -> None:
        suggestion = self._suggestions.pop(event.request, None)
        if suggestion is not None:
            self._say_of_suggestions()
            self._on_suggested(suggestion, event.listing)
        elif event.request == self._asked and self._dialog is not None:
            self._show_listing(self._dialog, event.listing)

    def _show_listing(self, dialog: GetModelDialog, listing: HubListing) -> None:
        dialog.show_listing(listing)
        self._fits.show(listing)

    def _on_suggested(self, suggestion: Suggestion, listing: HubListing) -> None:
        wanted = [one for one in listing.choices if one.files[0].name == suggestion.file]
        if wanted:
            self._on_choice(listing, wanted[0])
        elif self._dialog is not None:  # its makers have renamed it
            self._leave()
            self._show_listing(self._dialog, listing)
        else:
            self._notices.show_problem(
                NothingToDownload(suggestion.repo, suggestion.file).problem()
            )

    def _on_failed(self, event: HubAskFailed) -> None:
        suggestion = self._suggestions.pop(event.request, None)
        if suggestion is not None:
            self._say_of_suggestions()
        elif event.request != self._asked or self._dialog is None:
            return
        if self._dialog is not None:
            denied = self._denied if event.wants_token else ""
            self._leave()
            self._denied = denied
            if suggestion is not None:
                self._again = partial(self._on_suggestion, suggestion)
            self._dialog.show_problem(
                event.problem,
                wants_token=event.wants_token,
                page=event.page,
                model=suggestion.name if suggestion is not None else "",
                can_try_again=True,
            )
        else:
            self._notices.show_problem(event.problem)

    def _say_of_suggestions(self) -> None:
        """Say beside the buttons for which suggestion is still being asked."""
        if self._dialog is not None:
            names = [suggestion.name for suggestion in self._suggestions.values()]
            self._dialog.say(tr("Getting {model}…", model=names[-1]) if names else "")

    # -- the downloads --

    def _on_changed(self, event: values.DownloadChanged) -> None:
        download = event.download
        before = self._downloads.get(download.id)
        self._downloads[download.id] = download
        if self._dialog is not None:
            self._dialog.downloads.show_download(download)
        elif isinstance(download.state, values.Done) and before is not None:
            self._tell_done(download, download.state)
        elif isinstance(download.state, values.Failed) and before is not None:
            self._notices.show_problem(download.state.problem)

    def _on_removed(self, event: values.DownloadRemoved) -> None:
        self._downloads.pop(event.id, None)
        if self._dialog is not None:
            self._dialog.downloads.forget_download(event.id)

    def _on_refused(self, event: values.DownloadRefused) -> None:
        if self._dialog is not None:
            self._dialog.show_problem(event.problem)
        else:
            self._notices.show_problem(event.problem)

    def _tell_done(self, download: values.Download, state: values.Done) -> None:
        self._notices.show_note(
            f"download {download.id}",
            tr("{model} downloaded.", model=download.order.title),
            NoticeAction(tr("Load model"), partial(self.load_requested.emit, state.path)),
        )

    @Slot()
    def _on_closed(self) -> None:
        self._leave()
        super()._on_closed()
        self._fits.close()
