"""The guide: where it lies, how it is told apart, and what is remembered in its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.core.models.builtin import (
    GUIDE_DESCRIPTION,
    GUIDE_NAME,
    STARTER_QUESTIONS,
    guide_path,
    is_guide,
    path_of_remembered,
    remembered_as,
)
from app.core.protocol import RemoteModel
from tests.helpers.spellings import spelled_otherwise

REPOSITORY = Path(__file__).resolve().parents[4]


def test_the_guide_of_this_checkout_is_a_small_model_under_resources() -> None:
    path = guide_path()

    assert path == REPOSITORY / "resources" / "guide" / "hearth-guide.gguf"
    assert path is not None
    assert path.read_bytes()[:4] == b"GGUF"
    assert path.stat().st_size < 8_000_000


def test_the_guide_introduces_itself_in_one_sentence() -> None:
    assert GUIDE_DESCRIPTION.text.startswith(GUIDE_NAME)
    assert GUIDE_DESCRIPTION.text.count(".") == 1
    assert GUIDE_DESCRIPTION.text.endswith(".")
    assert len(set(STARTER_QUESTIONS)) == 4
    assert all(question.endswith("?") for question in STARTER_QUESTIONS)


def test_only_the_file_of_the_installation_is_the_guide(guide: Path, tmp_path: Path) -> None:
    copy = shutil.copy(guide, tmp_path / guide.name)
    elsewhere = spelled_otherwise(guide.parent, tmp_path) / guide.name

    assert is_guide(guide)
    assert is_guide(str(guide))
    assert is_guide(guide.parent / ".." / guide.parent.name / guide.name)
    assert is_guide(elsewhere)
    assert not is_guide(copy)


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_a_link_to_the_guide_is_the_guide(guide: Path, tmp_path: Path) -> None:
    link = tmp_path / guide.name
    link.symlink_to(guide)

    assert is_guide(link)


@pytest.mark.parametrize("path", ["", "/nowhere/hearth-guide.gguf", "/nowhere/a.gguf", "\0"])
def test_what_is_no_file_is_not_the_guide(guide: Path, path: str) -> None:
    assert not is_guide(path)
    assert not is_guide(f"{path}\0/hearth-guide.gguf")


def test_of_the_guide_nothing_is_remembered_and_nothing_leads_back_to_it(guide: Path) -> None:
    assert remembered_as(str(guide)) == ""
    assert path_of_remembered("") == str(guide)


def test_any_other_model_is_remembered_by_its_path(guide: Path) -> None:
    assert remembered_as("/models/a.gguf") == "/models/a.gguf"
    assert path_of_remembered("/models/a.gguf") == "/models/a.gguf"


@pytest.mark.usefixtures("no_guide")
def test_an_installation_without_the_guide_has_no_model_to_begin_with() -> None:
    assert guide_path() is None
    assert path_of_remembered("") == ""
    assert path_of_remembered("/models/a.gguf") == "/models/a.gguf"
    assert not is_guide("/anywhere/hearth-guide.gguf")


def test_a_model_of_a_server_lies_in_no_folder(tmp_path: Path) -> None:
    path = RemoteModel("studio", "maker/model").path
    assert remembered_as(path, tmp_path) == path
    assert path_of_remembered(path, tmp_path) == path
