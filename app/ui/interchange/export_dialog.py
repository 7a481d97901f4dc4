"""Asks as what chats are to be exported, writes them, and says where they are."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Slot

from app.core.interchange.export import (
    WRITERS,
    ExportFormat,
    ExportOrder,
    ExportResult,
    export_chats,
    suggested_name,
)
from app.ui.interchange.pdf_writer import pdf_chunks
from app.ui.interchange.work_dialog import JobState, WorkDialog
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.labels import caption, label, push_button
from app.ui.media.thumbnails import no_library
from app.ui.words.formatting import counted
from app.ui.words.translation import QT_TR_NOOP, sentences, tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.chats.records import ChatId
    from app.core.interchange.chats_there import StoreCall
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme
    from app.ui.media.thumbnails import MakeThumbnail

_SIZE = QSize(520, 340)
_NAMES = {
    ExportFormat.MARKDOWN: QT_TR_NOOP("Markdown"),
    ExportFormat.HTML: QT_TR_NOOP("Web page (HTML)"),
    ExportFormat.PDF: QT_TR_NOOP("PDF"),
    ExportFormat.JSON: QT_TR_NOOP("JSON"),
    ExportFormat.ZIP: QT_TR_NOOP("JSON with pictures and sounds (ZIP)"),
}
_EXPLAINED = {
    ExportFormat.MARKDOWN: QT_TR_NOOP(
        "Text that any editor opens. Code and formulas keep their source form."
    ),
    ExportFormat.HTML: QT_TR_NOOP(
        "One file for the browser, with colours and formulas. It works offline."
    ),
    ExportFormat.PDF: QT_TR_NOOP("Pages to print or share."),
    ExportFormat.JSON: QT_TR_NOOP(
        "Everything, including all versions of messages. Hearth can import it again."
    ),
    ExportFormat.ZIP: QT_TR_NOOP(
        "Everything, including all versions of messages and the picture and sound files. Hearth "
        "can import it again."
    ),
}
_FILTERS = {
    ExportFormat.MARKDOWN: QT_TR_NOOP("Markdown (*.md)"),
    ExportFormat.HTML: QT_TR_NOOP("Web pages (*.html)"),
    ExportFormat.PDF: QT_TR_NOOP("PDF (*.pdf)"),
    ExportFormat.JSON: QT_TR_NOOP("JSON (*.json)"),
    ExportFormat.ZIP: QT_TR_NOOP("ZIP archives (*.zip)"),
}


class ExportDialog(WorkDialog):
    """One export.

    Args:
        chats: what is to be exported.
        title: of the chat, where it is one; "" for several.
        call: reaches the chats, from the thread of the job.
        theme: for the field.
        dialogs: ask for a file or folder.
        thumbnail: makes small pictures for pages.
    """

    def __init__(  # noqa: PLR0913 - all that an export needs
        self,
        chats: tuple[ChatId, ...],
        title: str,
        call: StoreCall,
        theme: Theme,
        dialogs: FileDialogs,
        parent: QWidget | None = None,
        *,
        thumbnail: MakeThumbnail = no_library,
    ) -> None:
        what = tr("Export chat") if len(chats) == 1 else tr("Export chats")
        super().__init__("exportChats", what, _SIZE, parent)
        self._chats = chats
        self._title = title
        self._call = call
        self._dialogs = dialogs
        self._thumbnail = thumbnail
        self._written: Path | None = None
        self.words.setText(title if len(chats) == 1 else counted(len(chats), "chat"))
        self.formats = ChoiceBox(theme)
        for kind in ExportFormat:
            self.formats.addItem(tr(_NAMES[kind]), kind)
        self._explanation = label("suggestionText")
        self.export_button = push_button("", tr("Export…"), self._ask)
        self.export_button.setDefault(True)
        self.folder_button = push_button("", tr("Show in folder"), self._show)
        self.folder_button.hide()
        self.formats.setAccessibleName(tr("Format"))
        self._caption = caption("fieldName", tr("&Format"), self.formats)
        self.page.addWidget(self._caption)
        self.page.addWidget(self.formats)
        self.page.addWidget(self._explanation)
        self.finish_page(self.folder_button, self.export_button)
        self.formats.currentIndexChanged.connect(self._explain)
        self._explain()
        self.formats.setFocus()

    @property
    def kind(self) -> ExportFormat:
        """The format that is chosen."""
        return ExportFormat(self.formats.currentData())

    @Slot()
    def _explain(self) -> None:
        words = tr(_EXPLAINED[self.kind])
        if len(self._chats) > 1 and not self.kind.takes_several:
            folder = tr("Each chat becomes a file in the folder you choose.")
            words = sentences(words, folder)
        self._explanation.setText(words)

    @Slot()
    def _ask(self) -> None:
        kind = self.kind
        is_folder = len(self._chats) > 1 and not kind.takes_several
        if is_folder:
            chosen = self._dialogs.ask_export_folder(self)
        else:
            name = suggested_name(self._title or tr("Hearth chats"), kind)
            chosen = self._dialogs.ask_export_file(self, name, tr(_FILTERS[kind]))
        if not chosen:
            return
        target = Path(chosen)
        if not is_folder and not target.suffix:
            target = target.with_suffix(kind.ending)
        # The dialog has asked about a file that is there; not about one with another ending.
        order = ExportOrder(kind, self._chats, target, is_folder, may_replace=str(target) == chosen)
        self.export_button.setEnabled(False)
        self.formats.setEnabled(False)
        self.words.setText(tr("Exporting…"))
        job = partial(_export, order, self._call, self._thumbnail)
        self.begin(job, self._on_done)

    def _on_done(self, state: JobState) -> None:
        self.formats.setEnabled(True)
        self.export_button.setEnabled(True)
        result: ExportResult | None = state.result
        if state.problem is not None:
            self.words.setText(tr("The chats were not exported."))
            self.show_problem(state.problem)
        elif result is None or (result.was_cancelled and not result.n_chats):
            self.words.setText(tr("You stopped the export; nothing was exported."))
        else:
            self._show_result(result)

    def _show_result(self, result: ExportResult) -> None:
        self._written = result.written
        chats = counted(result.n_chats, "chat")
        told = [tr("{chats} exported to {path}", chats=chats, path=result.written)]
        if result.was_cancelled:
            told.append(tr("You stopped the export before it was complete."))
        if result.n_gone:
            gone = counted(result.n_gone, "chat")
            told.append(tr("{chats} had been deleted in the meantime.", chats=gone))
        self.words.setText("\n".join(told))
        for widget in (self.formats, self._caption, self._explanation, self.export_button):
            widget.hide()
        self.folder_button.show()
        self.close_button.setDefault(True)
        self.close_button.setFocus()

    @Slot()
    def _show(self) -> None:
        if self._written is not None:
            self.show_in_folder(self._written)


def _export(
    order: ExportOrder, call: StoreCall, thumbnail: MakeThumbnail, state: JobState
) -> ExportResult:
    return export_chats(
        order,
        call,
        progress=state.count,
        is_cancelled=state.is_cancelled.is_set,
        writers={**WRITERS, ExportFormat.PDF: partial(pdf_chunks, thumbnail=thumbnail)},
    )
