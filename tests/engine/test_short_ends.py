"""Of short chats about a document, those of other programs cost the user's none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.texts.chat_text import names_alone, words_read
from app.core.engine.memory.save_plan import SnapshotWorth
from app.core.engine.restoring.saver import Saver
from app.core.kvstore.writing import quota
from app.core.messages import Attachment, Role
from app.core.protocol import ChatKey
from app.core.protocol.values import key_of_program
from tests.engine.test_economy_of_snapshots import (  # noqa: F401
    _n_missing,
    kind,
    model,
)
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.helpers.memory_kinds import Kind


def _about(n: int, key: ChatKey) -> Dialogue:
    report = Attachment("report.pdf", "The sea rose by four feet. " * 50)
    said = words_read(f"Who is number {n}?", (report,), (), names_alone)
    return Dialogue(key, [said.as_message(Role.USER)])


def test_what_another_program_asks_takes_no_state_of_the_users_chat(
    kind: Kind,  # noqa: F811 - a fixture
    model: Path,  # noqa: F811 - likewise
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / 10))
    monkeypatch.setattr(quota, "_LARGE_BYTES", 0)
    chats = [_about(0, ChatKey("1")), _about(1, key_of_program("curl", "1"))]
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        for one in chats:
            text, finished = harness.answer(one, max_tokens=8)
            one.assistant(text, finished)
            harness.wait_until_idle()
    with EngineHarness(tmp_path / "a", model, **kind.load) as harness:
        assert _n_missing(harness, chats[0]) < 5
