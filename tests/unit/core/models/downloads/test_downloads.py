"""Downloads from an honest hub: what is told, how they wait, stop, go on, and end."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.models.downloads.job import Backoff
from app.core.models.downloads.values import (
    Done,
    DownloadChanged,
    DownloadRefused,
    Failed,
    Paused,
    Running,
    Verifying,
)
from tests.helpers.download_watch import (
    ALL_THERE,
    DATA,
    EYES,
    PARTS,
    REPO,
    SIZE,
    DownloadWatch,
    assert_all_there,
    files_in,
    get,
    until_part_has,
    what,
)
from tests.helpers.hub_server import Answer, LoopbackHub, Paced

if TYPE_CHECKING:
    from pathlib import Path

# -- as it should be --


def test_a_download_ends_with_the_file_in_a_folder_of_its_repository(
    watch: DownloadWatch, folder: Path, records: Path
) -> None:
    state = get(watch, folder)

    assert_all_there(state, folder, records)
    seen = [type(one.download.state) for one in watch.events if isinstance(one, DownloadChanged)]
    assert {Running, Verifying, Done} <= set(seen)
    assert watch.events[-1].download.n_done == SIZE  # type: ignore[union-attr]


def test_parts_and_projector_of_one_choice_come_together(
    watch: DownloadWatch, folder: Path
) -> None:
    state = get(watch, folder, "maker/Parts", "Q8_0")

    assert state == Done(
        str(folder / "maker/Parts/M-Q8_0-00001-of-00003.gguf"),
        str(folder / "maker/Parts/mmproj-M-f16.gguf"),
    )
    assert files_in(folder / "maker/Parts") == {**PARTS, **EYES}


def test_what_is_there_already_is_not_downloaded_again(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    get(watch, folder, "maker/Parts", "Q8_0")
    hub.seen.clear()

    assert isinstance(get(watch, folder, "maker/Parts", "Q4_K_M"), Done)

    assert [one.path.split("/")[-1] for one in hub.requests_of("files")] == [
        "M-Q4_K_M.gguf?Signature=abc"
    ]


def test_one_runs_after_the_other_in_the_order_in_which_they_were_asked_for(
    watch: DownloadWatch, folder: Path
) -> None:
    orders = [watch.order(repo, "Q4_K_M", folder) for repo in (REPO, "maker/Parts")]
    for order in orders:
        watch.downloads.add(order)

    assert [watch.until_in(Done).id for _ in orders] == [order.id for order in orders]


@pytest.mark.parametrize(("step_s", "fewest"), [(0.0, 1), (0.05, 2)])
def test_progress_is_told_at_most_ten_times_a_second(
    hub: LoopbackHub, folder: Path, records: Path, step_s: float, fewest: int
) -> None:
    """Of the clock, which goes on by a step each time that somebody looks at it."""
    ticks = itertools.count()
    hub.file_faults = [Paced(1000, threading.Semaphore(10_000))]
    with DownloadWatch(hub, records, clock=lambda: next(ticks) * step_s) as watch:
        get(watch, folder)

    running = [
        one
        for one in watch.events
        if isinstance(one, DownloadChanged) and isinstance(one.download.state, Running)
    ]
    passed_s = next(ticks) * step_s
    assert fewest <= len(running) <= 1 + passed_s / 0.1  # the first says that it has begun


# -- pause, resume, cancel --


def paced(hub: LoopbackHub, n_free: int) -> threading.Semaphore:
    gate = threading.Semaphore(n_free)
    hub.file_faults = [Paced(100_000, gate)]
    return gate


def test_a_pause_takes_effect_at_once_and_later_the_rest_is_fetched(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path
) -> None:
    paced(hub, 3)
    download_id = watch.downloads.add(watch.order(REPO, "Q4_K_M", folder))
    watch.until_in(Running)
    until_part_has(folder, 300_000, watch)

    watch.downloads.pause(download_id)
    paused = watch.until_in(Paused)

    assert paused.n_done == 300_000
    assert records.is_dir()
    watch.downloads.resume(download_id)
    assert_all_there(watch.until_over(), folder, records)
    assert hub.ranges() == ["", "bytes=300000-"]


def test_a_resume_right_behind_a_pause_wins(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path
) -> None:
    gate = paced(hub, 1)
    download_id = watch.downloads.add(watch.order(REPO, "Q4_K_M", folder))
    watch.until_in(Running)
    watch.downloads.pause(download_id)
    watch.downloads.resume(download_id)
    gate.release(100)  # for the second attempt, where the pause came before the first request

    assert_all_there(watch.until_over(), folder, records)


@pytest.mark.parametrize("how", ["running", "paused"])
def test_cancelling_deletes_the_part_and_the_folders_that_it_made(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path, how: str
) -> None:
    paced(hub, 2)
    download_id = watch.downloads.add(watch.order(REPO, "Q4_K_M", folder))
    watch.until_in(Running)
    until_part_has(folder, 200_000, watch)
    if how == "paused":
        watch.downloads.pause(download_id)
        watch.until_in(Paused)

    watch.downloads.cancel(download_id)
    watch.until_removed()

    assert list(folder.iterdir()) == []
    assert not files_in(records)


def test_cancelling_deletes_finished_parts_of_the_model_but_no_file_that_was_there_before(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    get(watch, folder, "maker/Parts", "Q4_K_M")
    hub.file_faults = [None, *[Answer(500)] * 4]
    failed = get(watch, folder, "maker/Parts", "Q8_0")
    assert isinstance(failed, Failed)

    watch.downloads.cancel(watch.order("maker/Parts", "Q8_0", folder).id)
    watch.until_removed()

    assert files_in(folder / "maker/Parts") == {"M-Q4_K_M.gguf": DATA, **EYES}


def test_forgetting_one_that_is_done_keeps_the_file(watch: DownloadWatch, folder: Path) -> None:
    get(watch, folder)
    watch.downloads.cancel(watch.order(REPO, "Q4_K_M", folder).id)
    watch.until_removed()

    assert files_in(folder) == ALL_THERE


def test_what_waits_can_be_paused_and_the_next_one_goes_first(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    gate = paced(hub, 1)
    first, second = (watch.order(repo, "Q4_K_M", folder) for repo in (REPO, "maker/Parts"))
    watch.downloads.add(first)
    watch.downloads.add(second)
    watch.downloads.pause(second.id)
    watch.until(lambda one: one.id == second.id and one.state == Paused())
    gate.release(100)

    assert watch.until_in(Done).id == first.id
    watch.downloads.resume(second.id)
    assert watch.until_in(Done).id == second.id


# -- restarts, and others at work --


def test_after_a_restart_nothing_goes_on_by_itself_and_everything_when_it_is_asked_to(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    paced(hub, 3)
    with DownloadWatch(hub, records) as watch:
        watch.downloads.add(watch.order(REPO, "Q4_K_M", folder))
        watch.until_in(Running)
        until_part_has(folder, 300_000, watch)
    hub.seen.clear()

    with DownloadWatch(hub, records) as watch:
        paused = watch.until_in(Paused)
        assert (paused.n_done, hub.seen) == (300_000, [])
        watch.downloads.resume(paused.id)
        assert_all_there(watch.until_over(), folder, records)
    assert hub.ranges() == ["bytes=300000-"]


def test_why_a_download_failed_is_still_known_after_a_restart(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    with DownloadWatch(hub, records) as watch:
        words = what(get(watch, folder, "maker/Gated"))

    with DownloadWatch(hub, records) as watch:
        assert what(watch.until_over()) == words


def test_two_programs_do_not_write_one_file(hub: LoopbackHub, folder: Path, tmp_path: Path) -> None:
    gate = paced(hub, 2)
    with (
        DownloadWatch(hub, tmp_path / "one") as first,
        DownloadWatch(hub, tmp_path / "two") as second,
    ):
        order = first.order(REPO, "Q4_K_M", folder)
        first.downloads.add(order)
        first.until_in(Running)
        until_part_has(folder, 200_000, first)

        second.downloads.add(order)
        assert "Another Hearth" in what(second.until_over())
        second.downloads.cancel(order.id)
        while not isinstance(refused := second.next(), DownloadRefused):
            pass
        assert "Another Hearth" in refused.problem.text()

        gate.release(100)
        assert isinstance(first.until_over(), Done)
        second.downloads.resume(order.id)
        assert isinstance(second.until_over(), Done)
    assert files_in(folder) == ALL_THERE


def test_a_damaged_record_costs_that_download_alone(
    hub: LoopbackHub, folder: Path, records: Path, expect_log: Any
) -> None:
    expect_log("cannot be understood")
    with DownloadWatch(hub, records) as watch:
        get(watch, folder, "maker/Gated")
    (records / f"{'0' * 24}.json").write_bytes(b'{"version": 1, "order": [')

    with DownloadWatch(hub, records) as watch:
        assert watch.until_in(Failed).order.repo == "maker/Gated"
    assert [path.suffix for path in sorted(records.iterdir())] == [".broken", ".json"]


def test_a_backoff_doubles_up_to_its_longest_and_gives_up() -> None:
    from app.core.net.errors import ServerFailed

    error = ServerFailed("hub", 500)
    waits = [Backoff().wait_s(n, error) for n in range(11)]

    assert waits[10] is None
    known = [wait for wait in waits[1:10] if wait is not None]
    assert len(known) == 9
    for n, wait in enumerate(known):
        assert 0.8 * min(60, 2.0**n) <= wait <= 1.2 * min(60, 2.0**n)
