"""What is typed is read before Return is pressed, and not where that is switched off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from app.core.conversations.events import MessageChanged

if TYPE_CHECKING:
    from tests.e2e.conftest import Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

QUESTION = "How do I add a model, and what does resumed mean?"
PAUSES_MS = (300, 1_000, 3_000, 10_000)  # for a busy machine the longer ones


def n_read_once_sent(program: Program, pause_ms: int) -> int:
    """Type a question, pause and send it; return how many tokens were read after that."""
    answers: list[dict[str, Any]] = []
    program.hearth.bridge.subscribe(
        MessageChanged, lambda event: answers.append(dict(event.message.stats))
    )
    edit = program.window.composer.edit
    program.qtbot.keyClicks(edit, QUESTION)
    program.qtbot.wait(pause_ms)
    with program.one_answer():
        program.qtbot.keyClick(edit, Qt.Key.Key_Return)
    return int(answers[-1]["n_prompt"] - answers[-1]["n_reused"])


def test_what_was_typed_before_a_pause_is_read_already(start: Any) -> None:
    program: Program = start()
    program.until_ready()
    program.say("How do I add a model?")
    assert any(n_read_once_sent(program, pause_ms) == 0 for pause_ms in PAUSES_MS)


def test_it_is_read_when_it_is_sent_where_the_user_wants_that(start: Any) -> None:
    settings = '[sampling]\ntemperature = 0\n\n[chats]\nread_unsent = "off"\n'
    program: Program = start(settings=settings)
    program.until_ready()
    program.say("How do I add a model?")
    assert n_read_once_sent(program, PAUSES_MS[0]) > len(QUESTION) // 10
