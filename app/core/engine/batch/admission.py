"""Who goes on where not all answers fit together: the one whose turn is first.

The turn of an answer is when it was asked for; that of an answer for another program is a minute
later (`turn_of`). So a chat in the window goes before all that programs have asked for within the
last minute, and a program that has waited for longer goes before whatever is asked in the window
from then on: it waits, and never for ever.

The rule, in one place:

1. An answer needs a sequence, cells for its tokens, and a little room to grow in, so that it is not
   parked again after a word.
2. It begins, or comes back, as soon as it has that beside the answers whose turn is earlier.
   Later ones that are in its way are parked; those that fit beside it go on. So a long chat is not
   kept out by short ones that keep coming, and a short one need not wait behind a long one.
3. Where running answers outgrow the context, the one whose turn is last is parked.

A turn never changes. So the answer whose turn is first is never parked and ends; then another one
is the first. Two answers cannot evict each other again and again: only the later one ever gives
way.

Threads: pure functions of the engine thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue
from app.core.protocol import WaitReason, is_of_other_program

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.core.protocol import ChatKey

HEAD_START_S = 60.0  # of the window before other programs
_ROOM_TO_GROW = 256  # tokens of an answer, in a context of usual size
_SHARE_TO_GROW = 16  # in a small one, a part of it


class Claim(PlainValue, frozen=True):
    """What an answer needs to go on.

    Attributes:
        turn: the earlier one goes first.
        n_tokens: that it has, or must have before it can say the next one.
        n_growth: that it will need soon.
    """

    chat: ChatKey
    turn: float
    n_tokens: int
    n_growth: int


class Room(PlainValue, frozen=True):
    """What there is for answers.

    Attributes:
        n_sequences: sequence ids.
        n_cells: of the context.
        n_held_sequences: that something else than an answer uses at the moment.
        n_held_cells: of those.
    """

    n_sequences: int
    n_cells: int
    n_held_sequences: int = 0
    n_held_cells: int = 0

    def holds(self, claims: Sequence[Claim], n_more: int = 0) -> bool:
        """Whether answers fit together as they stand, with so many tokens more."""
        n_cells = sum(claim.n_tokens for claim in claims) + self.n_held_cells + n_more
        return self.n_held_sequences + len(claims) <= self.n_sequences and n_cells <= self.n_cells


class Admitted(PlainValue, frozen=True):
    """An answer goes on now; the running answers of `parked` give way first."""

    parked: tuple[ChatKey, ...] = ()


class Refused(PlainValue, frozen=True):
    """An answer has to wait; None where it is only for a moment."""

    reason: WaitReason | None


def turn_of(chat: ChatKey, asked_at: float) -> float:
    """Return the turn of an answer, which orders all of them.

    Args:
        chat: that it is of.
        asked_at: when it was asked for, in seconds; turns are on the same clock.
    """
    return asked_at + (HEAD_START_S if is_of_other_program(chat) else 0.0)


def room_to_grow(n_cells: int, max_tokens: int, n_generated: int) -> int:
    """Return how many cells an answer should find free beside its tokens.

    Args:
        n_cells: of the context.
        max_tokens: of the answer; 0 for no limit.
        n_generated: tokens it has said.
    """
    n_left = max_tokens - n_generated if max_tokens else _ROOM_TO_GROW
    return max(1, min(_ROOM_TO_GROW, n_cells // _SHARE_TO_GROW, n_left))


def judge(claim: Claim, running: Iterable[Claim], room: Room) -> Admitted | Refused:
    """Say whether an answer that waits goes on now."""
    by_age = sorted(running, key=lambda one: one.turn)
    earlier = [one for one in by_age if one.turn <= claim.turn]
    if len(earlier) >= room.n_sequences or any(one.chat == claim.chat for one in by_age):
        return Refused(WaitReason.NO_SEQUENCE)
    n_growth = claim.n_growth if earlier else 0  # the first one has the right to all there is
    n_needed = claim.n_tokens + n_growth + sum(one.n_tokens + one.n_growth for one in earlier)
    if n_needed > room.n_cells:
        return Refused(WaitReason.NO_ROOM)
    staying = [*earlier, claim]
    if not room.holds(staying, n_growth):
        return Refused(None)  # a chat that is being restored is in the way
    for one in by_age[len(earlier) :]:
        if room.holds([*staying, one], claim.n_growth):
            staying.append(one)
    return Admitted(tuple(one.chat for one in by_age if one not in staying))


def first_to_give_way(running: Iterable[Claim]) -> Claim:
    """Return the answer that is parked where the running ones outgrow the context."""
    return max(running, key=lambda one: one.turn)
