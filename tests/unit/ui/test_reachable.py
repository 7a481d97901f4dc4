"""Every control of every place has a name for screen readers and is reached by the keyboard alone.

The accessibility tree of a place is walked as a reader walks it, and its window by Tab, there and
back. A new view is covered by its line in `PLACES`; `MORE` has those of which only this is asked.

Longer than other files: what is asked of a place is asked of all, and they stand in one table.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QRadioButton,
    QScrollArea,
    QWidget,
)
from shiboken6 import isValid

from app.core.chats.records import ChatFolder, FolderId
from app.core.conversations.events import ChatsDamaged, ChatsListed
from app.core.messages import Attachment
from app.core.protocol import DEFAULT_LOAD
from app.ui.chat.chat_setup.chat_setup_dialog import PresetRow
from app.ui.composer.chip import AttachmentChip
from app.ui.composer.draft import Draft
from app.ui.interchange.work_dialog import WorkDialog
from app.ui.kit.dialog_page import MessageDialog
from app.ui.kit.message_box import message_box
from app.ui.window.main_window import MainWindow
from app.ui.window.palette.palette_overlay import PaletteOverlay
from tests.unit.ui.conftest import FULL, STREAMING, Desk, answer, make_chat, question
from tests.unit.ui.model_setup.conftest import EVERYTHING, opened
from tests.unit.ui.words.test_everything_is_translated import PLACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QAccessibleInterface
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

Role = QAccessible.Role
NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
CONTROLS = {
    Role.Button, Role.ButtonMenu, Role.ButtonDropDown, Role.CheckBox, Role.RadioButton,
    Role.EditableText, Role.ComboBox, Role.SpinBox, Role.Slider, Role.Link, Role.PageTab,
    Role.List, Role.Table, Role.Tree, Role.MenuItem, Role.HotkeyField,
}  # fmt: skip
ROWS = {Role.ListItem, Role.TreeItem, Role.ColumnHeader}
MOST_CHILDREN = 60  # of a list; the others are like them
A_NOTE = Attachment("notes.txt", "Hello")

# What Tab does not come to, by the name of the object, and how else it is reached.
WITHOUT_TAB = {
    "paletteList": "Up and Down in the field above it",
    "promptList": "Up and Down in the message field",
    "qt_spinbox_lineedit": "part of its number",
    "qt_keysequenceedit_lineedit": "part of its field",
}
# Qt's buttons in a line of text: Escape clears it, and the glass only selects what is written.
IN_A_LINE = "QLineEditIconButton"


# -- places of which only this is asked --


def the_window(desk: Desk) -> QWidget:
    folder = ChatFolder(FolderId(1), "Work", 0, datetime.now(UTC))
    desk.open(
        question("Hello?", attachments=(A_NOTE,)),
        answer("Hello.\n\n```python\nprint()\n```\n\n[more](https://example.org)"),
    )
    desk.post(ChatsListed((make_chat(1), make_chat(2)), (folder,)))
    return desk.window


def an_answer_that_runs(desk: Desk) -> QWidget:
    desk.open(question("Hello?"), answer("", STREAMING))
    return desk.window


def written(desk: Desk) -> QWidget:
    desk.open(question("Hello?"), answer("Hello."))
    files = (A_NOTE, Attachment("more.txt", "Hello"))
    desk.window.composer.set_draft(Draft("Why?", files))
    return desk.window


def edited(desk: Desk) -> QWidget:
    asked = question("Hello?", number=11)
    desk.open(asked, answer("Hello.", number=12))
    desk.window.transcript.requests.edit.emit(asked.id)
    assert desk.window.composer.is_editing
    return desk.window


def offered_prompts(desk: Desk) -> QWidget:
    desk.open(question("Hello?"), answer("Hello."))
    desk.window.composer.edit.setFocus()
    desk.qtbot.keyClicks(desk.window.composer.edit, "/")
    assert desk.window.prompts.offered.isVisible()
    return desk.window


def damaged(desk: Desk) -> QWidget:
    desk.post(ChatsDamaged(FULL))
    return desk.window


def crashed(desk: Desk) -> QWidget:
    desk.window.notices.show_problem(FULL)
    desk.window.notices.show_note("note", "Something happened")
    return desk.window


def at_work(desk: Desk) -> QWidget:
    dialog = WorkDialog("export", "Export", desk.window.size() / 2, desk.window)
    dialog.finish_page()
    dialog.bar.setRange(0, 0)
    dialog.bar.show()
    return dialog


def naming_a_preset(desk: Desk) -> QWidget:
    dialog = PLACES["chat settings"](desk)
    row = dialog.findChild(PresetRow)
    assert row is not None
    row.save_button.setEnabled(True)
    row.save_button.click()
    return dialog


def a_question(desk: Desk) -> QWidget:
    box = message_box(desk.window, "Hearth", "Move it?", "It takes a while.", is_warning=True)
    box.addButton(box.StandardButton.Cancel)
    box.addButton("Move", box.ButtonRole.AcceptRole)
    return box


MORE: dict[str, Callable[[Desk], QWidget]] = {
    "the window": the_window,
    "an answer that runs": an_answer_that_runs,
    "written": written,
    "edited": edited,
    "offered prompts": offered_prompts,
    "damaged chats": damaged,
    "problems": crashed,
    "at work": at_work,
    "model settings": opened,
    "model settings that say everything": lambda desk: opened(desk, EVERYTHING),
    "a preset that is named": naming_a_preset,
    "a question": a_question,
}


def show_place(desk: Desk, qtbot: QtBot, root: QWidget) -> None:
    """Show a place as the user comes to it."""
    qtbot.addWidget(root)
    window = root.window()
    if window.parentWidget() is None:
        window.setStyleSheet(desk.window.styleSheet())
    window.show()
    qtbot.waitUntil(window.isVisible)
    if not isinstance(root, QMenu):
        root.show()
        window.activateWindow()
    QApplication.processEvents()


# -- what readers see --


def told(seen: QAccessibleInterface) -> str:
    shown = seen.object()
    what = f"{type(shown).__name__} {shown.objectName()}" if shown is not None else "a row"
    return f"{seen.role().name} “{seen.text(NAME)}” ({what})"


def children(seen: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    for at in range(min(seen.childCount(), MOST_CHILDREN)):
        child = seen.child(at)
        if child is not None and (not child.state().invisible or child.role() in ROWS):
            yield child


def everything(seen: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    yield seen
    for child in children(seen):
        yield from everything(child)


def tree_of(root: QWidget) -> QAccessibleInterface:
    seen = QAccessible.queryAccessibleInterface(root)
    assert seen is not None
    return seen


def is_named(seen: QAccessibleInterface) -> bool:
    shown = seen.object()
    if seen.role() is not Role.ComboBox:
        return bool(seen.text(NAME).strip())
    # On Linux its name is its value, and the words beside it say what it is; elsewhere its name.
    assert isinstance(shown, QWidget)
    labels = [flag for _other, flag in seen.relations() if flag & QAccessible.RelationFlag.Label]
    return bool(shown.accessibleName() and labels)


def unnamed(tree: QAccessibleInterface) -> Iterator[str]:
    for seen in everything(tree):
        is_asked = seen.role() in CONTROLS | ROWS or seen.state().checkable
        if is_asked and not is_named(seen):
            yield f"no name: {told(seen)}"
        if seen.role() is Role.ProgressBar and not is_named(seen):
            yield f"no name: {told(seen)}"


def of_no_kind(tree: QAccessibleInterface) -> Iterator[str]:
    """Yield what takes the keyboard and does not say what it is."""
    for seen in everything(tree):
        shown = seen.object()
        takes_tab = (
            isinstance(shown, QWidget)
            and not shown.isWindow()
            and bool(shown.focusPolicy() & Qt.FocusPolicy.TabFocus)
            and shown.isEnabled()
        )
        if takes_tab and seen.role() not in CONTROLS and not is_picture(seen):
            yield f"no control: {told(seen)}"
        if takes_tab and not seen.state().focusable:
            yield f"takes no keyboard: {told(seen)}"


def alike(tree: QAccessibleInterface) -> Iterator[str]:
    """Yield what stands beside its like: same kind, same name, same description."""
    for parent in everything(tree):
        beside = Counter(
            (child.role(), child.text(NAME), child.text(DESCRIPTION))
            for child in children(parent)
            if child.role() in CONTROLS
        )
        yield from (f"alike: {one} in {told(parent)}" for one, n in beside.items() if n > 1)


def unsaid(root: QWidget) -> Iterator[str]:
    """Yield words that are seen and not read aloud: a name stands in their place."""
    for label in root.findChildren(QLabel):
        seen = tree_of(label)
        said = f"{seen.text(NAME)} {seen.text(DESCRIPTION)}"
        words = label.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
        if label.isVisible() and words and words not in said and label.text() not in said:
            yield f"unsaid: “{label.text()}”, said “{said}”"


def is_picture(seen: QAccessibleInterface) -> bool:
    """Whether it is one of the user's, shown in full: what it says is what it is there for."""
    shown = seen.object()
    return shown is not None and shown.objectName() == "pictureView"


def named_pictures(tree: QAccessibleInterface) -> Iterator[str]:
    for seen in everything(tree):
        if seen.role() is Role.Graphic and seen.text(NAME) and not is_picture(seen):
            yield f"a picture that says something: {told(seen)}"


def not_told(place: QWidget) -> Iterator[str]:
    """Yield what readers are not told of, or not rightly."""
    tree = tree_of(place)
    assert any(seen.text(NAME) for seen in everything(tree))
    yield from (*unnamed(tree), *of_no_kind(tree), *alike(tree), *unsaid(place))
    yield from named_pictures(tree)


# -- where the keyboard comes --


def offers_prompts(window: MainWindow) -> bool:
    return window.prompts.offered.isVisible()


def shown_as(widget: QWidget | None) -> str:
    return (
        "nothing" if widget is None else f"{told(tree_of(widget))} at {place_of(widget).getRect()}"
    )


def place_of(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def beside_each_other(one: QWidget, other: QWidget) -> tuple[QRect, QRect]:
    """Return where two widgets are; for what is outside of its area, what scrolls is there."""
    areas = [scrolled_in(one), scrolled_in(other)]
    if areas[0] is areas[1]:
        return place_of(one), place_of(other)
    return place_of(areas[0] or one), place_of(areas[1] or other)


def scrolled_in(widget: QWidget) -> QWidget | None:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above


def walked(qtbot: QtBot, window: QWidget, key: Qt.Key) -> list[QWidget]:
    """Return where the keyboard comes until it is where it began."""
    stops: list[QWidget] = []
    at = QApplication.focusWidget()
    if at is None:
        qtbot.keyClick(window, key)
        at = QApplication.focusWidget()
    while at is not None and at not in stops:
        stops.append(at)
        qtbot.keyClick(at, key)
        at = QApplication.focusWidget()
    assert at is None or at is stops[0], f"caught at {shown_as(at)}"
    return stops


def unreached(root: QWidget, stops: list[QWidget]) -> Iterator[str]:
    for seen in everything(tree_of(root)):
        shown = seen.object()
        if not isinstance(shown, QWidget) or seen.role() not in CONTROLS or seen.state().disabled:
            continue
        is_inside = any(stop.isAncestorOf(shown) for stop in stops)
        is_in_group = isinstance(shown, QRadioButton) and not shown.isChecked()  # arrows
        is_other = shown.objectName() in WITHOUT_TAB or shown.inherits(IN_A_LINE)
        if shown not in stops and not (is_inside and is_other) and not is_in_group and not is_other:
            yield f"not reached: {shown_as(shown)}"


def out_of_order(stops: list[QWidget]) -> Iterator[str]:
    """Yield steps that go up in one column, or to the left in one line."""
    for one, other in pairwise(in_turn(stops)):
        here, there = beside_each_other(one, other)
        is_beside = there.left() <= here.right() and here.left() <= there.right()
        is_level = there.top() <= here.bottom() and here.top() <= there.bottom()
        goes_left = there.right() < here.left()
        if (there.bottom() < here.top() and is_beside) or (is_level and goes_left):
            yield f"out of order: {shown_as(one)}, then {shown_as(other)}"


def in_turn(stops: list[QWidget]) -> list[QWidget]:
    """Return the stops from the first one of their window on."""
    at = _next(stops[0].window()) if stops else None
    while at is not None and at not in stops:
        at = _next(at)
    first = stops.index(at) if at is not None else 0
    return [*stops[first:], *stops[:first]]


def _next(widget: QWidget) -> QWidget | None:
    found = widget.nextInFocusChain()
    if found is not None:
        found.parentWidget()  # tells PySide whose child it is, see `app.ui.kit.accessibility`
    return found


def wrong_for_tab(place: QWidget, qtbot: QtBot) -> Iterator[str]:
    """Yield what Tab does not come to, or not in the order in which it stands."""
    window = place.window()
    if isinstance(place, QMenu) or (isinstance(window, MainWindow) and offers_prompts(window)):
        return  # arrows go through a menu, and Tab takes the prompt that is offered
    forth = walked(qtbot, window, Qt.Key.Key_Tab)
    back = walked(qtbot, window, Qt.Key.Key_Backtab)
    assert not {*map(shown_as, forth)} ^ {*map(shown_as, back)}
    yield from (*unreached(place, forth), *out_of_order(forth))


def is_filled(widget: QWidget) -> bool:
    """Whether there is a place in it where the keyboard could be."""
    return not isinstance(widget, QAbstractItemView) or widget.model().rowCount() > 0


def unseen(qtbot: QtBot, root: QWidget, stops: list[QWidget]) -> Iterator[str]:
    """Yield what looks the same with the keyboard in it and without, one of each kind."""
    kinds = set()
    for stop in stops:
        kind = (type(stop), stop.objectName(), stop.property("kind"))
        assert QApplication.focusWidget() is stop
        if kind not in kinds and is_filled(stop) and (stop is root or root.isAncestorOf(stop)):
            kinds.add(kind)
            window, area = stop.window(), place_of(stop).adjusted(-4, -4, 4, 4)
            with_it = window.grab(area).toImage()
            stop.clearFocus()
            QApplication.processEvents()
            if with_it == window.grab(area).toImage():
                yield f"not seen: {shown_as(stop)}"
            stop.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(stop, Qt.Key.Key_Tab)


def without_a_mark(place: QWidget, qtbot: QtBot) -> Iterator[str]:
    """Yield where it is not seen that the keyboard is there."""
    window = place.window()
    is_popup = isinstance(place, QMenu | PaletteOverlay)  # it is gone without the keyboard
    if is_popup or (isinstance(window, MainWindow) and offers_prompts(window)):
        return
    yield from unseen(qtbot, place, walked(qtbot, window, Qt.Key.Key_Tab))


def hard_to_reach(place: QWidget, qtbot: QtBot) -> list[str]:
    """Return what is wrong for those who have no pointer, or no screen."""
    return [*not_told(place), *wrong_for_tab(place, qtbot), *without_a_mark(place, qtbot)]


@pytest.mark.parametrize("place", MORE)
def test_every_control_is_told_to_readers_and_tab_comes_to_it_in_order_and_visibly(
    desk: Desk, qtbot: QtBot, place: str
) -> None:
    """One visit for all three: to open a place takes longer than to look at it."""
    root = MORE[place](desk)
    show_place(desk, qtbot, root)
    found = hard_to_reach(root, qtbot)
    assert not found, "\n".join(found)


# -- pages and dialogs --

OPENED = (
    "settings", "shortcuts", "prompts", "folders", "about", "memory", "library", "get_model",
    "hardware", "chat_setup", "model_setup", "export_chat", "palette", "quick_ask", "servers",
    "documents",
)  # fmt: skip


@pytest.mark.parametrize("key", OPENED)
def test_escape_closes_a_page_and_leads_back_to_where_the_keyboard_was(
    desk: Desk, qtbot: QtBot, key: str
) -> None:
    desk.recorded.answers["settings_of"] = DEFAULT_LOAD
    desk.open(question("Hello?"), answer("Hello."))
    edit = desk.window.composer.edit
    edit.setFocus()
    desk.window.actions_by_key[key].trigger()
    desk.until(lambda: (QApplication.focusWidget() or edit) is not edit)
    page = QApplication.focusWidget()
    assert page is not None
    was_open = page.window()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    if was_open is not desk.window:
        desk.until(lambda: not isValid(was_open) or not was_open.isVisible())
        desk.window.activateWindow()  # as window managers do
    desk.until(edit.hasFocus)


def test_space_presses_what_has_the_keyboard(desk: Desk, qtbot: QtBot) -> None:
    written(desk)
    chips = desk.window.composer.frame.findChildren(AttachmentChip)
    qtbot.keyClick(chips[0], Qt.Key.Key_Space)
    shown = desk.window.findChild(MessageDialog)
    assert shown is not None
    shown.close()
    qtbot.keyClick(chips[0].cross, Qt.Key.Key_Space)
    assert len(desk.window.composer.written().attachments) == 1
    qtbot.keyClick(desk.window.header.title, Qt.Key.Key_Space)
    menu = QApplication.activePopupWidget()
    assert menu is desk.window.header.title.menu
    menu.close()
