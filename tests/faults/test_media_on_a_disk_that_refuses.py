"""Files of users on a disk that is full or may not be written, and in a program that is killed."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.media import cache, originals
from app.core.media.library import MediaLibrary
from app.core.media.refusals import MediaNotDeleted, MediaNotKept
from tests.helpers.file_limits import files_at_most
from tests.helpers.media_samples import encoded, quarters

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = Path(__file__).resolve().parents[2]
PICTURE = encoded(quarters(200, 100), "BMP")
KILLED_AT = """
import os, signal, sys
from pathlib import Path
from app.core.media import cache, originals
from app.core.media.library import MediaLibrary

def killed(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)

root = Path(sys.argv[1])
library = MediaLibrary(root / "data", root / "cache")
data = (root / "picture").read_bytes()
match sys.argv[2]:
    case "copied": originals.sync_file = killed
    case "placed": originals.sync_folder = killed
    case "before": originals.replace_file = killed
    case "made": cache.json.dumps = killed
    case "forgetting":
        used = library.add(data, "a")
        library.raw(used)
        for folder in ("data", "cache"):
            for file in (root / folder).iterdir():
                os.utime(file, (1, 1))
        originals.sync_folder = killed
        library.forget(())
library.raw(library.add(data, "a"))
"""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MediaLibrary]:
    with MediaLibrary(tmp_path / "data", tmp_path / "cache") as library:
        yield library


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def left(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.name != "lock"}


@pytest.mark.unix("a limit on the size of files")
def test_a_disk_that_is_full_in_the_middle_of_a_copy_leaves_nothing_of_it(
    library: MediaLibrary, tmp_path: Path
) -> None:
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with files_at_most(30_000), pytest.raises(MediaNotKept, match="disk is full") as refusal:
            library.add(PICTURE, "a.bmp")
    finally:
        signal.signal(signal.SIGXFSZ, before)

    assert "Free some space" in str(refusal.value.remedy)
    assert left(tmp_path / "data") == set()
    assert library.add(PICTURE, "a.bmp").width == 200


@pytest.mark.parametrize("step", ["sync_file", "replace_file", "sync_folder"])
def test_a_disk_that_is_full_at_any_step_keeps_what_was_there(
    library: MediaLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    first = library.add(encoded(quarters(), "PNG"), "first.png")
    with monkeypatch.context() as broken:
        broken.setattr(originals, step, full)
        with pytest.raises(MediaNotKept, match="disk is full"):
            library.add(PICTURE, "a.bmp")

    assert not [name for name in left(tmp_path / "data") if name.startswith("incoming")]
    assert library.original(first).read_bytes() == encoded(quarters(), "PNG")
    second = library.add(PICTURE, "a.bmp")
    assert library.original(second).read_bytes() == PICTURE


def test_pixels_for_which_there_is_no_room_are_told_of_and_made_later(
    library: MediaLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = library.add(PICTURE, "a.bmp")
    with monkeypatch.context() as broken:
        broken.setattr(cache, "write_atomically", full)
        broken.setattr("app.core.content.media.write_atomically", full)
        with pytest.raises(MediaNotKept, match="disk is full"):
            library.raw(file)
        small = library.thumbnail(file, 20)  # made each time, then

    assert library.raw(file).width == 200
    assert library.thumbnail(file, 20) == small


@pytest.mark.unix("a folder that may not be written")
def test_a_folder_that_may_not_be_written_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder would be")
    with (
        MediaLibrary(tmp_path / "data", tmp_path / "cache") as library,
        pytest.raises(MediaNotKept, match="could not store") as refusal,
    ):
        library.add(PICTURE, "a.bmp")
    assert "writable" in str(refusal.value.remedy)


def test_what_cannot_be_deleted_stays_for_the_next_time(
    library: MediaLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = library.add(PICTURE, "a.bmp")
    os.utime(library.original(file), (1, 1))

    with monkeypatch.context() as broken:
        broken.setattr(originals, "sync_folder", full)
        with pytest.raises(MediaNotDeleted, match="could not delete"):
            library.forget(())
    library.add(PICTURE, "a.bmp")
    os.utime(library.original(file), (1, 1))
    with monkeypatch.context() as broken:
        broken.setattr(Path, "unlink", full)
        assert library.forget(()) == 0
    assert library.forget(()) == 1


@pytest.mark.unix("an end that a program cannot see coming")
@pytest.mark.parametrize("step", ["copied", "before", "placed", "made", "forgetting"])
def test_a_program_killed_at_any_step_leaves_nothing_that_is_not_whole(
    tmp_path: Path, step: str
) -> None:
    (tmp_path / "picture").write_bytes(PICTURE)

    killed = subprocess.run(
        (sys.executable, "-c", KILLED_AT, str(tmp_path), step),
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        check=False,
    )

    assert killed.returncode == -signal.SIGKILL
    for kept in (tmp_path / "data").iterdir():
        if len(kept.name) == 64:
            assert kept.read_bytes() == PICTURE
    with MediaLibrary(tmp_path / "data", tmp_path / "cache") as library:
        file = library.add(PICTURE, "a.bmp")
        assert library.raw(file).width == 200
        assert library.original(file).read_bytes() == PICTURE
        for found in (tmp_path / "data").iterdir():
            os.utime(found, (1, 1))
        library.forget({file.digest})
    assert left(tmp_path / "data") == {file.digest}
