"""Where the hub is.

Beside the room that asks it: the suggestions name its pages, and load no HTTP client for that.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import os
import re

HUB = "https://huggingface.co"
HUB_VARIABLE = "HF_ENDPOINT"  # what other programs for this hub read as well


_REPO = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}/[A-Za-z0-9][A-Za-z0-9._-]{0,95}")


def is_repository_name(text: str) -> bool:
    """Whether a text may be "author/name"."""
    return _REPO.fullmatch(text) is not None and ".." not in text


def hub_address() -> str:
    """Return the hub's address without a slash at its end: a mirror that the environment names."""
    return (os.environ.get(HUB_VARIABLE) or HUB).rstrip("/")
