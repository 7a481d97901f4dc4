"""Moves a file of the user's aside that cannot be understood, so that nothing in it is lost.

Threads: any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.files import replace_file
from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from pathlib import Path


def move_aside(file: Path) -> Phrase:
    """Rename a file to `NAME.broken`, in place of an older one; return what the user can do."""
    broken = file.with_name(f"{file.name}.broken")
    try:
        replace_file(file, broken)
    except OSError:
        return phrase("Correct or delete {path}.", path=file)
    return phrase(
        "Your file was moved to {broken}; correct it and rename it back, or ignore this.",
        broken=broken,
    )
