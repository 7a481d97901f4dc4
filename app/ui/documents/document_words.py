"""What is said of files and pages of documents, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.documents.refusals import Reason, reason_of
from app.ui.words.formatting import counted
from app.ui.words.translation import QT_TR_NOOP, sentences, tr, translated

if TYPE_CHECKING:
    from app.core.documents.index import KnownFile
    from app.core.errors import Problem

_REFUSED = {
    Reason.MISSING: QT_TR_NOOP("Not there"),
    Reason.SPECIAL: QT_TR_NOOP("Not a regular file"),
    Reason.UNREADABLE: QT_TR_NOOP("Cannot be opened"),
    Reason.LARGE: QT_TR_NOOP("Too large"),
    Reason.CHANGING: QT_TR_NOOP("Still being written"),
    Reason.CHANGED: QT_TR_NOOP("Changed meanwhile"),
    Reason.EMPTY: QT_TR_NOOP("Empty"),
    Reason.WORDLESS: QT_TR_NOOP("No text in this file"),
    Reason.SCAN: QT_TR_NOOP("No text in this scan"),
    Reason.UNKNOWN: QT_TR_NOOP("Unknown format"),
    Reason.OLD: QT_TR_NOOP("Old Office format"),
    Reason.LOCKED: QT_TR_NOOP("Locked with a password"),
    Reason.DAMAGED: QT_TR_NOOP("Damaged"),
    Reason.BOMB: QT_TR_NOOP("Unpacks to too much"),
    Reason.LONG: QT_TR_NOOP("Too much text"),
    Reason.FAILED: QT_TR_NOOP("Could not be read"),
}
_SLIDES = {"pptx", "odp"}
_SHEETS = {"xlsx", "ods"}


def state_words(file: KnownFile) -> str:
    """Return what became of a file, in two or three words."""
    if not file.is_reachable:
        return tr("Not reachable")
    if file.problem is not None:
        return refusal_words(file.problem)
    if file.n_pages_without_text:
        return tr("{pages} without text", pages=counted(file.n_pages_without_text, "page"))
    return tr("Kept read") if file.is_kept else tr("Read")


def refusal_words(problem: Problem) -> str:
    """Return why a file was not read, in two or three words where it is a known reason."""
    reason = reason_of(problem)
    return tr(_REFUSED[reason]) if reason in _REFUSED else translated(problem.what)


def more_words(file: KnownFile) -> str:
    """Return whole sentences of what became of a file, "" where it was read without loss."""
    said = []
    if not file.is_reachable:
        said.append(tr("Its disk or folder is not reachable now; what was read of it is kept."))
    if file.problem is not None:
        # What it means for chats is said where a file is attached to one.
        said.append(translated(file.problem.what, file.problem.remedy))
    elif file.n_pages_without_text:
        pages = counted(file.n_pages_without_text, "page")
        said.append(tr("Only pictures, and no text: {pages}.", pages=pages))
    if file.is_kept:
        said.append(tr("The model reads it while it is idle; chats about it start at once."))
    return sentences(*said)


def page_words(kind: str, name: str) -> str:
    """Return what a reader calls a page: "Page 3", "Slide 3", "Sheet Budget".

    Args:
        kind: the ending of the file's name, such as "pdf".
        name: of the page, or its number.
    """
    if kind in _SLIDES:
        return tr("Slide {name}", name=name)
    if kind in _SHEETS:
        return tr("Sheet {name}", name=name)
    return tr("Page {name}", name=name)
