"""What is asked of the model, whichever way a client has of saying it.

Threads: values only, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.core.protocol import DEFAULT_THINKING, SamplingParams

if TYPE_CHECKING:
    from app.core.protocol import Constraint, ThinkingChoice, Tools
    from app.server.given_media import AskedMessage

MOST_ANSWERS: Final = 16  # to one request
MOST_STOPS: Final = 16
MOST_LIKELY: Final = 20
LONGEST_ANSWER: Final = 10_000_000  # tokens, more than any context holds


@dataclass(frozen=True, slots=True)
class Asked:
    """One request for an answer.

    Attributes:
        model: that the client has named; "" for whichever is loaded.
        messages: at least one.
        max_tokens: of the answer; 0 for as many as fit.
        stop: texts that end the answer.
        constraint: the form of the answer; None for any.
        n_answers: to the same prompt.
        is_streamed: in pieces, as they come.
        is_text: the one message is the text that goes on, without a chat template.
        n_likely, tools, token_biases: as in `Generate`.
    """

    model: str
    messages: tuple[AskedMessage, ...]
    sampling: SamplingParams = field(default_factory=SamplingParams)
    max_tokens: int = 0
    stop: tuple[str, ...] = ()
    thinking: ThinkingChoice = DEFAULT_THINKING
    constraint: Constraint | None = None
    n_answers: int = 1
    is_streamed: bool = False
    is_text: bool = False
    n_likely: int | None = None
    tools: Tools | None = None
    token_biases: tuple[tuple[int, float], ...] = ()
