"""With which files the models on this machine would see and hear, as their settings have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.gguf import ModelKind
from app.core.models.library import Usable
from app.core.models.model_settings import ModelSettings
from app.core.models.projector_choice import projector_in_use

if TYPE_CHECKING:
    from app.core.models.library import LibraryEntry
    from app.core.models.projectors import ProjectorCandidate
    from app.core.paths import Paths


class SensesHere:
    """Knows them.

    Args:
        paths: where the settings of models lie.
    """

    def __init__(self, paths: Paths) -> None:
        self._settings = ModelSettings(paths.model_settings)

    def of(self, entry: LibraryEntry) -> ProjectorCandidate | None:
        """Return with which file a model would see or hear; None where it does neither."""
        state = entry.state
        if not isinstance(state, Usable) or state.summary.kind is not ModelKind.LANGUAGE:
            return None
        return self.of_file(entry.path)

    def of_file(self, path: str) -> ProjectorCandidate | None:
        """Return the same for the model in a file."""
        return projector_in_use(path, self._settings.of(path).projector)
