"""What llama.cpp says of texts by itself: one text at a time, in a process of its own.

`python -m tests.helpers.embedded_alone MODEL` reads a JSON list of texts, and writes for each its
tokens and its vector, of length 1: as llama.cpp's own example does it. Hearth's code only
starts llama.cpp.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np

from app.core.llama import library
from tests.helpers.child_run import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray


def embedded_alone(
    model: Path, texts: Sequence[str]
) -> tuple[list[list[int]], NDArray[np.float32]]:
    """Return the tokens of texts, and their vectors: float32 [n_texts, n]."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.helpers.embedded_alone", str(model)],
        input=json.dumps(list(texts)),
        capture_output=True,
        encoding="utf-8",
        cwd=REPOSITORY,
        check=True,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    return told["tokens"], np.asarray(told["vectors"], np.float32)


def _main() -> None:
    from llama_cpp import llama_cpp as native

    library.initialise()  # where the processor's part is a library of its own, it is loaded here
    model = native.llama_model_load_from_file(
        sys.argv[1].encode(), native.llama_model_default_params()
    )
    params = native.llama_context_default_params()
    params.embeddings = True
    params.n_ctx = params.n_batch = params.n_ubatch = 4096
    vocab = native.llama_model_get_vocab(model)
    n_embd = native.llama_model_n_embd(model)
    tokens: list[list[int]] = []
    vectors: list[list[float]] = []
    for text in json.load(sys.stdin):
        context = native.llama_init_from_model(model, params)
        data = text.encode()
        buffer = (native.llama_token * (len(data) + 8))()
        n = native.llama_tokenize(vocab, data, len(data), buffer, len(buffer), True, True)
        batch = native.llama_batch_init(n, 0, 1)
        batch.n_tokens = n
        for at in range(n):
            batch.token[at], batch.pos[at] = buffer[at], at
            batch.n_seq_id[at], batch.seq_id[at][0], batch.logits[at] = 1, 0, True
        run = native.llama_decode if native.llama_get_memory(context) else native.llama_encode
        assert run(context, batch) == 0
        found = native.llama_get_embeddings_seq(context, 0)
        vector = np.ctypeslib.as_array(
            ctypes.cast(found, ctypes.POINTER(ctypes.c_float)), (n_embd,)
        )
        tokens.append(list(buffer[:n]))
        vectors.append((vector / np.linalg.norm(vector.astype(np.float64))).tolist())
        native.llama_batch_free(batch)
        native.llama_free(context)
    sys.stdout.write(f"\n{json.dumps({'tokens': tokens, 'vectors': vectors})}\n")


if __name__ == "__main__":
    _main()
