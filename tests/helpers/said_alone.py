"""Whether an answer that shared the context with others says what it would have said alone.

How many chats share a batch, and whether a token was computed with others of its own chat, changes
the last bits of the numbers, and by them, once in some hundred tokens of these random models, which
of two equally likely tokens is said. So texts are not compared: everything that was said is
computed once more, alone, and each token must be the one that is drawn there too, or as likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.load import loader
from app.core.engine.output.sampling import SamplingDefaults, chain_params
from app.core.llama import Batch, DecodeOutcome, SamplerChain
from app.core.protocol import BackendChoice, SamplingParams
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.protocol import AnswerFinished
    from tests.helpers.memory_kinds import Kind
    from tests.helpers.stepped_runner import Told

# Of a logit. Rounding was seen to make 0.054 once in some thousand tokens; between the likeliest
# token and the next one there is 1 on average, and so there is where a row is wrong.
TOLERANCE = 0.2
_MOST_OTHER_DRAWS = 0.05  # of all: numbers that were drawn next to where two tokens meet
_BATCH = 32  # all of its logits are asked for, and a context computes those of few


class Alone:
    """A model with a context for one chat; a context manager."""

    def __init__(self, model: Path, kind: Kind) -> None:
        command = load_command(model, n_ctx=2048, **kind.load)
        self._loaded = loader.load(command, BackendChoice(), lambda _fraction: True)

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *_: object) -> None:
        self._loaded.close()

    def confirm(self, told: Told, sampling: SamplingParams) -> AnswerFinished:
        """Fail unless an answer said what is said alone; return how it ended."""
        finished = told.finished
        assert finished is not None
        if finished.record is None:
            assert told.text == ""
            return finished
        tokens, begin = list(finished.record.token_ids), finished.stats.n_prompt
        text = b"".join(self._loaded.model.piece(one, special=False) for one in tokens[begin:])
        assert told.text == text.decode("utf-8", "replace")
        self.confirm_tokens(tokens, begin, sampling)
        return finished

    def confirm_tokens(self, tokens: list[int], begin: int, sampling: SamplingParams) -> None:
        """Fail unless the tokens from `begin` on are what is said alone after those before."""
        gaps = self._gaps(tokens, begin, sampling)
        if sampling.temperature == 0:
            assert max(gaps) < TOLERANCE, gaps
        else:
            n_other = sum(gap > 0 for gap in gaps)
            assert n_other <= 1 + _MOST_OTHER_DRAWS * len(gaps), gaps

    def _gaps(self, tokens: list[int], begin: int, sampling: SamplingParams) -> list[float]:
        """Return by how much each token from `begin` on is less likely than the one drawn here."""
        context = self._loaded.context
        context.clear()
        params = chain_params(sampling, SamplingDefaults())
        sampler = SamplerChain(self._loaded.model, params)
        sampler.accept(tokens[max(0, begin - params.n_looked_back) : begin])
        batch = Batch(_BATCH)
        gaps = []
        try:
            for at in range(0, len(tokens) - 1, _BATCH):
                part = tokens[at : min(at + _BATCH, len(tokens) - 1)]
                wanted = range(max(at, begin - 1), at + len(part))
                batch.clear()
                index = batch.add(0, part, at, frozenset(wanted))
                assert context.decode(batch) is DecodeOutcome.DONE
                for pos in wanted:
                    drawn = sampler.sample(context, index[pos])
                    logits = context.logits(index[pos])
                    gaps.append(abs(float(logits[drawn] - logits[tokens[pos + 1]])))
        finally:
            sampler.close()
            batch.close()
        return gaps


def require_same(model: Path, kind: Kind, expected: AnswerFinished, found: AnswerFinished) -> None:
    """Fail unless two answers have the same prompt and say the same, drawn without chance.

    Where they part, the second must be what is said alone, or as likely.
    """
    assert expected.record is not None
    assert found.record is not None
    was, now = expected.record.token_ids, found.record.token_ids
    n_prompt = found.stats.n_prompt
    assert now[:n_prompt] == was[: expected.stats.n_prompt]
    if now != was:
        with Alone(model, kind) as alone:
            alone.confirm_tokens(list(now), n_prompt, SamplingParams(temperature=0))
