"""Hearth's own tools: the time, what chats and documents say, files of one folder."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from app.core.errors import KnownError
from app.core.messages import Attachment, TextSource
from app.core.system.stop_signal import StopSignal
from app.core.tools.own.folder import folder_tool
from app.core.tools.own.lookups import (
    CURRENT_TIME,
    DocumentPart,
    FoundText,
    chat_search,
    document_tools,
)

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
    def search(self, question: str, limit: int) -> Sequence[Attachment]:
        return [_passage(f"about {question}", number) for number in range(1, min(limit, 9) + 1)]

    def read(self, document: str, begin: int, n_chars: int) -> DocumentPart | None:
        if document != "ab12cd34ef56":
            return None
        text = "All of it."[begin:]
        return DocumentPart((_passage(text, 1, begin),), begin + min(4, len(text)), 10)


def _passage(text: str, number: int, begin: int = 0) -> Attachment:
    source = TextSource("/home/lease.pdf", "ab12cd34ef56ffff", number=number, begin=begin)
    return Attachment("lease.pdf", text, source)


def test_documents_are_searched_and_read() -> None:
    search, read = document_tools(_Documents())

    found = search.run({"question": "rent", "limit": 2}, StopSignal())
    assert [one.text for one in found.passages] == ["about rent"] * 2
    assert found.text == "lease.pdf has the id ab12cd34ef56."
    assert len(search.run({"question": "rent" * 1_000, "limit": 9}, StopSignal()).passages) == 2
    assert said(search, question="rent", limit=0) == found.text
    first = read.run({"document": "ab12cd34ef56"}, StopSignal())
    assert first.passages[0].text == "All of it."
    reads_on = 'read_document with document "ab12cd34ef56" and begin 4 reads on.'
    assert first.text == f"[Characters 0 to 4 of 10. {reads_on}]"
    assert said(read, document="ab12cd34ef56", begin=8) == ""  # the passages say it all
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
