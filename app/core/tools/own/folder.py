"""Reading files of one folder that the user has chosen, and of nothing outside it.

No link is followed, at no place of a path, and the file that was looked at is the one that is read.

Threads: any.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from app.core.system.files import is_link
from app.core.tools.errors import FILE_NOT_READ, OUTSIDE_FOLDER
from app.core.tools.own.own_tool import Argument, OwnTool, schema_of, text_of
from app.core.tools.values import READ_FILE, Tool, ToolResult

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.system.stop_signal import StopSignal
    from app.core.tools.own.own_tool import TextReader

_MOST_BYTES: Final = 50_000_000
_MOST_LISTED: Final = 500
_OPEN: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)


def folder_tool(folder: Path, text_in: TextReader) -> OwnTool:
    """Return the tool that reads what lies in a folder.

    Args:
        folder: that the user has chosen.
        text_in: reads what a file says.
    """

    def run(arguments: Mapping[str, Any], stop: StopSignal) -> ToolResult:
        name = text_of(arguments, "path", "")
        opened = _opened(folder, name)
        if isinstance(opened, Path):
            return ToolResult(_listed(opened))
        with os.fdopen(opened, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise FILE_NOT_READ(name=name, reason=f"more than {_MOST_BYTES // 1_000_000} MB")
        text = text_in(PurePosixPath(name).name, data, stop)[1] if data else ""
        return ToolResult(text or "The file is empty.")

    return OwnTool(
        Tool(
            READ_FILE,
            f"Read a file in the folder {folder.name}, or list what a folder in it has.",
            schema_of(
                Argument(
                    "path",
                    "string",
                    "from that folder on, with /; the folder itself if left out",
                    is_required=False,
                )
            ),
            origin=str(folder),
        ),
        run,
    )


def _opened(folder: Path, name: str) -> int | Path:
    """Open a file in the folder; return its descriptor, or the path of what is a folder.

    Raises:
        KnownError: it is no file there, or cannot be read.
    """
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    is_absolute = name.startswith(("/", "\\")) or any(":" in part or "\0" in part for part in parts)
    if is_absolute or ".." in parts:
        raise OUTSIDE_FOLDER(name=name[:200])
    path = folder.joinpath(*parts)
    try:
        if any(is_link(folder.joinpath(*parts[:n])) for n in range(1, len(parts) + 1)):
            raise OUTSIDE_FOLDER(name=name[:200])
        if path.is_dir():
            return path
        descriptor = _without_links(folder, parts)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OUTSIDE_FOLDER(name=name[:200])
    except OSError as error:
        reason = error.strerror or error
        raise FILE_NOT_READ(repr(error), name=name[:200], reason=reason) from error
    except ValueError as error:  # a name that no system has
        raise OUTSIDE_FOLDER(repr(error), name=name[:200]) from error
    return descriptor


def _without_links(folder: Path, parts: list[str]) -> int:
    """Open a file step by step: a link that was put there meanwhile is not followed either."""
    if sys.platform == "win32":  # has no such steps; only who may write there could do that
        return os.open(folder.joinpath(*parts), _OPEN)
    here = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK, dir_fd=here)
            os.close(here)
            here = inner
        return os.open(parts[-1], _OPEN | _NO_LINK, dir_fd=here)
    finally:
        os.close(here)


def _listed(path: Path) -> str:
    """Return the names in a folder, folders with a slash; hidden ones and links are left out."""
    try:
        entries = sorted(path.iterdir(), key=lambda one: one.name.casefold())
        shown = [one for one in entries if not one.name.startswith(".") and not is_link(one)]
        names = [f"{one.name}/" if one.is_dir() else one.name for one in shown[:_MOST_LISTED]]
    except OSError as error:
        raise FILE_NOT_READ(name=path.name, reason=error.strerror or error) from error
    more = len(shown) - len(names)
    if more > 0:
        names.append(f"… and {more:,} more")
    return "\n".join(names) or "The folder is empty."
