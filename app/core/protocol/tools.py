"""Which tools a model may call, and the calls that come.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum

from app.core.plain_value import PlainValue


class ToolChoice(enum.StrEnum):
    """Whether a model is to call tools."""

    AUTO = "auto"  # as it sees fit
    NONE = "none"  # it is told of them, and answers in words
    REQUIRED = "required"  # it calls at least one


class Tools(PlainValue, frozen=True):
    """The tools of a request.

    Attributes:
        described: JSON text: a list of tools as in OpenAI's chat completions.
        choice: whether they are to be called.
        only: name of the one tool that may be called; "" for any.
        many: whether several may be called at once.
    """

    described: str
    choice: ToolChoice = ToolChoice.AUTO
    only: str = ""
    many: bool = True


class CallPiece(PlainValue, frozen=True):
    """What has come of a call.

    Attributes:
        number: of the call in its answer, from 0.
        id: of the call; "" where it was told before, or has none.
        name: of the tool; "" where it was told before.
        arguments: more of its JSON text.
    """

    number: int
    id: str
    name: str
    arguments: str
