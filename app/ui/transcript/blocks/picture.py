"""A picture that stands in a text like a letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage


@dataclass(frozen=True, slots=True)
class Picture:
    """An image and its place in a line.

    Attributes:
        width, height: logical pixels.
        depth: how far it reaches below the base line, logical pixels.
    """

    image: QImage
    width: float
    height: float
    depth: float = 0.0
