"""The door: scanning again, watching, finding, deleting."""

from __future__ import annotations

import json
import os
import random
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import send2trash

from app.core.errors import KnownError
from app.core.models.library.entries import LibraryContents, Usable
from app.core.models.library.errors import NotDeleted, NotInLibrary
from app.core.models.library.library import ModelLibrary
from app.core.models.library.scanner import LibraryFolders
from app.core.system import desktop_words
from tests.helpers.model_files import model_bytes, write_model, write_split_model
from tests.helpers.spellings import LINKS, Link, spelled_otherwise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.models.library.machine import Machine

    Make = Callable[..., ModelLibrary]

WAIT_S = 30.0


class Heard:
    """A subscriber that can wait for what it is told."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._names: list[str] | None = None

    def __call__(self, contents: LibraryContents) -> None:
        with self._changed:
            self._names = [entry.name for entry in contents.entries]
            self._changed.notify_all()

    def until(self, names: list[str]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self._names == names, WAIT_S), self._names


@pytest.fixture
def watching(models: Path) -> Iterator[tuple[ModelLibrary, Heard]]:
    """A library that watches the folder, and who hears of it."""
    library = ModelLibrary(LibraryFolders((models,)), poll_s=0.01)
    heard = Heard()
    library.subscribe(heard)
    library.start()
    yield library, heard
    library.close()


# -- scanning again --


def settle(folder: Path) -> None:
    """Make all files old; of those that have just been written, nothing is remembered."""
    for path in folder.rglob("*.gguf"):
        os.utime(path, (1_700_000_000, 1_700_000_000))


def test_a_second_scan_of_a_thousand_files_reads_no_header(models: Path, library_of: Make) -> None:
    for number in range(1000):
        write_model(models / f"{number % 10}" / f"{number}.gguf", f"Model {number}")
    settle(models)
    first = library_of(models, index=True).scan()
    assert (len(first.entries), first.n_headers_read) == (1000, 1000)
    later = library_of(models, index=True)  # as after a restart
    second = later.scan()
    assert (second.entries, second.n_headers_read) == (first.entries, 0)
    write_model(models / "0" / "new.gguf")
    assert later.scan().n_headers_read == 1


def test_a_file_that_changed_is_read_again(models: Path, library_of: Make) -> None:
    path = write_model(models / "m.gguf", "Before")
    library = library_of(models)
    library.scan()
    path.write_bytes(b"no model")
    os.utime(path, (1, 1))
    write_model(models / "other.gguf", "Other")
    contents = library.scan()
    assert contents.n_headers_read == 2
    assert [isinstance(entry.state, Usable) for entry in contents.entries] == [False, True]


def test_why_a_file_cannot_be_used_is_remembered_too(models: Path, library_of: Make) -> None:
    (models / "bad.gguf").write_bytes(model_bytes()[:30])
    (models / "old.gguf").write_bytes(b"GGUF\1\0\0\0")
    settle(models)
    first = library_of(models, index=True).scan()
    second = library_of(models, index=True).scan()
    assert (second.entries, second.n_headers_read) == (first.entries, 0)


@pytest.mark.parametrize("damage", ["empty", "text", "other", "types", "rows", "deep", "folder"])
def test_an_index_that_is_damaged_costs_a_scan_and_nothing_else(
    tmp_path: Path, models: Path, library_of: Make, damage: str
) -> None:
    write_model(models / "m.gguf")
    settle(models)
    first = library_of(models, index=True).scan()
    assert library_of(models, index=True).scan().n_headers_read == 0
    index = tmp_path / "index.json"
    stored: Any = json.loads(index.read_text())
    match damage:
        case "empty" | "text" | "deep":
            index.write_text({"empty": "", "text": "}{", "deep": "[" * 100_000}[damage])
        case "other":
            index.write_text(json.dumps({**stored, "format": "of the future"}))
        case "types":
            for row in stored["files"].values():
                row[1]["n_parameters"] = "many"
            index.write_text(json.dumps(stored))
        case "rows":
            stored["files"] = dict.fromkeys(stored["files"])
            index.write_text(json.dumps(stored))
        case _:
            index.unlink()
            index.mkdir()
    again = library_of(models, index=True).scan()
    assert (again.entries, again.n_headers_read) == (first.entries, 1)


def test_a_second_change_that_leaves_no_trace_in_the_time_is_seen(
    models: Path, library_of: Make
) -> None:
    """Clocks of file systems are coarse: two changes may have one time."""
    path = write_model(models / "m.gguf", "Before")
    library = library_of(models)
    library.scan()
    then = path.stat()
    write_model(path, "Behind")
    os.utime(path, ns=(then.st_atime_ns, then.st_mtime_ns))
    assert [entry.name for entry in library.scan().entries] == ["Behind"]


def change_something(folders: list[Path], chance: random.Random, now_s: int) -> None:
    names = ("m.gguf", "n.gguf", "big-00001-of-00002.gguf", "n.gguf.part")
    path, other = (chance.choice(folders) / chance.choice(names) for _ in range(2))
    what = chance.randrange(6)
    if what == 0 and path.is_file():
        os.utime(path, (now_s, now_s))
        return
    path.unlink(missing_ok=True)
    match what:
        case 1 if sys.platform != "win32":  # where making one takes rights
            path.symlink_to(other)
        case 2 if other.is_file():
            os.link(other, path)
        case 3:
            path.write_bytes(model_bytes()[: chance.randrange(400)])
        case _:
            write_model(path, chance.choice(("A", "B", "C")))  # all of one length


def test_what_is_remembered_never_differs_from_what_is_there(
    models: Path, library_of: Make
) -> None:
    """After any changes, a library that remembers says what one that remembers nothing says."""
    chance = random.Random(17)
    remembering = library_of(models, index=True)
    folders = [models, models / "a", models / "a" / "b", models / "c"]
    for folder in folders:
        folder.mkdir(exist_ok=True)
    for now_s in range(1, 100):
        for _ in range(chance.randrange(1, 5)):
            change_something(folders, chance, now_s)
        assert remembering.scan().entries == library_of(models).scan().entries


# -- watching --


def test_what_comes_changes_and_goes_is_told(
    models: Path, watching: tuple[ModelLibrary, Heard]
) -> None:
    _, heard = watching
    path = write_model(models / "deep" / "a.gguf", "A")
    heard.until(["A"])
    write_model(models / "b.gguf", "B")
    heard.until(["A", "B"])
    write_model(path, "C")
    heard.until(["B", "C"])
    path.rename(models / "deep" / "c.gguf")
    (models / "b.gguf").unlink()
    heard.until(["C"])


def test_a_folder_that_comes_later_is_told(models: Path, tmp_path: Path) -> None:
    heard = Heard()
    library = ModelLibrary(LibraryFolders((tmp_path / "disk",)), poll_s=0.01)
    library.subscribe(heard)
    library.start()
    try:
        heard.until([])  # that it is not there
        write_model(tmp_path / "disk" / "m.gguf", "M")
        heard.until(["M"])
    finally:
        library.close()


def test_other_folders_are_looked_at_when_they_are_set(
    tmp_path: Path, watching: tuple[ModelLibrary, Heard]
) -> None:
    library, heard = watching
    write_model(tmp_path / "other" / "m.gguf", "Elsewhere")
    library.set_folders(LibraryFolders((tmp_path / "other",)))
    heard.until(["Elsewhere"])


def test_closing_gives_up_a_scan_that_is_going_on(models: Path, machine: Machine) -> None:
    begun = threading.Event()
    library = ModelLibrary(LibraryFolders((models,), machine))
    real = library._is_closing.is_set

    def slow() -> bool:
        begun.set()
        library._is_closing.wait(WAIT_S)
        return real()

    library._is_closing.is_set = slow  # type: ignore[method-assign]
    library.start()
    assert begun.wait(WAIT_S)
    library._is_closing.is_set = real  # type: ignore[method-assign]
    library.close()
    assert library.contents == LibraryContents()


def test_a_scan_that_fails_is_logged_and_the_next_one_works(
    models: Path, monkeypatch: pytest.MonkeyPatch, expect_log: Any
) -> None:
    expect_log("a scan of the model folders failed")
    write_model(models / "m.gguf", "M")
    heard, failed = Heard(), threading.Event()
    real = ModelLibrary._scan

    def fail(_self: ModelLibrary) -> None:
        failed.set()
        raise RuntimeError

    library = ModelLibrary(LibraryFolders((models,)), poll_s=0.01)
    library.subscribe(heard)
    monkeypatch.setattr(ModelLibrary, "_scan", fail)
    library.start()
    try:
        assert failed.wait(WAIT_S)
        monkeypatch.setattr(ModelLibrary, "_scan", real)
        library.rescan()
        heard.until(["M"])
    finally:
        library.close()


# -- finding and deleting --


def test_what_is_not_there_is_not_found(models: Path, library_of: Make) -> None:
    library = library_of(models)
    library.scan()
    with pytest.raises(NotInLibrary, match="not in the model library"):
        library.find(models / "none.gguf")


@pytest.fixture
def trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A trash that is a folder; the real one is tried with the command line."""
    folder = tmp_path / "trash"
    folder.mkdir()

    def move(path: str) -> None:
        if Path(path).name.startswith("stubborn"):
            raise PermissionError(13, "Permission denied")
        Path(path).rename(folder / Path(path).name)

    monkeypatch.setattr(send2trash, "send2trash", move)
    return folder


def test_all_files_of_a_model_go_to_the_trash_and_nothing_else(
    models: Path, library_of: Make, trash: Path
) -> None:
    parts = write_split_model(models, "big", 3)
    write_model(models / "big.gguf", "Other")
    (models / "big-00001-of-00003.txt").write_text("notes")
    library = library_of(models)
    library.scan()
    library.delete(library.find(parts[1]))
    assert {path.name for path in trash.iterdir()} == {path.name for path in parts}
    assert {path.name for path in models.iterdir()} == {"big.gguf", "big-00001-of-00003.txt"}
    assert [entry.name for entry in library.scan().entries] == ["Other"]


@pytest.mark.unix("symbolic links, which take rights on Windows")
def test_of_a_link_the_link_goes_and_not_what_it_leads_to(
    tmp_path: Path, models: Path, library_of: Make, trash: Path
) -> None:
    target = write_model(tmp_path / "archive" / "m.gguf")
    (models / "link.gguf").symlink_to(target)
    library = library_of(models)
    library.scan()
    library.delete(library.find(models / "link.gguf"))
    assert target.exists()
    assert not (models / "link.gguf").is_symlink()


@pytest.mark.parametrize("link", LINKS)
def test_a_file_of_another_program_is_never_deleted(
    machine: Machine, models: Path, library_of: Make, trash: Path, link: Link
) -> None:
    path = write_model(machine.home / ".lmstudio" / "models" / "a" / "b" / "m.gguf")
    link(models / "mine.gguf", path)
    library = library_of(models, path.parent)
    library.scan()
    for spelling in (path, models / "mine.gguf"):
        with pytest.raises(KnownError, match="belongs to LM Studio"):
            library.delete(library.find(spelling))
    assert path.exists()
    assert (models / "mine.gguf").samefile(path)
    assert not list(trash.iterdir())


@pytest.mark.parametrize(
    ("place", "program"),
    [
        (".ollama/models/import/m.gguf", "Ollama"),
        (".lmstudio/.internal/bundled-models/m.gguf", "LM Studio"),
        (".local/share/Jan/data/older/m.gguf", "Jan"),
        (".cache/huggingface/hub/models--a--b/blobs/m.gguf", "Hugging Face"),
    ],
)
def test_what_lies_in_the_folder_of_a_program_is_its_own_though_it_does_not_list_it(
    machine: Machine, tmp_path: Path, library_of: Make, trash: Path, place: str, program: str
) -> None:
    path = write_model(machine.home / place)
    library = library_of(spelled_otherwise(path.parent, tmp_path))
    library.scan()
    with pytest.raises(KnownError, match=f"belongs to {program}"):
        library.delete(library.find(path))
    assert path.exists()


def test_what_the_trash_refuses_stays_and_is_told(
    models: Path, library_of: Make, trash: Path
) -> None:
    path = write_model(models / "stubborn.gguf")
    library = library_of(models)
    library.scan()
    with pytest.raises(
        NotDeleted, match=f"could not move .* to the {desktop_words.trash()}"
    ) as caught:
        library.delete(library.find(path))
    assert "Permission denied" in str(caught.value.what)
    assert path.exists()


def test_what_hearth_downloads_is_found_as_soon_as_it_is_there(
    tmp_path: Path, machine: Machine
) -> None:
    downloaded = tmp_path / "downloads"
    library = ModelLibrary(LibraryFolders((), machine, downloaded=downloaded))
    assert library.scan() == LibraryContents()  # its folder is not missed
    write_model(downloaded / "author" / "name" / "new.gguf", "New")
    assert [entry.name for entry in library.scan().entries] == ["New"]
