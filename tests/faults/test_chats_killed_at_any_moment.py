"""The program is killed at random moments, again and again, over the same chats."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

from tests.faults.chats_child import Killed
from tests.helpers.harm import how_often

ROOT = Path(__file__).parents[2]
N_KILLS = how_often("HEARTH_KILLS", 4, 10)


def _killed(database: Path, number: int) -> dict[str, list[str]]:
    """Let a child work on the chats, kill it, and return the last thing it promised."""
    moment = random.Random(number)
    n_lines = moment.randrange(1, 60)
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.chats_child", str(database), str(number)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert child.stdout is not None
    with child:
        lines = [child.stdout.readline() for _ in range(n_lines)]
        time.sleep(moment.random() * 0.02)
        child.kill()
        lines += child.stdout.readlines()
    whole = [line for line in lines if line.endswith("\n")]
    assert len(whole) >= n_lines, "the child ended by itself"
    promise: dict[str, list[str]] = json.loads(whole[-1])
    return promise


def test_a_process_killed_at_any_moment_keeps_what_is_shown_and_loses_what_was_deleted(
    tmp_path: Path,
) -> None:
    database = tmp_path / "chats.db"
    for number in range(N_KILLS):
        promise = _killed(database, number)
        chats = Killed(database, number)
        shown = chats.shown()
        assert set(promise["kept"]) <= shown, number
        assert not shown.intersection(promise["gone"]), number
        chats.gone += promise["gone"]
        chats._check_everything()
        chats.teardown()
    assert shown  # the last one left something to lose
