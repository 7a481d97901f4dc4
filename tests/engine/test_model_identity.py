"""Rows of one model are never restored to another one, however alike their files are."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest

from app.core.conversations.texts.chat_text import names_alone, words_read
from app.core.engine import model_identity
from app.core.engine.memory.save_plan import SnapshotWorth
from app.core.engine.restoring.saver import Saver
from app.core.messages import Attachment, Role
from app.core.protocol import (
    BackendChoice,
    ChatKey,
    DropMemory,
    Limits,
    ModelIdentified,
    ModelLoaded,
    PrefixSource,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.loading import load_command
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.said_alone import require_same

if TYPE_CHECKING:
    from pathlib import Path

QUESTION = "Please answer now, my friend."
FOLLOW_UP = "What is it?"


def talk() -> Dialogue:
    return Dialogue().system("You are a patient guide. " * 3).user("A quiet sea and a story. " * 12)


def about(chat: str, question: str) -> Dialogue:
    report = Attachment("report.pdf", "The sea rose by four feet. " * 20)
    said = words_read(question, (report,), (), names_alone).as_message(Role.USER)
    return Dialogue(ChatKey(chat), [said])


def last_load(harness: EngineHarness) -> ModelLoaded:
    return [event for event in harness.seen if isinstance(event, ModelLoaded)][-1]


def with_other_rows(model: Path, path: Path) -> Path:
    """A copy with a few embedding rows negated, far from the ends and the middle of the tensor."""
    data = bytearray(model.read_bytes())
    tensor = next(t for t in gguf.GGUFReader(model).tensors if t.name == "token_embd.weight")
    row = tensor.n_bytes // int(tensor.shape[1])
    for index in range(6):
        at = tensor.data_offset + tensor.n_bytes // 4 + index * row
        values = np.frombuffer(bytes(data[at : at + row]), "<f4")
        data[at : at + row] = (-values).astype("<f4").tobytes()
    path.write_bytes(data)
    return path


def test_a_file_that_differs_in_a_few_rows_gets_nothing_restored(
    tmp_path: Path, tiny_model: Path
) -> None:
    other = with_other_rows(tiny_model, tmp_path / "other.gguf")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = talk()
        harness.turn(dialogue, QUESTION)
    with EngineHarness(tmp_path / "a", other) as harness:
        _, finished = harness.answer(dialogue.user(FOLLOW_UP))
    assert finished.stats.n_restored == 0


@pytest.fixture
def slowly_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file takes a thread to be read."""
    monkeypatch.setattr(model_identity, "BLOCK_BYTES", 4096)


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch, slowly_read: None) -> threading.Event:
    """Models are identified once it is set."""
    go_on, read = threading.Event(), model_identity.ModelIdentity._read_all

    def held(identities: model_identity.ModelIdentity, job: model_identity._Job) -> str | None:
        go_on.wait(60)
        return read(identities, job)

    monkeypatch.setattr(model_identity.ModelIdentity, "_read_all", held)
    return go_on


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tiny model counts as slow, so that its states are worth their bytes."""
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / 30))


@pytest.mark.usefixtures("slowly_read")
def test_a_model_that_is_being_read_answers_and_is_stored_once_it_is_known(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    read = model_identity.ModelIdentity._read_all

    def held(identities: model_identity.ModelIdentity, job: model_identity._Job) -> str | None:
        go_on.wait(60)
        return read(identities, job)

    monkeypatch.setattr(model_identity.ModelIdentity, "_read_all", held)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        assert not last_load(harness).is_identified
        dialogue = talk()
        harness.turn(dialogue, QUESTION)
        assert harness.store.usage().n_segments == 0
        go_on.set()
        harness.wait(ModelIdentified)
        harness.turn(dialogue, FOLLOW_UP)
        asked = Dialogue(messages=dialogue.messages[:-1])
        expected = dialogue.messages[-1].text
    monkeypatch.setattr(model_identity.ModelIdentity, "_read_all", read)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        if not last_load(harness).is_identified:  # it may be remembered from the first time
            harness.wait(ModelIdentified)
        answer, finished = harness.answer(asked)
    assert answer == expected
    assert finished.stats.source is PrefixSource.DISK
    assert finished.stats.n_restored > 100


@pytest.mark.parametrize("limits", [Limits(), Limits(pool_bytes=1 << 20)], ids=["", "small-pool"])
@pytest.mark.parametrize("goes_on", [False, True])
@pytest.mark.parametrize("n_turns", [1, 2])
@pytest.mark.parametrize("kind", kinds(), ids=str)
@pytest.mark.usefixtures("slow")
def test_a_document_that_is_read_before_its_model_is_known_is_read_once(
    kind: Kind,
    n_turns: int,
    goes_on: bool,
    limits: Limits,
    tmp_path: Path,
    go_on: threading.Event,
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    first, second = about("1", "How far?"), about("2", "Who says so, and why do they?")
    with EngineHarness(tmp_path / "a", model, n_ctx=4096, limits=limits, **kind.load) as harness:
        for number in range(n_turns):
            text, finished = harness.answer(first)
            first.assistant(text, finished)
            first.user(f"And then what happened in the year {number}? " * 3)
        go_on.set()
        harness.wait(ModelIdentified)
        harness.wait_until_idle()
        if goes_on:
            harness.answer(first)
            harness.wait_until_idle()
    with EngineHarness(tmp_path / "a", model, n_ctx=4096, **kind.load) as harness:
        if not last_load(harness).is_identified:
            harness.wait(ModelIdentified)
        finished = harness.answer(second)[1]
    assert finished.stats.n_prompt - finished.stats.n_restored < 60
    with EngineHarness(tmp_path / "b", model, n_ctx=4096, **kind.load) as harness:
        require_same(model, kind, harness.answer(second)[1], finished)


@pytest.mark.parametrize("kind", kinds(), ids=str)
@pytest.mark.usefixtures("slow")
def test_what_is_deleted_before_its_model_is_known_is_not_stored_then(
    kind: Kind, tmp_path: Path, go_on: threading.Event
) -> None:
    model, chat = kind.write(tmp_path / "m.gguf"), about("1", "How far?")
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        text, finished = harness.answer(chat)
        harness.post(DropMemory(chat.chat))
        harness.wait_until_idle()
        go_on.set()
        harness.wait(ModelIdentified)
        harness.wait_until_idle()
        harness.store.flush(10)
        assert harness.store.usage().n_segments == 0
        chat.assistant(text, finished)
        harness.answer(chat.user("And then? " * 10))
        harness.wait_until_idle()
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        assert harness.store.usage().n_segments > 0  # for the chat has gone on


@pytest.mark.usefixtures("slowly_read")
def test_another_model_ends_what_is_read_of_the_one_before(
    tmp_path: Path, tiny_model: Path
) -> None:
    other = write_tiny_llama(tmp_path / "other.gguf", seed=1)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.post(load_command(other, n_ctx=2048, backend=BackendChoice()))
        harness.wait(ModelLoaded)
        if not last_load(harness).is_identified:
            harness.wait(ModelIdentified)
        harness.turn(talk(), QUESTION)
        models = harness.store.overview().models
    assert len(models) <= 1
