"""What a GGUF file says of itself, without loading the model.

The header is read by ggml's own GGUF reader, because it is exact, fast on vocabularies of 150,000
tokens and the same code that will load the model.
"""

from __future__ import annotations

import ctypes
import hashlib
import math
import os
from dataclasses import dataclass
from pathlib import Path

from llama_cpp import llama_cpp as native

from app.core.llama import library
from app.core.llama.errors import DamagedModelFile, ModelFileMissing
from app.core.llama.model import check_magic

_SAMPLE_BYTES = 4096
_UINT16 = (2, "gguf_get_val_u16")
_UINT32 = (4, "gguf_get_val_u32")
_FLOAT32 = (6, "gguf_get_val_f32")
_STRING = 8
# Below zero llama.cpp ends the process.  Source: ggml.c ggml_rms_norm_impl, GGML_ASSERT(eps >= 0)
_EPSILONS = (
    b".attention.layer_norm_epsilon",
    b".attention.layer_norm_rms_epsilon",
    b".attention.group_norm_epsilon",
)


class _InitParams(ctypes.Structure):
    _fields_ = (("no_alloc", ctypes.c_bool), ("ctx", ctypes.c_void_p))


@dataclass(frozen=True, slots=True)
class _Header:
    """Where the pieces of one GGUF file lie: byte ranges `(offset, size)` of its tensors."""

    data_offset: int
    tensors: tuple[tuple[int, int], ...]
    n_shards: int
    n_layers: int
    epsilons: tuple[float, ...]


def model_files(path: str) -> tuple[str, ...]:
    """Return the files of a model, in order: several when it is split.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    return tuple(_shards(path))


def sample_digest(path: str) -> str:
    """Return a digest of samples of a model, 64 hex characters; path and times do not enter.

    sha256 over every file's size, whole header (metadata, tokenizer, tensor table) and three
    4 KiB samples (start, middle, end) of every tensor. Reads some 5 MB of a 5 GB file. It holds all
    that decides how text is cut into tokens, and tells most models apart; two that compute other
    numbers may have the same one.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    digest = hashlib.sha256(b"hearth model content 1")
    for shard in _shards(path):
        header = _read_header(shard)
        try:
            _sample(digest, shard, header)
        except OSError as error:
            raise ModelFileMissing(shard, repr(error)) from error
    return digest.hexdigest()


def check_complete(path: str) -> None:
    """Check what can be told of a model without loading it: that its files are GGUF and all there.

    And that they say nothing on which llama.cpp ends the process.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    for shard in _shards(path):
        header = _read_header(shard)
        n_bytes = Path(shard).stat().st_size
        wanted = header.data_offset + max((sum(tensor) for tensor in header.tensors), default=0)
        if n_bytes < wanted:
            raise DamagedModelFile(shard, f"{n_bytes} bytes, but its tensors end at {wanted}")
        if not all(0 <= epsilon < math.inf for epsilon in header.epsilons):
            raise DamagedModelFile(shard, f"impossible numbers for its norms: {header.epsilons}")


def n_layers(path: str) -> int:
    """Return the number of layers a GGUF file declares, 0 when it declares none.

    Raises:
        ModelFileMissing, NotAModelFile, DamagedModelFile: as for loading.
    """
    return _read_header(path).n_layers


def _sample(digest: hashlib._Hash, path: str, header: _Header) -> None:
    with Path(path).open("rb") as file:
        digest.update(file.seek(0, 2).to_bytes(8, "little"))
        file.seek(0)
        digest.update(file.read(header.data_offset))
        for offset, size in header.tensors:
            for start in (0, max(0, size // 2), max(0, size - _SAMPLE_BYTES)):
                file.seek(header.data_offset + offset + start)
                digest.update(file.read(min(_SAMPLE_BYTES, size - start)))


def _shards(path: str) -> list[str]:
    """Return the files of a model that may be split, in order."""
    n_shards = _read_header(path).n_shards
    if n_shards < 2:
        return [path]
    encoded = os.fsencode(path)
    prefix = ctypes.create_string_buffer(len(encoded) + 1)
    if not native.llama_split_prefix(prefix, len(prefix), encoded, 0, n_shards):
        return [path]
    found = []
    for index in range(n_shards):
        name = ctypes.create_string_buffer(len(encoded) + 64)
        native.llama_split_path(name, len(name), prefix.value, index, n_shards)
        found.append(os.fsdecode(name.value))
    return found


def _read_header(path: str) -> _Header:
    check_magic(path)
    lib = _declare()
    handle = lib.gguf_init_from_file(os.fsencode(path), _InitParams(no_alloc=True, ctx=None))
    if not handle:
        raise DamagedModelFile(path, library.complaints())
    try:
        architecture = _string(lib, handle, b"general.architecture")
        return _Header(
            data_offset=lib.gguf_get_data_offset(handle),
            tensors=tuple(
                (lib.gguf_get_tensor_offset(handle, i), lib.gguf_get_tensor_size(handle, i))
                for i in range(lib.gguf_get_n_tensors(handle))
            ),
            n_shards=int(_number(lib, handle, b"split.count", _UINT16)) or 1,
            n_layers=int(_number(lib, handle, architecture + b".block_count", _UINT32)),
            epsilons=tuple(_number(lib, handle, architecture + key, _FLOAT32) for key in _EPSILONS),
        )
    finally:
        lib.gguf_free(handle)


# ggml aborts the process when a value is asked for with another type than it has, so each type is
# compared first: a file may say anything.


def _number(lib: ctypes.CDLL, handle: int, key: bytes, kind: tuple[int, str]) -> float:
    type_id, function = kind
    index = lib.gguf_find_key(handle, key)
    if index < 0 or lib.gguf_get_kv_type(handle, index) != type_id:
        return 0
    return float(getattr(lib, function)(handle, index))


def _string(lib: ctypes.CDLL, handle: int, key: bytes) -> bytes:
    index = lib.gguf_find_key(handle, key)
    if index < 0 or lib.gguf_get_kv_type(handle, index) != _STRING:
        return b""
    return bytes(lib.gguf_get_val_str(handle, index))


def _declare() -> ctypes.CDLL:
    """Give the GGUF functions of ggml their C signatures.  Source: ggml/include/gguf.h."""
    lib = library.shared_library
    signatures: dict[str, tuple[list[type], type | None]] = {
        "gguf_init_from_file": ([ctypes.c_char_p, _InitParams], ctypes.c_void_p),
        "gguf_free": ([ctypes.c_void_p], None),
        "gguf_find_key": ([ctypes.c_void_p, ctypes.c_char_p], ctypes.c_int64),
        "gguf_get_kv_type": ([ctypes.c_void_p, ctypes.c_int64], ctypes.c_int),
        "gguf_get_val_u32": ([ctypes.c_void_p, ctypes.c_int64], ctypes.c_uint32),
        "gguf_get_val_f32": ([ctypes.c_void_p, ctypes.c_int64], ctypes.c_float),
        "gguf_get_val_str": ([ctypes.c_void_p, ctypes.c_int64], ctypes.c_char_p),
        "gguf_get_val_u16": ([ctypes.c_void_p, ctypes.c_int64], ctypes.c_uint16),
        "gguf_get_data_offset": ([ctypes.c_void_p], ctypes.c_size_t),
        "gguf_get_n_tensors": ([ctypes.c_void_p], ctypes.c_int64),
        "gguf_get_tensor_offset": ([ctypes.c_void_p, ctypes.c_int64], ctypes.c_size_t),
        "gguf_get_tensor_size": ([ctypes.c_void_p, ctypes.c_int64], ctypes.c_size_t),
    }
    for name, (arguments, result) in signatures.items():
        function = getattr(lib, name)
        function.argtypes = arguments
        function.restype = result
    return lib
