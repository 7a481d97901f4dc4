"""Headers of GGUF files, read without llama.cpp: what a file holds, before anybody loads it.

A header may say anything, and may come from anywhere: the parser keeps to fixed limits of memory
and of bytes read, whatever the counts and lengths in it claim, and either returns values or raises
a `GgufError`. It reads a file, or any `ByteSource`, such as a file that lies on a server.

`core.llama.gguf_reader` reads headers, too. That one is ggml's own reader: exactly what will load
the model, so it guards the load; it is native code, which runs in the engine's process only. This
one runs in the front ends, on a thousand files nobody has looked at.

Loads no tensor data and writes nothing. Threads: pure functions, any thread.

Source: the description of the format in ggml, docs/gguf.md, and ggml/src/gguf.cpp.
"""

from __future__ import annotations

from app.core.gguf.cursor import ByteSource, open_source
from app.core.gguf.errors import (
    ForeignByteOrder,
    GgufError,
    HeaderCutOff,
    HeaderDamaged,
    HeaderNotRead,
    NoGguf,
    UnknownGgufVersion,
)
from app.core.gguf.header import GgufArray, GgufHeader, Tensor
from app.core.gguf.parser import read_header
from app.core.gguf.projector_match import (
    MOST_TOKENS_MORE,
    FileVocabulary,
    projector_beside,
    read_vocabulary,
    widths_of,
)
from app.core.gguf.summary import ModelKind, ModelSummary, name_of_model, summarise, title_of_file

__all__ = [
    "MOST_TOKENS_MORE",
    "ByteSource",
    "FileVocabulary",
    "ForeignByteOrder",
    "GgufArray",
    "GgufError",
    "GgufHeader",
    "HeaderCutOff",
    "HeaderDamaged",
    "HeaderNotRead",
    "ModelKind",
    "ModelSummary",
    "NoGguf",
    "Tensor",
    "UnknownGgufVersion",
    "name_of_model",
    "open_source",
    "projector_beside",
    "read_header",
    "read_vocabulary",
    "summarise",
    "title_of_file",
    "widths_of",
]
