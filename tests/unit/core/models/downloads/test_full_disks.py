"""Downloads to disks that are too small, get full, or refuse."""

from __future__ import annotations

import errno
import random
import shutil
import threading
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers.download_watch import (
    DATA,
    REPO,
    SIZE,
    DownloadWatch,
    assert_all_there,
    get,
    until_part_has,
    what,
)
from tests.helpers.file_limits import files_at_most
from tests.helpers.hub_server import Paced

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.hub_server import LoopbackHub


def test_a_disk_that_is_too_small_is_told_before_anything_is_fetched(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.models.downloads.job.free_bytes", lambda _folder: SIZE)

    words = what(get(watch, folder))

    assert "GB more free space" in words
    assert hub.ranges() == []


@pytest.mark.parametrize("seed", range(10))
def test_a_disk_that_gets_full_keeps_what_is_there_and_goes_on_when_there_is_room(
    hub: LoopbackHub, folder: Path, records: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    from app.core.models.downloads import fetching

    room = random.Random(seed).randrange(SIZE)
    real = fetching.write_all

    def write(out: Any, chunk: bytes) -> None:
        left = room - out.tell()
        real(out, chunk[: max(0, left)])
        if len(chunk) > left:
            raise OSError(errno.ENOSPC, "No space left on device")

    with DownloadWatch(hub, records) as watch:
        with monkeypatch.context() as full:
            full.setattr(fetching, "write_all", write)
            assert "is full" in what(get(watch, folder))
        [part] = folder.rglob("*.part")
        assert part.read_bytes() == DATA[:room]
        watch.downloads.resume(watch.order(REPO, "Q4_K_M", folder).id)
        assert_all_there(watch.until_over(), folder, records)


@pytest.mark.unix("limits on the size of files")
def test_a_limit_that_the_system_sets_is_told_like_a_full_disk(
    watch: DownloadWatch, folder: Path
) -> None:
    order = watch.order(REPO, "Q4_K_M", folder)
    with files_at_most(300_000):
        watch.downloads.add(order)
        assert "is full" in what(watch.until_over())
    assert next(folder.rglob("*.part")).read_bytes() == DATA[:300_000]


@pytest.mark.unix("a folder that can be moved while a file in it is open")
@pytest.mark.parametrize("is_deleted", [True, False])
def test_a_folder_that_is_moved_or_deleted_meanwhile_is_told_and_not_a_damaged_file(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path, is_deleted: bool
) -> None:
    gate = threading.Semaphore(3)
    hub.file_faults = [Paced(100_000, gate)]
    order = watch.order(REPO, "Q4_K_M", folder)
    watch.downloads.add(order)
    until_part_has(folder, 300_000, watch)

    if is_deleted:
        shutil.rmtree(folder)
    else:
        folder.rename(folder.with_name("elsewhere"))
    gate.release(100)

    words = what(watch.until_over())
    assert str(folder) in words
    assert "No such file" in words
    watch.downloads.resume(order.id)
    assert_all_there(watch.until_over(), folder, records)


@pytest.mark.unix("locks by flock")
@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_network_drive_without_locks_can_be_downloaded_to(
    watch: DownloadWatch, folder: Path, records: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    import fcntl  # Windows has none

    def flock(_descriptor: int, _operation: int) -> None:
        raise OSError(code, "no locks here")

    monkeypatch.setattr(fcntl, "flock", flock)

    assert_all_there(get(watch, folder), folder, records)
