"""Where the open window listens, and whom of those who listen there one may trust.

The address is in a file of Hearth's own folder. A socket lies in a folder that nobody else may
enter; the name of a pipe of Windows holds a random part, so that nobody can have made it before.

Threads: any.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from app.core.plain_value import PlainValue
from app.core.system.files import write_atomically

if TYPE_CHECKING:
    from app.core.system.paths import Paths


MAX_BYTES = 64_000
_MOST_CHARS = 8_000  # of one text; more than any system has in a path


class InstanceRequest(PlainValue, frozen=True):
    """Come to the front, and more where it is named.

    Attributes:
        model: absolute path of a model file to open; "" for none.
        quick_ask: show the small window for one question instead.
        link: to a model of the hub, as it was given; "" for none.
        activation: by which the desktop allows the window to come to the front; "" for nothing.
    """

    model: str = ""
    quick_ask: bool = False
    activation: str = ""
    link: str = ""


def encoded(request: InstanceRequest) -> bytes:
    """Return one line, its end included."""
    return json.dumps(asdict(request)).encode() + b"\n"


def decoded(line: bytes) -> InstanceRequest | None:
    """Return what a line asks for; None where it is none of ours.

    What another version has added is left out.
    """
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    texts = [said.get(name, "") for name in ("model", "activation", "link")]
    quick_ask = said.get("quick_ask", False)
    if not all(isinstance(text, str) and len(text) <= _MOST_CHARS for text in texts):
        return None
    if not isinstance(quick_ask, bool):
        return None
    model, activation, link = texts
    return InstanceRequest(model, quick_ask, activation, link)


_MOST_BYTES = 90  # of a socket's path: macOS takes 104 with the end, and Qt adds some at first
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Address(PlainValue, frozen=True):
    """Where somebody listens.

    Attributes:
        name: as Qt takes it: the path of a socket, or the name of a pipe.
        pid: of the process that listens.
    """

    name: str
    pid: int


def address_file(paths: Paths) -> Path:
    """Return where the one window over these folders hears later starts, JSON."""
    return paths.window_lock.with_name("window.address")


def new_address(paths: Paths) -> Address:
    """Return where the window over these folders is to listen.

    Raises:
        OSError: there is no folder that is this user's alone.
    """
    folder = os.path.normcase(paths.state.resolve())
    name = f"hearth-{hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]}"
    if sys.platform == "win32":
        name = f"{name}-{secrets.token_hex(8)}"
    else:
        name = str(_socket_folder(name) / name)
    return Address(name, os.getpid())


def keep_address(paths: Paths, address: Address) -> None:
    """Let other starts know it.

    Raises:
        OSError: it cannot be written.
    """
    said = json.dumps({"name": address.name, "pid": address.pid})
    write_atomically(address_file(paths), [said.encode()])


def forget_address(paths: Paths) -> None:
    """Nobody listens any more."""
    with contextlib.suppress(OSError):
        address_file(paths).unlink()


def kept_address(paths: Paths) -> Address | None:
    """Return where a window listens that can be trusted; None where none is known."""
    try:
        said = json.loads(address_file(paths).read_bytes())
        address = Address(str(said["name"]), int(said["pid"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return address if _is_ours(address.name) else None


def _is_ours(name: str) -> bool:
    """Whether what listens there can only be a program of this user."""
    if sys.platform == "win32":
        return name.startswith("hearth-")
    try:
        found = os.lstat(name)
    except OSError:
        return False
    is_own_socket = stat.S_ISSOCK(found.st_mode) and found.st_uid == os.getuid()
    return is_own_socket and _is_private(Path(name).parent)


if sys.platform != "win32":

    def _socket_folder(name: str) -> Path:
        """Return a folder for sockets that is this user's alone.

        Raises:
            OSError: there is none.
        """
        given = os.environ.get("XDG_RUNTIME_DIR", "")
        if given and len(os.fsencode(f"{given}/{name}")) <= _MOST_BYTES:
            folder = Path(given)
            if folder.is_absolute() and _is_private(folder):
                return folder
        folder = Path(tempfile.gettempdir(), f"hearth-{os.getuid()}")
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if not _is_private(folder):
            raise PermissionError(f"{folder} may be entered by others")
        return folder

    def _is_private(folder: Path) -> bool:
        """Whether a folder is one that this user owns and nobody else may enter."""
        try:
            found = os.lstat(folder)
        except OSError:
            return False
        is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
        return is_own and not found.st_mode & _OTHERS
