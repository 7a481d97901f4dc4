"""Files are written whole or not at all."""

from __future__ import annotations

import array
import errno
import os
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.system import files
from app.core.system.files import (
    database_uri,
    free_bytes,
    is_link,
    mark_as_cache,
    replace_file,
    sync_file,
    sync_folder,
    write_atomically,
)
from tests.helpers.file_limits import files_at_most

if TYPE_CHECKING:
    from collections.abc import Iterator


@given(chunks=st.lists(st.binary()))
def test_the_chunks_are_written_in_order_and_counted(
    tmp_path_factory: pytest.TempPathFactory, chunks: list[bytes]
) -> None:
    path = tmp_path_factory.mktemp("files") / "file"

    n_bytes = write_atomically(path, map(memoryview, chunks))

    assert path.read_bytes() == b"".join(chunks)
    assert n_bytes == len(b"".join(chunks))


def test_a_view_of_numbers_is_counted_in_bytes(tmp_path: Path) -> None:
    numbers = memoryview(array.array("i", [1, 2, 3]))

    assert write_atomically(tmp_path / "file", [numbers]) == 12
    assert (tmp_path / "file").stat().st_size == 12


def test_an_existing_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old and longer")

    write_atomically(path, [b"new"])

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.unix("modes of files")
def test_a_written_file_is_for_this_user_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_atomically(tmp_path / "file", [b"x"])
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


@pytest.mark.unix("limits on the size of files")
def test_a_full_disk_leaves_the_old_file_and_no_temporary_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with files_at_most(100_000), pytest.raises(OSError, match="too large"):
        write_atomically(path, [bytes(60_000), bytes(60_000)])

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_source_that_fails_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def chunks() -> Iterator[bytes]:
        yield b"new"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_atomically(path, chunks())

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "nowhere" / "file", [b"x"])


def test_threads_that_write_the_same_file_leave_a_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    versions = [bytes([n]) * 100_000 for n in range(8)]

    with ThreadPoolExecutor(8) as pool:
        for written in pool.map(lambda version: write_atomically(path, [version]), versions * 5):
            assert written == 100_000

    assert path.read_bytes() in versions
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.unix("fsync of folders")
def test_the_order_is_sync_then_rename_then_sync_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    steps: list[str] = []
    fsync = os.fsync

    def watch(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        steps.append(f"{'folder' if is_folder else 'file'}, renamed: {path.exists()}")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watch)
    write_atomically(path, [b"x"])

    assert steps == ["file, renamed: False", "folder, renamed: True"]


@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP])
def test_a_file_system_without_fsync_of_folders_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refuse(_: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", refuse)
    sync_folder(tmp_path)


@pytest.mark.unix("fsync of folders")
def test_a_disk_that_fails_to_sync_a_folder_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="Input/output"):
        sync_folder(tmp_path)


def test_free_space_is_a_number_of_bytes_and_needs_a_folder(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) > 0
    with pytest.raises(FileNotFoundError):
        free_bytes(tmp_path / "nowhere")


def test_a_cache_folder_is_marked_once_with_the_known_signature(tmp_path: Path) -> None:
    mark_as_cache(tmp_path)
    tag = tmp_path / "CACHEDIR.TAG"
    tag.write_text(tag.read_text() + "# and mine\n")
    mark_as_cache(tmp_path)

    assert tag.read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55\n")
    assert tag.read_text().endswith("# and mine\n")


def test_windows_needs_no_sync_of_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    sync_folder(tmp_path / "nowhere")


# -- what Windows and macOS do otherwise --


def test_on_macos_the_drive_itself_is_told_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    of_macos = SimpleNamespace(F_FULLFSYNC=51, fcntl=lambda *asked: told.append(asked))
    monkeypatch.setitem(sys.modules, "fcntl", of_macos)
    monkeypatch.setattr(os, "fsync", told.append)

    sync_file(7)
    assert told == [(7, 51)]

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "a network drive")

    of_macos.fcntl = refuse
    sync_file(8)
    assert told == [(7, 51), 8]


class _Held:
    """A file that somebody has open, for as many attempts to move it as are given."""

    def __init__(self, n_attempts: int, winerror: int) -> None:
        self.n_left = n_attempts
        self._winerror = winerror

    def replace(self, _target: object) -> None:
        if self.n_left:
            self.n_left -= 1
            error = PermissionError(errno.EACCES, "held")
            error.winerror = self._winerror  # type: ignore[attr-defined]
            raise error


@pytest.mark.parametrize("winerror", [5, 32])
def test_a_file_that_is_held_for_a_moment_is_replaced_then(winerror: int) -> None:
    held = _Held(3, winerror)

    replace_file(held, Path("target"))  # type: ignore[arg-type]

    assert held.n_left == 0


def test_one_that_is_held_for_longer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_HELD_WAITS_S", (0.0, 0.0))
    held = _Held(3, 32)

    with pytest.raises(PermissionError):
        replace_file(held, Path("target"))  # type: ignore[arg-type]
    assert held.n_left == 0


def test_a_refusal_for_another_reason_is_told_at_once() -> None:
    held = _Held(2, 19)  # write-protected

    with pytest.raises(PermissionError):
        replace_file(held, Path("target"))  # type: ignore[arg-type]
    assert held.n_left == 1


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_a_symbolic_link_is_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)

    assert is_link(tmp_path / "link")


def test_what_has_the_tag_of_a_junction_is_a_link_and_a_folder_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()

    assert not is_link(tmp_path / "folder")
    assert not is_link(tmp_path / "missing")
    monkeypatch.setattr(files, "_reparse_tag", lambda _path: 0xA0000003)
    assert is_link(tmp_path / "folder")


@pytest.mark.skipif(sys.platform != "win32", reason="takes what only Windows has")
@pytest.mark.not_under_wine("junctions")
def test_a_junction_is_a_link(tmp_path: Path) -> None:
    command = ["cmd", "/c", "mklink", "/J", str(tmp_path / "junction"), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)

    assert is_link(tmp_path / "junction")


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (PurePosixPath("/home/ä b/x?#%.db"), "file:///home/%C3%A4%20b/x%3F%23%25.db?mode=rw"),
        pytest.param(
            PurePosixPath("/no text \udcff/x.db"),
            "file:///no%20text%20%FF/x.db?mode=rw",
            marks=pytest.mark.unix("names of files that are no text"),
        ),
        (PureWindowsPath("C:\\Users\\x.db"), "file:///C%3A/Users/x.db?mode=rw"),
        (PureWindowsPath("\\\\server\\share\\x.db"), "file:////server/share/x.db?mode=rw"),
    ],
)
def test_a_database_has_an_address_for_sqlite(path: PurePath, uri: str) -> None:
    assert database_uri(path) == uri


def test_sqlite_opens_that_address(tmp_path: Path) -> None:
    # Windows has no question marks in names.
    path = tmp_path / ("ä #%41.db" if sys.platform == "win32" else "ä ?#%41.db")
    with pytest.raises(sqlite3.OperationalError):
        sqlite3.connect(database_uri(path), uri=True)
    sqlite3.connect(path).close()
    sqlite3.connect(database_uri(path), uri=True).close()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
