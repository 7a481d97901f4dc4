"""Each file to choose from says how it would fit before it is downloaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.core.system.probes import own_probe
from app.ui.models.get_model.get_model_dialog import GetModelDialog
from app.ui.models.get_model.hub_rows import ChoiceRow, RepositoryRow
from tests.helpers import fit_child
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.hub_server import Answer, HubRepository, LoopbackHub

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

REPO = "maker/Model-GGUF"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[LoopbackHub]:
    real = write_tiny_llama(tmp_path / "real.gguf").read_bytes()
    files = {"Tiny-Q4_K_M.gguf": real, "slow-Q8_0.gguf": real, "huge-F16.gguf": b"x" * 10**6}
    with LoopbackHub({REPO: HubRepository(files)}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield hub


def listing(desk: Desk) -> GetModelDialog:
    """Open the page and go to the files of the model."""
    page = desk.window.model_pages.show_get_model()
    assert page is not None
    page.search.setText("Model")
    desk.qtbot.mouseClick(page.search_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: any(isinstance(row, RepositoryRow) for row in page.rows))
    [found] = [row for row in page.rows if isinstance(row, RepositoryRow)]
    desk.qtbot.mouseClick(found.button, Qt.MouseButton.LeftButton)
    desk.until(lambda: any(isinstance(row, ChoiceRow) for row in page.rows))
    return page


def row(page: GetModelDialog, name: str) -> ChoiceRow:
    return next(
        row for row in page.rows if isinstance(row, ChoiceRow) and name in row.accessibleName()
    )


def test_every_choice_has_an_estimate_and_nothing_is_asked_of_the_hub_for_it(
    desk: Desk, hub: LoopbackHub
) -> None:
    page = listing(desk)
    n_seen = len(hub.seen)
    desk.until(lambda: row(page, "Tiny").words() == "Probably fits")
    desk.until(lambda: row(page, "slow").words() == "Probably slow")
    desk.until(lambda: row(page, "huge").words() == "Probably won't fit")
    assert len(hub.seen) == n_seen
    assert "Estimated from the file size" in row(page, "Tiny").accessibleDescription()
    tips = [label.toolTip() for label in row(page, "Tiny").findChildren(QLabel)]
    assert any("weights" in tip for tip in tips)


def test_a_check_asks_the_hub_for_the_beginning_and_is_exact(
    desk: Desk, hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_child, "COMMAND", own_probe("fit"))
    page = listing(desk)
    tiny = row(page, "Tiny")
    assert "127.0.0.1" in tiny.check_button.toolTip()
    desk.qtbot.mouseClick(tiny.check_button, Qt.MouseButton.LeftButton)
    assert tiny.check_button.text() == "Checking…"
    desk.qtbot.waitUntil(lambda: tiny.words().startswith("Fits"), timeout=120_000)
    assert "With a context of 4,096 tokens" in tiny.words()
    assert not tiny.check_button.isVisible()
    assert [request.headers["range"][:8] for request in hub.requests_of("files")] == ["bytes=0-"]


def test_a_hub_that_does_not_give_the_header_leaves_the_estimate(
    desk: Desk, hub: LoopbackHub
) -> None:
    page = listing(desk)
    tiny = row(page, "Tiny")
    desk.until(lambda: "Probably fits" in tiny.words())
    hub.hub_faults.append(Answer(404))
    desk.qtbot.mouseClick(tiny.check_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: "Checking" not in tiny.check_button.text())
    assert tiny.check_button.isEnabled()
    assert tiny.words().startswith("Probably fits\n")


def test_a_check_whose_page_is_left_shows_nothing_elsewhere(desk: Desk, hub: LoopbackHub) -> None:
    page = listing(desk)
    desk.qtbot.mouseClick(row(page, "Tiny").check_button, Qt.MouseButton.LeftButton)
    desk.qtbot.mouseClick(page.back_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(hub.requests_of("files")) == 1)
    assert [type(one) for one in page.rows] == [RepositoryRow]
    page.reject()
    desk.until(lambda: desk.window.findChild(GetModelDialog) is None)


def test_whoever_comes_back_to_the_files_of_a_model_sees_again_how_they_fit(
    desk: Desk, hub: LoopbackHub
) -> None:
    page = listing(desk)
    desk.until(lambda: row(page, "huge").words() == "Probably won't fit")
    desk.qtbot.mouseClick(page.back_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: any(isinstance(row, RepositoryRow) for row in page.rows))
    [found] = [row for row in page.rows if isinstance(row, RepositoryRow)]
    desk.qtbot.mouseClick(found.button, Qt.MouseButton.LeftButton)
    desk.until(lambda: any(isinstance(row, ChoiceRow) for row in page.rows))

    desk.until(lambda: row(page, "huge").words() == "Probably won't fit")
