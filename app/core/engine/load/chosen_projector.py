"""Which projector a model is loaded with: the one that was chosen, or the one beside it.

Threads: any.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.gguf.projector_match import projector_beside
from app.core.protocol import NO_PROJECTOR

if TYPE_CHECKING:
    from app.core.protocol import LoadSettings


def chosen_projector(model: str, settings: LoadSettings) -> str:
    """Return the path of the projector for a model; "" for none.

    Args:
        model: path of its first file.
        settings: with which it is loaded.
    """
    if settings.projector == NO_PROJECTOR:
        return ""
    if settings.projector:
        return settings.projector
    found = projector_beside(Path(model))
    return "" if found is None else str(found)
