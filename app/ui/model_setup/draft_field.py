"""Which small model drafts what a model says, among those that can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.formatting import size
from app.ui.model_setup.companion_field import CompanionField
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.models.draft_models import DraftCandidate
    from app.ui.theme import Theme


class DraftField(CompanionField):
    """The list of models that can draft."""

    def __init__(self, theme: Theme) -> None:
        self._found: dict[str, str] | None = None  # names by path; None while they are looked for
        super().__init__(theme, tr("Draft model"), tr("&Draft model"))

    def show_models(self, models: Sequence[DraftCandidate]) -> None:
        """Offer these; what is chosen stays as it is."""
        self._found = {
            model.path: tr("{name} ({size})", name=model.name, size=size(model.size_bytes))
            for model in models
        }
        self.refill(self.path)

    def _names(self) -> dict[str, str]:
        return {"": tr("No draft model")} | (self._found or {})

    def _words(self) -> str:
        if self._found is None:
            return tr("Looking for small models with the same vocabulary…")
        if not self._found:
            return tr("No smaller model with the same vocabulary is on this machine")
        return tr(
            "A small model that proposes the next words; this model checks each of them, so that "
            "answers come faster without changing"
        )
