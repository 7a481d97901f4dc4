"""A command to load a model, with the settings of its load as keywords."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from app.core.protocol import LoadModel, LoadSettings

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.protocol import BackendChoice, ChatKey


def load_command(
    path: Path | str,
    *,
    backend: BackendChoice | None = None,
    first_chat: ChatKey | None = None,
    **settings: Any,
) -> LoadModel:
    """Return the command.

    Args:
        path: of the file.
        backend: as in `LoadModel`.
        first_chat: as in `LoadModel`.
        settings: fields of `LoadSettings`.
    """
    return LoadModel(os.fspath(path), LoadSettings(**settings), backend, first_chat)
