"""Hearth's own tools: the time, what chats and documents say, files of one folder."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from app.core.errors import KnownError
from app.core.system.stop_signal import StopSignal
from app.core.tools.own.folder import folder_tool
from app.core.tools.own.lookups import CURRENT_TIME, FoundText, chat_search, document_tools

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.tools.own.own_tool import OwnTool


def said(tool: OwnTool, **arguments: Any) -> str:
    return tool.run(arguments, StopSignal()).text


# -- the time --


def test_the_time_is_told_for_a_time_zone() -> None:
    told = said(CURRENT_TIME, time_zone="UTC").partition(",")[0]

    assert abs((datetime.fromisoformat(told) - datetime.now(UTC)).total_seconds()) < 60
    assert said(CURRENT_TIME)


@pytest.mark.parametrize("name", ["Nowhere/City", "../../etc/passwd", "/etc/passwd", "x" * 500])
def test_a_time_zone_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(KnownError, match="no time zone"):
        said(CURRENT_TIME, time_zone=name)


# -- chats and documents --


class _Documents:
    def search(self, question: str, limit: int) -> Sequence[FoundText]:
        found = FoundText("lease.pdf", "page 4", f"about {question}", "ab12")
        return [found] * min(limit, 2)

    def read(self, document: str) -> FoundText | None:
        return FoundText("lease.pdf", "", "All of it.", "ab12") if document == "ab12" else None


def test_documents_are_searched_and_read() -> None:
    search, read = document_tools(_Documents())

    assert said(search, question="rent", limit=1) == "lease.pdf (id ab12), page 4:\nabout rent"
    assert said(read, document="ab12") == "lease.pdf\n\nAll of it."
    with pytest.raises(KnownError, match="no document"):
        said(read, document="zz")


def test_chats_are_searched() -> None:
    asked = []

    def search(words: str, limit: int) -> list[FoundText]:
        asked.append((words, limit))
        return []

    assert said(chat_search(search), words="sour dough", limit=1000) == "Nothing was found."
    assert said(chat_search(search), words="rye", limit=3.0) == "Nothing was found."
    assert asked == [("sour dough", 20), ("rye", 3)]
    with pytest.raises(KnownError, match="whole number"):
        said(chat_search(search), words="rye", limit="many")


# -- files of a folder --


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "bread.txt").write_text("Flour and water.", "utf-8")
    (folder / ".hidden").write_text("hidden", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    return folder


@pytest.fixture
def read_file(folder: Path) -> OwnTool:
    return folder_tool(folder, lambda _name, data, _stop: ("", data.decode()))


def test_files_and_folders_of_the_folder_are_read(read_file: OwnTool) -> None:
    assert said(read_file) == "inner/"
    assert said(read_file, path="inner") == "bread.txt"
    assert said(read_file, path="./inner//bread.txt") == "Flour and water."
    with pytest.raises(KnownError, match="cannot be read"):
        said(read_file, path="inner/butter.txt")


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "inner/../../secret.txt",
        "inner\\..\\..\\secret.txt",
        "/etc/passwd",
        "\\\\server\\share",
        "C:\\Windows\\win.ini",
        "inner/bread.txt:stream",
        "inner/bread.txt\0",
    ],
)
def test_nothing_outside_of_the_folder_is_read(read_file: OwnTool, path: str) -> None:
    with pytest.raises(KnownError, match="not a file in the chosen folder"):
        said(read_file, path=path)


@pytest.mark.unix("links, and pipes with names")
def test_no_link_is_followed_and_no_pipe_is_read(read_file: OwnTool, folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "out").symlink_to(folder.parent)
    (folder / "inner" / "near.txt").symlink_to(folder / "inner" / "bread.txt")
    os.mkfifo(folder / "pipe")

    for path in ("link.txt", "out/secret.txt", "out", "inner/near.txt", "pipe"):
        with pytest.raises(KnownError, match="not a file in the chosen folder"):
            said(read_file, path=path)
    assert said(read_file).split("\n") == ["inner/", "pipe"]


@pytest.mark.unix("links")
def test_a_link_that_is_put_there_meanwhile_is_not_followed(
    read_file: OwnTool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "out").symlink_to(folder.parent)
    monkeypatch.setattr("app.core.tools.own.folder.is_link", lambda _path: False)

    with pytest.raises(KnownError, match="cannot be read"):
        said(read_file, path="out/secret.txt")
