"""How a picture lies in a window: how large, and which part of it is seen. Sizes only, no widget.

A scale is logical pixels of the window for each pixel of the picture.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF

STEP: Final = 1.25  # of a key or a notch of the wheel
_MOST = 16.0  # times its own pixels


class Zoom:
    """A picture in a window.

    Attributes:
        is_fitted: it is as large as the window has room for, whatever size that has.
    """

    def __init__(self) -> None:
        self._window = QSizeF(1, 1)
        self._picture = QSizeF(1, 1)
        self._ratio = 1.0
        self._scale = 1.0
        self._middle = QPointF()  # of what is seen, in pixels of the picture
        self.is_fitted = True

    @property
    def scale(self) -> float:
        """How large it is shown."""
        return self.fitted_scale if self.is_fitted else self._scale

    @property
    def percent(self) -> int:
        """Device pixels of the screen for each hundred of the picture."""
        return round(100 * self.scale * self._ratio)

    @property
    def fitted_scale(self) -> float:
        """The scale at which all of it is seen; a small picture is not made larger."""
        room = min(
            self._window.width() / self._picture.width(),
            self._window.height() / self._picture.height(),
        )
        return min(room, self.own_scale)

    @property
    def own_scale(self) -> float:
        """The scale at which each of its pixels is one of the screen."""
        return 1.0 / self._ratio

    # -- changing --

    def set_picture(self, width: int, height: int) -> None:
        """Show another picture, all of it."""
        self._picture = QSizeF(max(1, width), max(1, height))
        self.fit()

    def set_window(self, size: QSizeF, ratio: float) -> None:
        """Take over the size of the window, and how many device pixels it has in a logical one."""
        self._window = QSizeF(max(1.0, size.width()), max(1.0, size.height()))
        self._ratio = ratio
        self._keep_inside()

    def fit(self) -> None:
        """Show all of it."""
        self.is_fitted = True
        self._middle = QPointF(self._picture.width() / 2, self._picture.height() / 2)

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """Show it at a scale.

        Args:
            scale: as near to this as is sensible.
            at: what lies there in the window stays there; None for its middle.
        """
        at = self._window_middle() if at is None else at
        held = self.picture_point(at)
        least = min(self.fitted_scale, self.own_scale)
        self._scale = max(least, min(scale, _MOST * self.own_scale))
        self.is_fitted = False
        self._middle = held - (at - self._window_middle()) / self._scale
        self._keep_inside()

    def step(self, steps: float, at: QPointF | None = None) -> None:
        """Make it larger, or smaller with less than 0."""
        self.zoom_to(self.scale * STEP**steps, at)

    def pan(self, by: QPointF) -> None:
        """Move the picture in the window, as far as there is more of it."""
        self._middle -= by / self.scale
        self._keep_inside()

    # -- where --

    def place(self) -> QRectF:
        """Return where all of the picture lies in the window, and around it."""
        size = self._picture * self.scale
        corner = self._window_middle() - self._middle * self.scale
        return QRectF(corner, size)

    def picture_point(self, at: QPointF) -> QPointF:
        """Return which point of the picture lies at a point of the window."""
        return self._middle + (at - self._window_middle()) / self.scale

    def is_larger(self) -> tuple[bool, bool]:
        """Return whether it is wider, and higher, than the window."""
        size = self._picture * self.scale
        return (
            size.width() > self._window.width() + 0.5,
            size.height() > self._window.height() + 0.5,
        )

    def _window_middle(self) -> QPointF:
        return QPointF(self._window.width() / 2, self._window.height() / 2)

    def _keep_inside(self) -> None:
        """Let no edge come into the window while there is more beyond the other one."""
        scale = self.scale
        self._middle = QPointF(
            _inside(self._middle.x(), self._picture.width(), self._window.width() / scale),
            _inside(self._middle.y(), self._picture.height(), self._window.height() / scale),
        )


def _inside(middle: float, whole: float, seen: float) -> float:
    if seen >= whole:
        return whole / 2
    return min(max(middle, seen / 2), whole - seen / 2)
