"""What is there already stays: when something is asked for again, cancelled, or done elsewhere."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from app.core.models.downloads.records import DownloadRecord, DownloadRecords
from app.core.models.downloads.values import Done, DownloadRefused, Failed, Paused, Queued, Running
from tests.helpers import hub_server
from tests.helpers.download_watch import (
    ALL_THERE,
    REPO,
    DownloadWatch,
    assert_all_there,
    files_in,
    get,
    until_part_has,
    what,
)
from tests.helpers.hub_server import Answer, LoopbackHub, Stall
from tests.helpers.system_words import refusal

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.downloads.values import DownloadOrder


def commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the repository a later revision, as a new README does."""
    monkeypatch.setattr(hub_server, "REVISION", "f" * 40)


def begin(watch: DownloadWatch, hub: LoopbackHub, folder: Path) -> DownloadOrder:
    """Download 600,000 bytes and pause."""
    hub.file_faults.append(Stall(600_000))
    order = watch.order(REPO, "Q4_K_M", folder)
    watch.downloads.add(order)
    until_part_has(folder, 600_000, watch)
    watch.downloads.pause(order.id)
    watch.until_in(Paused)
    return order


def test_a_complete_model_outlives_a_later_revision_that_cannot_be_had(
    watch: DownloadWatch,
    hub: LoopbackHub,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = get(watch, folder)
    commit(monkeypatch)
    hub.file_faults.append(Answer(404))

    assert get(watch, folder) == state
    assert files_in(folder) == ALL_THERE


def test_what_was_begun_goes_on_although_the_repository_has_a_later_revision(
    hub: LoopbackHub, folder: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with DownloadWatch(hub, records) as watch:
        begin(watch, hub, folder)
    commit(monkeypatch)

    with DownloadWatch(hub, records) as watch:
        order = watch.order(REPO, "Q4_K_M", folder)
        watch.downloads.add(order)
        state = watch.until_in(Done).state
        assert isinstance(state, Done)
        assert_all_there(state, folder, records)
    assert hub.ranges()[-1] == "bytes=600000-"


def test_of_a_file_with_other_bytes_in_a_later_revision_nothing_is_left(
    hub: LoopbackHub, folder: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with DownloadWatch(hub, records) as watch:
        begin(watch, hub, folder)
    commit(monkeypatch)
    hub.repositories[REPO].files["Model-Q4_K_M.gguf"] = b"other"

    with DownloadWatch(hub, records) as watch:
        watch.downloads.add(watch.order(REPO, "Q4_K_M", folder))
        watch.until_in(Done)
    assert files_in(folder) == {f"{REPO}/Model-Q4_K_M.gguf": b"other"}


def test_cancelling_a_repetition_keeps_the_complete_model(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    get(watch, folder)
    hub.file_faults.append(Stall(10))
    watch.downloads.add(watch.order("maker/Parts", "Q8_0", folder))
    watch.until_in(Running)
    again = watch.order(REPO, "Q4_K_M", folder)
    watch.downloads.add(again)
    watch.until(lambda download: download.id == again.id and download.state == Queued())

    watch.downloads.cancel(again.id)
    watch.until_removed()

    assert ALL_THERE.items() <= files_in(folder).items()


def test_cancelling_keeps_what_another_program_has_completed(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    with DownloadWatch(hub, records) as window:
        order = window.order("maker/Parts", "Q8_0", folder)
        hub.file_faults.extend([None, Answer(404)])
        window.downloads.add(order)
        window.until_in(Failed)
        with DownloadWatch(hub, records) as other:
            other.downloads.add(order)
            other.until_in(Done)
        complete = files_in(folder)

        window.downloads.cancel(order.id)
        window.until_removed()

    assert files_in(folder) == complete


def test_going_on_with_what_another_program_has_completed_makes_nothing_its_own(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    with DownloadWatch(hub, records) as window:
        order = window.order("maker/Parts", "Q8_0", folder)
        hub.file_faults.extend([None, Answer(404)])
        window.downloads.add(order)
        window.until_in(Failed)
        with DownloadWatch(hub, records) as other:
            other.downloads.add(order)
            other.until_in(Done)
        hub.file_faults.append(Stall(10))
        window.downloads.add(window.order(REPO, "Q4_K_M", folder))
        window.until_in(Running)
        complete = {path: data for path, data in files_in(folder).items() if "Parts" in path}

        window.downloads.resume(order.id)
        window.until(lambda one: one.id == order.id and one.state == Queued())
        window.downloads.cancel(order.id)
        window.until_removed()

    assert complete.items() <= files_in(folder).items()


def test_a_kill_after_the_last_file_leaves_a_download_that_is_done(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    with DownloadWatch(hub, records) as watch:
        order = watch.order(REPO, "Q4_K_M", folder)
        get(watch, folder)
    DownloadRecords(records).save(DownloadRecord(order, 1, (order.files[0].name,)))

    with DownloadWatch(hub, records) as watch:
        watch.until_in(Done)
        watch.downloads.cancel(order.id)
        watch.until_removed()
    assert files_in(folder) == ALL_THERE
    assert not files_in(records)


def test_files_that_are_there_need_no_room(
    hub: LoopbackHub, folder: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with DownloadWatch(hub, records) as watch:
        get(watch, folder)
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: real(path)._replace(free=1 << 20))

    with DownloadWatch(hub, records) as watch:
        assert isinstance(get(watch, folder), Done)


@pytest.mark.parametrize("place", [float("inf"), float("nan"), 1.5, True, "1"])
def test_a_place_that_is_none_costs_that_download_alone(
    hub: LoopbackHub, folder: Path, records: Path, expect_log: Any, place: object
) -> None:
    expect_log("a download cannot be understood")
    with DownloadWatch(hub, records) as watch:
        hub.file_faults.append(Answer(404))
        get(watch, folder)
    [file] = records.glob("*.json")
    file.write_text(json.dumps({**json.loads(file.read_text()), "place": place}))

    with DownloadWatch(hub, records) as watch:
        assert isinstance(get(watch, folder), Done)


def test_a_record_that_cannot_be_read_costs_that_download_alone(
    hub: LoopbackHub, folder: Path, records: Path, expect_log: Any
) -> None:
    with DownloadWatch(hub, records) as watch:
        begin(watch, hub, folder)
    (records / "0.json").mkdir()
    expect_log(f"a download cannot be read: {refusal((records / '0.json').read_bytes)}")

    with DownloadWatch(hub, records) as watch:
        watch.until_in(Paused)


def test_a_part_that_cannot_be_deleted_is_told_with_the_folder_of_the_models(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path
) -> None:
    order = begin(watch, hub, folder)
    [part] = folder.rglob("*.part")
    part.unlink()
    part.mkdir()

    watch.downloads.cancel(order.id)

    while not isinstance(refused := watch.next(), DownloadRefused):
        pass
    assert str(folder) in refused.problem.text()
    assert str(records) not in refused.problem.text()


@pytest.mark.parametrize("header", ["Content-Length", "X-Linked-Size", "Content-Range"])
def test_numbers_of_five_thousand_digits_are_no_defect_of_this_program(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, header: str
) -> None:
    digits = "9" * 5000
    if header == "X-Linked-Size":
        place = f"{hub.files_address}/{REPO}/Model-Q4_K_M.gguf"
        hub.hub_faults.append(Answer(302, {"Location": place, header: digits}))
    elif header == "Content-Range":
        hub.file_faults.append(Answer(206, {header: f"bytes {digits}-{digits}/1000000"}, b"x"))
    else:
        hub.file_faults.append(Answer(200, {header: digits}))

    state = get(watch, folder)

    assert isinstance(state, Done) or what(state)
