"""What is suggested where there is a graphics card."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication

from app.core.hardware import speed_measure
from app.core.plain_value import replace
from app.core.protocol import Device, ModelLoaded
from app.ui.models.get_model import get_model_presenter
from app.ui.models.get_model.hub_rows import SuggestionRow
from tests.unit.ui.conftest import make_model

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

GB = 2**30
CARDS = (
    Device("CPU", "", "cpu", 1, 64 * GB),
    Device("Vulkan0", "Built in", "igpu", 1, 32 * GB),  # has a part of the same memory
    Device("Vulkan1", "Card", "gpu", 1, 8 * GB),
)


def test_the_card_that_the_engine_has_found_decides_what_is_recommended(desk: Desk) -> None:
    desk.post(ModelLoaded(replace(make_model(), devices=CARDS)))

    page = desk.window.model_pages.show_get_model()

    assert page is not None
    assert "a graphics card with 8 GB" in page._told.text()
    rows = [row for row in page.rows if isinstance(row, SuggestionRow)]
    assert [row.accessibleName() for row in rows if row._rated.is_first_choice] == ["Qwen3.5 9B"]


def speeds(desk: Desk) -> list[str]:
    page = desk.window.model_pages.show_get_model()
    assert page is not None
    rows = [row for row in page.rows if isinstance(row, SuggestionRow)]
    return [row._speed.text() for row in rows if row._speed.isVisibleTo(page)]


def test_without_a_card_the_page_says_how_fast_models_would_answer(desk: Desk) -> None:
    desk.post(ModelLoaded(replace(make_model(), devices=CARDS[:1])))
    page = desk.window.model_pages.show_get_model()
    assert page is not None
    QCoreApplication.processEvents()
    heights = [row.height() for row in page.rows]
    desk.until(lambda: len(speeds(desk)) >= 1)  # it measures, really
    assert [row.height() for row in page.rows] == heights  # nothing moves below the pointer
    assert all(" per second on this machine" in words for words in speeds(desk))


@pytest.mark.parametrize("is_known", [True, False])
def test_nothing_is_measured_where_a_card_may_compute(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    measured: list[float] = []
    monkeypatch.setattr(speed_measure, "measured_read_speed", partial(measured.append, 1e9))
    monkeypatch.setattr(get_model_presenter, "_PAINTED_AFTER_MS", 0)
    if is_known:
        desk.post(ModelLoaded(replace(make_model(), devices=CARDS)))

    assert speeds(desk) == []
    QCoreApplication.processEvents()
    presenter = desk.window.model_pages._get_model
    assert presenter is not None
    assert presenter.wait(30.0)
    assert measured == []
