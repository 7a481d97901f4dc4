"""Why an answer waits, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from app.core.protocol import WaitReason
from app.ui.formatting import counted
from app.ui.translation import tr


@dataclass(frozen=True, slots=True)
class Wait:
    """What an answer waits for.

    Attributes:
        n_running: answers that are running meanwhile, of other chats.
    """

    reason: WaitReason
    n_running: int = 0


def wait_text(wait: Wait) -> str:
    """Return why an answer waits, as one sentence without a full stop."""
    match wait.reason:
        case WaitReason.NO_SEQUENCE:
            return _no_sequence(wait.n_running)
        case WaitReason.NO_ROOM:
            return _no_room(wait.n_running)
        case WaitReason.PARKED:
            return tr("Paused to make room, continues by itself")
        case WaitReason.SUMMARISING:
            return tr("Summarising the oldest messages")
        case unknown:
            assert_never(unknown)


def _no_sequence(n_running: int) -> str:
    if n_running == 0:
        return tr("Waiting for its turn")
    if n_running == 1:
        return tr("Waiting: another answer is running")
    return tr("Waiting: {answers} are running", answers=counted(n_running, "answer"))


def _no_room(n_running: int) -> str:
    if n_running == 0:
        return tr("Waiting for room in the context")
    if n_running == 1:
        return tr("Waiting for room in the context beside another answer")
    return tr(
        "Waiting for room in the context beside {answers}",
        answers=counted(n_running, "other answer"),
    )
