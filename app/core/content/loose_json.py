"""What is expected in the JSON of strangers, whatever stands there.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import Any


def mapping(value: object) -> dict[str, Any]:
    """Return an object of JSON, an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[Any]:
    """Return an array of JSON, an empty one for anything else."""
    return value if isinstance(value, list) else []
