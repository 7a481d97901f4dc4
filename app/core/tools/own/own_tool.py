"""What a tool of Hearth's own is, and how it reads the arguments that a model wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from app.core.plain_value import PlainValue
from app.core.tools.errors import ARGUMENT_WRONG
from app.core.tools.values import Tool, ToolResult, canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.errors import Problem
    from app.core.system.stop_signal import StopSignal


# Returns the title and the text of a document or a page, by its name and its bytes; raises
# `KnownError` where it has none, and `TransferStopped`.
TextReader: TypeAlias = "Callable[[str, bytes, StopSignal], tuple[str, str]]"


class OwnTool(PlainValue, frozen=True):
    """A tool of Hearth's own.

    Attributes:
        tool: as models are told of it.
        run: does it with arguments that are values of JSON; on any thread, which it may block.
            Raises `KnownError`, `TransferStopped`.
        lacks: why it cannot be used here, and is not offered; None where it can.
    """

    tool: Tool
    run: Callable[[Mapping[str, Any], StopSignal], ToolResult]
    lacks: Problem | None = None


class Argument(PlainValue, frozen=True):
    """An argument of a tool.

    Attributes:
        kind: "string" or "integer".
        words: for the model.
    """

    name: str
    kind: str
    words: str
    is_required: bool = True


def schema_of(*arguments: Argument) -> str:
    """Return the schema of a tool."""
    described = {one.name: {"type": one.kind, "description": one.words} for one in arguments}
    required = [one.name for one in arguments if one.is_required]
    schema = {"type": "object", "properties": described, "additionalProperties": False}
    return canonical({**schema, "required": required} if required else schema)


def text_of(arguments: Mapping[str, Any], name: str, default: str | None = None) -> str:
    """Return an argument that is a text.

    Args:
        default: where it is missing; None where it has to be there.

    Raises:
        KnownError: it is missing, or no text.
    """
    value = arguments.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or (default is None and not value.strip()):
        raise ARGUMENT_WRONG(argument=name, kind="a text")
    return value.encode("utf-8", "replace").decode()  # half characters can be sent nowhere


def number_of(arguments: Mapping[str, Any], name: str, default: int, most: int) -> int:
    """Return an argument that is a whole number, at least 0 and at most `most`.

    Raises:
        KnownError: it is no number.
    """
    value = arguments.get(name, default)
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # as models write them
    if not isinstance(value, int) or isinstance(value, bool):
        raise ARGUMENT_WRONG(argument=name, kind="a whole number")
    return max(0, min(value, most))
