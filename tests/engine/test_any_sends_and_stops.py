"""Six chats in a context too small for them, whatever their users do: every answer ends rightly."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.core.engine.memory.save_plan import SnapshotWorth
from app.core.engine.restoring.saver import Saver
from app.core.engine.speculation.draft_model import DraftModel
from app.core.protocol import ChatKey, DraftPolicy, FinishReason
from tests.helpers.engine_harness import GREEDY, Dialogue
from tests.helpers.harm import how_often
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.said_alone import Alone
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.engine.sequences.sequence import Sequence
    from app.core.protocol import RequestId

N_CTX = 512
N_CHATS = 6
N_EXAMPLES = how_often("HEARTH_SENDS_EXAMPLES", 10, 30)
FEW = [kind for kind in kinds() if kind.name in ("llama", "gemma3", "mamba", "lfm2", "falcon-h1")]
DRAFTING = [kind for kind in FEW if not kind.has_snapshots]

CHATS = st.integers(0, N_CHATS - 1)
SEND = st.tuples(st.just("send"), CHATS, st.integers(1, 16), st.integers(1, 200))
STOP = st.tuples(st.just("stop"), st.integers(0, 5))
FORGET = st.tuples(st.just("forget"), CHATS)
PARK = st.tuples(st.just("park"))
STEPS = st.tuples(st.just("steps"), st.integers(1, 60))
LONG_ANSWER = [("send", 0, 3, 60), ("steps", 60)]  # long enough to be drafted and saved
GESTURES = st.lists(st.one_of(SEND, SEND, STEPS, STEPS, STOP, FORGET, PARK), max_size=24)


@pytest.fixture(autouse=True)
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let states be worth taking, holding and storing now and then, however fast the machine is."""
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / 8))


class Users:
    """What six users do, and what is due to them."""

    def __init__(self, runner: SteppedRunner, number: int) -> None:
        self._runner = runner
        self._number = number  # so that no chat is one of an earlier example
        self._asked: list[RequestId] = []
        self._chat_of: dict[RequestId, ChatKey] = {}
        self._ended: set[RequestId] = set()  # by a user

    def do(self, gesture: tuple[str | int, ...]) -> None:
        match gesture:
            case ("send", int(chat), int(size), int(max_tokens)):
                key = ChatKey(f"{self._number}.{chat}")
                one = Dialogue(key).user(f"{self._number}, {chat}: tell me. " * size)
                drafts = DraftPolicy.ALWAYS if size % 2 else DraftPolicy.NEVER
                request = self._runner.ask(one, max_tokens=max_tokens, drafts=drafts)
                self._asked.append(request)
                self._chat_of[request] = key
            case ("stop", int(back)) if len(self._asked) > back:
                self._end({self._asked[-1 - back]})
                self._runner.runner.stop(self._asked[-1 - back])
            case ("forget", int(chat)):
                key = ChatKey(f"{self._number}.{chat}")
                self._end({one for one in self._asked if self._chat_of[one] == key})
                self._runner.runner.forget(key)
            case ("park",):
                self._runner.runner._waiting.park_one()
            case ("steps", int(n_steps)):
                self._runner.step(n_steps)
            case _:
                pass  # a stop of what was never asked

    def _end(self, requests: set[RequestId]) -> None:
        told = self._runner.told
        self._ended |= {one for one in requests if told[one].finished is None}

    def confirm(self, alone: Alone) -> None:
        """Fail unless every answer ended once, for the right reason, with the right words."""
        for request in self._asked:
            finished = alone.confirm(self._runner.told[request], GREEDY)
            reason = finished.finish_reason
            if request in self._ended:
                assert reason is FinishReason.STOPPED
            elif reason is not FinishReason.TOO_LONG:
                assert reason in (
                    FinishReason.LENGTH,
                    FinishReason.END,
                    FinishReason.CONTEXT_FULL,
                )
            if reason is FinishReason.CONTEXT_FULL:
                n_used = finished.stats.n_prompt + finished.stats.n_generated
                assert n_used == N_CTX, "only a chat that has the context for itself"

    def forget_all(self) -> None:
        for chat in range(N_CHATS):
            self._runner.runner.forget(ChatKey(f"{self._number}.{chat}"))


def whatever_they_do(runner: SteppedRunner, alone: Alone, n_examples: int = N_EXAMPLES) -> None:
    """Fail where anything that six users do goes wrong."""
    numbers = itertools.count()

    @settings(max_examples=n_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @example(gestures=LONG_ANSWER)
    @given(gestures=GESTURES)
    def do(gestures: list[tuple[str | int, ...]]) -> None:
        users = Users(runner, next(numbers))
        try:
            for gesture in gestures:
                users.do(gesture)
            runner.finish()
            runner.step(5)  # what an answer leaves to be computed
            users.confirm(alone)
        finally:
            users.forget_all()
        assert runner.n_sequences == 0
        assert runner.native_sequences == set()
        assert not runner.runner.has_work

    do()


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_every_answer_ends_rightly_and_nothing_is_left_behind(tmp_path: Path, kind: Kind) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with (
        SteppedRunner(tmp_path / "a", model, n_ctx=N_CTX, **kind.load) as runner,
        Alone(model, kind) as alone,
    ):
        whatever_they_do(runner, alone)


@pytest.mark.parametrize("kind", DRAFTING, ids=str)
def test_with_a_draft_model_as_well(
    tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never fails, and saves nothing but what was said."""
    model = FEW[0].write(tmp_path / "m.gguf")
    draft = kind.write(tmp_path / "draft.gguf")
    n_saved = 0
    save_segment = Saver._save_segment

    def watched(saver: Saver, sequence: Sequence, end: int, *args: object, **names: object) -> bool:
        nonlocal n_saved
        for chat in runner.followed:
            if chat.own is sequence:
                n_saved += 1
                assert list(sequence.tokens[:end]) == list(chat.main.wanted[:end])
        return save_segment(saver, sequence, end, *args, **names)  # type: ignore[arg-type]

    with (
        SteppedRunner(tmp_path / "a", model, n_ctx=N_CTX, draft_model=str(draft)) as runner,
        Alone(model, FEW[0]) as alone,
    ):
        monkeypatch.setattr(Saver, "_save_segment", watched)
        whatever_they_do(runner, alone, n_examples=N_EXAMPLES // 2)
        assert not runner.followed
        draft_model = runner.draft_model
        assert isinstance(draft_model, DraftModel)
        ids = range(runner.loaded.n_chats + 1)
        context = draft_model._loaded.context
        assert {context.positions(one) for one in ids} == {(-1, -1)}
        monkeypatch.undo()
    assert n_saved
    assert runner.drafts
