"""Drafts that are right as often as a test wants, in place of what an answer said before."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from app.core.engine.drafting.draft import NO_DRAFT, DraftedTokens
from app.core.engine.drafting.drafter import Drafter
from app.core.protocol import ChatKey, DraftPolicy
from tests.helpers.engine_harness import Dialogue
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from collections.abc import Sequence as Series
    from pathlib import Path
    from typing import Any

    import pytest

    from app.core.protocol import AnswerFinished

PLAIN = {"drafts": DraftPolicy.NEVER}
DRAFTED = {"drafts": DraftPolicy.ALWAYS}
ROLLING_BACK = [kind for kind in kinds() if kind.goes_back]
LLAMA = ROLLING_BACK[0]
FEW = [kind for kind in ROLLING_BACK if kind.name in ("llama", "gemma3", "deepseek2")]
FEW_AND_RECURRENT = [*FEW, *(kind for kind in ROLLING_BACK if kind.name == "lfm2")]
_WRONG = 35  # a printable character, which may be right by chance


class Foretold:
    """Knows whole chats, and drafts what follows in them, here and there with a wrong token.

    Args:
        share_wrong: of the tokens.
        seed: of which of them.
    """

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *, share_wrong: float = 0.25, seed: int = 3
    ) -> None:
        self._known: list[list[int]] = []
        self._share_wrong = share_wrong
        self._chance = random.Random(seed)

        def draft(
            _drafter: Drafter, text: Series[int], n_most: int, *, always: bool
        ) -> DraftedTokens:
            assert always
            return self._draft(list(text), n_most)

        monkeypatch.setattr(Drafter, "draft", draft)

    def learn(self, finished: AnswerFinished) -> None:
        """Know a chat with its answer."""
        assert finished.record is not None
        self._known.append(list(finished.record.token_ids))

    def _draft(self, text: list[int], n_most: int) -> DraftedTokens:
        for known in self._known:
            if n_most > 0 and known[: len(text)] == text:
                right = known[len(text) : len(text) + n_most]
                return DraftedTokens(tuple(map(self._perhaps_wrong, right)), 9, 0.9)
        return NO_DRAFT

    def _perhaps_wrong(self, token: int) -> int:
        return _WRONG if self._chance.random() < self._share_wrong else token


def dialogue(name: int | str, text: str = "Say something of the sea, of the sea.") -> Dialogue:
    """Return a chat with one question."""
    return Dialogue(chat=ChatKey(str(name))).user(text)


def said_plainly(folder: Path, model: Path, kind: Kind, **fields: Any) -> AnswerFinished:
    """Return an answer that nothing was drafted for."""
    with SteppedRunner(folder, model, **kind.load) as runner:
        _text, finished = runner.answer(dialogue(0), **PLAIN, **fields)
    assert finished.stats.n_drafted == 0
    return finished
