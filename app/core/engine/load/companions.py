"""Which projector a model is loaded with, and which head: the one chosen, or the one beside it.

Threads: any.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.gguf.companions import head_beside, projector_beside
from app.core.plain_value import replace
from app.core.protocol import NO_PROJECTOR

if TYPE_CHECKING:
    from app.core.protocol import LoadModel, LoadSettings


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


def with_head(command: LoadModel) -> LoadModel:
    """Let the head beside a model draft for it, where no draft model was chosen."""
    if command.settings.draft_model:
        return command
    head = head_beside(Path(command.path))
    if head is None:
        return command
    return replace(command, settings=replace(command.settings, draft_model=str(head)))
