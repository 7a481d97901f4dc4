"""Quantised matrix products, which a wrongly compiled llama.cpp does not survive.

GCC 12 without `-fno-tree-dse -fno-dse` makes a build that dies at the first of them on processors
with AMX; a model of F32 weights never gets there.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import write_tiny_deepseek2

if TYPE_CHECKING:
    from tests.helpers.gguf_factory import Quant

pytestmark = pytest.mark.usefixtures("all_threads")
REPOSITORY = Path(__file__).resolve().parents[2]
ANSWER_IN_CHILD = """
import sys
from pathlib import Path
from tests.helpers.engine_harness import Dialogue, EngineHarness

with EngineHarness(Path(sys.argv[1]), Path(sys.argv[2])) as harness:
    text, finished = harness.answer(Dialogue().user("Hello"))
    assert finished.problem is None
    assert text
"""
DECODE_IN_CHILD = """
import sys
import numpy as np
from app.core.llama import Batch, Context, ContextParams, DecodeOutcome, Model, ModelParams

model = Model(sys.argv[1], ModelParams(), lambda fraction: True)
context = Context(model, ContextParams(n_ctx=256, n_seq_max=1, n_threads=2))
batch = Batch(64)
for pos, count in ((0, 48), (48, 1), (49, 1)):
    batch.clear()
    last = pos + count - 1
    rows = batch.add(0, list(range(32, 32 + count)), pos, frozenset({last}))
    assert context.decode(batch) is DecodeOutcome.DONE
    logits = context.logits(rows[last])
    assert np.isfinite(logits).all()
    assert logits.std() > 0.5
batch.close()
context.close()
model.close()
"""


@pytest.mark.parametrize("quant", ["Q8_0", "Q4_0", "F16"])
def test_this_build_of_llama_cpp_survives_quantised_products(tmp_path: Path, quant: Quant) -> None:
    path = write_tiny_llama(tmp_path / "model.gguf", n_embd=128, n_ff=256, quant=quant)

    child = subprocess.run(
        [sys.executable, "-c", DECODE_IN_CHILD, str(path)],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )

    assert child.returncode == 0, (
        f"llama.cpp was compiled wrongly or a kernel is broken (exit {child.returncode}); "
        f"see docs/architecture.md, Native faults.\n{child.stderr}"
    )


@pytest.mark.parametrize("latent", ["Q8_0", "Q4_0", "F16"])
def test_quantised_latent_attention_is_computed_on_any_processor(
    tmp_path: Path, latent: Quant
) -> None:
    path = write_tiny_deepseek2(tmp_path / "model.gguf", latent)

    child = subprocess.run(
        [sys.executable, "-c", ANSWER_IN_CHILD, str(tmp_path / "home"), str(path)],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )

    assert child.returncode == 0, child.stderr
