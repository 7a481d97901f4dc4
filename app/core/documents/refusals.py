"""Why a document is not read: a sentence for each reason, and what to do instead.

Threads: pure values, any thread.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Final

from app.core.errors import KnownError
from app.core.phrases import phrase

if TYPE_CHECKING:
    from app.core.errors import Problem


# Bytes of a file, and when it was changed last, in nanoseconds since 1970.
FileVersion = tuple[int, int]


class Reason(enum.StrEnum):
    """Why; the child says some of them."""

    MISSING = "missing"
    FOLDER = "folder"
    SPECIAL = "special"  # a pipe or a device
    UNREADABLE = "unreadable"
    LARGE = "large"
    CHANGING = "changing"
    CHANGED = "changed"  # since its pages were offered
    EMPTY = "empty"
    WORDLESS = "wordless"
    SCAN = "scan"
    UNKNOWN = "unknown"
    OLD = "old"
    LOCKED = "locked"
    DAMAGED = "damaged"
    BOMB = "bomb"
    LONG = "long"
    FAILED = "failed"  # the child died, hung, or ran out of memory


_SAVE_AGAIN = phrase("Open it in another program, save it again, and use the new file.")
_TAKE_A_PART = phrase("Save the part that matters as a document of its own, and use that.")
_SAVE_AS = phrase("Save its text as a PDF, a Word document or plain text, and use that.")

_SENTENCES: Final = {
    Reason.MISSING: (
        phrase("There is no file “{name}”."),
        phrase("Find the file, and use it from its new location."),
    ),
    Reason.FOLDER: (phrase("“{name}” is a folder."), phrase("Use the files in it.")),
    Reason.SPECIAL: (
        phrase("“{name}” is not a regular file."),
        phrase("Save its content as a file, and use that."),
    ),
    Reason.UNREADABLE: (
        phrase("Hearth cannot open “{name}” ({error})."),
        phrase("Copy it to a folder of yours, and use the copy."),
    ),
    Reason.LARGE: (phrase("“{name}” is larger than {limit} MB."), _TAKE_A_PART),
    Reason.CHANGING: (
        phrase("Another program is still writing “{name}”."),
        phrase("Wait until it has finished, then try again."),
    ),
    Reason.CHANGED: (
        phrase("“{name}” has changed since Hearth looked at it."),
        phrase("Attach the file again."),
    ),
    Reason.EMPTY: (phrase("“{name}” is empty."), phrase("Use a file that contains text.")),
    Reason.WORDLESS: (
        phrase("There is no text in “{name}”."),
        phrase("Use a file that contains text."),
    ),
    Reason.SCAN: (
        phrase("There is no text in this scan: the pages of “{name}” are pictures."),
        phrase("Have a program with text recognition (OCR) read it, and use what it saves."),
    ),
    Reason.UNKNOWN: (
        phrase("“{name}” is not a document that Hearth can read."),
        _SAVE_AS,
    ),
    Reason.OLD: (
        phrase("“{name}” has an old format of Microsoft Office, such as DOC, XLS, PPT or MSG."),
        phrase("Open it in an Office program, save it as DOCX, XLSX, PPTX or PDF, and use that."),
    ),
    Reason.LOCKED: (
        phrase("“{name}” is locked with a password."),
        phrase("Open it in its own program, save a copy without a password, and use that."),
    ),
    Reason.DAMAGED: (phrase("“{name}” is damaged or incomplete."), _SAVE_AGAIN),
    Reason.BOMB: (
        phrase("“{name}” unpacks to far more than a document holds."),
        phrase("If you trust who made it, open it in its own program and save it again."),
    ),
    Reason.LONG: (
        phrase("“{name}” has more than {limit} MB of text, more than can be used at once."),
        _TAKE_A_PART,
    ),
    Reason.FAILED: (
        phrase(
            "Hearth gave up on “{name}”: reading it takes too long or too much memory, or fails."
        ),
        _SAVE_AS,
    ),
}


_REASONS: Final = {what.text: reason for reason, (what, _) in _SENTENCES.items()}


def reason_of(problem: Problem) -> Reason | None:
    """Return why a document was refused; None where something else went wrong."""
    return _REASONS.get(problem.what.text)


class DocumentRefused(KnownError):
    """The text of a document cannot be read.

    Args:
        reason: why.
        name: of the file, as it is shown.
        detail: technical text.
        may_pass: whether it may be read later, as it is.
        n_pages: of a scan whose pages can be drawn for a model that sees.
        version: of the file of that scan.
        values: what else the sentences of the reason name.

    Attributes:
        reason: why.
        n_pages: see above; 0 for all else.
        version: likewise; None for all else.
    """

    def __init__(
        self,
        reason: Reason,
        name: str,
        detail: str = "",
        *,
        may_pass: bool = False,
        n_pages: int = 0,
        version: FileVersion | None = None,
        **values: object,
    ) -> None:
        what, remedy = _SENTENCES[reason]
        super().__init__(
            what.with_values({"name": name, **values}),
            phrase("None of it was used; your chats are untouched."),
            remedy,
            detail,
        )
        self.reason, self.n_pages, self.version = reason, n_pages, version
        self.may_pass = may_pass or reason is Reason.CHANGING
