"""What drafting the next tokens brings: the same answers with and without, in turns.

Two tasks: one whose answer repeats most of its question, as rewritten texts and code do, and one
whose answer is all new, which drafting must not slow down. Each is gone on with as bare text, in
one chat and in several at once; a peer that is named goes on with the same texts, and drafts as it
was told to when it was started.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.protocol import DraftPolicy
from tools.bench.timed import rate_together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.protocol import AnswerFinished
    from tools.bench.link_run import LinkRun
    from tools.bench.timed import Side, Timed

LONGEST_TASK = 1280  # tokens, where each character is one
_CODE = '''
class Shelf:
    """Books of one room, by the names of their authors."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.books: dict[str, list[str]] = {}

    def add(self, author: str, title: str) -> None:
        """Put a book where its author's books are."""
        self.books.setdefault(author, []).append(title)

    def find(self, author: str) -> list[str]:
        """Return the titles of an author, in the order in which they came."""
        return list(self.books.get(author, []))

    def remove(self, author: str, title: str) -> bool:
        """Take a book away; return whether it was there."""
        titles = self.books.get(author, [])
        if title not in titles:
            return False
        titles.remove(title)
        return True
'''
_TASKS = {
    "repeated": f"Rename Shelf to Library in this code and write all of it again:\n{_CODE}",
    "new": "Write a long story of a lighthouse keeper who finds a letter. Begin at once.",
}


@dataclass(frozen=True, slots=True)
class _Turn:
    """The same answers without drafts and with them, one after the other.

    Attributes:
        peer: tokens per second of the peer's; 0 without one.
    """

    plain: list[tuple[Timed, AnswerFinished]]
    drafted: list[tuple[Timed, AnswerFinished]]
    peer: float

    @property
    def plain_rate(self) -> float:
        """Tokens per second of all answers without drafts."""
        return rate_together([timed for timed, _ in self.plain])

    @property
    def drafted_rate(self) -> float:
        """Tokens per second of all answers with them."""
        return rate_together([timed for timed, _ in self.drafted])

    @property
    def n_same(self) -> int:
        """Answers that say the same both ways.

        Batches of other sizes round otherwise, so where two tokens are alike they may part.
        """
        pairs = zip(self.plain, self.drafted, strict=True)
        return sum(a.record == b.record for (_, a), (_, b) in pairs)


def measure_drafts(
    run: LinkRun, parallel: Sequence[int], n_tokens: int, repeat: int, peer: Side | None = None
) -> dict[str, list[dict[str, Any]]]:
    """Have each task answered `repeat` times both ways; return medians by task.

    Args:
        run: has the model loaded.
        parallel: so many chats at once; one result for each.
        n_tokens: of an answer at most.
    """
    return {
        name: [
            _summary(n, [_turn(run, text, n, n_tokens, turn, peer) for turn in range(repeat)])
            for n in parallel
        ]
        for name, text in _TASKS.items()
    }


def _turn(
    run: LinkRun, task: str, n_chats: int, n_tokens: int, turn: int, peer: Side | None
) -> _Turn:
    """Have a task answered both ways in so many chats at once, each of which begins otherwise."""
    texts = [f"{n_chats} {chat} {turn}: {task}" for chat in range(n_chats)]
    policies = [DraftPolicy.NEVER, DraftPolicy.WHERE_IT_PAYS]
    found = {
        policy: run.finish_all(texts, n_tokens, policy)
        for policy in (policies if turn % 2 == 0 else reversed(policies))
    }
    theirs = 0.0 if peer is None else rate_together(peer.answer_all(texts, n_tokens))
    return _Turn(found[DraftPolicy.NEVER], found[DraftPolicy.WHERE_IT_PAYS], theirs)


def _summary(n_chats: int, turns: list[_Turn]) -> dict[str, Any]:
    drafted = [finished.stats for turn in turns for _, finished in turn.drafted]
    result = {
        "chats": n_chats,
        "plain_tokens_per_s": round(statistics.median(one.plain_rate for one in turns), 2),
        "drafted_tokens_per_s": round(statistics.median(one.drafted_rate for one in turns), 2),
        "ratio": round(statistics.median(_ratio(t.drafted_rate, t.plain_rate) for t in turns), 3),
        "answer_tokens": round(statistics.median(one.n_generated for one in drafted)),
        "drafted_tokens": round(statistics.median(one.n_drafted for one in drafted)),
        "accepted_tokens": round(statistics.median(one.n_accepted for one in drafted)),
        "same_text": sum(one.n_same for one in turns),
        "pairs": n_chats * len(turns),
    }
    if any(one.peer for one in turns):
        result["peer_tokens_per_s"] = round(statistics.median(one.peer for one in turns), 2)
        ratios = [_ratio(one.drafted_rate, one.peer) for one in turns]
        result["to_peer"] = round(statistics.median(ratios), 3)
    return result


def _ratio(rate: float, other: float) -> float:
    return rate / other if other else 0.0


def drafts_text(results: dict[str, list[dict[str, Any]]]) -> str:
    """Put the results into words."""
    return "\n".join(_line(name, one) for name, found in results.items() for one in found)


def _line(name: str, one: dict[str, Any]) -> str:
    beside = f"; {one['to_peer']} of the peer's rate" if "to_peer" in one else ""
    return (
        f"drafting, {name} text, {one['chats']} at once: {one['drafted_tokens_per_s']:,} tok/s, "
        f"{one['plain_tokens_per_s']:,} without ({one['ratio']} of it){beside}; "
        f"{one['accepted_tokens']} of {one['drafted_tokens']} drafted tokens were said, in "
        f"{one['answer_tokens']}; the same text in {one['same_text']} of {one['pairs']}"
    )
