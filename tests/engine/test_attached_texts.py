"""What is attached to the first message of a chat is read once, whatever chat it is attached to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.conversations.texts.chat_text import names_alone, words_read
from app.core.engine.memory.save_plan import SnapshotWorth
from app.core.engine.restoring.saver import Saver
from app.core.messages import Attachment, Role
from app.core.protocol import (
    ChatKey,
    MeasureShared,
    PrecomputeChat,
    SharedMemory,
    document_key,
)
from tests.engine.test_background import wait_until_stored
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.said_alone import require_same

if TYPE_CHECKING:
    from pathlib import Path

REPORT = Attachment("report.pdf", "The sea rose by four feet. " * 20)
APPENDIX = Attachment("appendix.pdf", "Of the ships nobody knew. " * 10)


@pytest.fixture(params=kinds(), ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture(autouse=True)
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a tiny model count as slow, so that its snapshots are worth their bytes."""
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / 30))


def _about(chat: str, question: str, *attached: Attachment, own: str = "") -> Dialogue:
    said = words_read(question, attached, (), names_alone, own).as_message(Role.USER)
    return Dialogue(ChatKey(chat), [said])


@pytest.mark.parametrize("system", ["", "You are a patient guide. " * 4])
def test_another_chat_about_it_reads_only_the_question(
    kind: Kind, tmp_path: Path, system: str
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    first = _about("1", "How far?", REPORT)
    second = _about("2", "Who says so, and why do they?", REPORT)
    for one in (first, second):
        if system:
            one.messages.insert(0, Dialogue().system(system).messages[0])
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        harness.answer(first)
        harness.wait_until_idle()
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        finished = harness.answer(second)[1]
    assert finished.stats.n_prompt - finished.stats.n_restored < 60
    with EngineHarness(tmp_path / "b", model, **kind.load) as harness:
        require_same(model, kind, harness.answer(second)[1], finished)


def test_a_chat_with_other_instructions_behind_it_reads_these_and_the_question(
    kind: Kind, tmp_path: Path
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        harness.answer(_about("1", "How far?", REPORT, own="Be brief."))
        harness.wait_until_idle()
    asked = _about("2", "Who says so?", REPORT, own="Answer like a pirate.")
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        finished = harness.answer(asked)[1]
    assert finished.stats.n_prompt - finished.stats.n_restored < 80
    with EngineHarness(tmp_path / "b", model, **kind.load) as harness:
        require_same(model, kind, harness.answer(asked)[1], finished)


def test_a_chat_with_the_same_long_instructions_behind_it_reads_the_question_alone(
    kind: Kind, tmp_path: Path
) -> None:
    model, own = kind.write(tmp_path / "m.gguf"), "Answer like a pirate who reads maps. " * 4
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        harness.answer(_about("1", "How far?", REPORT, own=own))
        harness.wait_until_idle()
    asked = _about("2", "Who says so?", REPORT, own=own)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        finished = harness.answer(asked)[1]
    assert finished.stats.n_prompt - finished.stats.n_restored < 40
    with EngineHarness(tmp_path / "b", model, **kind.load) as harness:
        require_same(model, kind, harness.answer(asked)[1], finished)


def test_a_document_that_is_kept_read_serves_the_first_chat_about_it(
    kind: Kind, tmp_path: Path
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    kept = document_key("ab" * 32)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        harness.post(
            PrecomputeChat(kept, tuple(_about(kept, "What is this about?", REPORT).messages))
        )
        wait_until_stored(harness, kept)
        harness.wait_until_idle()
    asked = _about("2", "Who says so, and why do they?", REPORT)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        finished = harness.answer(asked)[1]
    assert finished.stats.n_prompt - finished.stats.n_restored < 60
    with EngineHarness(tmp_path / "b", model, **kind.load) as harness:
        require_same(model, kind, harness.answer(asked)[1], finished)


def test_of_several_the_first_serves_a_chat_about_that_one_alone(
    kind: Kind, tmp_path: Path
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        harness.answer(_about("1", "How far?", REPORT, APPENDIX))
        harness.wait_until_idle()
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        finished = harness.answer(_about("2", "Who says so?", REPORT))[1]
    assert finished.stats.n_prompt - finished.stats.n_restored < 60


def test_however_far_the_first_chat_goes_on(kind: Kind, tmp_path: Path) -> None:
    model = kind.write(tmp_path / "m.gguf")
    first = _about("1", "How far?", REPORT)
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        for number in range(4):
            text, finished = harness.answer(first)
            first.assistant(text, finished)
            first.user(f"And then what happened in the year {number}? " * 3)
            harness.wait_until_idle()
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        finished = harness.answer(_about("2", "Who says so?", REPORT))[1]
    assert finished.stats.n_prompt - finished.stats.n_restored < 60


def test_the_chats_about_it_share_what_was_read_once(kind: Kind, tmp_path: Path) -> None:
    first, second = _about("1", "How far?", REPORT), _about("2", "Who says so?", REPORT)
    with EngineHarness(tmp_path / "a", kind.write(tmp_path / "m.gguf"), **kind.load) as harness:
        n_prompt = harness.answer(first)[1].stats.n_prompt
        harness.answer(second)
        harness.answer(_about("3", "Who are you?"))
        harness.wait_until_idle()
        asked = harness.post(MeasureShared(tuple(map(ChatKey, "123"))))
        shared = harness.wait(SharedMemory, asked)
    assert shared.n_chats == 2
    assert n_prompt - 60 < shared.n_tokens < n_prompt
    assert shared.n_bytes > 0
    assert shared.saved_ms > 0
