"""What the build of llama.cpp offers."""

from __future__ import annotations

import ctypes
import subprocess
from typing import TYPE_CHECKING

import pytest

from app.core.llama import library

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


@pytest.mark.unix("a C compiler")
def test_a_function_is_found_where_the_library_that_is_asked_first_lacks_it(tmp_path: Path) -> None:
    # Built apart, so that none leads to the other, as on Windows.
    sources = {"llama": "int here(void) { return 1; }", "ggml": "int there(void) { return 2; }"}
    opened = []
    for name, source in sources.items():
        target = tmp_path / f"lib{name}.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-o", target, "-"], check=True,
                       input=source.encode())  # fmt: skip
        opened.append(ctypes.CDLL(str(target)))

    functions = library.SharedLibraries(*opened)

    assert (functions.here(), functions.there()) == (1, 2)
    assert functions.there is functions.there
    with pytest.raises(AttributeError, match="nowhere"):
        _ = functions.nowhere


def test_on_windows_the_libraries_of_ggml_are_asked_by_their_path(tmp_path: Path) -> None:
    assert library.ggml_libraries(tmp_path, "win32") == (
        tmp_path / "ggml.dll",
        tmp_path / "ggml-base.dll",
    )
    assert library.ggml_libraries(tmp_path, "linux") == ()
