"""The model that the backend self-test decodes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import gguf

from app.core.system.paths import resource

REPOSITORY = Path(__file__).resolve().parents[2]
MAX_BYTES = 300_000


def test_the_model_in_the_repository_is_the_one_its_script_writes(tmp_path: Path) -> None:
    script = REPOSITORY / "packaging" / "make_self_test_model.py"
    again = tmp_path / "again.gguf"

    subprocess.run([sys.executable, str(script), str(again)], check=True, timeout=60)

    assert again.read_bytes() == resource("self_test/self-test.gguf").read_bytes(), (
        "run packaging/make_self_test_model.py"
    )


def test_the_model_is_small_and_takes_the_kernels_of_real_models() -> None:
    path = resource("self_test/self-test.gguf")
    matrices = [tensor for tensor in gguf.GGUFReader(path).tensors if len(tensor.shape) == 2]

    assert path.stat().st_size <= MAX_BYTES
    assert {tensor.tensor_type.name for tensor in matrices} == {"Q8_0", "Q4_0"}
    # What repacked and AMX layouts ask for; they leave one product to our own.
    odd = {tensor.name for tensor in matrices if any(size % 32 for size in tensor.shape)}
    assert odd == {"token_embd.weight", "output.weight"}
