"""What is suggested where there is a graphics card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.core.protocol import Device, ModelLoaded
from app.ui.get_model.suggestion_row import SuggestionRow
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
    assert [row.accessibleName() for row in rows if row._rated.is_first_choice] == ["Qwen3 8B"]
