"""What the settings and the kind of program make of the parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.assembly import assemble
from app.core.paths import FolderOrigin, Paths
from app.core.settings import CHAT_TITLES, Settings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("chosen", "options", "is_on"),
    [
        ("model", {}, True),
        ("first_words", {}, False),
        ("model", {"is_brief": True}, False),
        ("model", {"chats_apart": "guest.db"}, False),
    ],
)
def test_the_model_writes_titles_in_a_window_unless_the_user_wants_none(
    tmp_path: Path, chosen: str, options: dict[str, Any], is_on: bool
) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    settings = Settings.load(paths.settings_file)
    settings.set(CHAT_TITLES, chosen)
    if "chats_apart" in options:
        options["chats_apart"] = tmp_path / options["chats_apart"]
    parts = assemble(paths, settings, lambda _event: None, **options)
    assert parts.conversations._cases.titles.is_on is is_on
    parts.finish_shutdown()
