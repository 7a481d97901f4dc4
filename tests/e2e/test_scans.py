"""A scan in the window over the real engine: its pages are drawn, counted, asked for and seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.chats.store import ChatStore
from app.core.messages import Role
from tests.helpers.documents import pdf
from tests.helpers.media_pairs import pair_of

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths
    from tests.e2e.conftest import Program


def test_the_pages_of_a_scan_are_seen_as_pictures(start: Any, paths: Paths, tmp_path: Path) -> None:
    model, _projector = pair_of("siglip").write(tmp_path)
    (tmp_path / "scan.pdf").write_bytes(pdf([[], []]))
    program: Program = start(model)
    program.until_ready()
    composer = program.window.composer
    composer.attach_files([str(tmp_path / "scan.pdf")])
    program.until(lambda: "is a scan of 2 pages" in program.notices())
    assert "It takes about " in program.notices()
    program.click_notice("Attach pages")
    program.until(lambda: len(composer.attachments.media()) == 2)
    program.until(lambda: not composer.attaching.is_reading)
    program.say("What is written there?")
    program.quit()

    with ChatStore.open(paths.database) as store:
        asked, answered = store.path(store.list_chats()[0].id)
    assert asked.role is Role.USER
    assert [one.name for one in asked.media] == ["scan.pdf, page 1", "scan.pdf, page 2"]
    assert answered.record is not None
    assert sum(one < 0 for one in answered.record.token_ids) > 1  # cells of pictures
