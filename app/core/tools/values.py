"""Tools, and what comes of calling them, as plain values.

A set of tools is written down in one way only: sorted by name, keys sorted, no blanks. So chats
with the same tools begin with the same tokens, and what was computed for one serves the other.

Threads: pure values and functions, any thread.
"""

from __future__ import annotations

import enum
import hashlib
import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from app.core.plain_value import PlainValue
from app.core.protocol import ToolChoice, Tools

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.core.messages import Attachment

LONGEST_NAME: Final = 64  # what templates and other programs take
MOST_SCHEMA_CHARS: Final = 32_000
_MOST_DESCRIPTION_CHARS: Final = 8_000
_NO_SCHEMA: Final = '{"properties":{},"type":"object"}'
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_-]+")
_KEPT_FORMAT_CHARS: Final = "\u200c\u200d"  # of which some scripts, and many emoji, are made
# Letters and marks that are nothing to see; whole messages are written in variation selectors.
_BLANKS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\U000e0100-\U000e01ef"
_UNSEEN: Final = re.compile(f"[{_BLANKS}\ufe00-\ufe0d]")  # the next two make emoji
_NOT_SHOWN: Final = re.compile(f"[{_BLANKS}\ufe00-\ufe0f\u2800]")
_DIGEST_BYTES: Final = 16
_SERVER_MARK: Final = "__"  # no name of a server, and none of Hearth's own tools, has two of them
READ_MORE: Final = "read_more"  # the tool that goes along with all others
READ_FILE: Final = "read_file"  # whose origin is a folder


class Tool(PlainValue, frozen=True):
    """A tool as a model is told of it.

    Attributes:
        name: by which models call it, unlike that of any other tool.
        description: what it does.
        schema: JSON schema of its arguments, canonical JSON text of an object.
        server: name of the server that has it; "" for one of Hearth's own.
        own_name: what that server calls it.
        origin: what answers: the command or the address of the server; what Hearth's own tool asks.
        needs_word: the user has to allow it; not so what touches nothing.
        site_argument: name of an argument with a web address: each site is allowed on its own.
    """

    name: str
    description: str
    schema: str = _NO_SCHEMA
    server: str = ""
    own_name: str = ""
    origin: str = ""
    needs_word: bool = True
    site_argument: str = ""

    @property
    def digest(self) -> str:
        """What permissions are bound to: any other server or definition has another one."""
        said = [self.name, self.description, self.schema, self.server, self.own_name, self.origin]
        return digest_of(json.dumps(said))

    @property
    def group(self) -> str:
        """With which it is chosen: alone, or with all the others of its server."""
        return server_group(self.server) if self.server else self.name

    def as_function(self) -> dict[str, Any]:
        """Return it as a function of OpenAI's chat completions."""
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": json.loads(self.schema),
        }
        return {"type": "function", "function": function}

    def site_of(self, arguments: str) -> str:
        """Return the site that arguments lead to; "" for a tool that has none.

        Args:
            arguments: JSON text.
        """
        if not self.site_argument:
            return ""
        address = arguments_of(arguments).get(self.site_argument)
        try:
            host = urlsplit(str(address)).hostname or ""
        except ValueError:
            host = ""
        return (host if host.isascii() else "").rstrip(".").lower() or "?"  # which no address has


def server_group(server: str) -> str:
    """Return the group of all tools of a server; no name of a tool ends like it."""
    return f"{server}{_SERVER_MARK}"


class ToolSet(PlainValue, frozen=True):
    """The tools of a chat, sorted by name; made by `of`."""

    tools: tuple[Tool, ...] = ()

    @classmethod
    def of(cls, tools: Iterable[Tool]) -> ToolSet:
        """Return a set of tools; of those with one name the first."""
        by_name: dict[str, Tool] = {}
        for tool in tools:
            by_name.setdefault(tool.name, tool)
        return cls(tuple(by_name[name] for name in sorted(by_name)))

    @property
    def described(self) -> str:
        """The tools as a prompt has them: canonical JSON, the same for the same tools."""
        return canonical([tool.as_function() for tool in self.tools])

    @property
    def digest(self) -> str:
        """Of what a prompt has, and of what answers: a chat can tell that its tools changed."""
        return digest_of("\n".join(tool.digest for tool in self.tools))

    @property
    def groups(self) -> tuple[str, ...]:
        """What the user has chosen: names of Hearth's own tools, and `server_group` of servers."""
        return tuple(dict.fromkeys(tool.group for tool in self.tools if tool.name != READ_MORE))

    def find(self, name: str) -> Tool | None:
        """Return the tool that a model calls so; None for none."""
        return next((tool for tool in self.tools if tool.name == name), None)

    def as_request(self, choice: ToolChoice = ToolChoice.AUTO) -> Tools | None:
        """Return them as a request to the engine has them; None for none."""
        return Tools(self.described, choice) if self.tools else None


class ToolsToChoose(PlainValue, frozen=True):
    """What can be chosen for a chat.

    Attributes:
        own: names of Hearth's own tools.
        servers: names of servers, each of which is chosen with all that it has.
    """

    own: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()


class Decision(enum.Enum):
    """What the user says to a call."""

    ONCE = enum.auto()
    CHAT = enum.auto()
    ALWAYS = enum.auto()


class Question(enum.Enum):
    """Why the user has to be asked."""

    NEW = enum.auto()
    CHANGED = enum.auto()  # what was allowed under this name was another definition


class ToolLink(PlainValue, frozen=True):
    """A source that a result names."""

    title: str
    address: str


class ToolMedia(PlainValue, frozen=True):
    """A picture, a sound or a file in a result: bytes of strangers, for the decoder alone.

    Attributes:
        kind: "image", "audio" or "file".
        name: of the file, without a folder; "" where it has none.
    """

    kind: str
    data: bytes
    name: str = ""


class ToolResult(PlainValue, frozen=True):
    """What came of a call.

    Attributes:
        text: for the model.
        links: sources, which may be shown.
        is_error: the tool says that it failed, or could not be asked.
        passages: of the user's documents, numbered from 1, which the model reads before the text.
    """

    text: str
    media: tuple[ToolMedia, ...] = ()
    links: tuple[ToolLink, ...] = ()
    is_error: bool = False
    passages: tuple[Attachment, ...] = ()


def canonical(value: Any) -> str:
    """Return a value of JSON in the one way in which it is written here."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(text: str) -> str:
    """Return a digest of a text."""
    data = text.encode("utf-8", "replace")
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()


def cleaned(text: str) -> str:
    """Return words of others without what nobody sees: controls, marks of direction, tags.

    A model reads these, so that they could tell it what the user is not shown.
    """
    lines = text.split("\n")
    return "\n".join(
        line if line.isprintable() and not _UNSEEN.search(line) else _seen(line) for line in lines
    )


def is_seen(char: str) -> bool:
    """Whether somebody who reads a text sees a character of it, be it as a space."""
    return char.isprintable() and not _NOT_SHOWN.match(char)


def _seen(line: str) -> str:
    return "".join(
        char
        for char in _UNSEEN.sub("", line)
        if char == "\t" or char in _KEPT_FORMAT_CHARS or unicodedata.category(char)[0] != "C"
    )


def tool_name(server: str, name: str) -> str:
    """Return the name by which models call a tool of a server."""
    wanted = f"{server_group(server)}{_NOT_IN_NAMES.sub('_', name)}"
    if len(wanted) <= LONGEST_NAME and wanted.endswith(name):
        return wanted
    # Cut or changed, it might be that of another one.
    return f"{wanted[: LONGEST_NAME - 9]}_{digest_of(name)[:8]}"


def tool_of_server(server: str, origin: str, said: Mapping[str, Any]) -> Tool | None:
    """Return a tool as a server describes it; None for what is none, or is too long.

    What the server says of how harmless it is counts for nothing.

    Args:
        server: name of the server.
        origin: its command or address.
        said: values of JSON.
    """
    name, description, schema = (said.get(one) for one in ("name", "description", "inputSchema"))
    if not isinstance(name, str) or not cleaned(name) or len(name) > 4 * LONGEST_NAME:
        return None
    if not isinstance(schema, dict) or schema.get("type") != "object":
        schema = {"type": "object", "properties": {}}
    try:
        written = canonical(_cleaned_all(schema)).encode("utf-8", "replace").decode()
    except (RecursionError, ValueError):
        return None
    if len(written) > MOST_SCHEMA_CHARS:
        return None
    words = cleaned(description)[:_MOST_DESCRIPTION_CHARS] if isinstance(description, str) else ""
    return Tool(tool_name(server, name), words, written, server, name, origin)


def _cleaned_all(value: Any) -> Any:
    """Return a value of JSON with all words in it cleaned: the model reads names, too."""
    match value:
        case str():
            return cleaned(value)
        case list():
            return [_cleaned_all(one) for one in value]
        case dict():
            return {cleaned(name): _cleaned_all(one) for name, one in value.items()}
        case _:
            return value


def arguments_of(text: str) -> dict[str, Any]:
    """Return the arguments of a call; none where the text is no JSON object."""
    return _arguments(text) or {}


def are_arguments(text: str) -> bool:
    """Whether a text is a JSON object that can be sent as it is shown, or empty."""
    return _arguments(text) is not None


def _arguments(text: str) -> dict[str, Any] | None:
    try:
        said = json.loads(text or "{}")
        # Half a character, and a number without end, would be others on the way.
        json.dumps(said, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def same_arguments(text: str) -> str:
    """Return arguments in the one way in which they are written here, to compare them."""
    return canonical(arguments_of(text)) if are_arguments(text) else text


def part_of(text: str, begin: int, n_chars: int) -> tuple[str, int]:
    """Return a part of a text, which ends with a line where it can, and where the next begins.

    Args:
        begin: offset of the part.
        n_chars: of the part at most.
    """
    begin = max(0, begin)
    end = begin + n_chars
    if end >= len(text):
        return text[begin:], len(text)
    line_end = text.rfind("\n", begin + n_chars // 2, end)
    end = end if line_end < 0 else line_end + 1
    return text[begin:end], end
