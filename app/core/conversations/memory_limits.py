"""How much the store of conversation memory may take, by what the user has chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore import Limits
from app.core.settings import MEMORY_BUDGET, MEMORY_DAILY, MEMORY_KEEP_FREE, BadSetting

if TYPE_CHECKING:
    from app.core.settings import Settings

_GB = 10**9


def store_limits(settings: Settings) -> Limits:
    """Return the limits of the store."""
    budget, daily = settings.get(MEMORY_BUDGET), settings.get(MEMORY_DAILY)
    return Limits(
        budget_bytes=round(budget * _GB) if budget else None,
        daily_bytes=round(daily * _GB) if daily else None,
        reserve_bytes=round(settings.get(MEMORY_KEEP_FREE) * _GB),
    )


def set_limits(settings: Settings, budget_gb: float, daily_gb: float) -> None:
    """Keep what the user has chosen; 0 for the default budget, and for no limit a day.

    Raises:
        BadSetting: such a number is not allowed; nothing was changed.
        SettingsNotSaved: in force until Hearth is closed.
    """
    for setting, value in ((MEMORY_BUDGET, budget_gb), (MEMORY_DAILY, daily_gb)):
        if objection := setting.objection(value):
            raise BadSetting(setting.key, value, objection)
    try:
        settings.set(MEMORY_BUDGET, budget_gb)
    finally:  # what cannot be kept is in force all the same
        settings.set(MEMORY_DAILY, daily_gb)
