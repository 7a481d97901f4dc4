"""A file that is there while a model is being loaded, so that the next start knows of a fatal load.

Threads: the engine thread only.
"""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

logger = logging.getLogger(__name__)


@contextlib.contextmanager
def mark_load(marker: Path, model: str) -> Iterator[None]:
    """Let a file say, while inside, which model native code is working on.

    Without a word where the file cannot be written.
    """
    try:
        marker.write_bytes(model.encode("utf-8", "surrogateescape"))
    except OSError:
        logger.info("the load marker could not be written", exc_info=True)
    try:
        yield
    finally:
        try:
            marker.unlink(missing_ok=True)
        except OSError:
            logger.info("the load marker could not be removed", exc_info=True)
