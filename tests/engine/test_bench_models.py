"""The models of benchmarks say what is promised of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.plain_value import replace
from app.core.protocol import ChatKey
from tests.helpers.bench_models import write_foreseen
from tests.helpers.engine_harness import GREEDY, Dialogue
from tests.helpers.foretold import DRAFTED, PLAIN
from tests.helpers.gguf_factory import Shape
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.protocol import AnswerFinished

_SHAPE = Shape(n_layers=2, n_embd=256, n_vocab=1024)
_N_SAID = 120
_PERIOD = 95  # printable characters without the full stop, and the end of a line


def continued(
    runner: SteppedRunner, chat: str, text: str, **fields: Any
) -> tuple[list[int], AnswerFinished]:
    """Go on with a text; return the tokens that were said, and how the answer ended."""
    dialogue = Dialogue(chat=ChatKey(chat)).user(text)
    _text, finished = runner.answer(
        dialogue, sampling=GREEDY, max_tokens=_N_SAID, is_text=True, **fields
    )
    assert finished.record is not None
    return list(finished.record.token_ids)[-_N_SAID:], finished


def test_an_answer_repeats_itself_or_is_all_new_as_its_question_ends(tmp_path: Path) -> None:
    model = write_foreseen(tmp_path / "m.gguf", _SHAPE)
    with SteppedRunner(tmp_path / "a", model) as runner:
        repeated, _ = continued(runner, "1", "Go on:\n", **PLAIN)
        new, _ = continued(runner, "2", "Begin at once.", **PLAIN)
    assert repeated[:-_PERIOD] == repeated[_PERIOD:]
    assert len(set(repeated)) == _PERIOD
    assert len(set(new)) == _N_SAID
    assert min(new) >= 256, "words, and no characters"


def test_a_draft_model_is_right_but_for_its_share_of_wrong_words(tmp_path: Path) -> None:
    model = write_foreseen(tmp_path / "m.gguf", _SHAPE)
    with SteppedRunner(tmp_path / "plain", model) as runner:
        plain, _ = continued(runner, "1", "Begin at once.", **PLAIN)
    shares = []
    for wrong in (0.0, 0.2):
        small = replace(_SHAPE, n_layers=1, n_embd=128)
        draft = write_foreseen(tmp_path / f"{wrong}.gguf", small, share_wrong=wrong)
        with SteppedRunner(tmp_path / f"{wrong}", model, draft_model=str(draft)) as runner:
            said, finished = continued(runner, "1", "Begin at once.", **DRAFTED)
        assert said == plain
        shares.append(finished.stats.n_accepted / finished.stats.n_drafted)
    assert shares[0] > 0.9
    assert 0 < shares[1] < 0.6, "one that is wrong makes those behind it wrong"
