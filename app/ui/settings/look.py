"""How the window looks by the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.settings import DENSITY, FONT, THEME, ZOOM
from app.ui.theme import Look

if TYPE_CHECKING:
    from app.core.settings import Settings

LOOK = (THEME, FONT, ZOOM, DENSITY)
_SPACING = {"comfortable": 1.0, "compact": 0.75}


def look_of(settings: Settings) -> Look:
    """Return what is chosen."""
    return Look(
        settings.get(THEME),
        settings.get(ZOOM),
        _SPACING[settings.get(DENSITY)],
        settings.get(FONT).strip(),
    )
