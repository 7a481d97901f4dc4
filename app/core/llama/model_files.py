"""Which files a model is made of: its own, or several of one name and numbers.

Threads: any.
"""

from __future__ import annotations

import ctypes
import os
import re

from llama_cpp import llama_cpp as native

from app.core.llama.gguf_magic import check_magic
from app.core.llama.gguf_reader import GgufReader

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
