"""Writes the model that the backend self-test decodes: `resources/self_test/self-test.gguf`.

It is random and says nothing sensible. It is there to take the kernels that a real model takes:
Q8_0 and Q4_0 matrices whose sizes suit the repacked and AMX weight layouts (rows and columns are
multiples of 32), which is where a wrongly compiled llama.cpp dies. Only the vocabulary suits
neither: our own matrix products take its matrix everywhere, to a last panel that is not full. The
same bytes come out on every machine; a test compares them with the file in the repository.

Usage: python packaging/make_self_test_model.py [FILE]
"""

from __future__ import annotations

import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY))

from tests.helpers.gguf_factory import write_tiny_llama  # noqa: E402 - found through the line above

MODEL = REPOSITORY / "resources" / "self_test" / "self-test.gguf"
SEED = 20_260_101
N_VOCAB = 291


def main() -> int:
    """Write the model to the file named, else to its place under `resources`."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else MODEL
    target.parent.mkdir(parents=True, exist_ok=True)
    write_tiny_llama(
        target,
        n_layers=1,
        n_embd=128,
        n_heads=4,
        n_kv_heads=2,
        n_ff=256,
        n_ctx=512,
        n_vocab=N_VOCAB,
        quant="Q8_0",
        quants={"blk.0.ffn_up.weight": "Q4_0"},
        seed=SEED,
        name="Hearth self-test",
    )
    print(f"{target}: {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
