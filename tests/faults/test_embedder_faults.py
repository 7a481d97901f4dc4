"""Vectors of passages beside dying children, a killed program, a full disk, a damaged database."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.decoding.decoder import Decoder
from app.core.documents.database import LibraryDamaged
from app.core.documents.embedder import TextEmbedder
from tests.helpers.child_run import REPOSITORY
from tests.helpers.embedding_models import write_tiny_bert
from tests.helpers.file_limits import files_at_most
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.waiting import wait_until
from tests.unit.core.documents.reading import LOOK_S, plain_library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.documents.library import DocumentLibrary
    from tests.conftest import ExpectLog

N_FILES = 60
ABORTS = (sys.executable, "-c", "import os; os.abort()")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_tiny_bert(tmp_path / "bert.gguf")


@pytest.fixture
def library(data: Path, tmp_path: Path) -> Iterator[DocumentLibrary]:
    folder = tmp_path / "papers"
    folder.mkdir()
    for number in range(N_FILES):
        (folder / f"{number}.md").write_text(f"The ship {number} sails. " * 40, "utf-8")
    with plain_library(data) as library:
        library.add([folder])
        library.look().result(LOOK_S)
        yield library


@pytest.fixture
def embedders(monkeypatch: pytest.MonkeyPatch) -> list[TextEmbedder]:
    """Those that libraries make."""
    made: list[TextEmbedder] = []

    def make() -> TextEmbedder:
        made.append(TextEmbedder())
        return made[-1]

    monkeypatch.setattr("app.core.documents.embedding.TextEmbedder", make)
    return made


def n_embedded(library: DocumentLibrary) -> int:
    return library.embedding_state().n_embedded


def is_sound(data: Path) -> bool:
    with contextlib.closing(sqlite3.connect(data / "documents.sqlite3")) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        return found == [("ok",)] and not connection.execute("PRAGMA foreign_key_check").fetchall()


def test_a_child_that_is_killed_in_the_middle_costs_nothing(
    embedders: list[TextEmbedder], library: DocumentLibrary, model: Path
) -> None:
    library.set_embedder(model)
    wait_until(lambda: n_embedded(library) > 0)
    pid = embedders[0].pid
    if pid is not None:
        with contextlib.suppress(psutil.Error):
            psutil.Process(pid).kill()
    library.embed().result(LOOK_S)
    library.embed().result(LOOK_S)  # the first may have been over already

    state = library.embedding_state()
    assert (state.n_embedded, state.problem) == (N_FILES, None)
    assert library.search("vessel ship", 5)


def test_a_model_that_ends_llama_cpp_is_told_and_words_are_searched(
    data: Path, library: DocumentLibrary, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.close()
    monkeypatch.setattr(
        "app.core.documents.embedding.TextEmbedder", lambda: TextEmbedder(Decoder(ABORTS))
    )
    with plain_library(data) as fragile:
        fragile.set_embedder(model)
        fragile.embed().result(LOOK_S)
        problem = fragile.embedding_state().problem
        assert problem is not None
        assert "llama.cpp stopped" in problem.text()
        assert not problem.is_bug
        assert fragile.search("ship", 5)
        assert fragile.look().result(LOOK_S).problem is None
    assert is_sound(data)


def test_a_file_that_is_no_embedder_is_told_and_words_are_searched(
    library: DocumentLibrary, tmp_path: Path
) -> None:
    library.set_embedder(write_tiny_llama(tmp_path / "chat.gguf"))
    library.embed().result(LOOK_S)

    problem = library.embedding_state().problem
    assert problem is not None
    assert "is not an embedding model" in problem.text()
    assert library.search("ship", 5)


def test_a_program_that_is_killed_leaves_the_vectors_that_it_had_made(
    data: Path, library: DocumentLibrary, model: Path, embedders: list[TextEmbedder]
) -> None:
    library.close()
    code = (
        "import sys, pathlib\n"
        "from tests.unit.core.documents.reading import plain_library\n"
        "library = plain_library(pathlib.Path(sys.argv[1]))\n"
        "library.set_embedder(pathlib.Path(sys.argv[2]))\n"
        "while True: print(library.embedding_state().n_embedded, flush=True)\n"
    )
    command = [sys.executable, "-c", code, str(data), str(model)]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        n_seen = next(n for line in killed.stdout if (n := int(line)) > 0)
        killed.kill()
    assert is_sound(data)
    with plain_library(data) as again:
        again.set_embedder(model)
        assert n_seen <= n_embedded(again)
        again.embed().result(LOOK_S)
        assert n_embedded(again) == N_FILES
    assert is_sound(data)
    assert embedders


@pytest.mark.unix("limits on the size of files")
def test_a_full_disk_ends_the_vectors_with_a_reason_and_they_go_on_later(
    data: Path, library: DocumentLibrary, model: Path
) -> None:
    library.close()  # its log is gone with it
    with plain_library(data) as full:
        with files_at_most(40_000):
            full.set_embedder(model)
            full.embed().result(LOOK_S)
            state = full.embedding_state()
            assert state.problem is not None
            assert "cannot store" in state.problem.text()
            assert state.n_embedded < N_FILES
            assert full.search("ship", 5)

        full.look().result(LOOK_S)
        full.embed().result(LOOK_S)
        assert n_embedded(full) == N_FILES
    assert is_sound(data)


def test_a_damaged_database_is_made_again_with_its_vectors(
    data: Path, library: DocumentLibrary, model: Path, expect_log: ExpectLog
) -> None:
    expect_log("the database of documents is damaged")
    library.set_embedder(model)
    library.embed().result(LOOK_S)
    library.close()
    database = data / "documents.sqlite3"
    database.write_bytes(b"x" * database.stat().st_size)

    with plain_library(data) as again:
        again.set_embedder(model)
        again.embed().result(LOOK_S)  # finds it out
        with contextlib.suppress(LibraryDamaged):
            again.look().result(LOOK_S)
        again.embed().result(LOOK_S)
        assert n_embedded(again) == N_FILES
        assert again.search("ship", 5)
