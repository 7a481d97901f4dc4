"""Rows of one model are never restored to another one, however alike their files are."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest

from app.core.engine import model_identity
from app.core.protocol import BackendChoice, ModelIdentified, ModelLoaded, PrefixSource
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

QUESTION = "Please answer now, my friend."
FOLLOW_UP = "What is it?"


def talk() -> Dialogue:
    return Dialogue().system("You are a patient guide. " * 3).user("A quiet sea and a story. " * 12)


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
