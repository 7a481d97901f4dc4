"""What a second start of Hearth asks of the window that is open. Threads: pure values, any."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

MAX_BYTES = 64_000
_MOST_CHARS = 8_000  # of one text; more than any system has in a path


@dataclass(frozen=True, slots=True)
class InstanceRequest:
    """Come to the front, and more where it is named.

    Attributes:
        model: absolute path of a model file to open; "" for none.
        quick_ask: show the small window for one question instead.
        activation: by which the desktop allows the window to come to the front; "" for nothing.
    """

    model: str = ""
    quick_ask: bool = False
    activation: str = ""


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
    model, activation = said.get("model", ""), said.get("activation", "")
    quick_ask = said.get("quick_ask", False)
    texts = (model, activation)
    if not all(isinstance(text, str) and len(text) <= _MOST_CHARS for text in texts):
        return None
    if not isinstance(quick_ask, bool):
        return None
    return InstanceRequest(model, quick_ask, activation)
