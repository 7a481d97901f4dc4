"""Documents beside another program, on a full disk, with a damaged database, after a kill."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.documents.database import LibraryDamaged
from app.core.errors import KnownError
from tests.helpers.child_run import REPOSITORY
from tests.helpers.file_limits import files_at_most
from tests.unit.core.documents.reading import LOOK_S, PlainReader, plain_library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.documents.library import DocumentLibrary
    from tests.conftest import ExpectLog

N_FILES = 120
OLD_NS = 1_700_000_000_000_000_000


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for number in range(N_FILES):
        write(folder / f"{number}.md", f"Rye bread number {number}. " * 40)
    return folder


@pytest.fixture
def library(data: Path, folder: Path) -> Iterator[DocumentLibrary]:
    with plain_library(data) as library:
        library.add([folder])
        yield library


def write(path: Path, text: str, age: int = 0) -> None:
    path.write_text(text, "utf-8")
    os.utime(path, ns=(OLD_NS - age, OLD_NS - age))


def child(data: Path, folder: Path, n_looks: int, read_s: float = 0.0) -> subprocess.Popen[str]:
    arguments = (str(data), str(folder), str(n_looks), str(read_s))
    command = [sys.executable, "-m", "tests.faults.documents_child", *arguments]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)


def is_sound(database: Path) -> bool:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for table in ("words", "parts"):
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
        found = connection.execute("PRAGMA integrity_check").fetchall()
        return found == [("ok",)] and not connection.execute("PRAGMA foreign_key_check").fetchall()


def test_two_programs_look_at_once_and_change_the_list(data: Path, folder: Path) -> None:
    children = [child(data, folder, 4) for _ in range(2)]
    with plain_library(data) as library:
        for number in range(N_FILES):
            write(folder / f"{number}.md", f"Rye and wheat number {number}. " * 40, age=1)
            if number % 30 == 0:
                library.look().result(LOOK_S)
        for one in children:
            one.communicate(timeout=LOOK_S)
        assert [one.returncode for one in children] == [0, 0]
        assert library.sources() == (folder,)
        library.look().result(LOOK_S)
        known = library.documents()

        assert len(known) == N_FILES
        assert all(one.problem is None and one.is_reachable for one in known)
        texts = [library.text(one.digest) for one in known]
        assert all(one is not None and "wheat" in one.text for one in texts)
    assert is_sound(data / "documents.sqlite3")


def test_two_programs_that_look_at_once_share_the_work(data: Path, folder: Path) -> None:
    children = [child(data, folder, 1, read_s=0.02) for _ in range(2)]
    said = [one.communicate(timeout=LOOK_S)[0] for one in children]

    n_read = [int(one.rsplit("read ", 1)[1]) for one in said]
    assert N_FILES <= sum(n_read) < 1.5 * N_FILES


def test_a_program_that_is_killed_leaves_what_it_had_read(data: Path, folder: Path) -> None:
    killed = child(data, folder, 1)
    assert killed.stdout is not None
    for line in killed.stdout:
        if int(line) >= N_FILES // 3:
            break
    killed.kill()
    killed.communicate(timeout=LOOK_S)
    reader = PlainReader()
    with plain_library(data, reader) as library:
        last = library.look().result(LOOK_S)
        assert (last.n_files, last.problem) == (N_FILES, None)
        assert last.n_to_read <= N_FILES - N_FILES // 3
        assert len(library.documents()) == N_FILES
    assert is_sound(data / "documents.sqlite3")


@pytest.mark.parametrize("how", ["no database", "broken pages"])
def test_a_damaged_database_is_made_again_from_the_list(
    data: Path, folder: Path, expect_log: ExpectLog, how: str
) -> None:
    expect_log("the database of documents is damaged")
    with plain_library(data) as library:
        library.add([folder])
        library.look().result(LOOK_S)
    database = data / "documents.sqlite3"
    content = bytearray(database.read_bytes())
    if how == "no database":
        content[:100] = b"x" * 100
    else:
        content[4096:] = b"x" * (len(content) - 4096)
    database.write_bytes(content)

    with plain_library(data) as library:
        with pytest.raises(LibraryDamaged):
            library.search("rye", 5)
        assert library.sources() == (folder,)
        assert library.look().result(LOOK_S).n_read == N_FILES
        assert library.search("rye", 5)
    assert is_sound(database)


def test_a_look_makes_a_damaged_database_again_by_itself(
    data: Path, folder: Path, expect_log: ExpectLog
) -> None:
    expect_log("the database of documents is damaged")
    (data / "documents.sqlite3").write_bytes(b"no database" * 1000)
    with plain_library(data) as library:
        with pytest.raises(LibraryDamaged):
            library.add([folder])
        library.add([folder])
        assert library.look().result(LOOK_S).n_read == N_FILES


def test_a_database_of_a_later_version_is_left_alone(data: Path) -> None:
    with contextlib.closing(sqlite3.connect(data / "documents.sqlite3")) as connection:
        connection.execute("PRAGMA user_version=99")
    before = (data / "documents.sqlite3").read_bytes()
    with plain_library(data) as library, pytest.raises(KnownError, match="newer version"):
        library.documents()

    assert (data / "documents.sqlite3").read_bytes() == before


@pytest.mark.unix("limits on the size of files")
def test_a_full_disk_ends_a_look_with_a_reason_and_the_next_one_goes_on(
    data: Path, library: DocumentLibrary
) -> None:
    library.documents()
    size = sum(path.stat().st_size for path in data.iterdir())
    with files_at_most(size + 200_000):
        last = library.look().result(LOOK_S)
        assert last.problem is not None
        assert "cannot store" in last.problem.text()
        assert not last.problem.is_bug
        n_read = len(library.documents())
        assert 0 < n_read < N_FILES

    assert library.look().result(LOOK_S).problem is None
    assert len(library.documents()) == N_FILES
    library.close()
    assert is_sound(data / "documents.sqlite3")


@pytest.mark.unix("modes of folders")
def test_a_list_that_cannot_be_written_is_told_and_unchanged(
    data: Path, library: DocumentLibrary, folder: Path
) -> None:
    with files_at_most(0), pytest.raises(KnownError, match="cannot store"):
        library.add([folder / "0.md"])

    assert library.sources() == (folder,)


def test_who_waits_for_another_program_for_long_is_told(
    data: Path, library: DocumentLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.documents()
    library.close()
    monkeypatch.setattr("app.core.documents.database._BUSY_S", 0.1)
    with contextlib.closing(sqlite3.connect(data / "documents.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        with plain_library(data) as waiting:
            last = waiting.look().result(LOOK_S)

    assert last.problem is not None
    assert "Another program" in last.problem.text()
    assert last.problem.may_pass
