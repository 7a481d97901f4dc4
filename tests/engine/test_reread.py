"""Why a chat is read again, told by a real engine over a real store."""

from __future__ import annotations

import copy
import shutil
from typing import TYPE_CHECKING

import pytest

from app.core.messages import Role
from app.core.protocol import AnswerStats, ChatKey, PromptMessage, RereadCause
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog

# Leaves out the first half of every answer but the last, as others leave out what was thought.
THINKING_TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n"
    "{% if m['role'] == 'assistant' and not loop.last %}"
    "{{ m['content'][80:] }}"
    "{% else %}{{ m['content'] }}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def three_turns(harness: EngineHarness) -> Dialogue:
    dialogue = Dialogue().system("You are a patient guide. " * 8)
    for number in range(3):
        harness.turn(dialogue, f"Question {number}: " + "what lies between the hills? " * 4)
    return dialogue


@pytest.fixture
def stored(tmp_path: Path, tiny_model: Path) -> Dialogue:
    """A chat of three turns, left behind by an engine that has ended."""
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        return three_turns(harness)


def change(dialogue: Dialogue, index: int, text: str) -> None:
    dialogue.messages[index] = PromptMessage(dialogue.messages[index].role, text)


def stats_of(harness: EngineHarness, dialogue: Dialogue) -> AnswerStats:
    return harness.answer(dialogue.user("Go on."))[1].stats


@pytest.mark.parametrize("opens_first", [True, False])
@pytest.mark.parametrize(
    ("text", "cause", "message"),
    [
        ("Something else, at some length: ", RereadCause.EDITED, 3),
        ("You are a hasty guide. You are a hasty guide. ", RereadCause.SYSTEM_PROMPT, 0),
        ("Words put into its mouth. ", RereadCause.EDITED, 2),
    ],
)
def test_a_change_is_named_with_the_message_it_is_in(
    tmp_path: Path,
    tiny_model: Path,
    stored: Dialogue,
    opens_first: bool,
    text: str,
    cause: RereadCause,
    message: int,
) -> None:
    change(stored, message, text * 4)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        if opens_first:
            harness.open(stored)
        stats = stats_of(harness, stored)
    assert (stats.reread, stats.reread_from) == (cause, message)
    assert 0 < stats.n_reread < stats.n_prompt


def test_a_change_in_a_live_chat_is_named_as_well(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        dialogue = three_turns(harness)
        change(dialogue, 1, "Something else, at some length: " * 4)
        stats = stats_of(harness, dialogue)
    assert (stats.reread, stats.reread_from) == (RereadCause.EDITED, 1)


def test_a_chat_that_goes_on_reads_nothing_again(
    tmp_path: Path, tiny_model: Path, stored: Dialogue
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        assert stats_of(harness, copy.deepcopy(stored)).reread is None
        fresh = harness.turn(Dialogue(), "A first question. " * 8).stats
    assert (fresh.reread, fresh.n_reread) == (None, 0)


def test_what_was_removed_from_the_disk_is_told(
    tmp_path: Path, tiny_model: Path, stored: Dialogue
) -> None:
    shutil.rmtree(tmp_path / "a" / "kv")
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        stats = stats_of(harness, stored)
    assert stats.reread is RereadCause.REMOVED
    assert stats.n_reread > stats.n_prompt / 2


def test_another_model_is_told(tmp_path: Path, stored: Dialogue) -> None:
    twin = write_tiny_llama(tmp_path / "twin.gguf", seed=1)
    with EngineHarness(tmp_path / "a", twin) as harness:
        assert stats_of(harness, stored).reread is RereadCause.OTHER_MODEL


def test_damage_is_told(
    tmp_path: Path, tiny_model: Path, stored: Dialogue, expect_log: ExpectLog
) -> None:
    expect_log("kvstore")
    for file in (tmp_path / "a" / "kv").rglob("*.kvs"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        assert stats_of(harness, stored).reread is RereadCause.DAMAGED


def test_thinking_that_the_template_drops_costs_the_last_answer_and_nothing_before(
    tmp_path: Path,
) -> None:
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=THINKING_TEMPLATE)
    dialogue = Dialogue().system("You are a patient guide. " * 8)
    n_before = 0
    for number in range(3):  # a new engine each time, as after a restart
        with EngineHarness(tmp_path / "a", model) as harness:
            finished = harness.turn(dialogue, "What lies between? " * 4, max_tokens=200)
        stats = finished.stats
        if number:
            assert stats.n_restored >= n_before - 1
            assert stats.reread is RereadCause.TEMPLATE
            assert stats.reread_from == 2 * number
            assert stats.n_reread < 200
        n_before = stats.n_prompt


def test_what_this_model_never_read_here_is_read_for_the_first_time(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        harness.turn(Dialogue(chat=ChatKey("1")).system("Be terse. " * 30), "One?")
        imported = Dialogue(chat=ChatKey("2")).system("Be terse. " * 30)
        for _ in range(4):
            imported.user("Tell me of the sea. " * 4)
            imported.messages.append(PromptMessage(Role.ASSISTANT, "It is wide and deep. " * 4))
        harness.open(imported)
        finished = harness.turn(imported, "And now?")
    assert finished.stats.reread is RereadCause.FIRST_TIME
