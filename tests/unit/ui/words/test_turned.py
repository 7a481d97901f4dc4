"""What Hearth paints itself begins where its language does: at the left, or turned at the right."""

from __future__ import annotations

import enum
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QColor, QImage, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.chats.records import ChatId, MessageId
from app.core.chats.search.values import SearchHit
from app.core.conversations.events import ContextUse
from app.core.messages import Role
from app.core.protocol import Residency
from app.ui.chat.status_line import ContextMeter
from app.ui.kit.actions import ACTIONS
from app.ui.kit.boxes import ChoiceBox, TickBox
from app.ui.kit.labels import ElidedLabel, label, set_side
from app.ui.kit.page_table import page_table
from app.ui.kit.theme import Theme
from app.ui.models.model_bar import ModelEntry
from app.ui.sidebar.chat_delegate import ChatDelegate
from app.ui.sidebar.result_model import ResultRole
from app.ui.sidebar.result_view import ResultDelegate
from app.ui.state.chat_list_item_model import Activity, ChatRole
from app.ui.state.chat_rows import RowKind
from app.ui.window.header import ChatTitle
from app.ui.window.palette.entries import Entry, Kind, LetterFit, Match, PaletteHit
from app.ui.window.palette.palette_overlay import FOUND, PaletteDelegate
from app.ui.words.direction import text_direction, turned_icon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytestqt.qtbot import QtBot


pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # offscreen
    pytest.mark.usefixtures("direction"),
]

LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
WIDTH, HEIGHT = 300, 36
GROUND = "#ffffff"
WORDS = "Words that are too long for the row in which they stand"
HEBREW = "שלום עולם"


class Part(enum.IntEnum):
    ONE = 0
    TWO = 1


@pytest.fixture
def theme() -> Theme:
    return Theme("light")


def columns(image: QImage, colour: str = "") -> set[int]:
    """Return in which columns there is a colour, or anything but the ground."""
    wanted = QColor(colour)
    return {
        x
        for x in range(image.width())
        for y in range(image.height())
        if (image.pixelColor(x, y) == wanted if colour else image.pixelColor(x, y) != GROUND)
    }


def from_beginning(found: set[int], width: int = WIDTH) -> set[int]:
    """Return columns as they are counted from where is read first."""
    is_turned = QListView().layoutDirection() is RIGHT
    return {width - 1 - x if is_turned else x for x in found}


def changed(one: QImage, other: QImage) -> set[int]:
    """Return in which columns two pictures are different."""
    return {
        x
        for x in range(one.width())
        for y in range(one.height())
        if one.pixel(x, y) != other.pixel(x, y)
    }


def row(delegate: QStyledItemDelegate, data: Mapping[Any, object], height: int = HEIGHT) -> QImage:
    """Return a row as a delegate paints it."""
    item = QStandardItem()
    for role, value in data.items():
        item.setData(value, role)
    model = QStandardItemModel()
    model.appendRow(item)
    image = QImage(WIDTH, height, QImage.Format.Format_RGB32)
    image.fill(QColor(GROUND))
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, WIDTH, height)
    option.direction = QListView().layoutDirection()
    option.state = QStyle.StateFlag.State_Enabled
    painter = QPainter(image)
    delegate.paint(painter, option, model.index(0, 0))
    painter.end()
    return image


def picture(widget: QWidget, width: int = WIDTH) -> QImage:
    widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    widget.resize(width, HEIGHT)
    widget.show()
    image = QImage(width, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor(GROUND))
    widget.render(image, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    return image


# -- rows of lists --


def chat_row(theme: Theme, **more: Any) -> QImage:
    """Return a row of the chat list; `more` by the names of roles."""
    view = QListView()
    delegate = ChatDelegate(theme, view, lambda _index: False, lambda: 0)
    data = {
        ChatRole.KIND: RowKind.CHAT, ChatRole.TIME: "", ChatRole.ACTIVITY: Activity.NONE,
        Qt.ItemDataRole.DisplayRole: "",
    } | {ChatRole[name]: value for name, value in more.items() if name != "title"}  # fmt: skip
    data[Qt.ItemDataRole.DisplayRole] = more.get("title", "")
    return row(delegate, data)


def test_a_chat_begins_with_its_memory_and_ends_with_its_age(theme: Theme) -> None:
    memory = columns(chat_row(theme, RESIDENCY=Residency.LIVE))
    assert max(from_beginning(memory)) < 40

    for end in ({"UNREAD": True}, {"ACTIVITY": Activity.RUNNING}, {"ACTIVITY": Activity.QUEUED}):
        assert min(from_beginning(columns(chat_row(theme, **end)))) > WIDTH - 60, end

    age = chat_row(theme, TIME="10 min")
    title = changed(age, chat_row(theme, TIME="10 min", title=WORDS))
    assert min(from_beginning(title)) < 60
    assert min(from_beginning(columns(age))) - max(from_beginning(title)) > 3


def test_a_folder_begins_with_its_arrow_and_ends_with_its_count(theme: Theme) -> None:
    closed = {"KIND": RowKind.FOLDER, "FOLDER": 1, "IS_OPEN": False}
    count = chat_row(theme, N_CHATS=7, **closed)
    name = changed(count, chat_row(theme, N_CHATS=7, title=WORDS, **closed))
    sides = from_beginning(columns(count))
    assert min(sides) < 30
    assert max(sides) > WIDTH - 40
    assert not {side for side in sides if 70 < side < WIDTH - 50}
    assert len({side for side in sides if side < 70}) > 15
    assert len({side for side in sides if side > WIDTH - 50}) < 15
    assert min(from_beginning(name)) > 40
    assert max(from_beginning(name)) < WIDTH - 30


def test_the_arrow_of_a_closed_folder_points_along_the_line(theme: Theme) -> None:
    image = chat_row(theme, KIND=RowKind.FOLDER, FOLDER=1, IS_OPEN=False, N_CHATS=7)
    inked = from_beginning(columns(image))
    arrow = [x for x in sorted(inked) if x < min(inked) + 12 and x + 1 in inked]
    real = {WIDTH - 1 - x if QListView().layoutDirection() is RIGHT else x: x for x in range(WIDTH)}

    def height_of(x: int) -> int:
        inked_rows = [y for y in range(HEIGHT) if image.pixelColor(real[x], y) != GROUND]
        return max(inked_rows) - min(inked_rows)

    assert height_of(arrow[0]) > height_of(arrow[-1])  # open where it comes from, a tip ahead


def test_a_chat_in_a_folder_is_indented_from_where_it_begins(theme: Theme) -> None:
    alone = from_beginning(columns(chat_row(theme, title="Words")))
    inside = from_beginning(columns(chat_row(theme, title="Words", FOLDER=1)))
    assert min(inside) - min(alone) > 10


def test_a_heading_begins_in_its_row(theme: Theme) -> None:
    heading = from_beginning(columns(chat_row(theme, KIND=RowKind.HEADING, title="Heading")))
    assert 5 < min(heading) < 30
    assert max(heading) < WIDTH // 2


def test_a_result_has_its_age_behind_its_title(theme: Theme, qtbot: QtBot) -> None:
    view = QListView()
    qtbot.addWidget(view)

    def result(title: str, when: str, said: str = "") -> QImage:
        hit = SearchHit(
            ChatId(1), title, MessageId(1), Role.USER, "", datetime.now(UTC), said, (), ""
        )
        data = {
            Qt.ItemDataRole.DisplayRole: title, ResultRole.HIT: hit, ResultRole.AUTHOR: "",
            ResultRole.TIME: when,
        }  # fmt: skip
        return row(ResultDelegate(theme, view), data, 90)

    age = result("", "10 min")
    title = from_beginning(changed(age, result(WORDS, "10 min")))
    assert min(from_beginning(columns(age))) > WIDTH - 80
    assert min(title) < 30
    assert min(from_beginning(columns(age))) - max(title) > 3
    words = from_beginning(columns(result("", "", "Found")))
    assert max(words) < WIDTH // 2


def test_the_palette_has_icons_before_words_and_keys_behind_them(
    theme: Theme, qtbot: QtBot
) -> None:
    view = QListView()
    qtbot.addWidget(view)
    match = Match(LetterFit.BEGINNING, False, 0, 0, 0, ())

    def entry(text: str, **more: Any) -> QImage:
        found = PaletteHit(Entry("key", Kind.ACTION, text, print, **more), match)
        return row(PaletteDelegate(theme, view), {FOUND: found})

    icon = from_beginning(columns(entry("", icon="plus")))
    keys = entry("", hint="Ctrl+N")
    words = from_beginning(changed(keys, entry(WORDS * 2, hint="Ctrl+N")))
    assert max(icon) < min(words)
    assert max(words) + 3 < min(from_beginning(columns(keys)))


# -- widgets --


def test_a_tick_stands_before_its_words(theme: Theme, qtbot: QtBot) -> None:
    box = TickBox(theme, "Words")
    qtbot.addWidget(box)
    box.setChecked(True)
    ticked = from_beginning(columns(picture(box), theme.colours.accent))
    assert max(ticked) < 25
    box.setChecked(False)
    words = from_beginning(columns(picture(box), theme.colours.text))
    assert 20 < min(words) < 70
    assert max(words) < WIDTH // 2


def test_the_arrow_of_a_choice_stands_at_its_end(theme: Theme, qtbot: QtBot) -> None:
    box = ChoiceBox(theme)
    qtbot.addWidget(box)
    plain = QComboBox()
    qtbot.addWidget(plain)
    arrow = from_beginning(changed(picture(plain), picture(box)))
    assert min(arrow) > WIDTH - 40


def test_the_bar_of_the_context_stands_before_its_numbers(theme: Theme, qtbot: QtBot) -> None:
    meter = ContextMeter(theme)
    qtbot.addWidget(meter)
    meter.show_use(ContextUse(ChatId(1), 1000, 300, 300, 0, 0, 0, 300, 0))
    image = picture(meter)
    assert max(from_beginning(columns(image, theme.colours.selected))) < 80
    full = {
        x for x in range(WIDTH) if image.pixelColor(x, HEIGHT // 2) == QColor(theme.colours.muted)
    }
    assert min(from_beginning(full)) < 5
    assert max(from_beginning(columns(image))) > 80


def test_a_loaded_model_has_its_mark_before_its_name(theme: Theme, qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    entry = ModelEntry("A model", menu, theme)
    entry.setChecked(True)
    face = entry.defaultWidget()
    image = picture(face)
    mark = from_beginning(columns(image, theme.colours.accent))
    name = from_beginning(columns(image, theme.colours.text))
    assert max(mark) < min(name) < 60


def test_words_begin_where_the_window_does_and_are_read_in_their_own_direction(
    qtbot: QtBot,
) -> None:
    shown = ElidedLabel("label")
    qtbot.addWidget(shown)
    for words in ("Who?", HEBREW):
        shown.setText(words)
        assert min(from_beginning(columns(picture(shown)))) < 10
    shown.setText("Who")
    plain = picture(shown)
    shown.setText("Who?")
    mark = changed(plain, picture(shown))
    if shown.layoutDirection() is LEFT:
        assert min(mark) > 10  # behind the word
    else:
        assert max(mark) >= max(columns(picture(shown)))


def test_a_click_on_the_title_opens_its_menu_where_the_title_begins(
    theme: Theme, qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    actions = {row.key: QAction(row.key) for row in ACTIONS}
    title = ChatTitle(theme, actions)
    plain = ElidedLabel("chatTitle")
    for one in (title, plain):
        qtbot.addWidget(one)
        one.setText("Title")
        one.resize(WIDTH, HEIGHT)
    title.move(300, 100)
    title.show()
    qtbot.waitExposed(title)
    arrow = from_beginning(changed(plain.grab().toImage(), title.grab().toImage()))
    assert min(arrow) > 10
    assert max(arrow) < WIDTH // 2
    near, far = QPoint(20, HEIGHT // 2), QPoint(WIDTH - 20, HEIGHT // 2)
    if direction is RIGHT:
        near, far = far, near
    qtbot.mouseClick(title, Qt.MouseButton.LeftButton, pos=far)
    assert not title.menu.isVisible()
    qtbot.mouseClick(title, Qt.MouseButton.LeftButton, pos=near)
    assert title.menu.isVisible()
    menu, whole = title.menu.geometry(), QRect(title.mapToGlobal(QPoint()), title.size())
    if direction is RIGHT:
        assert menu.right() == whole.right()
    else:
        assert menu.left() == whole.left()
    title.menu.close()


# -- words of Qt's own widgets --


def test_a_name_in_other_letters_begins_where_the_words_around_it_do(qtbot: QtBot) -> None:
    for words in ("Name", HEBREW):
        shown = label("name", words)
        qtbot.addWidget(shown)
        assert max(from_beginning(columns(picture(shown)))) < WIDTH // 2
        set_side(shown, Qt.AlignmentFlag.AlignRight)
        assert min(from_beginning(columns(picture(shown)))) > WIDTH // 2


def test_a_cell_of_a_table_is_read_from_the_side_of_its_words(
    qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    table = page_table("table", "words", QStandardItemModel(1, 2), stretched=Part.ONE, widths={})
    qtbot.addWidget(table)
    delegate = table.itemDelegate()
    assert isinstance(delegate, QStyledItemDelegate)
    shown = delegate.displayText("Who?", QLocale())
    assert shown == ("\u2068Who?\u2069" if direction is RIGHT else "Who?")
    assert delegate.displayText(HEBREW, QLocale()) == HEBREW


def test_the_headings_of_a_table_have_room_in_the_letters_of_its_window(qtbot: QtBot) -> None:
    model = QStandardItemModel(1, 2)
    model.setHorizontalHeaderLabels(["One", "A heading of some length"])
    table = page_table("table", "words", model, stretched=Part.ONE, widths={Part.TWO: 20})
    qtbot.addWidget(table)
    table.setStyleSheet("QHeaderView::section { font-size: 30px; padding: 0 20px; }")
    table.show()
    assert table.columnWidth(1) >= table.horizontalHeader().sectionSizeHint(1)


def test_a_chosen_value_that_is_too_long_ends_in_an_ellipsis(theme: Theme, qtbot: QtBot) -> None:
    box = ChoiceBox(theme)
    qtbot.addWidget(box)
    box.addItem(WORDS)
    box.resize(120, HEIGHT)
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    assert option.currentText.endswith("…")
    assert box.fontMetrics().horizontalAdvance(option.currentText) < 120
    assert box.currentText() == WORDS


# -- letters and icons --


@pytest.mark.parametrize(
    ("text", "read"),
    [("12 a", LEFT), (f"12 {HEBREW} a", RIGHT), ("«مرحبا»", RIGHT), ("12:30", None), ("", None)],
)
def test_the_first_letter_says_from_which_side_a_text_is_read(
    text: str, read: Qt.LayoutDirection | None
) -> None:
    assert text_direction(text) is read


def test_only_icons_that_point_to_a_side_are_turned(direction: Qt.LayoutDirection) -> None:
    is_turned = direction is RIGHT
    assert turned_icon(direction, "previous") == ("next" if is_turned else "previous")
    assert turned_icon(direction, "send") == "send"
