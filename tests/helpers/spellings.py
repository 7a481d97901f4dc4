"""Other spellings of a path: several names that lead to one file or folder."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# Makes a second path of a file that is there; called with the path and the file.
Link = Callable[[Path, Path], None]
LINKS = [
    pytest.param(
        Path.symlink_to,
        id="symbolic",
        marks=pytest.mark.unix("symbolic links, which take rights on Windows"),
    ),
    pytest.param(Path.hardlink_to, id="hard"),
]


def spelled_otherwise(path: Path, folder: Path) -> Path:
    """Return another spelling of a path that is there.

    Args:
        path: of a file or folder.
        folder: where a link to it may be made, which takes rights on Windows; there capitals and
            small letters are the same.
    """
    if sys.platform == "win32":
        return Path(str(path).upper())
    link = folder / f"link to {path.name}"
    link.symlink_to(path)
    return link
