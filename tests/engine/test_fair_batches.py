"""What batches hold while several chats are busy, and how few are computed after a stop."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.answers.answer_generator import AnswerGenerator
from app.core.engine.answers.batch_results import BatchResults
from app.core.engine.batch.scheduler import OLDEST_SHARE, PREFILL_CHUNK, STREAMING_PREFILL
from app.core.llama import Context, DecodeOutcome
from app.core.protocol import ChatKey, FinishReason, RequestId, Stop
from tests.helpers.engine_harness import GREEDY, Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.said_alone import Alone
from tests.helpers.stepped_runner import PlannedShare, SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.engine.batch.scheduler import Share
    from app.core.llama import Batch

N_CTX = 32_768
EACH_MEMORY = [
    kind
    for kind in kinds()
    if kind.name in ("llama", "gemma3", "mamba", "lfm2", "lfm2-window", "falcon-h1")
]


def dialogue(name: int | str, text: str = "Say something.") -> Dialogue:
    return Dialogue(chat=ChatKey(str(name))).user(text)


def n_tokens(batch: list[PlannedShare], chat: str) -> int:
    """Return how many tokens of a chat a batch holds."""
    return sum(one.end - one.begin for one in batch if one.chat == chat)


def assert_streamed(batches: list[list[PlannedShare]], streams: tuple[str, ...]) -> None:
    """Fail unless every other batch at least is of streams alone, and no other is large."""
    assert batches
    had_turn = True
    for batch in batches:
        has_turn = any(one.chat in streams for one in batch)
        assert has_turn or had_turn, batch
        n_others = sum(n_tokens(batch, one.chat) for one in batch if one.chat not in streams)
        if has_turn:
            assert [n_tokens(batch, stream) for stream in streams] == [1] * len(streams), batch
            assert n_others <= n_streaming_too(batch, streams)
        assert n_others <= STREAMING_PREFILL
        had_turn = has_turn


def n_streaming_too(batch: list[PlannedShare], streams: tuple[str, ...]) -> int:
    """Return how many tokens others have in a batch of streams: those that stream as well."""
    return len({one.chat for one in batch if one.chat not in streams})


def start_streams(runner: SteppedRunner, *names: str) -> list[RequestId]:
    """Ask answers that go on and on, and read their prompts."""
    requests = [runner.ask(dialogue(name), max_tokens=0) for name in names]
    while not all(runner.told[request].text for request in requests):
        runner.step()
    runner.batches.clear()
    return requests


def test_a_paste_of_twenty_thousand_tokens_takes_no_stream_a_batch(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "m.gguf", n_layers=1, n_embd=32, n_heads=1, n_kv_heads=1)
    with SteppedRunner(tmp_path / "a", model, n_ctx=N_CTX) as runner:
        start_streams(runner, "stream", "another")
        paste = runner.ask(dialogue("paste", "p" * 20_000), max_tokens=1)
        while runner.told[paste].finished is None:
            runner.step()
        assert_streamed(runner.batches, ("stream", "another"))
        assert sum(n_tokens(batch, "paste") for batch in runner.batches) > 20_000


def test_three_prompts_at_once_take_no_stream_a_batch_and_are_read_one_after_the_other(
    tmp_path: Path, tiny_model: Path
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        start_streams(runner, "stream")
        prompts = [
            runner.ask(dialogue(f"p{size}", "p" * size), max_tokens=1) for size in (1500, 1200, 900)
        ]
        while runner.told[prompts[2]].finished is None:
            runner.step()
        assert_streamed(runner.batches, ("stream",))
        of_prompts = [one for one in runner.batches if not n_tokens(one, "stream")]
        for batch in of_prompts[:15]:
            shares = [n_tokens(batch, f"p{size}") for size in (1500, 1200, 900)]
            quarter = STREAMING_PREFILL // OLDEST_SHARE
            assert shares == [quarter, 0, STREAMING_PREFILL - quarter]
        while not all(runner.told[one].finished for one in prompts):
            runner.step()
        assert_streamed(runner.batches, ("stream",))


def test_the_longest_prompt_gets_its_share_of_every_batch_while_short_ones_keep_coming(
    tmp_path: Path, tiny_model: Path
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        long = runner.ask(dialogue("long", "l" * 4000), max_tokens=1)
        n_short = 0
        while runner.told[long].finished is None:
            runner.ask(dialogue(f"s{n_short}", "s" * 200), max_tokens=1)
            n_short += 1
            runner.step()
        assert n_short > runner.loaded.n_chats
        least = STREAMING_PREFILL // OLDEST_SHARE
        shares = [n_tokens(batch, "long") >= least for batch in runner.batches[:-2]]
        assert all(one or other for one, other in itertools.pairwise(shares))
        runner.finish()


def test_each_answer_that_waits_becomes_the_first_in_its_turn(
    tmp_path: Path, tiny_model: Path
) -> None:
    """Short questions that keep coming keep none out, also not the second longest."""
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        books = [runner.ask(dialogue(f"b{n}", "b" * 2000), max_tokens=1) for n in range(3)]
        n_asked = 0
        while not all(runner.told[one].finished for one in books):
            runner.ask(dialogue(f"s{n_asked}", "s" * 300), max_tokens=1)
            n_asked += 1
            runner.step()
        most = sum(n_tokens(batch, f"b{n}") for batch in runner.batches for n in range(3))
        assert len(runner.batches) <= most // (STREAMING_PREFILL // OLDEST_SHARE) + len(books)
        runner.finish()


def test_rows_that_are_restored_and_saved_take_no_stream_a_batch(
    tmp_path: Path, tiny_model: Path
) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        stored = dialogue("stored", "w" * 3000)
        text, finished = runner.answer(stored, max_tokens=10)
        stored.assistant(text, finished).user("And then?")
        for number in range(runner.loaded.n_chats):  # it leaves the context for them
            runner.answer(dialogue(f"other{number}"), max_tokens=2)
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        start_streams(runner, "stream")
        back = runner.ask(stored, max_tokens=40)
        while runner.told[back].finished is None:
            runner.step()
        assert_streamed(runner.batches, ("stream",))
        restored = runner.told[back].finished
        assert restored is not None
        assert restored.stats.n_restored > 2900


def test_without_a_stream_a_prompt_takes_a_whole_batch(tmp_path: Path, tiny_model: Path) -> None:
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        for name in "ab":
            runner.ask(dialogue(name, name * 1000), max_tokens=1)
        runner.batches.clear()
        runner.step()
        (batch,) = runner.batches
        most = min(PREFILL_CHUNK, runner.loaded.context.params.n_ubatch)
        assert [n_tokens(batch, name) for name in "ab"] == [most, 0]


@pytest.mark.parametrize("kind", EACH_MEMORY, ids=str)
def test_eight_chats_at_once_say_what_each_says_alone(tmp_path: Path, kind: Kind) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with SteppedRunner(tmp_path / "a", model, n_ctx=2048, **kind.load) as runner:
        requests = []
        for number in range(8):
            one = dialogue(number, f"Tell me of {number}. " * (1 + 3 * number))
            requests.append(runner.ask(one, max_tokens=60))
            runner.step()  # they begin one after the other
        runner.finish()
        most_at_once = max(len(batch) for batch in runner.batches)
        assert most_at_once == runner.loaded.n_chats
    with Alone(model, kind) as alone:
        ends = {alone.confirm(runner.told[one], GREEDY).finish_reason for one in requests}
    assert ends <= {FinishReason.LENGTH, FinishReason.END}


@pytest.mark.parametrize(
    ("name", "n_chats"),
    [
        ("llama", 8),
        ("gemma3-full-windows", 8),
        ("gemma3", 4),
        ("mamba", 4),
        ("lfm2", 4),
        ("falcon-h1", 4),
    ],
)
def test_eight_chats_fit_where_another_one_costs_no_memory(
    tmp_path: Path, name: str, n_chats: int
) -> None:
    kind = next(kind for kind in kinds() if kind.name == name)
    model = kind.write(tmp_path / "m.gguf")
    with SteppedRunner(tmp_path / "a", model, **kind.load) as runner:
        assert runner.loaded.n_chats == n_chats


def test_prompts_that_share_batches_share_their_time(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_batches: list[float] = []
    take_over = BatchResults.take_over

    def noted(results: BatchResults, shares: list[Share], elapsed_s: float) -> None:
        of_batches.append(elapsed_s)
        take_over(results, shares, elapsed_s)

    monkeypatch.setattr(BatchResults, "take_over", noted)
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        prompts = [runner.ask(dialogue(name, name * 900), max_tokens=1) for name in "ab"]
        runner.finish()
    told = [runner.told[one].finished for one in prompts]
    of_answers = sum(one.stats.n_prompt / one.stats.prefill_tps for one in told if one)
    assert of_answers == pytest.approx(sum(of_batches[: len(runner.batches)]), rel=0.01)


# -- a stop --


@pytest.mark.parametrize("at", [3, 40], ids=["prefill", "decode"])
@pytest.mark.parametrize("kind", EACH_MEMORY, ids=str)
def test_nothing_more_is_computed_of_an_answer_that_is_stopped_in_a_batch(
    tmp_path: Path, kind: Kind, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes: list[DecodeOutcome] = []
    decode = Context.decode

    def decode_and_stop(context: Context, batch: Batch) -> DecodeOutcome:
        if len(outcomes) == at:
            harness.post(Stop(RequestId(1)))
        outcomes.append(decode(context, batch))
        return outcomes[-1]

    n_when_ended: list[int] = []
    end = AnswerGenerator.end

    def counted(answers: AnswerGenerator, *arguments: Any) -> None:
        n_when_ended.append(len(outcomes))
        end(answers, *arguments)

    monkeypatch.setattr(AnswerGenerator, "end", counted)
    model = kind.write(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model, n_ctx=8192, **kind.load) as harness:
        monkeypatch.setattr(Context, "decode", decode_and_stop)
        is_read = at < 10
        _text, finished = harness.answer(
            dialogue(1, "word " * 400 if is_read else "Say."), max_tokens=2000
        )
    assert finished.finish_reason is FinishReason.STOPPED
    # A memory that cannot be cut is not given up for a token or two.
    is_cut_short = is_read or not kind.has_snapshots
    assert outcomes[at] is (DecodeOutcome.ABORTED if is_cut_short else DecodeOutcome.DONE)
    assert n_when_ended == [at + 1]


@pytest.mark.parametrize("kind", EACH_MEMORY, ids=str)
def test_a_batch_of_a_prompt_is_computed_in_one_piece(tmp_path: Path, kind: Kind) -> None:
    """So one that cannot be ended early costs a stop no more than one ubatch."""
    model = kind.write(tmp_path / "m.gguf")
    with SteppedRunner(tmp_path / "a", model, n_ctx=8192, **kind.load) as runner:
        for name in "abc":
            runner.ask(dialogue(name, name * 900), max_tokens=1)
        runner.finish()
        n_ubatch = runner.loaded.context.params.n_ubatch
        assert (
            max(sum(one.end - one.begin for one in batch) for batch in runner.batches) <= n_ubatch
        )


def test_an_answer_is_stopped_while_its_rows_are_fetched(tmp_path: Path, tiny_model: Path) -> None:
    stored = dialogue("stored", "w" * 3000)
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        text, finished = runner.answer(stored, max_tokens=10)
        stored.assistant(text, finished).user("And then?")
    with SteppedRunner(tmp_path / "a", tiny_model, n_ctx=N_CTX) as runner:
        request = runner.ask(stored, max_tokens=10)
        (sequence,) = runner.runner._sequences
        assert sequence.fetching is not None
        runner.batches.clear()
        runner.runner.stop(request)
        told = runner.told[request].finished
        assert told is not None
        assert told.finish_reason is FinishReason.STOPPED
        runner.step(3)
        assert runner.batches == []
