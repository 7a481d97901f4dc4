"""What the system says in its own words, which differ from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def refusal(call: Callable[[], object]) -> str:
    """Return the reason the system gives when it refuses a call."""
    try:
        call()
    except OSError as error:
        return str(error.strerror)
    raise AssertionError("the system does not refuse it")
