"""Prompts with pictures and sounds come back as they were computed, on every kind of memory."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.engine.memory.save_plan import UNKNOWN_WORTH
from app.core.engine.restoring.saver import Saver
from app.core.kvstore.records import SaveOutcome
from tests.helpers.child_run import REPOSITORY
from tests.helpers.media_pairs import Pair, pairs
from tests.helpers.media_restore import NAMESPACE, OTHER_AFTER, MediaStoreRun, Prompt, boundaries
from tests.helpers.media_run import some_picture, some_sound

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

# Of the deviation of logits, where a restored window is summed up in another order. Mostly it is
# 1e-5; where a sum lies between two numbers of 16 bits, the KV cache has another one then, which
# made up to 1.3e-3, and which sums do is up to the processor. Another picture makes 1.6.
NOISE = 1e-2


@pytest.fixture(params=pairs(), ids=str)
def pair(request: pytest.FixtureRequest) -> Pair:
    found: Pair = request.param
    return found


@pytest.fixture
def every_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take and keep all of them, so that each can be tried."""
    monkeypatch.setattr(Saver, "worth", UNKNOWN_WORTH)
    monkeypatch.setattr("app.core.kvstore.writing.quota._N_LATEST_SNAPSHOTS", 100)


def _restored_elsewhere(
    pair: Pair, files: tuple[Path, Path], store: Path, out: Path
) -> Mapping[str, NDArray[np.float32]]:
    command = [sys.executable, "-m", "tests.helpers.media_restore", pair.name]
    arguments = [*map(str, files), str(store), str(out)]
    subprocess.run([*command, *arguments], check=True, cwd=REPOSITORY, timeout=600)
    loaded: Mapping[str, NDArray[np.float32]] = np.load(out)
    return loaded


@pytest.mark.usefixtures("every_snapshot")
def test_a_prompt_with_a_medium_restored_in_a_new_process_is_the_one_that_was_computed(
    pair: Pair, tmp_path: Path
) -> None:
    files = pair.write(tmp_path)
    with MediaStoreRun(pair, *files, tmp_path / "kv") as run:
        for medium in run.media():
            outcomes = run.save(run.prompt(medium))
            assert set(outcomes) <= {SaveOutcome.QUEUED, SaveOutcome.ALREADY_STORED}
    restored = _restored_elsewhere(pair, files, tmp_path / "kv", tmp_path / "out.npz")
    with MediaStoreRun(pair, *files, tmp_path / "another") as run:
        for medium in run.media():
            prompt = run.prompt(medium)
            for end in prompt.restorable:
                _compute_up_to(run, prompt, end)
                key = f"{medium.kind}-{end}"
                if pair.is_exact:
                    np.testing.assert_array_equal(restored[f"state{key}"], run.context.state(0))
                said, expected = restored[f"said{key}"], run.goes_on(prompt, end)
                if pair.is_exact:
                    np.testing.assert_array_equal(said, expected)
                else:
                    assert np.abs(said - expected).max() < NOISE * expected.std()


def _compute_up_to(run: MediaStoreRun, prompt: Prompt, wanted: int) -> None:
    """Compute a prompt anew, in the same pieces, up to one of its ends."""
    for _begin, end, _logits in run.compute(prompt):
        if end == wanted:
            return
    raise AssertionError(f"no piece ends at {wanted}")


@pytest.mark.usefixtures("every_snapshot")
def test_the_same_medium_in_two_chats_is_stored_once(pair: Pair, tmp_path: Path) -> None:
    files = pair.write(tmp_path)
    with MediaStoreRun(pair, *files, tmp_path / "kv") as run:
        for medium in run.media():
            prompt, other = run.prompt(medium), run.prompt(medium, OTHER_AFTER)
            run.save(prompt)
            n_files = len(list((tmp_path / "kv").rglob("*.kvs")))
            outcomes = run.save(other, "bob")
            n_shared = other.ends.index(max(boundaries(prompt.table, prompt.ids.size))) + 1
            assert outcomes[:n_shared] == [SaveOutcome.ALREADY_STORED] * n_shared
            assert outcomes[n_shared:] == [SaveOutcome.QUEUED] * (len(other.ends) - n_shared)
            n_new = len(list((tmp_path / "kv").rglob("*.kvs"))) - n_files
            assert n_new == len(other.ends) - n_shared
            run.restore(prompt, prompt.ids.size)
            run.restore(other, other.ids.size)


@pytest.mark.usefixtures("every_snapshot")
def test_another_medium_in_the_same_place_is_never_taken_for_it(pair: Pair, tmp_path: Path) -> None:
    files = pair.write(tmp_path)
    with MediaStoreRun(pair, *files, tmp_path / "kv") as run:
        medium = run.media()[0]
        other = some_picture(1) if run.projector.sees else some_sound(1500.0)
        prompt, lookalike = run.prompt(medium), run.prompt(other)
        run.save(prompt)
        assert lookalike.ids.size == prompt.ids.size
        first = min(prompt.cells)
        prefix = run.store.longest_prefix(
            NAMESPACE, lookalike.ids.tolist(), run.layout.needs, lookalike.table
        )
        assert prefix.n_tokens == first
