"""The downloads below the page "Get a model": as high as their rows are, or scrolling."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.core.models.downloads import values
from app.ui.kit.accessibility import follow_layout
from app.ui.kit.dialog_page import scrolled
from app.ui.kit.labels import ElidedLabel, label, progress_bar, push_button
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, SPACE_XS
from app.ui.kit.timers import timer
from app.ui.words.formatting import duration, size, span
from app.ui.words.plain_text import breakable
from app.ui.words.translation import problem_words, tr, translated

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


_STEPS = 1000


class DownloadRow(QFrame):
    """Shows a download, and sends the signals of its strip."""

    def __init__(self, download: values.Download, strip: DownloadStrip) -> None:
        super().__init__()
        self._strip = strip
        self._download = download
        self.setObjectName("suggestionRow")
        self.setAccessibleName(download.order.title)
        self._title = ElidedLabel("suggestionName")
        self._status = label("suggestionFacts")
        self.bar = progress_bar(tr("Download progress"), 6)
        self.bar.setRange(0, _STEPS)
        self.main_button = push_button("", "", self._on_main)
        self.cancel_button = push_button("", "", partial(strip.cancel_requested.emit, download.id))
        self.token_button = push_button("", tr("Access token…"), strip.token_requested)
        self._arrange()
        self.show_download(download)

    def show_download(self, download: values.Download) -> None:
        """Show another state of it."""
        self._download = download
        self._title.setText(download.order.title)
        self.bar.setValue(round(_STEPS * download.n_done / max(1, download.order.n_bytes)))
        self.bar.setVisible(not isinstance(download.state, values.Done))
        self._status.setText(status_words(download))
        is_done = isinstance(download.state, values.Done)
        _label(self.main_button, _main_words(download.state), download)
        _label(self.cancel_button, tr("Remove from list") if is_done else tr("Cancel"), download)
        wants_token = isinstance(download.state, values.Failed) and download.state.wants_token
        self.token_button.setVisible(wants_token)

    def words(self) -> str:
        """Return what the row says."""
        return f"{self._download.order.title}\n{self._status.text()}"

    def _arrange(self) -> None:
        words = add_to(vertical(spacing=SPACE_XS), self._title, self.bar, self._status)
        row = horizontal(self, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_S)
        add_to(row, (words, 1), self.token_button, self.main_button, self.cancel_button)

    @Slot()
    def _on_main(self) -> None:
        match self._download.state:
            case values.Done(path):
                self._strip.load_requested.emit(path)
            case values.Paused() | values.Failed():
                self._strip.resume_requested.emit(self._download.id)
            case values.Queued() | values.Running() | values.Retrying() | values.Verifying():
                self._strip.pause_requested.emit(self._download.id)


def _label(button: QPushButton, words: str, download: values.Download) -> None:
    """Name a button, for those who hear it among others as well."""
    button.setText(words)
    model = download.order.title
    button.setAccessibleName(tr("{action}: {model}", action=words, model=model))


def status_words(download: values.Download) -> str:
    """Return how far a download is, in one line; why it failed in several sentences."""
    n_all = size(download.order.n_bytes)
    far = tr("{n_done} of {n_all}", n_done=size(download.n_done), n_all=n_all)
    match download.state:
        case values.Queued():
            return tr("Waiting · {far}", far=far)
        case values.Running() as running:
            return _running_words(running, far)
        case values.Retrying(problem, wait_s):
            return tr(
                "{what} Trying again in {time} · {far}",
                what=translated(problem.what),
                time=duration(wait_s * 1000),
                far=far,
            )
        case values.Paused():
            return tr("Paused · {far}", far=far)
        case values.Verifying(n_checked):
            return tr("Verifying: {n_checked} · {far}", n_checked=size(n_checked), far=far)
        case values.Failed(problem):
            return breakable(problem_words(problem))
        case values.Done():
            return tr("Downloaded · {size}", size=n_all)
        case _ as never:
            assert_never(never)


def _running_words(running: values.Running, far: str) -> str:
    if running.is_stalled:
        return tr("Waiting for the server · {far}", far=far)
    parts = [far]
    if running.bytes_per_s:
        parts.append(tr("{speed}/s", speed=size(round(running.bytes_per_s))))
    if running.seconds_left is not None:
        parts.append(tr("{time} left", time=span(running.seconds_left * 1000)))
    return " · ".join(parts)


def _main_words(state: values.DownloadState) -> str:
    match state:
        case values.Done():
            return tr("Load model")
        case values.Paused():
            return tr("Resume")
        case values.Failed():
            return tr("Try again")
        case values.Queued() | values.Running() | values.Retrying() | values.Verifying():
            return tr("Pause")
        case _ as never:
            assert_never(never)


_MOST_SHARE = 0.4  # of the page's height; the rest is for what there is to choose


class DownloadStrip(QWidget):
    """Shows the downloads that are on their way, or ended while the page was open.

    Sends `pause_requested`, `resume_requested` and `cancel_requested` with the id of a download,
    `load_requested` with the path of a model, and `token_requested`.
    """

    pause_requested = Signal(str)
    resume_requested = Signal(str)
    cancel_requested = Signal(str)
    load_requested = Signal(object)
    token_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[values.DownloadId, DownloadRow] = {}
        self._list = QFrame()
        self._list.setObjectName("suggestions")
        self._rows_column = vertical(self._list, margins=1, spacing=0)
        self._area = scrolled(self._list, "getModelScroll")
        add_to(vertical(self, margins=(SPACE_XL, SPACE_S, SPACE_XL, SPACE_M)), self._area)
        # Once for all that changes in one turn.
        self._fitting = timer(self, 0, self._fit)
        self.hide()

    def rows(self) -> tuple[DownloadRow, ...]:
        """Return the rows of the downloads."""
        return tuple(self._rows.values())

    def show_download(self, download: values.Download) -> None:
        """Show a download, or another state of it."""
        row = self._rows.get(download.id)
        if row is not None:
            row.show_download(download)
        else:
            self._add(download)
        self._fitting.start()

    def forget_download(self, download_id: values.DownloadId) -> None:
        """Show a download no more."""
        row = self._rows.pop(download_id, None)
        if row is not None:
            row.hide()
            row.deleteLater()
        self.setVisible(bool(self._rows))
        self._fitting.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: words wrap elsewhere, and the page may be lower."""
        super().resizeEvent(event)
        self._fitting.start()

    def _add(self, download: values.Download) -> None:
        row = DownloadRow(download, self)
        row.setProperty("first", not self._rows)
        self._rows[download.id] = row
        self._rows_column.addWidget(row)
        follow_layout(self._list)
        self.show()

    @Slot()
    def _fit(self) -> None:
        layout = self._rows_column
        width = self._area.viewport().width()
        height = layout.heightForWidth(width) if layout.hasHeightForWidth() else -1
        height = max(height, layout.sizeHint().height())
        self._area.setFixedHeight(min(height, round(self.window().height() * _MOST_SHARE)))
