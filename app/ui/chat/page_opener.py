"""Opens blocks of code in the user's browser as pages that reach no network.

The user is asked before the first one, for a browser runs what a model wrote, and before Mermaid is
downloaded. Threads: interface thread; pages are written on a second one.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from app.core.content.browser_page import PageKind, page_kind
from app.core.errors import KnownError, problem_of
from app.core.settings.table import OPEN_PAGES, PROXY
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.ui.kit.message_box import agrees
from app.ui.kit.notices import NoticeAction, NoticeArea
from app.ui.words.formatting import size
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from app.core.errors import Problem
    from app.core.previews import Pages
    from app.core.settings.settings import Settings

ASK, OPEN = "ask", "open"  # values of the setting
_NOTE = "mermaid"


class PageOpener(QObject):
    """Asks, writes a page, and has the system open it.

    Args:
        pages: writes them.
        settings: whether the user is still to be asked, and the proxy.
        notices: say what failed.
        window: which the questions belong to.
    """

    _written = Signal(str)
    _lacks_mermaid = Signal(str)
    _failed = Signal(object)
    _fetched = Signal()

    def __init__(
        self, pages: Pages, settings: Settings, notices: NoticeArea, window: QWidget
    ) -> None:
        super().__init__(window)
        self._pages = pages
        self._settings = settings
        self._notices = notices
        self._window = window
        self._work = Lane("pages")
        self._stop = StopSignal()
        self._written.connect(self._open)
        self._lacks_mermaid.connect(self._ask_download)
        self._failed.connect(self._on_failed)
        self._fetched.connect(partial(notices.dismiss, _NOTE))
        self._work.add(pages.clear)  # of the last run

    @Slot(str, str)
    def open(self, language: str, code: str) -> None:
        """Open a block of code, if it is something that a browser shows.

        Args:
            language: the first word after its fence.
            code: all of it.
        """
        kind = page_kind(language, code)
        if kind is not None and self._may_open():
            self._do(partial(self._write, kind, code))

    def close(self) -> None:
        """End a download, and delete the pages."""
        self._stop.stop()
        self._work.add(self._pages.clear)

    # -- questions --

    def _may_open(self) -> bool:
        if self._settings.get(OPEN_PAGES) == OPEN:
            return True
        is_wanted = agrees(
            self._window,
            tr("Open in browser"),
            tr("Open pages that models write in your browser?"),
            tr(
                "Your browser runs what the model wrote, apart from your other pages. The page "
                "loads nothing from the network and sends nothing, but a malicious one can still "
                "connect to a server, which then knows that it was opened. Hearth asks only once."
            ),
            tr("Open"),
        )
        if is_wanted:
            try:
                self._settings.set(OPEN_PAGES, OPEN)
            except KnownError as error:
                self._on_failed(error.problem())
        return is_wanted

    @Slot(str)
    def _ask_download(self, code: str) -> None:
        mermaid = self._pages.mermaid
        is_wanted = agrees(
            self._window,
            tr("Open in browser"),
            tr("Download Mermaid, which draws this diagram?"),
            tr(
                "Hearth downloads it once ({size}, MIT licence) and sends nothing of the chat:\n"
                "{address}",
                size=size(mermaid.n_bytes),
                address=mermaid.address,
            ),
            tr("Download"),
        )
        if is_wanted:
            self._stop = StopSignal()
            host = urlsplit(mermaid.address).hostname or ""
            words = tr("Downloading Mermaid from {host}…", host=host)
            self._notices.show_note(_NOTE, words, NoticeAction(tr("Cancel"), self._stop.stop))
            proxy = self._settings.get(PROXY)
            self._do(partial(self._fetch, proxy, self._stop, code))

    # -- on the interface thread --

    @Slot(str)
    def _open(self, path: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self._notices.show_note("page", tr("No browser opens the page."), more=path)

    @Slot(object)
    def _on_failed(self, problem: Problem) -> None:
        self._notices.show_problem(problem)

    # -- on the second thread --

    def _do(self, job: Callable[[], object]) -> None:
        self._work.add(partial(self._done, job))

    def _done(self, job: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            try:
                job()
            except TransferStopped:
                return
            except KnownError as error:
                self._failed.emit(problem_of(error))

    def _write(self, kind: PageKind, code: str) -> None:
        if kind is PageKind.MERMAID and not self._pages.has_mermaid():
            self._lacks_mermaid.emit(code)
            return
        self._show(self._pages.write(kind, code, "Hearth"))

    def _fetch(self, proxy: str, stop: StopSignal, code: str) -> None:
        from app.core.net.client import HttpClient, HttpOptions  # which most never need

        client = HttpClient(HttpOptions(proxy=proxy))
        try:
            self._pages.fetch_mermaid(client, stop)
        finally:
            client.close()
            self._fetched.emit()
        self._write(PageKind.MERMAID, code)

    def _show(self, page: Path) -> None:
        self._written.emit(str(page))
