"""Presets of sampling: a few that come with Hearth, and those that the user has saved.

Threads: interface thread, where the settings belong.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Final

from app.core.errors import WordedError
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.ui.chat.chat_setup.sampling_rows import PRESET_KEYS
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.settings.settings import Settings

TABLE = "presets"
LONGEST_NAME: Final = 40  # characters
_BUILT_IN: Final[tuple[tuple[str, dict[str, float]], ...]] = (
    (QT_TR_NOOP("As the model recommends"), {}),
    (QT_TR_NOOP("Precise"), {"temperature": 0.2, "top_p": 0.9}),
    (QT_TR_NOOP("Balanced"), {"temperature": 0.7, "top_p": 0.95}),
    (QT_TR_NOOP("Creative"), {"temperature": 1.1, "min_p": 0.05}),
)


class BadPresetName(WordedError):
    """A preset cannot be saved under a name."""

    what = phrase("“{name}” cannot be the name of a preset.")
    effect = phrase("Nothing was saved.")
    remedy = phrase("Choose another name, of at most {n} characters.")


class Preset(PlainValue, frozen=True):
    """One preset.

    Attributes:
        name: as it is shown.
        values: by the names of `SamplingParams`; what is left out is as the model recommends.
        is_own: the user saved it.
    """

    name: str
    values: tuple[tuple[str, float], ...]
    is_own: bool = False

    def matches(self, values: Mapping[str, float]) -> bool:
        """Whether fields with these values are this preset."""
        said = {key: value for key, value in values.items() if key in PRESET_KEYS}
        return said.keys() == dict(self.values).keys() and all(
            math.isclose(said[key], value, abs_tol=1e-9) for key, value in self.values
        )


class Presets:
    """All presets of one user.

    Args:
        settings: keep those of the user's own.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def all(self) -> tuple[Preset, ...]:
        """Return those of Hearth, then the user's own by name; what makes no sense is left out."""
        built_in = [Preset(tr(name), tuple(values.items())) for name, values in _BUILT_IN]
        own = []
        for name, text in self._settings.entries(TABLE).items():
            values = _parsed(text)
            if values is not None:
                own.append(Preset(name, values, is_own=True))
        return (*built_in, *sorted(own, key=lambda preset: preset.name.casefold()))

    def save(self, name: str, values: Mapping[str, float]) -> Preset:
        """Save values under a name, in place of an own preset of that name.

        Raises:
            BadPresetName: it has no name, a long one, or that of a preset of Hearth.
            SettingsNotSaved: it holds until Hearth is closed.
        """
        said = " ".join(name.split())
        taken = {tr(one).casefold() for one, _ in _BUILT_IN}
        if not said or len(said) > LONGEST_NAME or said.casefold() in taken:
            raise BadPresetName(name=said, n=LONGEST_NAME)
        kept = {key: value for key, value in values.items() if key in PRESET_KEYS}
        self._settings.set_entry(TABLE, said, json.dumps(kept))
        return Preset(said, tuple(kept.items()), is_own=True)

    def delete(self, name: str) -> None:
        """Forget an own preset.

        Raises:
            SettingsNotSaved: it is gone until Hearth is closed.
        """
        self._settings.set_entry(TABLE, name, None)


def _parsed(text: str) -> tuple[tuple[str, float], ...] | None:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    values = tuple((key, value) for key, value in said.items() if key in PRESET_KEYS)
    is_sound = all(
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        for _, value in values
    )
    return values if is_sound else None
