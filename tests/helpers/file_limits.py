"""A limit of the operating system on the size of files, as a disk that is full at a known byte."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def files_at_most(n_bytes: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size; tests that use it are marked `unix`."""
    import resource  # Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
