"""What `hearth ask` does with calls: only what was named runs without a question."""

from __future__ import annotations

import argparse
import queue
import signal
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from app.cli.ask import _Asker
from app.cli.graceful_exit import GracefulExit
from app.cli.tools import opened
from app.core.chats.records import ChatId, Message, MessageId, MessageStatus
from app.core.content.tool_steps import ToolStep
from app.core.conversations.events import ToolAsked
from app.core.messages import Role, ToolCall
from app.core.system.paths import Paths
from app.core.tools.values import Decision, Question, Tool

if TYPE_CHECKING:
    from pathlib import Path

CALL = ToolCall("send", '{"text": "hello", "api_key": "sk-123456789012345678901234"}', "a")
ASKED = ToolAsked(ChatId(1), MessageId(2), CALL, Tool("send", "Send."), Question.NEW)


def result(text: str, status: MessageStatus, *, is_error: bool = False) -> Message:
    stats = tuple(ToolStep(CALL, 0.1, is_error).as_stats().items())
    now = datetime.now(UTC)
    return Message(
        *(MessageId(3), ChatId(1), MessageId(2), Role.TOOL, text, status, now), stats=stats
    )


def test_what_is_allowed_by_name_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert opened.decided(ASKED, ["send"]) is Decision.ONCE
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("says_yes", [True, False])
def test_of_others_the_user_is_asked_with_all_arguments(
    says_yes: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(opened, "says_yes", lambda _question: says_yes)
    decision = opened.decided(ASKED, ["other"])
    assert decision is (Decision.ONCE if says_yes else None)
    assert '"hello"' in capsys.readouterr().err


def test_ctrl_c_at_the_question_ends_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(opened, "says_yes", lambda _: signal.raise_signal(signal.SIGINT))
    nobody: Any = None
    with GracefulExit() as graceful_exit:
        options = argparse.Namespace(allow=[])
        asker = _Asker(
            *(nobody, Paths.locate(tmp_path), queue.SimpleQueue(), options, graceful_exit),
            is_kept=False,
            chat_id=ChatId(1),
        )
        graceful_exit.stop_with(asker._stop)
        with pytest.raises(KeyboardInterrupt):
            asker._decide(ASKED)


def test_without_a_terminal_nothing_else_is_run() -> None:
    assert opened.decided(ASKED, []) is None


def test_a_call_is_told_without_its_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    opened.tell_step(result("", MessageStatus.STREAMING))
    told = capsys.readouterr().err
    assert "hearth: send" in told
    assert "hello" in told
    assert "sk-1234" not in told


def test_what_went_wrong_is_told_and_a_result_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    opened.tell_step(result("The site is gone.\nMore.", MessageStatus.COMPLETE, is_error=True))
    assert capsys.readouterr().err == "hearth: send: The site is gone.\n"
    opened.tell_step(result("All went well.", MessageStatus.COMPLETE))
    assert capsys.readouterr().err == ""
