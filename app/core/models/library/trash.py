"""Moving files to the system's trash, from where the user can take them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.models.library.errors import NotDeleted

if TYPE_CHECKING:
    from collections.abc import Sequence


def move_to_trash(files: Sequence[str]) -> None:
    """Move files to the trash, one after another; a link is moved, and not what it leads to.

    Raises:
        NotDeleted: one could not be moved; it and those after it are where they were.
    """
    # Imported here: it looks for the trash of this user when it is imported.
    from send2trash import send2trash

    for file in files:
        try:
            send2trash(file)
        except Exception as error:
            raise NotDeleted(file, error) from error
