"""What tools return is shown without asking anybody for anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from app.core.content.tool_steps import ToolStep
from app.core.messages import Role, ToolCall
from app.core.plain_value import replace
from tests.helpers.feed_server import FeedServer, http
from tests.unit.core.tools.test_hostile_words import HOSTILE, LEAK
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    import pytest

    from app.ui.transcript.transcript_view import TranscriptView


def test_results_are_shown_and_nobody_is_asked(
    view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    trap = FeedServer([http(b"trapped")])
    try:
        words = [
            *(one.replace(LEAK, f"{trap.feed}?q=secret") for one in HOSTILE),
            f"[![a]({trap.feed})]({trap.feed})\n\n![a][b] ![](file://127.0.0.1/share/a.png)",
            f"[b]: {trap.feed}\n\n<iframe src='{trap.feed}'></iframe> <link href={trap.feed}>",
            f"```mermaid\ngraph TD; A[<img src='{trap.feed}'>]\n```",
            f"```svg\n<svg><image href='{trap.feed}'/><style>@import '{trap.feed}'</style></svg>\n```",  # noqa: E501
            f"$\\href{{{trap.feed}}}{{x}} \\includegraphics{{{trap.feed}}}$",
        ]
        for one in words:
            step = ToolStep(ToolCall("echo", '{"text": "x"}', "a"), links=((one, trap.feed),))
            stats = tuple(step.as_stats().items())
            message = replace(answer(one), role=Role.TOOL, stats=stats)
            view.messages.reset([question("Look."), message])
            view.stack[1].toggle_thinking()
            view.scroller.jump_to_end()
            assert trap.feed in view.visible_text()
            assert not view.grab().isNull()
            QCoreApplication.processEvents()
        assert trap.requests == []
        assert opened == []
    finally:
        trap.close()
