"""What llama.cpp by itself makes of a model file: the measure for what Hearth may refuse.

As a program: reads paths from its standard input, and says for each whether it was loaded and
computed a token. Threads: one.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path

_COMMAND = (sys.executable, "-m", "tests.helpers.plain_llama")


class PlainLlama:
    """A child that loads one file after the other; a context manager."""

    def __init__(self, timeout_s: float = 20.0) -> None:
        self._timeout_s = timeout_s
        self._child: subprocess.Popen[str] | None = None

    def runs(self, path: Path) -> bool | None:
        """Return whether llama.cpp runs a model; None when it died or hung over it."""
        child = self._child = self._child or subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert child.stdin is not None
        assert child.stdout is not None
        watch = threading.Timer(self._timeout_s, child.kill)
        watch.start()
        said = ""
        with contextlib.suppress(BrokenPipeError):  # it died behind the answer before
            child.stdin.write(f"{path}\n")
            child.stdin.flush()
            said = child.stdout.readline().strip()
        watch.cancel()
        if not said:
            self._end()
            return None
        return said == "runs"

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()


def _runs(path: str) -> bool:
    import llama_cpp as native

    model = native.llama_model_load_from_file(path.encode(), native.llama_model_default_params())
    if not model:
        return False
    params = native.llama_context_default_params()
    params.n_ctx, params.n_batch, params.n_ubatch, params.n_threads = 256, 64, 64, 1
    context = native.llama_init_from_model(model, params)
    if not context:
        return False
    tokens = (native.llama_token * 1)(0)
    code = native.llama_decode(context, native.llama_batch_get_one(tokens, 1))
    native.llama_free(context)
    native.llama_model_free(model)
    return bool(code == 0)


def _main() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))
    for line in sys.stdin:
        sys.stdout.write("runs\n" if _runs(line.rstrip("\n")) else "refused\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
