"""The power is cut between any two writes: no message that was shown as saved is lost.

A real program runs under a recorder of its writes; the disk is then made as it could be after each
of them, and opened as at the next start.
"""

from __future__ import annotations

import copy
import json
import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from app.core.kvstore.records import StoreState
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.publisher import WriteStep
from tests.faults.chats_child import Killed
from tests.faults.kvstore_child import CHAT
from tests.helpers.harm import how_often
from tests.helpers.power.judge import Disk, Kind, Recording, Survival, compiled, lay_out, record

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.unix("a library that is loaded before the C library")
N_CUTS = how_often("HEARTH_POWER_CUTS", 20, 40)
N_GESTURES = how_often("HEARTH_POWER_GESTURES", 20, 40)
TIMEOUT_S = 300.0
CHANGES = (Kind.WRITTEN, Kind.CUT, Kind.CREATED, Kind.RENAMED, Kind.DELETED)


@pytest.fixture(scope="module")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("recorder"))


def cuts(recording: Recording) -> list[tuple[int, Survival]]:
    """Return after how many steps the power is cut, and what comes to the disk then."""
    chance = random.Random(1)
    kinds = [step.kind for step in recording.steps]
    # Where a write is followed by what makes it sure, or by a promise, most is at stake.
    edges = [
        at + 1
        for at, (kind, after) in enumerate(pairwise(kinds))
        if kind in CHANGES and after not in CHANGES
    ]
    places = [*chance.choices(edges, k=N_CUTS // 2), *chance.choices(range(len(kinds)), k=N_CUTS)]
    return [(place, chance.choice(list(Survival))) for place in sorted(places[:N_CUTS])]


def check_the_judge(recording: Recording, before: Disk, folder: Path) -> None:
    """Compare what the recorder saw with what the disk has."""
    disk = copy.deepcopy(before)
    for step in recording.steps:
        disk.play(step)
    there = {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm")
    }
    assert disk.now().keys() == there.keys()
    assert [name for name, content in disk.now().items() if content != there[name]] == []


def test_no_message_that_was_shown_is_lost_and_none_that_was_deleted_comes_back(
    recorder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    Killed(folder / "chats.db", 0).teardown()  # a database that is there already
    disk = Disk(folder)
    program = ["-m", "tests.faults.chats_child", str(folder / "chats.db"), "1", str(N_GESTURES)]
    recording = record(recorder, folder, tmp_path / "log", program, TIMEOUT_S)
    assert recording.code == 0
    check_the_judge(recording, disk, folder)

    n_done, told = 0, dict[str, list[str]](kept=[], gone=[])
    for number, (place, survival) in enumerate(cuts(recording)):
        for step in recording.steps[n_done:place]:
            disk.play(step)
            if step.kind is Kind.SAID and step.data.strip():
                told = json.loads(step.data)
        n_done = place
        target = tmp_path / f"cut {number}"
        lay_out(disk.after_cut(survival, random.Random(number)), folder, target)
        chats = Killed(target / "chats.db", 2 + number)
        shown = chats.shown()
        assert set(told["kept"]) <= shown, (place, survival)
        assert not shown.intersection(told["gone"]), (place, survival)
        chats.gone += told["gone"]
        chats._check_everything()
        chats.teardown()
    assert told["kept"]


def test_stored_memory_is_right_or_not_there(recorder: Path, tmp_path: Path) -> None:
    root = tmp_path / "store"
    root.mkdir()
    disk = Disk(root)
    program = ["-m", "tests.faults.kvstore_child", str(root), WriteStep.RECORDED, "2"]
    recording = record(recorder, root, tmp_path / "log", program, TIMEOUT_S)
    check_the_judge(recording, disk, root)

    n_done, seen = 0, set()
    for number, (place, survival) in enumerate(cuts(recording)):
        for step in recording.steps[n_done:place]:
            disk.play(step)
        n_done = place
        target = tmp_path / f"cut {number}"
        lay_out(disk.after_cut(survival, random.Random(number)), root, target)
        store = KVStore.open(target)
        assert store.state is StoreState.ON, (place, survival)
        seen.add(CHAT.restore(store).n_tokens)
        CHAT.save(store)
        assert CHAT.restore(store).n_tokens == 24, (place, survival)
        store.close()
    assert seen == {0, 8, 24}
