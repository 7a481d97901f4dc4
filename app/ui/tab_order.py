"""Where Tab goes on in a page whose widgets come and go; Qt puts those that come later last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QSplitter, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QLayout


def follow_layout(area: QWidget) -> None:
    """Let Tab go through all that an area holds in the order of its layout.

    The area has to be in its window already: what it holds comes where it stands there.
    """
    before = _before(area)
    for widget in _laid_out(area):
        if not _takes_tab(widget):
            continue
        if before is not None:
            QWidget.setTabOrder(before, widget)
        before = widget


def _before(area: QWidget) -> QWidget | None:
    """Return what Tab comes from into the area; Qt takes no widget that Tab passes over.

    Looked up in the layouts: to PySide, what `nextInFocusChain` or `previousInFocusChain` returns
    is a child of the widget that was asked, and no child of its parent any more. Then nothing holds
    it, and the next garbage collection deletes it, with all that it shows.
    """
    inside = area
    while not inside.isWindow():
        outside = inside.parentWidget()
        if outside is None:
            return None
        before = None
        for widget in _laid_out(outside):
            if widget is inside:
                if before is not None:
                    return before
                break
            if _takes_tab(widget):
                before = widget
        inside = outside
    return None


def _takes_tab(widget: QWidget) -> bool:
    is_stop = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return is_stop and widget.focusProxy() is None


def _laid_out(area: QWidget) -> Iterator[QWidget]:
    if isinstance(area, QScrollArea):
        inside = area.widget()
        if inside is not None:
            yield inside
            yield from _laid_out(inside)
        return
    if isinstance(area, QSplitter):
        for at in range(area.count()):
            part = area.widget(at)
            if part is not None:
                yield part
                yield from _laid_out(part)
        return
    layout = area.layout()
    if layout is not None:
        yield from _in_layout(layout)


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    for at in range(layout.count()):
        item = layout.itemAt(at)
        inner = None if item is None else item.layout()
        widget = None if item is None else item.widget()
        if inner is not None:
            yield from _in_layout(inner)
        elif widget is not None:
            yield widget
            yield from _laid_out(widget)
