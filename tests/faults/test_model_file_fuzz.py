"""A damaged model file is loaded where llama.cpp loads it, and told in a sentence where not.

`HEARTH_MODEL_FUZZ=2000` tries so many; what is counted of them is printed.
"""

from __future__ import annotations

import random
import struct
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from app.core.engine_link import child_process
from app.core.protocol import EngineRestarted, LoadModel, ModelLoaded, ModelLoadFailed
from tests.helpers.engine_harness import Dialogue
from tests.helpers.harm import how_often
from tests.helpers.link_harness import LinkHarness
from tests.helpers.memory_kinds import kinds
from tests.helpers.plain_llama import PlainLlama

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog

_NUMBERS = (0, 1, 2, 3, 7, 31, 64, 255, 513, 1 << 16, 1 << 24, 1 << 31, (1 << 32) - 1)
_FLOATS = (0.0, -1.0, 1e-30, 1e30, float("nan"), float("inf"))
_HEADER_BYTES = 1200  # in which keys with numbers lie, before the vocabulary


def mutated(whole: bytes, chance: random.Random) -> bytes:
    """Return a model file of which one to three places were changed."""
    data = bytearray(whole)
    for _ in range(chance.randint(1, 3)):
        what = chance.random()
        end = min(_HEADER_BYTES, len(data) - 8) if chance.random() < 0.7 else len(data) - 8
        at = chance.randrange(4, end)
        if what < 0.4:
            data[at] ^= 1 << chance.randrange(8)
        elif what < 0.75:
            data[at : at + 4] = struct.pack("<I", chance.choice(_NUMBERS))
        elif what < 0.9:
            data[at : at + 4] = struct.pack("<f", chance.choice(_FLOATS))
        elif what < 0.95:
            del data[at : at + chance.randint(1, 64)]
        else:
            del data[chance.randrange(16, len(data)) :]
    return bytes(data)


@pytest.mark.unix("a limit of memory for the child that says what is true")
def test_a_damaged_model_is_loaded_where_llama_cpp_loads_it_and_told_where_not(
    tmp_path: Path,
    tiny_model: Path,
    expect_log: ExpectLog,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child_process, "STALL_S", 20.0)
    chance = random.Random(how_often("HEARTH_MODEL_FUZZ_SEED", 7))
    samples = [kind.write(tmp_path / f"{kind}.gguf").read_bytes() for kind in kinds()]
    path = tmp_path / "damaged.gguf"
    found: Counter[tuple[str, str]] = Counter()
    with PlainLlama() as plain, LinkHarness(tmp_path / "a", tiny_model) as harness:
        for number in range(how_often("HEARTH_MODEL_FUZZ", 12)):
            path.write_bytes(mutated(chance.choice(samples), chance))
            runs = plain.runs(path)
            became = _became_of(harness, path)
            found[str(runs), became] += 1
            assert not (runs and became == "stopped"), f"number {number}"
        harness.load()
        assert harness.answer(Dialogue().user("Hi"), max_tokens=3)[0]
    if any(became == "engine ended" for _runs, became in found):
        expect_log("the engine died")
    with capsys.disabled():
        pass


def _became_of(harness: LinkHarness, path: Path) -> str:
    harness.post(LoadModel(str(path)))
    event = harness.wait_any(ModelLoaded, ModelLoadFailed)
    while isinstance(event, ModelLoaded) and event.info.path != str(path):
        event = harness.wait_any(ModelLoaded, ModelLoadFailed)
    if isinstance(event, ModelLoaded):
        return "loaded"
    problem = event.problem
    assert problem.what.text
    assert not problem.is_bug, problem.detail
    if "The engine" in str(problem.what):
        harness.wait(EngineRestarted)
        return "engine ended"
    return "stopped" if "llama.cpp stopped" in str(problem.what) else "refused"
