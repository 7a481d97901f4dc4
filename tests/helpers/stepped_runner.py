"""A loaded model at work, one turn of the loop at a time, on the thread of the test.

What a batch holds, and which command comes between which two of them, is the test's to say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from app.core.engine.inbox import Inbox, RowsArrived
from app.core.engine.load import loader
from app.core.engine.media.media_source import NoMedia
from app.core.engine.memory.state_probe import probe_memory
from app.core.engine.memory.stored_model import StoredModel
from app.core.engine.model_identity import ModelIdentity
from app.core.engine.prompts.chat_template import ChatTemplate
from app.core.engine.runner import Runner
from app.core.engine.speculation.draft_model import DraftModel, DraftModels
from app.core.kvstore.store import KVStore
from app.core.protocol import (
    AnswerFinished,
    AnswerFormatFound,
    AnswerWaiting,
    BackendChoice,
    Call,
    ChatKey,
    ChatRestored,
    DraftPolicy,
    Generate,
    News,
    PendingCalls,
    ProblemRaised,
    Reply,
    RequestId,
    RestoreChat,
    TextDelta,
    WaitEnded,
)
from tests.helpers.engine_harness import GREEDY, WAIT_S
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.core.engine.batch.scheduler import Share
    from app.core.engine.batch.shared_batch import SharedBatch
    from app.core.engine.speculation.draft_rows import FollowedChat
    from app.core.errors import Problem
    from app.core.protocol import Event, Request
    from tests.helpers.engine_harness import Dialogue

_MOST_STEPS = 50_000


@dataclass
class Told:
    """What was told of one answer."""

    text: str = ""
    finished: AnswerFinished | None = None
    waits: list[AnswerWaiting | WaitEnded] = field(default_factory=list)
    deltas: list[TextDelta] = field(default_factory=list)
    described: str = ""  # how it calls tools


@dataclass(frozen=True)
class PlannedShare:
    """One chat's part of a batch: positions `[begin, end)`, and how many drafted ones behind."""

    chat: ChatKey
    begin: int
    end: int
    n_drafted: int = 0


class SteppedRunner:
    """Runs `Runner` over a store in `folder`; a context manager.

    Attributes:
        batches: all that was given to llama.cpp, in order.
        told: what came of each request.
        restored: of chats that were opened.
        drafts: that were in batches, in order.
    """

    def __init__(self, folder: Path, model: Path, *, n_ctx: int = 2048, **load: Any) -> None:
        folder.mkdir(exist_ok=True)
        command = load_command(model, n_ctx=n_ctx, **load)
        self.loaded = loader.load(command, BackendChoice(), lambda _fraction: True)
        probed = probe_memory(
            self.loaded.model, self.loaded.context, scratch=self.loaded.scratch_sequence
        )
        self.store = KVStore.open(folder / "kv")
        self.inbox = Inbox()
        self.batches: list[list[PlannedShare]] = []
        self.told: dict[RequestId, Told] = {}
        self.restored: list[ChatRestored] = []
        self.drafts: list[tuple[int, ...]] = []
        stored = StoredModel(
            self.loaded.model, self.loaded.context, self.store, probed.layout, "model"
        )
        template = ChatTemplate(self.loaded.model.chat_template, bos="", eos="", speaks_chatml=True)
        self.problems: list[Problem] = []
        self.draft_models = DraftModels(
            ModelIdentity(folder / "identities.json"), self.inbox, self._on_event
        )
        self.draft_model = self.draft_models.load(self.loaded, probed, self.store, is_read=True)
        self.runner = Runner(
            self.loaded,
            stored,
            template=template,
            inbox=self.inbox,
            n_roll_back=probed.n_roll_back,
            draft_model=self.draft_model,
            media=NoMedia(),
        )
        self._record_batches(self.runner._batch)
        self._requests = 0
        self._calls = PendingCalls(self._on_message)

    def _record_batches(self, batch: SharedBatch) -> None:
        fill = batch.fill

        def recorded(shares: Iterable[Share]) -> None:
            shares = list(shares)
            self.batches.append(
                [
                    PlannedShare(one.sequence.chat, one.begin, one.end, len(one.draft.tokens))
                    for one in shares
                ]
            )
            self.drafts += [one.draft.tokens for one in shares if one.draft.tokens]
            fill(shares)

        batch.fill = recorded  # type: ignore[method-assign]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.runner.close()
        assert self.store.flush(WAIT_S)
        self.store.close()

    def _on_event(self, event: Event) -> None:
        if isinstance(event, ProblemRaised):
            self.problems.append(event.problem)

    def _on_message(self, message: Reply | News) -> None:
        match message:
            case News(request, TextDelta() as delta):
                told = self.told[request]
                assert told.finished is None
                told.text += delta.text
                told.deltas.append(delta)
            case News(request, AnswerFormatFound(described)):
                self.told[request].described = described
            case Reply(request, AnswerFinished() as finished):
                assert self.told[request].finished is None, "an answer ends once"
                self.told[request].finished = finished
            case News(request, AnswerWaiting() | WaitEnded() as wait):
                self.told[request].waits.append(wait)
            case Reply(_, ChatRestored() as restored):
                self.restored.append(restored)
            case _:
                pass

    # -- commands --

    def ask(self, dialogue: Dialogue, **fields: Any) -> RequestId:
        fields.setdefault("sampling", GREEDY)
        fields.setdefault("max_tokens", 24)
        # How fast this machine is would change batches, and with them the last bits of numbers.
        fields.setdefault("drafts", DraftPolicy.NEVER)
        return self.post(Generate(dialogue.chat, tuple(dialogue.messages), **fields))

    def post(self, request: Request[Any, Any]) -> RequestId:
        """Ask something; return the number of it."""
        self._requests += 1
        call = Call(RequestId(self._requests), request)
        if isinstance(request, Generate):
            self.told[call.id] = Told()
        self.runner.answer(self._calls.begin(call))
        return call.id

    def open(self, dialogue: Dialogue) -> None:
        """Have the stored rows of a chat brought back; `restored` tells of it."""
        self.post(RestoreChat(dialogue.chat, tuple(dialogue.messages)))

    # -- turns --

    def step(self, n_steps: int = 1) -> None:
        """Make some turns of the loop, waiting for rows where there is nothing else to do."""
        for _ in range(n_steps):
            if not self.runner.has_work:
                if self.is_done:
                    return
                is_fetching = any(one.fetching for one in self.runner._sequences)
                assert is_fetching, "nobody goes on, and nothing is waited for"
                assert isinstance(self.inbox.take(wait=True), RowsArrived)
                continue
            self.runner.step()

    @property
    def is_done(self) -> bool:
        """Whether all answers have ended."""
        return all(told.finished is not None for told in self.told.values())

    def finish(self) -> None:
        """Make turns until all answers have ended."""
        for _ in range(_MOST_STEPS):
            if self.is_done:
                return
            self.step()
        raise AssertionError("answers that never end")

    def answer(self, dialogue: Dialogue, **fields: Any) -> tuple[str, AnswerFinished]:
        """Ask, and return the whole text and how it ended."""
        request = self.ask(dialogue, **fields)
        self.finish()
        finished = self.told[request].finished
        assert finished is not None
        return self.told[request].text, finished

    def turn(self) -> bool:
        """Make one turn, waiting for rows where there is nothing else; False where all is done."""
        sequences = [*self.runner._sequences, *(one.own for one in self.followed)]
        if not self.runner.has_work:
            if not any(one.fetching for one in sequences):
                return False
            assert isinstance(self.inbox.take(wait=True), RowsArrived)
        self.runner.step()
        return True

    def rest(self) -> None:
        """Make turns until nothing is left to do, side work included."""
        for _ in range(_MOST_STEPS):
            if not self.turn():
                return
        raise AssertionError("side work that never ends")

    # -- the draft model --

    def read_by_draft_model(self) -> list[int]:
        """Return a list that grows: tokens of each batch that the draft model computes."""
        assert isinstance(self.draft_model, DraftModel)
        rows = self.draft_model._rows
        assert rows is not None
        batch, counts = rows._context.batch, list[int]()
        fill = batch.fill

        def watched(shares: Iterable[Share]) -> None:
            shares = list(shares)
            counts.append(sum(one.end - one.begin for one in shares))
            fill(shares)

        batch.fill = watched  # type: ignore[method-assign]
        return counts

    @property
    def followed(self) -> list[FollowedChat]:
        """What the draft model has of each chat."""
        assert isinstance(self.draft_model, DraftModel)
        assert self.draft_model._rows is not None, "the draft model has failed"
        return list(self.draft_model._rows)

    # -- what is in the context --

    @property
    def n_sequences(self) -> int:
        """Chats that have a sequence."""
        return len(list(self.runner._sequences))

    @property
    def native_sequences(self) -> set[int]:
        """Sequence ids that llama.cpp holds anything of."""
        ids = range(self.loaded.n_chats + 1)
        return {one for one in ids if self.loaded.context.positions(one) != (-1, -1)}
