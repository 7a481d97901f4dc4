"""Downloads from hubs that break off, lie, refuse, or name files to do harm."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.models.downloads.values import Done, DownloadRefused, Paused, Retrying, Running
from tests.helpers.download_watch import (
    DATA,
    REPO,
    SIZE,
    DownloadWatch,
    assert_all_there,
    files_in,
    get,
    what,
)
from tests.helpers.hub_server import (
    Answer,
    Drop,
    Fault,
    Lie,
    LoopbackHub,
    OtherBody,
    Paced,
    RangeIgnored,
    RangeWrong,
    Stall,
    random_bytes,
)

if TYPE_CHECKING:
    from pathlib import Path

# -- connections that break --


@pytest.mark.parametrize("seed", range(5))
def test_a_download_that_breaks_again_and_again_goes_on_where_it_was(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path, seed: int
) -> None:
    rng = random.Random(seed)
    hub.file_faults = [Drop(rng.randrange(1, 200_000)) for _ in range(6)]

    assert_all_there(get(watch, folder), folder, records)

    ranges = hub.ranges()
    assert len(ranges) == 7
    assert ranges[0] == ""
    begins = [int(one.removeprefix("bytes=").removesuffix("-")) for one in ranges[1:]]
    assert begins == sorted(set(begins))
    assert all("if-range" in one.headers for one in hub.requests_of("files")[1:])


@pytest.mark.parametrize(
    "fault",
    [Answer(429, {"Retry-After": "0"}), Answer(500), Answer(503), Answer(408), Stall(300_000)],
)
def test_what_may_pass_is_tried_again(
    hub: LoopbackHub, folder: Path, records: Path, fault: Fault
) -> None:
    hub.file_faults = [fault]
    with DownloadWatch(hub, records, read_timeout_s=0.3) as watch:
        assert_all_there(get(watch, folder), folder, records)


def test_what_the_hub_itself_refuses_for_a_while_is_tried_again(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path
) -> None:
    order = watch.order(REPO, "Q4_K_M", folder)
    hub.hub_faults = [Answer(500), Answer(429)]
    watch.downloads.add(order)

    assert_all_there(watch.until_over(), folder, records)


def test_a_wait_that_the_server_asks_for_is_told_and_ends_at_once_for_a_pause(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    hub.file_faults = [Answer(429, {"Retry-After": "3000"})]
    download_id = watch.downloads.add(watch.order(REPO, "Q4_K_M", folder))

    retrying = watch.until_in(Retrying).state
    assert isinstance(retrying, Retrying)
    assert retrying.wait_s == 3000
    counted = watch.until_in(Retrying).state
    assert isinstance(counted, Retrying)
    assert counted.wait_s == 2999
    watch.downloads.pause(download_id)
    watch.until_in(Paused)


def test_a_pause_does_not_wait_for_a_hub_that_says_nothing(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    with DownloadWatch(hub, records) as watch:
        order = watch.order(REPO, "Q4_K_M", folder)
        hub.hub_faults = [Stall(0)]
        n_before = len(hub.seen)
        watch.downloads.add(order)
        watch.until_in(Running)
        pause = threading.Event()
        while len(hub.seen) == n_before:
            pause.wait(0.01)
        watch.downloads.pause(order.id)
        watch.until_in(Paused)
        assert len(hub.seen) == n_before + 1  # it was not the silence that had ended
        hub.closing.set()


def test_a_download_to_which_nothing_comes_any_more_says_so_and_goes_on(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    gate = threading.Semaphore(3)
    hub.file_faults = [Paced(100_000, gate)]
    with DownloadWatch(hub, records, stall_s=0.05) as watch:
        order = watch.order(REPO, "Q4_K_M", folder)
        watch.downloads.add(order)
        watch.until(lambda one: one.state == Running(is_stalled=True))
        gate.release(100)
        assert_all_there(watch.until_over(), folder, records)


def test_a_server_that_stays_broken_ends_the_download_with_a_sentence_and_it_can_go_on(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path
) -> None:
    hub.file_faults = [Drop(400_000), *[Answer(500)] * 4]

    assert "status 500" in what(get(watch, folder))

    [part] = folder.rglob("*.part")
    assert part.read_bytes() == DATA[:400_000]
    watch.downloads.resume(watch.order(REPO, "Q4_K_M", folder).id)
    assert_all_there(watch.until_over(), folder, records)
    assert hub.ranges()[-1] == "bytes=400000-"


# -- servers that lie --


def test_a_server_that_ignores_ranges_begins_again_and_corrupts_nothing(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path
) -> None:
    hub.file_faults = [Drop(300_000), RangeIgnored()]

    assert_all_there(get(watch, folder), folder, records)


def test_a_server_that_sends_another_range_is_asked_for_all(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path
) -> None:
    hub.file_faults = [Drop(300_000), RangeWrong(100_000)]

    assert_all_there(get(watch, folder), folder, records)
    assert hub.ranges() == ["", "bytes=300000-", ""]


def test_a_server_that_ignores_ranges_and_always_breaks_is_given_up(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    breaks = [Drop(300_000, ignores_range=True), Drop(200_000, ignores_range=True)]
    hub.file_faults = [*breaks * 20]

    assert "was lost" in what(get(watch, folder))


@pytest.mark.parametrize("body", [DATA[:-1], DATA + b"x", b""])
def test_a_file_of_another_length_is_refused(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, body: bytes
) -> None:
    hub.file_faults = [OtherBody(body)]

    assert "differs from" in what(get(watch, folder))
    assert not list(folder.rglob("*.gguf"))


def test_a_file_with_a_wrong_byte_gets_no_name_and_is_not_fetched_for_ever(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    hub.file_faults = [Lie()]

    assert "checksum" in what(get(watch, folder))
    assert files_in(folder) == {}
    assert len(hub.ranges()) == 1


def test_a_part_that_a_power_cut_has_spoilt_is_fetched_once_more(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    hub.file_faults = [Drop(300_000), *[Answer(500)] * 4]
    with DownloadWatch(hub, records) as watch:
        what(get(watch, folder))
    [part] = folder.rglob("*.part")
    part.write_bytes(DATA[:200_000] + bytes(100_000))

    with DownloadWatch(hub, records) as watch:
        what(watch.until_over())  # as it was left
        assert_all_there(get(watch, folder), folder, records)
    assert hub.ranges()[-2:] == ["bytes=300000-", ""]


def test_a_file_that_was_replaced_on_the_hub_is_not_mixed_with_the_one_before(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    hub.file_faults = [Drop(300_000), *[Answer(500)] * 4]
    with DownloadWatch(hub, records) as watch:
        what(get(watch, folder))
        hub.repositories[REPO].files["Model-Q4_K_M.gguf"] = random_bytes(SIZE, seed=2)
        watch.downloads.resume(watch.events[-1].download.id)  # type: ignore[union-attr]
        assert "differs from" in what(watch.until_over())
        # Chosen anew, it is another order; nothing of the old one is left.
        state = get(watch, folder)
    assert isinstance(state, Done)
    assert files_in(folder) == {f"{REPO}/Model-Q4_K_M.gguf": random_bytes(SIZE, seed=2)}


def test_a_page_of_a_hotel_is_not_taken_for_a_model(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    page = Answer(200, {"Content-Type": "text/html; charset=utf-8"}, b"<html>")
    hub.file_faults = [page]

    assert "sign in" in what(get(watch, folder))


def test_a_redirect_in_a_circle_ends_the_download(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    order = watch.order(REPO, "Q4_K_M", folder)
    hub.hub_faults = [*[Answer(302, {"Location": "/x"})] * 20]
    watch.downloads.add(order)

    assert "unsafe address" in what(watch.until_over())


# -- permission --


def test_a_gated_repository_is_explained(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    words = what(get(watch, folder, "maker/Gated"))

    assert f"{hub.address}/maker/Gated" in words
    assert "HF_TOKEN" in words


def test_with_a_token_a_gated_repository_opens_and_the_token_goes_nowhere_else(
    hub: LoopbackHub, folder: Path, records: Path
) -> None:
    with DownloadWatch(hub, records, token="hf_right") as watch:
        assert isinstance(get(watch, folder, "maker/Gated"), Done)

    assert all("authorization" in one.headers for one in hub.requests_of("hub"))
    assert not any("authorization" in one.headers for one in hub.requests_of("files"))
    assert not any(b"hf_right" in data for data in files_in(records).values())


def test_a_file_that_is_gone_is_told(watch: DownloadWatch, hub: LoopbackHub, folder: Path) -> None:
    order = watch.order(REPO, "Q4_K_M", folder)
    hub.repositories[REPO].files.clear()
    watch.downloads.add(order)

    assert what(watch.until_over())


# -- names and folders --


@pytest.mark.parametrize(
    "name",
    [
        "../../evil-Q4_K_M.gguf",
        "/etc/evil-Q4_K_M.gguf",
        "a/../../../evil-Q4_K_M.gguf",
        "a\\..\\evil-Q4_K_M.gguf",
        "C:evil-Q4_K_M.gguf",
        "./-Q4_K_M.gguf",
        "a//evil-Q4_K_M.gguf",
        ".hidden-Q4_K_M.gguf",
        "nul.-Q4_K_M.gguf/x-Q4_K_M.gguf",
        "con/x-Q4_K_M.gguf",
        f"{'x' * 230}-Q4_K_M.gguf",
        "a?-Q4_K_M.gguf",
    ],
)
def test_a_name_that_leads_elsewhere_is_refused_before_anything_is_written(
    watch: DownloadWatch, hub: LoopbackHub, tmp_path: Path, records: Path, name: str
) -> None:
    hub.repositories[REPO].files = {name: DATA}
    watch.downloads.add(watch.order(REPO, "Q4_K_M", tmp_path / "a/b/models"))

    refused = watch.next()
    assert isinstance(refused, DownloadRefused)
    assert "not a safe name" in refused.problem.text()
    assert files_in(tmp_path) == {}


def test_another_file_with_the_name_is_not_touched(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path
) -> None:
    target = folder / REPO / "Model-Q4_K_M.gguf"
    target.parent.mkdir(parents=True)
    target.write_bytes(b"of the user")

    assert "Another file" in what(get(watch, folder))
    assert files_in(folder) == {f"{REPO}/Model-Q4_K_M.gguf": b"of the user"}
    assert hub.ranges() == []


def test_the_same_file_that_is_there_already_is_recognised(
    watch: DownloadWatch, hub: LoopbackHub, folder: Path, records: Path
) -> None:
    target = folder / REPO / "Model-Q4_K_M.gguf"
    target.parent.mkdir(parents=True)
    target.write_bytes(DATA)

    assert_all_there(get(watch, folder), folder, records)
    assert hub.ranges() == []


def test_a_folder_that_is_a_file_is_told(watch: DownloadWatch, folder: Path) -> None:
    folder.write_bytes(b"")

    assert str(folder) in what(get(watch, folder))
