"""How a model fits with the settings that are being chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.conversations.events import ContextUse
from tests.helpers import fit_child
from tests.helpers.gguf_factory import write_tiny_llama
from tests.unit.ui.model_setup.conftest import page_of, until_closed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def test_the_page_says_how_the_model_fits_with_what_is_chosen(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(fit_child.ASKED, str(tmp_path / "asked"))
    path = write_tiny_llama(tmp_path / "slow.gguf")
    desk.window.model_setup.ask_of(str(path), "Small")
    page = page_of(desk)
    assert page._fit.text() == "Checking whether it fits…"
    desk.until(lambda: page._fit.text().startswith("Slow: "))
    assert "RAM: weights" in page._fit.toolTip()

    page.fields.context.setValue(2048)

    assert page._fit.text() == "Checking whether it fits…"
    assert not page._fit.toolTip()
    desk.until(lambda: "With a context of 2,048 tokens" in page._fit.toolTip())


def test_settings_with_which_nothing_would_be_loaded_stand_out(desk: Desk, tmp_path: Path) -> None:
    for name, kind in (("huge", "refused"), ("slow", "")):
        path = write_tiny_llama(tmp_path / f"{name}.gguf")
        desk.window.model_setup.ask_of(str(path), name)
        page = page_of(desk)
        desk.until(lambda: not page_of(desk)._fit.text().startswith("Checking"))
        assert page._fit.property("kind") == kind
        page.reject()
        until_closed(desk)


def test_what_a_smaller_cache_takes_less_is_said_for_the_context_and_the_chat(
    desk: Desk, tmp_path: Path
) -> None:
    path = write_tiny_llama(tmp_path / "small.gguf")
    desk.post(ContextUse(None, 8192, 0))
    desk.window.model_setup.ask_of(str(path), "Small")
    page = page_of(desk)
    desk.until(lambda: "8 bits save 250 MB with this context." in page.fields._kv_note.text())
    page.reject()
    until_closed(desk)

    desk.post(ContextUse(None, 8192, 4096, n_chat=4096))
    desk.window.model_setup.ask_of(str(path), "Small")
    page = page_of(desk)

    desk.until(lambda: "about 125 MB of it for the open chat" in page.fields._kv_note.text())


def test_going_back_to_what_was_chosen_before_says_again_how_that_fits(
    desk: Desk, tmp_path: Path
) -> None:
    path = write_tiny_llama(tmp_path / "slow.gguf")
    desk.window.model_setup.ask_of(str(path), "Small")
    page = page_of(desk)
    page.fields.context.setValue(2048)
    desk.until(lambda: "With a context of 2,048 tokens" in page._fit.toolTip())
    page.fields.context.setValue(4096)
    desk.until(lambda: "With a context of 4,096 tokens" in page._fit.toolTip())

    page.fields.context.setValue(2048)

    desk.until(lambda: "With a context of 2,048 tokens" in page._fit.toolTip())
    desk.until(lambda: "8 bits save" in page.fields._kv_note.text())
