"""What a look at the times tells of a change."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from app.core.models.library.folder_search import stamp_of
from app.core.models.library.library import Watch

if TYPE_CHECKING:
    from pathlib import Path


def watch_of(*paths: Path) -> Watch:
    return Watch.until_scanned().of({path: stamp_of(path) for path in paths})


def test_what_has_been_quiet_for_long_shows_each_change(tmp_path: Path) -> None:
    file, folder, missing = tmp_path / "file", tmp_path / "folder", tmp_path / "missing"
    file.write_bytes(b"1")
    folder.mkdir()
    for path in (file, folder):
        os.utime(path, (1_700_000_000, 1_700_000_000))

    watch = watch_of(file, folder, missing)
    assert not watch.sees_a_change()
    missing.mkdir()
    assert watch.sees_a_change()

    watch = watch_of(file, folder)
    (folder / "new").touch()
    assert watch.sees_a_change()

    os.utime(folder, (1_700_000_000, 1_700_000_000))
    watch = watch_of(file, folder)
    file.write_bytes(b"22")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    assert watch.sees_a_change()


def test_what_had_just_changed_may_have_changed_again(tmp_path: Path) -> None:
    assert watch_of(tmp_path).sees_a_change()
    in_an_hour = time.time() + 3600  # of a server whose clock is wrong: it settles, too
    os.utime(tmp_path, (in_an_hour, in_an_hour))
    assert not watch_of(tmp_path).sees_a_change()
