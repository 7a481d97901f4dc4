"""All that is done on the conversations' worker, put together.

Threads: the worker only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.answers import Answers
from app.core.conversations.branches import Branches
from app.core.conversations.context_care import ContextCare
from app.core.conversations.memory_care import MemoryCare
from app.core.conversations.reading import Reading
from app.core.conversations.sending import Sending
from app.core.conversations.warmth import Warmth

if TYPE_CHECKING:
    from app.core.conversations.session import Session
    from app.core.engine.protocol import SamplingParams


@dataclass(frozen=True, slots=True)
class UseCases:
    """One of each, over one session."""

    answers: Answers
    branches: Branches
    context: ContextCare
    memory: MemoryCare
    reading: Reading
    sending: Sending
    warmth: Warmth


def use_cases(session: Session, sampling: SamplingParams) -> UseCases:
    """Put them together.

    Args:
        session: they work in.
        sampling: how tokens are chosen unless a chat or a call says otherwise.
    """
    answers = Answers(session, sampling)
    context = ContextCare(session)
    memory = MemoryCare(session)
    warmth = Warmth(session)
    return UseCases(
        answers,
        Branches(session, answers, memory),
        context,
        memory,
        Reading(session, warmth),
        Sending(session, answers, context, warmth),
        warmth,
    )
