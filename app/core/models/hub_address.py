"""Where the hub is.

Beside the room that asks it: the suggestions name its pages, and load no HTTP client for that.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import os

HUB = "https://huggingface.co"
HUB_VARIABLE = "HF_ENDPOINT"  # what other programs for this hub read as well


def hub_address() -> str:
    """Return the hub's address without a slash at its end: a mirror that the environment names."""
    return (os.environ.get(HUB_VARIABLE) or HUB).rstrip("/")
