"""What the library takes notice of: files that come, change, move, go, and disks that are away.

Longer than other files: all that can befall a file stands in one place.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sqlite3
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from app.core.documents import index
from app.core.documents.database import LibraryClosed
from app.core.documents.library import DocumentLibrary, LookProgress
from app.core.documents.passages import estimated_tokens
from app.core.documents.reader import DocumentReader
from app.core.documents.sources import look_through
from app.core.documents.text import READING_VERSION
from app.core.errors import ErrorRow, KnownError
from app.core.phrases import phrase
from app.core.plain_value import replace
from tests.unit.core.documents.reading import LOOK_S, REFUSED, PlainReader, plain_library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.documents.search import FoundPassage

OLD_NS = 1_700_000_000_000_000_000


@pytest.fixture
def reader() -> PlainReader:
    return PlainReader()


@pytest.fixture
def library(tmp_path: Path, reader: PlainReader) -> Iterator[DocumentLibrary]:
    (tmp_path / "data").mkdir()
    with plain_library(tmp_path / "data", reader) as library:
        yield library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    return folder


def write(path: Path, text: str, *, age: int = 0) -> Path:
    """Write a file that was changed long ago, so that one look is enough."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    os.utime(path, ns=(OLD_NS - age, OLD_NS - age))
    return path


def look(library: DocumentLibrary) -> LookProgress:
    return library.look().result(LOOK_S)


def names(found: tuple[FoundPassage, ...]) -> list[str]:
    return [one.name for one in found]


def test_a_folder_is_read_and_its_words_are_found(library: DocumentLibrary, folder: Path) -> None:
    write(folder / "bread.md", "# Rye\n\nThe dough of rye rests overnight.")
    write(folder / "more" / "salt.txt", "Salt goes in last.")
    library.add([folder])

    assert look(library) == LookProgress(2, 2, 2, is_over=True)
    (found,) = library.search("resting doughs", 5)
    assert (found.name, found.headings, found.text[:5]) == ("bread.md", ("Rye",), "# Rye")
    text = library.text(found.digest)
    assert text is not None
    assert text.text[found.begin : found.end] == found.text


def test_a_look_tells_how_far_it_is(library: DocumentLibrary, folder: Path) -> None:
    files = [write(folder / name, name) for name in ("a.md", "b.md")]
    library.add([folder])
    told: list[LookProgress] = []

    library.look(told.append).result(LOOK_S)

    assert {one.reading for one in told[:2]} == set(map(str, files))
    assert [replace(one, reading="") for one in told] == [
        *(LookProgress(2, 2, 0), LookProgress(2, 2, 1), LookProgress(2, 2, 2, is_over=True)),
    ]


def test_what_has_not_changed_is_not_read_again(
    library: DocumentLibrary, folder: Path, reader: PlainReader
) -> None:
    path = write(folder / "a.md", "Rye")
    library.add([folder, path])
    look(library)
    assert look(library).n_to_read == 0

    write(path, "Rye", age=1)  # another time, the same bytes
    write(folder / "copy.md", "Rye")
    assert look(library).n_to_read == 2
    assert reader.read_paths == [path]
    assert names(library.search("rye", 5)) == ["a.md"]
    assert [one.path.name for one in library.documents()] == ["a.md", "copy.md"]


def test_a_changed_file_is_another_document_and_its_old_text_is_forgotten(
    library: DocumentLibrary, folder: Path
) -> None:
    path = write(folder / "a.md", "Rye")
    library.add([path])
    look(library)
    old = library.documents()[0].digest
    write(path, "Wheat", age=1)
    look(library)

    assert library.search("rye", 5) == ()
    assert names(library.search("wheat", 5)) == ["a.md"]
    assert library.text(old) is None
    assert library.search("rye", 5, among=[old]) == ()
    assert names(library.search("wheat", 5)) == ["a.md"]


def test_nothing_of_a_forgotten_document_stays_on_the_disk(
    tmp_path: Path, library: DocumentLibrary, folder: Path
) -> None:
    write(folder / "a.md", "Xylophonquartett " * 50)
    write(folder / "b.md", "Wheat")
    library.add([folder])
    look(library)
    library.remove(folder)
    library.close()

    left = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    assert b"xylophon" not in left.lower()
    assert b"yloph" not in left.lower()


def words_in_blocks(library: DocumentLibrary, word: bytes) -> bool:
    with library._database.reading() as connection:
        return any(word in block for (block,) in connection.execute("SELECT block FROM words_data"))


def test_words_of_one_changed_file_leave_the_index_within_a_day_and_rewrite_nothing_before(
    library: DocumentLibrary, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_steps: list[int] = []
    monkeypatch.setattr(index, "_MERGED_PAGES", 1)
    tidy = index.tidy

    def counted(connection: sqlite3.Connection, n_left: int, *, is_first: bool) -> bool:
        n_steps.append(n_left)
        return tidy(connection, n_left, is_first=is_first)

    monkeypatch.setattr(index, "tidy", counted)
    for number in range(8):
        write(folder / f"{number}.md", f"Number {number}. " + "Rye wheat oats. " * 60)
    log = write(folder / "log.md", "0xylophone")
    library.add([folder])
    look(library)

    for age in range(1, 4):
        write(log, f"Line {age}", age=age)
        look(library)
    assert n_steps == []
    assert words_in_blocks(library, b"0xylophon")
    assert not any("xylo" in one.text for one in library.search("0xylophone", 5))

    now = time.time()
    monkeypatch.setattr("app.core.documents.index.time.time", lambda: now + 25 * 3600)
    look(library)
    assert len(n_steps) > 1
    assert set(n_steps) == {3}
    assert not words_in_blocks(library, b"0xylophon")
    assert names(library.search("line", 5)) == ["log.md"]
    n_steps.clear()
    look(library)
    assert n_steps == []


def test_words_of_many_changed_files_leave_the_index_at_once(
    library: DocumentLibrary, folder: Path
) -> None:
    for number in range(4):
        write(folder / f"{number}.md", f"0xylophone {number}")
    library.add([folder])
    look(library)
    for number in range(3):
        write(folder / f"{number}.md", f"Rye {number}", age=1)
    (folder / "3.md").unlink()
    look(library)

    assert not words_in_blocks(library, b"0xylophon")


def test_a_search_waits_for_nobody_who_writes(library: DocumentLibrary, folder: Path) -> None:
    write(folder / "a.md", "Rye")
    library.add([folder])
    look(library)

    with ThreadPoolExecutor(1) as aside, library._database.writing():
        assert names(aside.submit(library.search, "rye", 5).result(LOOK_S)) == ["a.md"]


def test_a_closed_library_opens_its_database_no_more(
    library: DocumentLibrary, folder: Path
) -> None:
    write(folder / "a.md", "Rye")
    library.add([folder])
    look(library)
    library.close()

    with pytest.raises(LibraryClosed):
        library.gather("rye", 100)
    with pytest.raises(LibraryClosed):
        library.add([folder])
    assert library._database._writer is None


def test_long_headings_stand_shortened_in_each_passage_and_take_their_share_of_tokens(
    tmp_path: Path, library: DocumentLibrary, folder: Path
) -> None:
    deep = "\n".join(f"{'#' * level} {f'heading{level} ' * 2000}" for level in range(1, 7))
    text = "The walrus needs three grams of salt. " * 60 + "\n\n"
    path = write(folder / "a.md", f"{deep}\n\n{text * 30}")
    library.add([folder])
    look(library)

    found = library.gather("walrus salt", 1_500)
    assert found
    read = sum(estimated_tokens("".join((one.text, *one.headings))) for one in found)
    assert read <= sum(one.n_tokens for one in found) <= 1_500
    assert all(len(heading) <= 200 for one in found for heading in one.headings)
    on_disk = sum(file.stat().st_size for file in (tmp_path / "data").iterdir())
    assert on_disk < 20 * path.stat().st_size


def test_a_file_that_is_gone_is_forgotten_and_one_that_moved_is_not_read_again(
    library: DocumentLibrary, folder: Path, reader: PlainReader
) -> None:
    path = write(folder / "a.md", "Rye")
    library.add([folder])
    look(library)
    path.rename(folder / "b.md")

    assert look(library).n_gone == 1
    assert [one.path.name for one in library.documents()] == ["b.md"]
    assert reader.read_paths == [path]


@pytest.mark.parametrize("is_empty", [True, False])
def test_what_lies_on_a_disk_that_is_away_stays_known(
    library: DocumentLibrary, folder: Path, *, is_empty: bool
) -> None:
    write(folder / "a.md", "Rye")
    library.add([folder])
    look(library)
    away = folder.rename(folder.with_name("away"))
    if is_empty:  # as a mount point
        folder.mkdir()

    assert look(library).n_gone == 0
    assert [one.is_reachable for one in library.documents()] == [False]
    assert names(library.search("rye", 5)) == ["a.md"]
    if is_empty:
        folder.rmdir()
    away.rename(folder)
    assert look(library).n_to_read == 0
    assert [one.is_reachable for one in library.documents()] == [True]


@pytest.mark.unix("modes of folders")
def test_a_folder_that_may_not_be_read_keeps_its_documents(
    library: DocumentLibrary, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder / "secret" / "a.md", "Rye")
    library.add([folder])
    look(library)
    scandir = os.scandir

    def refuse(path: Path) -> object:
        if path == folder / "secret":
            raise PermissionError(errno.EACCES, "denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert look(library).n_gone == 0
    assert [one.is_reachable for one in library.documents()] == [False]


def test_a_source_that_is_removed_takes_along_what_lies_in_no_other(
    library: DocumentLibrary, folder: Path
) -> None:
    write(folder / "a.md", "Rye")
    kept = write(folder / "kept" / "b.md", "Wheat")
    library.add([folder, kept.parent])
    look(library)
    library.remove(folder)

    assert library.sources() == (kept.parent,)
    assert [one.path for one in library.documents()] == [kept]
    with pytest.raises(KnownError, match="not in your list"):
        library.remove(folder)


def test_what_is_not_there_cannot_be_listed(library: DocumentLibrary, folder: Path) -> None:
    with pytest.raises(KnownError, match="no file or folder"):
        library.add([folder, folder / "nothing.md"])
    assert library.sources() == ()


def test_hidden_and_generated_files_and_other_kinds_are_left_out(
    library: DocumentLibrary, folder: Path
) -> None:
    for name in (
        *(".hidden.md", ".git/a.md", "node_modules/x/a.md", "__pycache__/a.md", "picture.png"),
        *("env/a.md", "env/pyvenv.cfg", "target/a.md", "target/CACHEDIR.TAG"),
    ):
        write(folder / name, "Rye")
    shown = write(folder / "a.md", "Rye")
    library.add([folder])
    look(library)

    assert [one.path for one in library.documents()] == [shown]


@pytest.mark.unix("symbolic links")
def test_no_link_leads_out_of_a_source_or_in_a_circle(
    library: DocumentLibrary, folder: Path, tmp_path: Path
) -> None:
    inside = write(folder / "a.md", "Rye")
    outside = write(tmp_path / "outside" / "b.md", "Wheat")
    (folder / "circle").symlink_to(folder)
    (folder / "out").symlink_to(outside.parent)
    (folder / "b.md").symlink_to(outside)
    (folder / "nowhere.md").symlink_to(folder / "nothing")
    os.mkfifo(folder / "pipe.md")
    library.add([folder])
    look(library)

    assert [one.path for one in library.documents()] == [inside]


def test_a_link_that_was_listed_is_followed(
    library: DocumentLibrary, folder: Path, tmp_path: Path
) -> None:
    write(folder / "a.md", "Rye")
    link = tmp_path / "link"
    try:
        link.symlink_to(folder)
    except OSError:
        pytest.skip("Windows lets this user make no links")
    library.add([link])
    look(library)

    assert [one.path for one in library.documents()] == [link / "a.md"]


def test_a_refused_file_says_why_and_is_read_again_when_it_changes(
    library: DocumentLibrary, folder: Path, reader: PlainReader
) -> None:
    path = write(folder / "a.md", "\0")
    library.add([folder])
    look(library)
    look(library)
    (known,) = library.documents()
    assert known.problem is not None
    assert "“a.md” holds no text." in known.problem.text()
    assert len(reader.read_paths) == 1

    write(path, "Rye", age=1)
    look(library)
    assert library.documents()[0].problem is None
    assert names(library.search("rye", 5)) == ["a.md"]


def test_a_file_that_changes_while_it_is_read_is_read_again_at_the_next_look(
    library: DocumentLibrary, folder: Path, reader: PlainReader
) -> None:
    path = write(folder / "a.md", "Rye")
    library.add([folder])
    reader.behind = lambda path: write(path, "Wheat", age=1)
    look(library)
    reader.behind = lambda _path: None
    look(library)

    assert names(library.search("wheat", 5)) == [path.name]
    assert library.search("rye", 5) == ()


def test_a_file_that_had_just_changed_is_looked_at_once_more(
    library: DocumentLibrary, folder: Path, reader: PlainReader
) -> None:
    path = folder / "a.md"
    path.write_text("Rye", "utf-8")
    library.add([folder])
    look(library)
    status = path.stat()
    path.write_text("Oat", "utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # as a coarse clock has it
    look(library)

    assert names(library.search("oat", 5)) == ["a.md"]


def test_a_file_that_vanishes_before_it_is_read_is_gone_at_the_next_look(
    library: DocumentLibrary, folder: Path, reader: PlainReader
) -> None:
    write(folder / "a.md", "Rye")
    other = write(folder / "b.md", "Wheat")
    library.add([folder])

    def vanish(path: Path) -> None:
        (folder / "b.md").unlink(missing_ok=True)
        if path == other:
            raise REFUSED(name=path.name)

    reader.before = vanish
    assert look(library).n_read == 2
    assert look(library).n_gone == 1
    assert [one.path.name for one in library.documents()] == ["a.md"]


def test_a_look_can_be_stopped_and_goes_on_later(
    library: DocumentLibrary, folder: Path, reader: PlainReader
) -> None:
    for number in range(5):
        write(folder / f"{number}.md", f"Number {number}")
    library.add([folder])
    reader.behind = lambda _path: library.stop_looking()
    first = look(library)
    assert first.is_over
    assert (first.n_read, first.n_to_read) == (1, 5)

    reader.behind = lambda _path: None
    assert look(library).n_read == 4


def test_closing_ends_a_look_and_the_reader(tmp_path: Path, folder: Path) -> None:
    reader = PlainReader()
    for number in range(5):
        write(folder / f"{number}.md", f"Number {number}")
    (tmp_path / "data").mkdir()
    library = plain_library(tmp_path / "data", reader)
    library.add([folder])
    begun = threading.Event()

    def wait(_path: Path) -> None:
        begun.set()
        assert reader.is_closed.wait(LOOK_S)

    reader.before = wait
    future = library.look()
    assert begun.wait(LOOK_S)
    library.close()

    assert future.result(LOOK_S).n_read == 1


def test_names_may_be_anything(library: DocumentLibrary, folder: Path) -> None:
    odd = ["über Öl.md", "a b  c.md", "漢字.md", "שלום.md", "'quoted'; --.md", "%s {x}.md"]
    if sys.platform == "linux":
        odd += ["line\nbreak.md", os.fsdecode(b"latin-\xe9.md")]
    for number, name in enumerate(odd):
        write(folder / name, f"Number {number}")
    library.add([folder])
    look(library)

    assert {one.path.name for one in library.documents()} == set(odd)
    assert all(one.problem is None for one in library.documents())
    library.remove(folder)
    library.add([folder / name for name in odd])
    assert {path.name for path in library.sources()} == set(odd)
    assert look(library).n_files == len(odd)
    assert {one.path.name for one in library.documents()} == set(odd)


def test_ten_thousand_files_are_compared_in_bounded_time(
    library: DocumentLibrary, folder: Path
) -> None:
    for number in range(10_005):
        path = folder / str(number % 100) / f"{number}.md"
        path.parent.mkdir(exist_ok=True)
        path.touch()
    library.add([folder])
    told: list[LookProgress] = []

    def tell(progress: LookProgress) -> None:
        told.append(progress)
        if progress.n_read == 20:
            library.stop_looking()

    begun = time.monotonic()
    last = library.look(tell).result(LOOK_S)

    assert last.is_cut
    assert (last.n_files, last.n_to_read) == (10_000, 10_000)
    assert last.n_read <= 21
    assert time.monotonic() - begun < LOOK_S


def test_the_list_outlives_its_database(
    tmp_path: Path, library: DocumentLibrary, folder: Path
) -> None:
    write(folder / "a.md", "Rye")
    library.add([folder])
    look(library)
    for path in (tmp_path / "data").glob("documents.sqlite3*"):
        path.unlink()

    assert library.sources() == (folder,)
    assert library.search("rye", 5) == ()
    look(library)
    assert names(library.search("rye", 5)) == ["a.md"]


def test_a_list_that_is_no_list_is_moved_aside(
    tmp_path: Path, library: DocumentLibrary, folder: Path, expect_log: object
) -> None:
    expect_log("the list of documents cannot be read")  # type: ignore[operator]
    (tmp_path / "data" / "documents.json").write_text("{", "utf-8")

    assert library.sources() == ()
    library.add([folder])
    kept = json.loads((tmp_path / "data" / "documents.json").read_text("utf-8"))
    assert kept == {"sources": [str(folder)]}
    assert (tmp_path / "data" / "documents.json.broken").read_text("utf-8") == "{"


def test_opening_a_library_touches_no_disk(tmp_path: Path) -> None:
    plain_library(tmp_path / "nowhere").close()

    assert list(tmp_path.iterdir()) == []


@pytest.mark.unix("links and pipes")
@pytest.mark.parametrize("what", ["link", "pipe"])
def test_what_takes_the_place_of_a_file_during_a_look_is_not_read(
    tmp_path: Path, what: str
) -> None:
    (tmp_path / "papers").mkdir()
    paper, secret = tmp_path / "papers" / "a.md", tmp_path / "secret.md"
    paper.write_text("rye", "utf-8")
    secret.write_text("xylophone", "utf-8")

    def swap(progress: LookProgress) -> None:
        if progress.reading:
            paper.unlink()
            paper.symlink_to(secret) if what == "link" else os.mkfifo(paper)

    reader = DocumentReader()
    database, listed = tmp_path / "documents.sqlite3", tmp_path / "documents.json"
    with DocumentLibrary(database, listed, reader) as library:
        library.add([tmp_path / "papers"])
        assert library.look(swap).result(LOOK_S).is_over
        assert library.search("xylophone", 5) == ()


@pytest.mark.unix("links")
@pytest.mark.parametrize("is_read_by_then", [False, True])
def test_a_link_that_takes_the_place_of_a_folder_during_a_look_is_not_followed(
    library: DocumentLibrary, reader: PlainReader, folder: Path, tmp_path: Path,
    *, is_read_by_then: bool,
) -> None:  # fmt: skip
    write(folder / "inner" / "a.md", "Rye")
    write(tmp_path / "secret" / "a.md", "xylophone")

    def swap(_path: Path) -> None:
        (folder / "inner").rename(tmp_path / "aside")
        (folder / "inner").symlink_to(tmp_path / "secret")

    library.add([folder])
    if is_read_by_then:
        reader.before = swap
        look(library)
    else:
        library.look(lambda told: swap(folder) if told.reading else None).result(LOOK_S)
        assert reader.read_paths == []

    assert library.documents() == ()
    assert library.search("xylophone", 5) == ()


def test_what_is_taken_off_the_list_while_it_is_read_does_not_come_back(
    library: DocumentLibrary, reader: PlainReader, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("rye", "utf-8")
    library.add([tmp_path / "a.md"])
    reader.behind = lambda path: library.remove(path)

    library.look().result(LOOK_S)

    assert reader.read_paths
    assert library.documents() == ()
    assert library.search("rye", 5) == ()


def test_a_file_whose_reading_was_given_up_with_the_look_counts_as_unread(
    library: DocumentLibrary, reader: PlainReader, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("rye", "utf-8")
    library.add([tmp_path / "a.md"])

    def give_up(path: Path) -> None:
        library.stop_looking()
        raise REFUSED(name=path.name)

    reader.before = give_up
    library.look().result(LOOK_S)
    assert library.documents() == ()

    reader.before = lambda _path: None
    library.look().result(LOOK_S)
    assert [one.problem for one in library.documents()] == [None]


def test_what_lies_beyond_the_most_files_stays_known(
    library: DocumentLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"rye {name}", "utf-8")
    library.add([tmp_path / "x", tmp_path / "y"])
    library.look().result(LOOK_S)
    (tmp_path / "x" / "b.md").write_text("wheat", "utf-8")

    few = partial(look_through, most_files=1)
    monkeypatch.setattr("app.core.documents.library.look_through", few)
    assert library.look().result(LOOK_S).is_cut

    assert [one.path.parent.name for one in library.documents()] == ["x", "y"]


def test_whether_anything_is_listed_is_known_without_a_database(
    tmp_path: Path, folder: Path
) -> None:
    with plain_library(tmp_path, PlainReader()) as library:
        assert not library.has_sources()
        assert not [one for one in tmp_path.iterdir() if one != folder]
        library.add([folder])
        assert library.has_sources()
        library.remove(folder)
        assert not library.has_sources()


def test_the_state_is_another_when_anything_that_is_known_is(
    library: DocumentLibrary, folder: Path
) -> None:
    file = write(folder / "a.md", "one")
    library.add([folder])
    states = [library.state()]
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: write(folder / "b.md", "two"),
        lambda: write(file, "three", age=1),
        lambda: folder.rename(folder.with_name("away")),
        lambda: folder.with_name("away").rename(folder),
        file.unlink,
    ]
    for step in steps:
        step()
        look(library)
        states.append(library.state())
        look(library)
        assert library.state() == states[-1]
    assert all(before != after for before, after in pairwise(states))


def test_the_files_of_a_document_are_found_by_its_digest(
    library: DocumentLibrary, folder: Path
) -> None:
    first, second = write(folder / "b.md", "one"), write(folder / "a" / "c.md", "one")
    write(folder / "d.md", "two")
    library.add([first, second.parent, folder / "d.md"])
    look(library)
    digest = next(one.digest for one in library.documents() if one.path == first)
    assert [one.path for one in library.files_of(digest)] == [second, first]
    second.parent.rename(folder / "away")
    look(library)
    assert [one.path for one in library.files_of(digest)] == [first, second]
    assert library.files_of("0" * 64) == ()


def test_better_parsers_read_all_files_again(
    library: DocumentLibrary, reader: PlainReader, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bread = write(folder / "bread.txt", "dough")
    write(folder / "picture.pdf", "a\0b")
    library.add([folder])
    look(library)
    look(library)
    assert len(reader.read_paths) == 2

    monkeypatch.setattr("app.core.documents.library.READING_VERSION", READING_VERSION + 1)
    reader.shown_as = "{}, and a crust"
    reader.before = lambda _path: library.search("dough", 5) or pytest.fail("it was forgotten")
    assert look(library).n_to_read == 2

    (found,) = library.search("crust", 5)
    assert found.text == "dough, and a crust"
    assert [one.digest for one in library.documents()] == [found.digest, ""]
    assert bread in reader.read_paths[2:]
    assert look(library).n_to_read == 0


def test_what_earlier_parsers_read_stays_where_nothing_can_be_read(
    library: DocumentLibrary, reader: PlainReader, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder / "bread.txt", "dough")
    library.add([folder])
    look(library)

    def fail(_path: Path) -> None:
        raise ErrorRow(phrase("No process."), phrase("Nothing."), may_pass=True)()

    monkeypatch.setattr("app.core.documents.library.READING_VERSION", READING_VERSION + 1)
    reader.before = fail
    look(library)
    assert len(library.search("dough", 5)) == 1

    reader.before = lambda _path: None
    reader.shown_as = "{} again"
    look(library)
    assert [one.text for one in library.search("dough", 5)] == ["dough again"]


def test_earlier_parsers_read_nothing_again(
    library: DocumentLibrary, reader: PlainReader, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder / "bread.txt", "dough")
    library.add([folder])
    look(library)
    monkeypatch.setattr("app.core.documents.library.READING_VERSION", READING_VERSION - 1)
    assert look(library).n_to_read == 0
    assert len(reader.read_paths) == 1


def test_a_library_that_knows_no_parsers_is_read_again(tmp_path: Path, folder: Path) -> None:
    write(folder / "bread.txt", "dough")
    (tmp_path / "old").mkdir()
    with plain_library(tmp_path / "old") as library:
        library.add([folder])
        look(library)
    with contextlib.closing(sqlite3.connect(tmp_path / "old" / "documents.sqlite3")) as database:
        database.executescript("DROP TABLE reading; DROP TABLE outdated;")

    with plain_library(tmp_path / "old") as library:
        assert (look(library).n_to_read, look(library).n_to_read) == (1, 0)
