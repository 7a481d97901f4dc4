"""Every file that Hearth writes is known as its own, so that it moves along and can be reset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.prompts.prompt_library import FILE_NAME
from app.core.system.paths import (
    DOCUMENTS,
    DOCUMENTS_LIST,
    SERVERS,
    TOOL_PERMISSIONS,
    TOOLS,
    FolderOrigin,
    Paths,
)
from app.core.tools.frozen_sets import FrozenSets
from app.core.tools.own.calculator import CALCULATE
from app.core.tools.values import ToolSet
from app.core.upkeep.ownership import Ownership

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


@pytest.mark.parametrize("name", [DOCUMENTS, f"{DOCUMENTS}-wal", DOCUMENTS_LIST])
def test_what_is_known_of_documents_is_its_own(tmp_path: Path, name: str) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    assert Ownership(paths).is_own(paths.data / name)


@pytest.mark.parametrize("name", [SERVERS, TOOLS, TOOL_PERMISSIONS, f"{TOOL_PERMISSIONS}.broken"])
def test_what_is_chosen_for_servers_and_tools_is_its_own(tmp_path: Path, name: str) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    assert Ownership(paths).is_own(paths.config / name)


def test_the_sets_of_tools_that_chats_have_are_its_own(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    digest = FrozenSets(paths.data).keep(ToolSet.of([CALCULATE.tool]))
    (file,) = paths.data.glob("tools-*.json")
    assert digest in file.name
    assert Ownership(paths).is_own(file)


def test_saved_prompts_are_its_own(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    assert Ownership(paths).is_own(paths.config / FILE_NAME)


@pytest.mark.parametrize(
    "name",
    [
        "chats.weekly-000001-20261123.backup.tmp-wal",
        "chats.0007.backup.tmp-shm",
        "chats.recovered-20261123-120000.work",
        "chats.recovered-20261123-120000-page.work",
        "chats.recovered-20261123-120000-backup.tmp-journal",
    ],
)
def test_what_is_left_of_a_copy_of_the_chats_is_its_own(tmp_path: Path, name: str) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    assert Ownership(paths).is_own(paths.data / name)


def test_what_earlier_releases_left_of_memory_on_its_way_is_its_own(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.create()
    left = paths.cache / "moving" / "move-abc_1"
    inside = left / "memory" / ("0" * 32)
    inside.mkdir(parents=True)
    ours = [
        left.with_name("move-abc_1.lock"),
        *(left / name for name in ("chats.json", "memory.json", "wanted.jsonl")),
        inside / "layout.kvl",
        inside / f"{'a' * 32}.kvs",
    ]
    for file in (*ours, left / "diary.txt"):
        file.write_bytes(b"")
    own = Ownership(paths)
    assert all(map(own.is_own, ours))
    assert not own.is_own(left / "diary.txt")
    for file in (*ours, left / "diary.txt"):
        file.unlink()
    own.remove_empty_folders(paths.cache)
    assert not paths.cache.exists()
