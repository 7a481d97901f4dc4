"""What the settings and the kind of program make of the parts."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.assembly import assemble
from app.core.settings.settings import Settings
from app.core.settings.table import (
    CHAT_TITLES,
    CONTEXT_TOKENS,
    EMBEDDER,
    KEEP_MODEL,
    TEMPERATURE,
)
from app.core.system.paths import FolderOrigin, Paths

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
    assert parts.conversations._session.preferences.has_model_titles is is_on
    parts.finish_shutdown()


def test_what_is_changed_in_the_settings_is_followed_at_once(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    settings = Settings.load(paths.settings_file)
    parts = assemble(paths, settings, lambda _event: None)

    settings.set(TEMPERATURE, 0.1)
    settings.set(CONTEXT_TOKENS, 4096)
    settings.set(KEEP_MODEL, 5)
    settings.set(CHAT_TITLES, "first_words")

    done = threading.Event()
    parts.conversations.after_pending(done.set)
    assert done.wait(10)
    preferences = parts.conversations._session.preferences
    parts.finish_shutdown()
    assert preferences.sampling.temperature == 0.1
    assert preferences.context_tokens == 4096
    assert preferences.keep_s == 300
    assert not preferences.has_model_titles


def test_the_embedder_of_documents_is_that_of_the_settings(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    settings = Settings.load(paths.settings_file)
    first, second = tmp_path / "first.gguf", tmp_path / "second.gguf"
    settings.set(EMBEDDER, str(first))
    parts = assemble(paths, settings, lambda _event: None)
    chosen = [parts.documents.embedding_state().path]
    for path in (str(second), ""):
        settings.set(EMBEDDER, path)
        chosen.append(parts.documents.embedding_state().path)
    parts.finish_shutdown()

    assert chosen == [first, second, None]
