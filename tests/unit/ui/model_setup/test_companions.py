"""Which files go along with a model: one that drafts for it, one that it sees and hears with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QFileDialog

from app.core.models.draft_models import DraftCandidate
from app.core.models.projectors import ProjectorCandidate, ProjectorChoices
from app.core.protocol import (
    DEFAULT_LOAD,
    NO_PROJECTOR,
    LoadSettings,
)
from tests.helpers.media_pairs import pair_of
from tests.unit.ui.model_setup.conftest import PATH, opened, page_of, saved, until_closed

if TYPE_CHECKING:
    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


# -- the draft model --


def test_models_that_can_draft_are_offered_and_one_is_saved(desk: Desk) -> None:
    page = opened(desk)
    desk.until(lambda: "no smaller model" in page.draft._note.text())  # none is
    assert page.draft.choice.count() == 1
    page.draft.show_models(
        (DraftCandidate("/a/\udcff.gguf", "Tiny", 10**8), DraftCandidate("/b.gguf", "Small", 10**9))
    )
    rows = [page.draft.choice.itemText(row) for row in range(page.draft.choice.count())]
    assert [row.split(" (")[0] for row in rows] == ["No draft model", "Tiny", "Small"]
    assert page.settings().draft_model == ""
    page.draft.choice.setCurrentIndex(1)
    page.save_button.click()
    until_closed(desk)
    assert saved(desk) == [(PATH, LoadSettings(draft_model="/a/\udcff.gguf"))]


def test_a_draft_model_that_is_not_found_stays_chosen_until_another_one_is(desk: Desk) -> None:
    page = opened(desk, LoadSettings(draft_model="/gone/small.gguf"))
    assert page.draft.choice.currentText() == "small.gguf"
    page.draft.show_models((DraftCandidate("/b.gguf", "Tiny", 10**8),))
    assert page.settings().draft_model == "/gone/small.gguf"
    page.reset_button.click()
    assert page.settings() == DEFAULT_LOAD


def test_the_file_beside_a_model_drafts_where_nothing_is_chosen(desk: Desk) -> None:
    page = opened(desk)
    desk.until(lambda: "no smaller model" in page.draft._note.text())
    page.draft.show_models((), Path("/models/mtp-gemma-4-E2B-it.gguf"))
    assert page.draft.choice.currentText() == "Automatic (mtp-gemma-4-E2B-it.gguf)"
    assert "beside this model" in page.draft._note.text()
    assert page.settings() == DEFAULT_LOAD


# -- what it sees and hears with --


EYES = ProjectorCandidate(
    "/a/\udcff.gguf", "eyes", 850_000_000, sees=True, hears=False, is_beside=True
)
EARS = ProjectorCandidate("/b/ears.gguf", "ears", 10**8, sees=False, hears=True, is_beside=False)


def projectors(page: ModelSetupDialog) -> list[str]:
    return [page.projector.choice.itemText(row) for row in range(page.projector.choice.count())]


def test_files_to_see_and_hear_with_are_offered_and_one_is_saved(desk: Desk) -> None:
    page = opened(desk)
    desk.until(lambda: "has no projector" in page.projector._note.text())  # none is there
    assert projectors(page) == ["Automatic (no file found)", "None"]
    page.projector.show_found(ProjectorChoices("/a/eyes.gguf", (EYES, EARS)))
    assert projectors(page) == [
        "Automatic (eyes.gguf)",
        "None",
        "eyes (850 MB, sees)",
        "ears (100 MB, hears)",
    ]
    assert page.settings().projector == ""
    page.projector.choice.setCurrentIndex(2)
    page.save_button.click()
    until_closed(desk)
    assert saved(desk) == [(PATH, LoadSettings(projector=EYES.path))]


def test_a_model_is_kept_from_seeing_and_hearing(desk: Desk) -> None:
    page = opened(desk)
    page.projector.choice.setCurrentIndex(1)
    assert page.settings().projector == NO_PROJECTOR
    page.reset_button.click()
    assert page.settings() == DEFAULT_LOAD


def test_a_file_that_is_not_found_stays_chosen_until_another_one_is(desk: Desk) -> None:
    page = opened(desk, LoadSettings(projector="/gone/eyes.gguf"))
    assert page.projector.choice.currentText() == "eyes.gguf"
    page.projector.show_found(ProjectorChoices("", (EARS,)))
    assert page.settings().projector == "/gone/eyes.gguf"


def test_a_file_is_chosen_or_refused_in_words(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text, projector = pair_of("slices").write(tmp_path)
    desk.recorded.answers["settings_of"] = DEFAULT_LOAD
    desk.window.model_setup.ask_of(str(text), "Slices")
    page = page_of(desk)

    def choose(path: Path) -> None:
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        page.projector.file_button.click()

    choose(text)
    desk.until(lambda: "is not a projector" in page._problem.text())
    assert page.settings().projector == ""
    choose(projector)
    desk.until(lambda: page.settings().projector == str(projector))
    assert page._problem.isHidden()
    assert page.projector.choice.currentText().startswith("slices-mmproj.gguf (")
