"""Shows what is in the files that were chosen, imports it when the user agrees, and reports."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.core.interchange.errors import note_words
from app.core.interchange.importing import ImportSummary, preview_import, run_import
from app.ui.interchange.work_dialog import JobState, WorkDialog
from app.ui.kit.boxes import TickBox
from app.ui.kit.labels import label, push_button
from app.ui.words.formatting import count, counted
from app.ui.words.translation import sentences, tr, translated

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.interchange.chats_there import StoreCall
    from app.ui.kit.theme import Theme

_SIZE = QSize(600, 600)
_MOST_OF_THE_ROOM = 100
_LEAST_DETAILS = 90


class ImportDialog(WorkDialog):
    """One import. Sends `imported` when chats were added.

    Args:
        paths: what was chosen.
        call: reaches the chats, from the thread of the job.
        theme: for the box.
    """

    imported = Signal()

    def __init__(
        self, paths: Sequence[Path], call: StoreCall, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("importChats", tr("Import chats"), _SIZE, parent)
        self._paths = tuple(paths)
        self._call = call
        self._preview: ImportSummary | None = None
        self._facts = label("suggestionText")
        self._facts.hide()
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setObjectName("importDetails")
        self.details.setMinimumHeight(_LEAST_DETAILS)
        self.details.setAccessibleName(tr("What was found"))
        self.details.hide()
        self.again = TickBox(theme, tr("Import chats again even if they are already here"))
        self.again.hide()
        self.import_button = push_button("", tr("Import"), self._import)
        self.import_button.setDefault(True)
        self.import_button.setEnabled(False)
        self.page.addWidget(self._facts)
        self.page.addWidget(self.details, 1)
        self.page.addWidget(self.again)
        self.finish_page(self.import_button)
        self.page.setStretchFactor(self.details, _MOST_OF_THE_ROOM)
        self.again.toggled.connect(self._refresh_button)
        self.words.setText(self._names())
        self.begin(partial(_preview, self._paths, self._call), self._on_preview)

    # -- preview --

    def _names(self) -> str:
        more = len(self._paths) - 1
        name = self._paths[0].name
        return (
            tr("Reading {name}…", name=name)
            if not more
            else tr("Reading {name} and {n} more…", name=name, n=count(more))
        )

    def _on_preview(self, state: JobState) -> None:
        if state.problem is not None:
            self.words.setText(tr("Nothing can be imported."))
            self.show_problem(state.problem)
            self.import_button.hide()
            return
        if state.result is None:  # cancelled
            self.close()
            return
        found: ImportSummary = state.result
        self._preview = found
        self.words.setText(
            tr(
                "{chats} with {messages} can be imported. Nothing has been added yet.",
                chats=counted(found.n_chats, "chat"),
                messages=counted(found.n_messages, "message"),
            )
        )
        self._show_facts(found)
        lines = [_line(one.title, one.n_messages, is_known=one.is_known) for one in found.listed]
        if found.n_chats > len(found.listed):
            more = counted(found.n_chats - len(found.listed), "chat")
            lines.append(tr("and {chats} more", chats=more))
        self._show_details([*_unread_lines(found), *lines])
        self.again.setVisible(bool(found.n_known))
        self._refresh_button()
        self.import_button.setFocus()

    @Slot()
    def _refresh_button(self) -> None:
        if self._preview is None:
            return
        known = 0 if self.again.isChecked() else self._preview.n_known
        n_new = self._preview.n_chats - known
        self.import_button.setEnabled(n_new > 0)
        chats = counted(n_new, "chat")
        self.import_button.setText(
            tr("Import {chats}", chats=chats) if n_new else tr("Nothing new")
        )

    def _show_facts(self, found: ImportSummary) -> None:
        facts = [
            tr("{program}: {chats}", program=name, chats=counted(n, "chat"))
            for name, n in found.programs
        ]
        if found.n_known:
            facts.append(tr("Already here: {chats}", chats=counted(found.n_known, "chat")))
        if found.n_unread:
            facts.append(tr("Unreadable: {n}", n=count(found.n_unread)))
        if found.n_mended:
            facts.append(tr("Files with damaged text: {n}", n=count(found.n_mended)))
        facts += [translated(note_words(note, n)) for note, n in found.notes]
        self._facts.setText("\n".join(facts))
        self._facts.setVisible(bool(facts))

    def _show_details(self, lines: list[str]) -> None:
        self.details.setPlainText("\n".join(lines))
        self.details.setVisible(bool(lines))

    # -- import --

    @Slot()
    def _import(self) -> None:
        self.import_button.setEnabled(False)
        self.again.setEnabled(False)
        self.words.setText(tr("Importing… You can keep chatting."))
        n_all = self._preview.n_chats if self._preview else 0
        skips_known = not self.again.isChecked()
        work = partial(_import, self._paths, self._call, skips_known, n_all)
        self.begin(work, self._on_imported)

    def _on_imported(self, state: JobState) -> None:
        self.import_button.hide()
        self.again.hide()
        done: ImportSummary | None = state.result
        if done is None:
            self.words.setText(tr("Nothing was imported."))
            if state.problem is not None:
                self.show_problem(state.problem)
            return
        told = [
            tr(
                "{chats} with {messages} imported.",
                chats=counted(done.n_chats, "chat"),
                messages=counted(done.n_messages, "message"),
            )
        ]
        if done.was_cancelled:
            told.append(tr("You stopped the import; the other chats were not imported."))
        self.words.setText(sentences(*told))
        if done.problem is not None:
            self.show_problem(done.problem)
        self._show_facts(done)
        self._show_details(_unread_lines(done))
        self.close_button.setDefault(True)
        self.close_button.setFocus()
        if done.n_chats:
            self.imported.emit()


def _line(title: str, n_messages: int, *, is_known: bool) -> str:
    name = " ".join(title.split()) or tr("New chat")
    messages = counted(n_messages, "message")
    if is_known:
        return tr("{title} · {messages} · already here", title=name, messages=messages)
    return tr("{title} · {messages}", title=name, messages=messages)


def _unread_lines(found: ImportSummary) -> list[str]:
    lines = [
        tr(
            "Cannot read {name}. {reason}",
            name=" · ".join(filter(None, (one.where, one.title))),
            reason=translated(one.reason),
        )
        for one in found.unread
    ]
    more = found.n_unread - len(found.unread)
    return [*lines, tr("and {n} more unreadable", n=count(more))] if more else lines


def _preview(paths: tuple[Path, ...], call: StoreCall, state: JobState) -> ImportSummary:
    return preview_import(paths, call, state.count, state.is_cancelled.is_set)


def _import(
    paths: tuple[Path, ...],
    call: StoreCall,
    skips_known: bool,  # noqa: FBT001 - bound by `partial`
    n_all: int,
    state: JobState,
) -> ImportSummary:
    state.count(0, n_all)
    return run_import(
        paths,
        call,
        skips_known=skips_known,
        progress=state.count,
        is_cancelled=state.is_cancelled.is_set,
    )
