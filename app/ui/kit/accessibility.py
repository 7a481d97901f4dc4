"""What a screen reader is told of a widget of our own or at once, and where Tab goes on in a page.

Qt asks the factory when it first tells a reader of a widget, so that the role has to be set before
anything else is said of it.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QLayout, QScrollArea, QSplitter, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QObject


def announce(view: QWidget, words: str) -> None:
    """Have a reader say something when it has finished what it is saying."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, words))


_PROPERTY = "accessibleRole"
_is_installed = False


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Let readers call a widget this; has to be called once there is an application."""
    global _is_installed
    widget.setProperty(_PROPERTY, role.value)
    if not _is_installed:
        _is_installed = True
        QAccessible.installFactory(_interface_of)


def _interface_of(_key: str, shown: QObject) -> QAccessibleInterface | None:
    """Qt: the interface of an object, None where it has its own."""
    if not isinstance(shown, QWidget):
        return None
    role = shown.property(_PROPERTY)
    if role is None:
        return None
    return QAccessibleWidget(shown, QAccessible.Role(role), shown.accessibleName())


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
        widgets = [child for child in area.children() if isinstance(child, QWidget)]
        yield from _in_layout(layout, widgets)


def _in_layout(layout: QLayout, widgets: list[QWidget]) -> Iterator[QWidget]:
    """Yield those of the widgets that are in a layout, in its order.

    By `indexOf`, for PySide keeps what `itemAt` returns as long as the layout, also when Qt has
    deleted the item. Once its address is used again, deleting what lies there crashes.
    """
    places: list[tuple[int, QWidget | QLayout]] = [(layout.indexOf(one), one) for one in widgets]
    inner = [child for child in layout.children() if isinstance(child, QLayout)]
    places += [(layout.indexOf(one), one) for one in inner]
    for _, part in sorted((place for place in places if place[0] >= 0), key=itemgetter(0)):
        if isinstance(part, QWidget):
            yield part
            yield from _laid_out(part)
        else:
            yield from _in_layout(part, widgets)
