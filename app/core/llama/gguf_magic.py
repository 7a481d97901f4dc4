"""What each GGUF file begins with.

Threads: any.
"""

from __future__ import annotations

from pathlib import Path

from app.core.llama.errors import ModelFileMissing, NotAModelFile

_MAGIC = b"GGUF"


def check_magic(path: str) -> None:
    """Raise `ModelFileMissing` or `NotAModelFile` unless `path` begins like a GGUF file."""
    try:
        with Path(path).open("rb") as file:
            magic = file.read(len(_MAGIC))
    except (OSError, ValueError) as error:  # a zero byte is in the path
        raise ModelFileMissing(path, repr(error)) from error
    if magic != _MAGIC:
        raise NotAModelFile(path, f"the file begins with {magic!r}")
