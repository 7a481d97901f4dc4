"""The backend that suits the processor best is loaded."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from app.core.ggml import backends, native_library

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.unix("a C compiler")
def test_of_several_variants_the_one_is_loaded_that_suits_the_processor_best(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scores = {"cpu-x64": 1, "cpu-haswell": 64, "cpu-zen9": 0}
    for name in scores:
        source = f"int ggml_backend_score(void) {{ return {scores[name]}; }}"
        target = tmp_path / f"libggml-{name}.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-o", target, "-"], check=True,
                       input=source.encode())  # fmt: skip
    monkeypatch.setattr(native_library, "library_folder", lambda: tmp_path)

    assert backends._best_of("cpu") == tmp_path / "libggml-cpu-haswell.so"
    assert backends._best_of("blas") is None


def test_where_no_variant_suits_the_plain_library_is_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("libggml-cpu.so", "libggml-cpu-broken.so", "libggml-base.so"):
        (tmp_path / name).touch()
    monkeypatch.setattr(native_library, "library_folder", lambda: tmp_path)

    assert backends._best_of("cpu") == tmp_path / "libggml-cpu.so"
