"""Every file that Hearth writes is known as its own, so that it moves along and can be reset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.folders.ownership import Ownership
from app.core.paths import FolderOrigin, Paths
from app.core.prompt_library import FILE_NAME

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "name",
    [
        "database",
        "settings_file",
        "model_settings",
        "window_state",
        "drafts",
        "trusted_backends",
        "model_identities",
        "retention_choices_file",
        "load_marker",
        "log_file",
    ],
)
def test_a_file_of_the_program_is_its_own(tmp_path: Path, name: str) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    file: Path = getattr(paths, name)
    file.write_bytes(b"")
    (file.parent / f"not-{file.name}").write_bytes(b"")

    assert Ownership(paths).is_own(file)
    assert not Ownership(paths).is_own(file.parent / f"not-{file.name}")


def test_saved_prompts_are_its_own(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    assert Ownership(paths).is_own(paths.config / FILE_NAME)
