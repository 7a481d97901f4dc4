"""What one look finds, as plain values.

Threads: frozen values, any thread.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from app.core.phrases import NO_WORDS, Phrase


class Level(enum.StrEnum):
    """How much it matters."""

    WELL = "well"
    NOTE = "note"  # worth knowing; nothing is wrong now
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Check:
    """What was found in one part.

    Attributes:
        part: its name, for scripts.
        remedy: what would be done about it, or is to be done; `NO_WORDS` for nothing.
        detail: for reports; never words of a chat.
    """

    part: str
    level: Level
    words: Phrase
    remedy: Phrase = NO_WORDS
    detail: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return plain values for `--json`."""
        return {
            "part": self.part,
            "level": str(self.level),
            "words": str(self.words),
            "remedy": str(self.remedy),
            "detail": self.detail,
        }
