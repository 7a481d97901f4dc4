"""A formula or an image in a text: as it was written, and as it is drawn."""

from __future__ import annotations

import enum
import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage


class FigureKind(enum.Enum):
    """What stands in a gap of the text."""

    FORMULA = enum.auto()
    DISPLAY_FORMULA = enum.auto()
    IMAGE = enum.auto()


@dataclass(frozen=True, slots=True)
class Figure:
    """Something drawn.

    Attributes:
        source: TeX without its marks, or the path of a file.
        written: as it stands in the Markdown; for an image its words.
    """

    kind: FigureKind
    source: str
    written: str

    def as_html(self) -> str:
        """Return what is shown while it is not drawn or cannot be."""
        words = html.escape(self.written)
        if self.kind is FigureKind.IMAGE:
            return f'<a href="{html.escape(self.source)}">[{words}]</a>'
        return f"<code>{words.replace(chr(10), '<br>')}</code>"


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A figure as it is drawn: an image and its place in a line, where it stands like a letter.

    Attributes:
        width, height: logical pixels.
        depth: how far it reaches below the base line, logical pixels.
    """

    image: QImage
    width: float
    height: float
    depth: float = 0.0
