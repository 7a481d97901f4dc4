"""What chats share of a listed file: asked of the use cases, and said only where it is so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.conversations.events import SharedMemoryMeasured
from app.core.messages import Attachment
from app.core.protocol import SharedMemory
from app.ui.documents import shared_reading
from app.ui.documents.shared_reading import shared_words
from tests.unit.ui.documents.conftest import page_with, write

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.core.documents.reading import PlainReader
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

SHARED = SharedMemory(12, 24_310, 1_100_000_000, 38 * 60_000.0)


def asked(desk: Desk) -> list[tuple[Attachment, int]]:
    return [(call[1], call[2]["ticket"]) for call in desk.calls if call[0] == "measure_shared"]


def test_the_chosen_file_says_what_was_read_once_for_several_chats(
    desk: Desk, tmp_path: Path, plain: PlainReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_reading, "_PAUSE_MS", 0)
    first, second = write(tmp_path / "a.md", "one"), write(tmp_path / "b.md", "two")
    page = page_with(desk, first, second)
    page.tree.setCurrentIndex(page.rows.index(0, 0))
    desk.until(lambda: len(asked(desk)) == 1)
    [(attachment, ticket)] = asked(desk)
    assert attachment == Attachment("a.md", "one")
    desk.post(SharedMemoryMeasured(ticket, SHARED))
    assert "Read once for 12 chats: 24,310 tokens, 1.1 GB on disk." in page.words()
    assert "would take 38 min more" in page.words()
    page.tree.setCurrentIndex(page.rows.index(1, 0))
    assert "Read once" not in page.words()
    desk.post(SharedMemoryMeasured(ticket, SHARED))  # of the first one
    assert "Read once" not in page.words()


@pytest.mark.parametrize(
    ("shared", "said"),
    [
        (SharedMemory(), ""),
        (SharedMemory(1, 24_000, 1, 1.0), ""),
        (SharedMemory(12, 900, 1, 1.0), ""),  # only what stands before it
        (SharedMemory(2, 24_000, 1_000_000), "Read once for 2 chats: 24,000 tokens, 1.0 MB on"),
    ],
)
def test_nothing_is_said_that_is_not_so(shared: SharedMemory, said: str) -> None:
    words = shared_words(shared, 24_310)
    assert words.startswith(said)
    assert bool(words) == bool(said)
    assert "more" not in words
