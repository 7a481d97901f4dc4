"""What the build of llama.cpp offers."""

from __future__ import annotations

import ctypes
import subprocess
from typing import TYPE_CHECKING

from app.core.llama import library

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_of_several_variants_the_one_is_loaded_that_suits_the_processor_best(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scores = {"cpu-x64": 1, "cpu-haswell": 64, "cpu-zen9": 0}
    for name in scores:
        source = f"int ggml_backend_score(void) {{ return {scores[name]}; }}"
        target = tmp_path / f"libggml-{name}.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-o", target, "-"], check=True,
                       input=source.encode())  # fmt: skip
    monkeypatch.setattr(library, "library_folder", lambda: tmp_path)

    assert library._best_of("cpu") == tmp_path / "libggml-cpu-haswell.so"
    assert library._best_of("blas") is None


def test_where_no_variant_suits_the_plain_library_is_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("libggml-cpu.so", "libggml-cpu-broken.so", "libggml-base.so"):
        (tmp_path / name).touch()
    monkeypatch.setattr(library, "library_folder", lambda: tmp_path)

    assert library._best_of("cpu") == tmp_path / "libggml-cpu.so"


def test_a_record_of_the_log_in_the_middle_of_another_ends_alone() -> None:
    with library.recorded_log() as outer:
        with library.recorded_log() as inner:
            pass
        library._on_log(2, b"between", ctypes.c_void_p())

    assert (outer, inner) == (["between"], [])
