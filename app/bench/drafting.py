"""What drafting the next tokens brings: the same answers with and without, in turns.

Two tasks: one whose answer repeats most of its question, as rewritten texts and code do, and one
whose answer is all new, which drafting must not slow down.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.protocol import DraftPolicy

if TYPE_CHECKING:
    from app.bench.link_run import LinkRun
    from app.core.protocol import AnswerFinished

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
class _Pair:
    """One answer without drafts and one with them, of the same turn."""

    plain: AnswerFinished
    drafted: AnswerFinished


def measure_drafts(run: LinkRun, n_tokens: int, repeat: int) -> dict[str, Any]:
    """Have each task answered `repeat` times both ways; return medians by task.

    Args:
        run: has the model loaded.
        n_tokens: of an answer at most.
    """
    return {
        name: _summary([_pair(run, text, n_tokens, turn) for turn in range(repeat)])
        for name, text in _TASKS.items()
    }


def _pair(run: LinkRun, text: str, n_tokens: int, turn: int) -> _Pair:
    policies = [DraftPolicy.NEVER, DraftPolicy.WHERE_IT_PAYS]
    found = {
        policy: run.answer_once(text, n_tokens, policy)
        for policy in (policies if turn % 2 == 0 else reversed(policies))
    }
    return _Pair(found[DraftPolicy.NEVER], found[DraftPolicy.WHERE_IT_PAYS])


def _summary(pairs: list[_Pair]) -> dict[str, Any]:
    drafted = [pair.drafted.stats for pair in pairs]
    ratios = [pair.drafted.stats.decode_tps / (pair.plain.stats.decode_tps or 1) for pair in pairs]
    return {
        "plain_tokens_per_s": round(statistics.median(p.plain.stats.decode_tps for p in pairs), 2),
        "drafted_tokens_per_s": round(statistics.median(one.decode_tps for one in drafted), 2),
        "ratio": round(statistics.median(ratios), 3),
        "answer_tokens": round(statistics.median(one.n_generated for one in drafted)),
        "drafted_tokens": round(statistics.median(one.n_drafted for one in drafted)),
        "accepted_tokens": round(statistics.median(one.n_accepted for one in drafted)),
        # Batches of other sizes round otherwise, so where two tokens are alike they may part.
        "same_text": sum(pair.drafted.record == pair.plain.record for pair in pairs),
        "pairs": len(pairs),
    }


def drafts_text(results: dict[str, Any]) -> str:
    """Put the results into words."""
    return "\n".join(
        f"drafting, {name} text: {one['drafted_tokens_per_s']:,} tok/s, "
        f"{one['plain_tokens_per_s']:,} without ({one['ratio']} of it); "
        f"{one['accepted_tokens']} of {one['drafted_tokens']} drafted tokens were said, in "
        f"{one['answer_tokens']}; the same text in {one['same_text']} of {one['pairs']}"
        for name, one in results.items()
    )
