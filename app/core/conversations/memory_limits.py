"""How much the store of conversation memory may take, by what the user has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore import Limits
from app.core.settings import MEMORY_BUDGET, MEMORY_DAILY

if TYPE_CHECKING:
    from app.core.settings import Settings

_GIB = 1 << 30


def store_limits(settings: Settings) -> Limits:
    """Return the limits of the store."""
    budget, daily = settings.get(MEMORY_BUDGET), settings.get(MEMORY_DAILY)
    return Limits(
        budget_bytes=round(budget * _GIB) if budget else None,
        daily_bytes=round(daily * _GIB) if daily else None,
    )
