"""Servers out of the files of other programs: Claude Desktop, LM Studio, Cursor, VS Code.

They share one form: an object of servers by their names, under `mcpServers` or `servers`. Nothing
is started; what a file holds is for the user to look at.

Threads: pure functions but for reading the file; any thread.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue, replace
from app.core.tools.errors import IMPORT_UNREADABLE
from app.core.tools.servers import LONGEST_NAME, ToolServer

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_BYTES: Final = 1_000_000
_MOST_SERVERS: Final = 50
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9]+")
_OUR_VARIABLE: Final = re.compile(r"\$\{(?:env:)?([A-Za-z_]\w*)\}")


class FoundServer(PlainValue, frozen=True):
    """A server in such a file.

    Attributes:
        secrets: values of its variables or headers, by their names; one that is missing comes from
            our environment.
    """

    server: ToolServer
    secrets: Mapping[str, str]


def known_files() -> list[tuple[str, Path]]:
    """Return the lists that other programs of this user have, each with the program's name."""
    home = Path.home()
    shared = home / ".config"
    if sys.platform == "darwin":
        shared = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        shared = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    files = (
        ("Claude Desktop", shared / "Claude" / "claude_desktop_config.json"),
        ("LM Studio", home / ".lmstudio" / "mcp.json"),
        ("Cursor", home / ".cursor" / "mcp.json"),
        ("VS Code", shared / "Code" / "User" / "mcp.json"),
    )
    return [(program, path) for program, path in files if _is_file(path)]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a folder that nobody may look into
        return False


def servers_in(path: Path) -> tuple[list[FoundServer], list[Phrase]]:
    """Return the servers in a file, and why others in it are left out.

    Raises:
        KnownError: it is no such file.
    """
    try:
        with path.open("rb") as file:
            said = json.loads(file.read(_MOST_BYTES).decode("utf-8-sig"))
    except OSError as error:
        reason = error.strerror or error
        raise IMPORT_UNREADABLE(repr(error), path=path, reason=reason) from error
    except (ValueError, RecursionError) as error:
        raise IMPORT_UNREADABLE(repr(error)[:500], path=path, reason="no JSON") from error
    named = (said.get(one) for one in ("mcpServers", "servers")) if isinstance(said, dict) else ()
    listed = next((one for one in named if isinstance(one, dict)), None)
    if listed is None:
        raise IMPORT_UNREADABLE(path=path, reason="no servers")
    found: list[FoundServer] = []
    left_out: list[Phrase] = []
    for name, one in list(listed.items())[:_MOST_SERVERS]:
        read = _read(str(name), one if isinstance(one, dict) else {})
        if isinstance(read, FoundServer):
            found.append(read)
        else:
            left_out.append(read)
    return found, left_out


def _read(given_name: str, one: dict[str, Any]) -> FoundServer | Phrase:
    name = _NOT_IN_NAMES.sub("-", given_name).strip("-")[:LONGEST_NAME].strip("-") or "server"
    command, address = one.get("command"), one.get("url") or one.get("serverUrl")
    arguments = one.get("args", [])
    if one.get("disabled") is True or one.get("enabled") is False:
        return phrase("{name} is switched off there.", name=given_name)
    if one.get("type") == "sse":
        return phrase("{name} speaks an older form of HTTP (SSE).", name=given_name)
    if isinstance(command, str) and command and _are_texts(arguments):
        server = ToolServer(name, (command, *arguments), _text(one.get("cwd")))
        secrets = one.get("env")
    elif isinstance(address, str) and address:
        server, secrets = ToolServer(name, address=address), one.get("headers")
    else:
        return phrase("{name} has neither a command nor an address.", name=given_name)
    given = secrets if isinstance(secrets, dict) else {}
    if not _are_texts(list(given.values())):
        return phrase("{name} has a variable that is no text.", name=given_name)
    # "${NAME}" for the variable NAME is what it gets from our environment anyway.
    values = {key: value for key, value in given.items() if _variable(value) != key}
    if any("${" in text for text in (*server.command, server.address, *values.values())):
        return phrase("{name} has a place that its program fills in.", name=given_name)
    return FoundServer(replace(server, secrets=tuple(sorted(given))), values)


def _variable(value: str) -> str:
    match = _OUR_VARIABLE.fullmatch(value)
    return match[1] if match else ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(one, str) for one in values)
