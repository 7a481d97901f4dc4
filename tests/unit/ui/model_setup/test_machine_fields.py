"""Which other machines a model may have a part on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.machines import Machines, SshMachine
from app.core.paths import MACHINES, Paths
from app.core.plain_value import replace
from app.core.protocol import DEFAULT_LOAD, RemoteMachine
from app.ui.model_setup.machine_fields import MachineFields
from tests.unit.ui.model_setup.conftest import opened

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.kit.theme import Theme
    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_they_are_offered_where_there_are_some(desk: Desk, tmp_path: Path) -> None:
    Machines(Paths.locate(tmp_path).config / MACHINES).put(SshMachine("attic & co", "attic"))
    page = opened(desk)
    (tick,) = page.machines.ticks.values()
    assert tick.isVisibleTo(page)
    assert tick.text() == "attic && co"
    tick.click()
    assert page.settings().machines == (RemoteMachine("attic & co"),)
    page.reset_button.click()
    assert page.settings().machines == ()


def test_without_any_nothing_is_said_of_them(desk: Desk) -> None:
    page = opened(desk)
    assert not page.machines.isVisibleTo(page)


def test_one_that_was_removed_stays_until_it_is_unticked(desk: Desk) -> None:
    theme: Theme = desk.window.theme
    settings = replace(DEFAULT_LOAD, machines=(RemoteMachine("cellar"),))
    fields = MachineFields(theme, ["attic"], settings)
    desk.qtbot.addWidget(fields)
    assert list(fields.ticks) == ["attic", "cellar"]
    assert "not there" in fields.ticks["cellar"].text()
    assert fields.into(settings) == settings
    fields.ticks["cellar"].click()
    fields.ticks["attic"].click()
    assert fields.into(settings).machines == (RemoteMachine("attic"),)
