"""Functions of llama.cpp and ggml, wherever they are."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import llama_cpp
import pytest

from app.core.ggml import native_library
from app.core.ggml.native_library import NativeLibrary


def _library(folder: Path, name: str, number: int) -> ctypes.CDLL:
    path = folder / f"lib{name}.so"
    source = f"int {name}(void) {{ return {number}; }}"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-x", "c", "-o", path, "-"], check=True, input=source.encode()
    )
    return ctypes.CDLL(str(path))


@pytest.mark.unix("a C compiler")
def test_a_function_is_found_in_whichever_library_has_it(tmp_path: Path) -> None:
    libraries = NativeLibrary((_library(tmp_path, "first", 1), _library(tmp_path, "second", 2)))

    assert libraries.first() == 1
    assert libraries.second() == 2
    with pytest.raises(AttributeError, match="third"):
        libraries.third()


@pytest.mark.unix("a C compiler")
def test_the_types_of_a_function_stay_with_it(tmp_path: Path) -> None:
    libraries = NativeLibrary((_library(tmp_path, "one", 65),))
    libraries.one.restype = ctypes.c_char

    assert libraries.one() == b"A"


def test_the_library_is_the_one_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    native_library.library_folder.cache_clear()
    try:
        assert native_library.library_folder() == Path(llama_cpp.__file__).parent / "lib"
        native_library.library_folder.cache_clear()
        monkeypatch.setenv("LLAMA_CPP_LIB_PATH", "/another/build")
        assert native_library.library_folder() == Path("/another/build")
    finally:
        native_library.library_folder.cache_clear()
