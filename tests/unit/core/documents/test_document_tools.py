"""Read with `library.add(...)` of real files, through the tools that a model calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.tool_sources import _Documents
from app.core.system.stop_signal import StopSignal
from app.core.tools.own.lookups import document_tools
from tests.unit.core.documents.reading import LOOK_S, plain_library

if TYPE_CHECKING:
    from pathlib import Path


def _tools(folder: Path, **texts: str) -> Path:
    papers = folder / "papers"
    papers.mkdir()
    for name, text in texts.items():
        (papers / f"{name}.md").write_text(text, "utf-8")
    return papers


def test_a_document_is_read_to_its_end(tmp_path: Path) -> None:
    text = "\n\n".join(
        f"# Part {n}\n\nSentence {n} says something of the sea. " * 9 for n in range(120)
    )
    papers = _tools(tmp_path, long=text)
    with plain_library(tmp_path) as library:
        library.add([papers])
        library.look().result(LOOK_S)
        _search, read = document_tools(_Documents(library))
        begin, got = 0, ""
        for _ in range(100):
            result = read.run({"document": "long.md", "begin": begin}, StopSignal())
            got += " ".join(one.text for one in result.passages) + " "
            if "reads on" not in result.text:
                break
            begin = int(result.text.split("begin ")[-1].split()[0])
        assert got.split() == text.split()


def test_what_is_found_in_a_line_without_an_end_is_given(tmp_path: Path) -> None:
    """A page of dots, or a table of one line: a passage may have more characters than a part."""
    papers = _tools(tmp_path, contents="The lighthouse " + "." * 60_000 + " page nine")
    with plain_library(tmp_path) as library:
        library.add([papers])
        library.look().result(LOOK_S)
        search, _read = document_tools(_Documents(library))
        result = search.run({"question": "lighthouse"}, StopSignal())
        assert result.passages, result.text
