"""What is kept of downloads: whole, in order, and no worse for files that are damaged."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import Problem
from app.core.models.downloads.records import DownloadRecord, DownloadRecords
from app.core.models.downloads.values import DownloadOrder
from app.core.models.hub.repositories import RemoteFile
from app.core.phrases import phrase
from app.core.plain_value import replace

if TYPE_CHECKING:
    from pathlib import Path

ORDER = DownloadOrder(
    "maker/Model", "Model-Q4_K_M", "Q4_K_M",
    (RemoteFile("a.gguf", 5, "ab" * 32, "http://hub/a"), RemoteFile("b.gguf", 6, "", "http://hub/b")),
    True, "/models",
)  # fmt: skip
PROBLEM = Problem(phrase("{host} was lost.", host="hub"), phrase("Kept."), phrase("Again."), "x")


@pytest.fixture
def records(tmp_path: Path) -> DownloadRecords:
    return DownloadRecords(tmp_path / "downloads")


def test_a_record_comes_back_as_it_was_written(records: DownloadRecords) -> None:
    whole = DownloadRecord(ORDER, 3, ("a.gguf",), PROBLEM)
    records.save(whole)

    assert records.load() == [whole]
    assert records.find(ORDER.id) == whole
    records.remove(ORDER.id)
    records.remove(ORDER.id)
    assert records.load() == []
    assert records.find(ORDER.id) is None


def test_the_order_of_the_queue_is_kept(records: DownloadRecords) -> None:
    for place in (3, 1, 2):
        records.save(DownloadRecord(replace(ORDER, folder=f"/models/{place}"), place))

    assert [record.place for record in records.load()] == [1, 2, 3]


def test_on_a_stick_that_is_mounted_elsewhere_the_folder_is_found_again(tmp_path: Path) -> None:
    first, second, elsewhere = (tmp_path / name for name in ("first", "second", "elsewhere"))
    (first / "state").mkdir(parents=True)
    inside = DownloadRecord(replace(ORDER, folder=str(first / "models")), 1)
    outside = DownloadRecord(replace(ORDER, folder=str(elsewhere)), 2)
    for record in (inside, outside):
        DownloadRecords(first / "state", first).save(record)
    first.rename(second)

    records = DownloadRecords(second / "state", second)
    found = records.load()

    assert [one.order.folder for one in found] == [str(second / "models"), str(elsewhere)]
    assert [records.find(one.order.id) for one in found] == found


def test_where_nothing_was_ever_downloaded_there_is_nothing(records: DownloadRecords) -> None:
    assert records.load() == []


@given(data=st.data())
def test_no_damage_keeps_the_others_from_being_read(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("downloads")
    DownloadRecords(folder).save(DownloadRecord(ORDER, 1))
    good = (folder / f"{ORDER.id}.json").read_bytes()
    begin = data.draw(st.integers(0, len(good)))
    bad = (
        good[:begin]
        + data.draw(st.binary(max_size=3))
        + good[begin + data.draw(st.integers(0, 9)) :]
    )
    (folder / f"{'0' * 24}.json").write_bytes(bad)

    found = _load_quietly(DownloadRecords(folder))

    assert any(record.order == ORDER for record in found)


def _load_quietly(records: DownloadRecords) -> list[DownloadRecord]:
    """Load; some damages are warned of and some, as of a letter in a title, cannot be seen."""
    logger = logging.getLogger("app.core.models.downloads.records")
    logger.disabled = True
    try:
        return records.load()
    finally:
        logger.disabled = False
