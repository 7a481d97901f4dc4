"""Whatever goes wrong in whatever order: a file with its name is right, or there is none."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from app.core.models.downloads.values import Done, DownloadState, Failed
from tests.helpers.download_watch import DownloadWatch
from tests.helpers.hub_server import (
    Answer,
    Drop,
    Fault,
    HubRepository,
    Lie,
    LoopbackHub,
    OtherBody,
    RangeIgnored,
    RangeWrong,
    random_bytes,
)

if TYPE_CHECKING:
    from pathlib import Path

REPO = "maker/Model-GGUF"
FILES = {
    "Model-Q4_K_M-00001-of-00002.gguf": random_bytes(300_000, seed=1),
    "Model-Q4_K_M-00002-of-00002.gguf": random_bytes(200_000, seed=2),
    "mmproj-Model-f16.gguf": random_bytes(70_000, seed=3),
}
N_ROUNDS = 40


def some_fault(rng: random.Random) -> Fault | None:
    return rng.choice(
        [
            None,
            Drop(rng.randrange(200_000)),
            Drop(rng.randrange(200_000), ignores_range=True),
            Answer(rng.choice([401, 403, 404, 408, 429, 500, 502, 503]), {"Retry-After": "0"}),
            Answer(200, {"Content-Type": "text/html"}, b"<html>"),
            OtherBody(random_bytes(rng.choice([100_000, 300_000, 400_000]), seed=9)),
            RangeIgnored(),
            RangeWrong(rng.randrange(300_000)),
            Lie(),
        ]
    )


@pytest.mark.parametrize("seed", range(12))
def test_no_mixture_of_faults_leaves_a_wrong_file(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    folder, records = tmp_path / "models", tmp_path / "records"
    with LoopbackHub({REPO: HubRepository(dict(FILES))}) as hub:
        state: DownloadState | None = None
        for n_round in range(N_ROUNDS):
            # At last the hub is honest, and what is on the disk by then must do.
            faults = [some_fault(rng) for _ in range(8)] if n_round < N_ROUNDS - 1 else []
            with DownloadWatch(hub, records) as watch:
                order = watch.order(REPO, "Q4_K_M", folder)
                hub.file_faults = faults
                watch.downloads.add(order)
                state = watch.until(
                    lambda one: isinstance(one.state, Done) or _failed_now(one.state, watch)
                ).state
                hub.file_faults = []
            assert _complete(folder).items() <= FILES.items()
            if isinstance(state, Done):
                break
        assert isinstance(state, Done), state
    assert _complete(folder) == FILES
    assert not list(folder.rglob("*.part*"))


def _failed_now(state: object, watch: DownloadWatch) -> bool:
    """Whether it failed in this run: the first thing that is told is how the last one ended."""
    return isinstance(state, Failed) and len(watch.events) > 1


def _complete(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*.gguf")}
