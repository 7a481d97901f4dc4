"""One GGUF header, read by ggml's own reader: keys, vocabulary, where the tensors lie.

The reader of ggml is exact, fast on vocabularies of 150,000 tokens and the same code that will load
the model. It aborts the process when a value is asked for with another type than it has, so each
type is compared first: a file may say anything.

Which files a model is made of: its own, or several of one name and numbers.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import re
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from llama_cpp import llama_cpp as native

from app.core.ggml.native_library import NativeLibrary, shared_library
from app.core.llama import library
from app.core.llama.errors import DamagedModelFile, ModelFileMissing, NotAModelFile

if TYPE_CHECKING:
    from collections.abc import Iterator


_MAGIC = b"GGUF"


def check_magic(path: str) -> None:
    """Raise `ModelFileMissing` or `NotAModelFile` unless `path` begins like a GGUF file."""
    try:
        with Path(path).open("rb") as file:
            magic = file.read(len(_MAGIC))
    except (OSError, ValueError) as error:  # a zero byte is in the path
        raise ModelFileMissing(repr(error), path=path) from error
    if magic != _MAGIC:
        raise NotAModelFile(f"the file begins with {magic!r}", path=path)


# The numbers that ggml gives to types.  Source: ggml/include/gguf.h, gguf_type
_NUMBERS: dict[int, Any] = {
    0: ctypes.c_uint8,
    1: ctypes.c_int8,
    2: ctypes.c_uint16,
    3: ctypes.c_int16,
    4: ctypes.c_uint32,
    5: ctypes.c_int32,
    6: ctypes.c_float,
    7: ctypes.c_bool,
    10: ctypes.c_uint64,
    11: ctypes.c_int64,
    12: ctypes.c_double,
}
_STRING, _ARRAY = 8, 9
_MOST_NUMBERS = 1 << 24  # of an array: more than any vocabulary has, and still not much memory


class _InitParams(ctypes.Structure):
    _fields_ = (("no_alloc", ctypes.c_bool), ("ctx", ctypes.c_void_p))


_kept: ContextVar[dict[str, Any] | None] = ContextVar("headers that are kept", default=None)


@contextlib.contextmanager
def headers_kept() -> Iterator[None]:
    """Read the header of each file once meanwhile, on this thread; a vocabulary takes a while."""
    headers: dict[str, Any] = {}
    token = _kept.set(headers)
    try:
        yield
    finally:
        _kept.reset(token)
        for handle in headers.values():
            _declare().gguf_free(handle)


class GgufReader:
    """The header of one file; a context manager.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: it cannot be read.
    """

    def __init__(self, path: str) -> None:
        check_magic(path)
        self._lib = _declare()
        kept = _kept.get()
        self._is_kept = kept is not None
        self._handle = None if kept is None else kept.get(path)
        if self._handle is not None:
            return
        params = _InitParams(no_alloc=True, ctx=None)
        self._handle = self._lib.gguf_init_from_file(os.fsencode(path), params)
        if not self._handle:
            raise DamagedModelFile(library.recent_warnings(), path=path)
        if kept is not None:
            kept[path] = self._handle

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_kept:
            self._lib.gguf_free(self._handle)

    @functools.cached_property
    def architecture(self) -> str:
        """What the file calls its kind of model; "" when it does not say."""
        return self.text("general.architecture") or ""

    @property
    def data_offset(self) -> int:
        """Where the tensors begin."""
        return int(self._lib.gguf_get_data_offset(self._handle))

    def tensors(self) -> tuple[tuple[int, int], ...]:
        """Return `(offset, size)` of every tensor, in bytes from `data_offset` on."""
        lib, handle = self._lib, self._handle
        return tuple(
            (lib.gguf_get_tensor_offset(handle, i), lib.gguf_get_tensor_size(handle, i))
            for i in range(lib.gguf_get_n_tensors(handle))
        )

    def tensor_types(self) -> tuple[tuple[str, int], ...]:
        """Return the name of every tensor and ggml's number of its type."""
        lib, handle = self._lib, self._handle
        return tuple(
            (
                lib.gguf_get_tensor_name(handle, i).decode("utf-8", "replace"),
                lib.gguf_get_tensor_type(handle, i),
            )
            for i in range(lib.gguf_get_n_tensors(handle))
        )

    def tensor_sizes(self) -> tuple[tuple[str, int], ...]:
        """Return the name of every tensor and its size in bytes."""
        return tuple(
            (name, size)
            for (name, _kind), (_offset, size) in zip(
                self.tensor_types(), self.tensors(), strict=True
            )
        )

    def text(self, key: str) -> str | None:
        """Return a text, None when there is none under this key.

        Args:
            key: of the file; one that begins with a dot belongs to its architecture.
        """
        index, kind = self._find(key)
        if kind != _STRING:
            return None
        raw: bytes = self._lib.gguf_get_val_str(self._handle, index)
        return raw.decode("utf-8", "replace")

    def length(self, key: str) -> int:
        """Return how long an array is, 0 when there is no such array."""
        index, kind = self._find(key)
        return int(self._lib.gguf_get_arr_n(self._handle, index)) if kind == _ARRAY else 0

    def numbers(self, key: str) -> tuple[float, ...]:
        """Return a number, or the numbers of an array, of whatever type; or none at all.

        Args:
            key: as of `text`.
        """
        index, kind = self._find(key)
        lib, handle = self._lib, self._handle
        if kind in _NUMBERS:
            address = lib.gguf_get_val_data(handle, index)
            return (_NUMBERS[kind].from_address(address).value,)
        if kind != _ARRAY or (part := lib.gguf_get_arr_type(handle, index)) not in _NUMBERS:
            return ()
        count = min(lib.gguf_get_arr_n(handle, index), _MOST_NUMBERS)
        if not count:
            return ()
        values = (_NUMBERS[part] * count).from_address(lib.gguf_get_arr_data(handle, index))
        return tuple(values)

    def value_type(self, key: str) -> tuple[int, ...]:
        """Return gguf's number of the type of a value, with that of its elements for an array.

        Returns:
            empty when there is no such key.  Source: ggml/include/gguf.h, gguf_type
        """
        index, kind = self._find(key)
        if index < 0:
            return ()
        if kind != _ARRAY:
            return (kind,)
        return (kind, int(self._lib.gguf_get_arr_type(self._handle, index)))

    def _find(self, key: str) -> tuple[int, int]:
        """Return where a key is and the type of its value; (-1, -1) when it is not there."""
        name = self.architecture + key if key.startswith(".") else key
        index = self._lib.gguf_find_key(self._handle, name.encode())
        return (index, self._lib.gguf_get_kv_type(self._handle, index)) if index >= 0 else (-1, -1)


def _declare() -> NativeLibrary:
    """Give the GGUF functions of ggml their C signatures.  Source: ggml/include/gguf.h."""
    lib = shared_library()
    at = [ctypes.c_void_p, ctypes.c_int64]
    signatures: dict[str, tuple[list[Any], Any]] = {
        "gguf_init_from_file": ([ctypes.c_char_p, _InitParams], ctypes.c_void_p),
        "gguf_free": ([ctypes.c_void_p], None),
        "gguf_find_key": ([ctypes.c_void_p, ctypes.c_char_p], ctypes.c_int64),
        "gguf_get_kv_type": (at, ctypes.c_int),
        "gguf_get_arr_type": (at, ctypes.c_int),
        "gguf_get_arr_n": (at, ctypes.c_size_t),
        "gguf_get_arr_data": (at, ctypes.c_void_p),
        "gguf_get_val_data": (at, ctypes.c_void_p),
        "gguf_get_val_str": (at, ctypes.c_char_p),
        "gguf_get_data_offset": ([ctypes.c_void_p], ctypes.c_size_t),
        "gguf_get_n_tensors": ([ctypes.c_void_p], ctypes.c_int64),
        "gguf_get_tensor_name": (at, ctypes.c_char_p),
        "gguf_get_tensor_type": (at, ctypes.c_int),
        "gguf_get_tensor_offset": (at, ctypes.c_size_t),
        "gguf_get_tensor_size": (at, ctypes.c_size_t),
    }
    for name, (arguments, result) in signatures.items():
        function = getattr(lib, name)
        function.argtypes = arguments
        function.restype = result
    return lib


_MAX_SHARDS = 65_535  # 16 bits in the file
_NAME_OF_PART = re.compile(r"-\d{5}-of-\d{5}\.gguf$")


def model_files(path: str) -> tuple[str, ...]:
    """Return the files of a model, in order: several when it is split.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    check_magic(path)
    if not _NAME_OF_PART.search(path):  # llama.cpp takes no part by another name
        return (path,)
    with GgufReader(path) as header:
        count = next(iter(header.numbers("split.count")), 1)
    if not 2 <= count <= _MAX_SHARDS:
        return (path,)
    n_shards = int(count)
    encoded = os.fsencode(path)
    prefix = ctypes.create_string_buffer(len(encoded) + 1)
    if not native.llama_split_prefix(prefix, len(prefix), encoded, 0, n_shards):
        return (path,)
    found = []
    for index in range(n_shards):
        name = ctypes.create_string_buffer(len(encoded) + 64)
        native.llama_split_path(name, len(name), prefix.value, index, n_shards)
        found.append(os.fsdecode(name.value))
    return tuple(found)
