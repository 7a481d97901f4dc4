"""The page "Settings": groups at the left, their rows at the right, a search over all of them."""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QListWidget, QVBoxLayout, QWidget

from app.core.settings.setting import NEXT_START, Setting, SettingGroup
from app.core.settings.table import SETTINGS
from app.ui.kit.accessibility import follow_layout
from app.ui.kit.actions import ACTIONS
from app.ui.kit.dialog_page import DialogPage, scrolled
from app.ui.kit.labels import label, polish_again, push_button, search_line
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.settings.fields import TextField
from app.ui.settings.setting_row import SettingRow, ShortcutRow
from app.ui.words.plain_text import window_title
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from app.core.settings.settings import Settings
    from app.ui.settings.shortcuts import Shortcuts

_SIZE = QSize(860, 640)
_GROUPS_WIDTH = 196
_SEEN_FIRST = 12  # rows that a page of that size has room for
_AT_A_TIME = 12


class _Section(QWidget):
    """A heading and rows in a frame, built when the section is first shown.

    Of many rows, those that are seen at first are built at once, the others when nothing else is
    to be done.

    Args:
        build: yields the rows.
    """

    def __init__(
        self, heading: str, build: Callable[[], Iterator[SettingRow | ShortcutRow]]
    ) -> None:
        super().__init__()
        self.heading = heading
        self._left = build()
        self._built: list[SettingRow | ShortcutRow] = []
        self._is_whole = False
        self._column = vertical(self, margins=0, spacing=SPACE_S)
        self._column.addWidget(label("dialogCaption", heading))
        self._inside: QVBoxLayout | None = None

    @property
    def rows(self) -> Sequence[SettingRow | ShortcutRow]:
        """The rows of the section, all of them."""
        while not self._is_whole:
            self._build(_AT_A_TIME)
        return self._built

    def _frame(self) -> QVBoxLayout:
        frame = QFrame()
        frame.setObjectName("suggestions")
        frame.setAccessibleName(self.heading)
        inside = vertical(frame, margins=1, spacing=0)
        self._column.addWidget(frame)
        return inside

    def _build(self, most: int) -> None:
        if self._inside is None:
            self._inside = self._frame()
        rows = list(itertools.islice(self._left, most))
        for row in rows:
            row.setProperty("first", not self._built)
            self._built.append(row)
            self._inside.addWidget(row)
        self._is_whole = len(rows) < most
        follow_layout(self)

    @Slot()
    def _build_more(self) -> None:
        if not self._is_whole:
            self._build(_AT_A_TIME)
            QTimer.singleShot(0, self, self._build_more)

    def filter(self, wanted: str) -> int:
        """Show the rows with these words, all for none; return how many."""
        if not wanted and not self._built:
            self._build(_SEEN_FIRST)
            QTimer.singleShot(0, self, self._build_more)
            return len(self._built)
        is_first, n_shown = True, 0
        for row in self.rows:
            is_wanted = row.has_words(wanted)
            row.setVisible(is_wanted)
            if row.property("first") != (is_wanted and is_first):
                row.setProperty("first", is_wanted and is_first)
                polish_again(row)
            is_first = is_first and not is_wanted
            n_shown += is_wanted
        return n_shown


class SettingsDialog(DialogPage):
    """Every change takes effect at once; there is nothing to save.

    Sends `chosen` with a setting and a value, None for its default; `keys_chosen` with the key of
    an action and keys, None for those of the table; `page_requested` with a setting that has a
    page of its own; `restart_requested` for what takes effect then.

    Args:
        at_start: the values that were in force when the program started, by key.
    """

    chosen = Signal(object, object)
    keys_chosen = Signal(str, object)
    page_requested = Signal(object)
    restart_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        shortcuts: Shortcuts,
        parent: QWidget,
        at_start: Mapping[str, object],
    ) -> None:
        super().__init__("settings", window_title(tr("Settings")), parent)
        self._theme = theme
        self._settings = settings
        self._shortcuts = shortcuts
        self._at_start = at_start
        self._rows: dict[str, SettingRow] = {}
        self._key_rows: dict[str, ShortcutRow] = {}
        self._sections = [
            _Section(translated(group.value), partial(self._setting_rows, group))
            for group in SettingGroup
        ]
        self._sections.append(_Section(tr("Keyboard shortcuts"), self._shortcut_rows))
        self.search = search_line(tr("Search settings"), "settingsSearch")
        self.search.textChanged.connect(self._show_wanted)
        self.groups = QListWidget()
        self.groups.setObjectName("settingsGroups")
        self.groups.setAccessibleName(tr("Settings groups"))
        self.groups.addItems([section.heading for section in self._sections])
        self.groups.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.groups.currentRowChanged.connect(self._show_wanted)
        self._nothing = label("dialogText", tr("Nothing found."))
        self.close_button = push_button("", tr("Close"), self.close)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.activated.connect(self.search.setFocus)
        self._arrange()
        self._fit_screen(_SIZE)
        self.search.setFocus()

    @property
    def rows(self) -> Mapping[str, SettingRow]:
        """The rows of all settings, by key."""
        self._build_all()
        return self._rows

    @property
    def key_rows(self) -> Mapping[str, ShortcutRow]:
        """The rows of all actions, by key."""
        self._build_all()
        return self._key_rows

    def _build_all(self) -> None:
        for section in self._sections:
            _ = section.rows

    # -- showing --

    def refresh(self) -> None:
        """Show what is in force."""
        for row in self._rows.values():
            self._show_value(row)
        for key_row in self._key_rows.values():
            key_row.show_keys(self._shortcuts)

    def _show_value(self, row: SettingRow) -> None:
        value = self._settings.get(row.setting)
        is_late = row.setting.when == NEXT_START and value != self._at_start[row.setting.key]
        row.show_value(self._settings, waits_for_start=is_late)

    def show_first(self) -> None:
        """Show the first group, where none is shown."""
        if self.groups.currentRow() < 0:
            self.groups.setCurrentRow(0)

    def show_shortcuts(self) -> None:
        """Show the keys of every action."""
        self.search.clear()
        self.groups.setCurrentRow(self.groups.count() - 1)

    def show_setting(self, setting: Setting[Any]) -> None:
        """Show the row of a setting, with the keyboard in it."""
        self.search.clear()
        number = list(SettingGroup).index(setting.group)
        self.groups.setCurrentRow(number)
        _ = self._sections[number].rows  # the one that is meant is among them
        row = self._rows[setting.key]
        row.editor.setFocus()
        # The rows of the group get their places when the page is laid out next.
        QTimer.singleShot(0, row, partial(self._area.ensureWidgetVisible, row))

    @Slot()
    def _show_wanted(self, *_: object) -> None:
        wanted = self.search.text().strip()
        n_shown = 0
        for number, section in enumerate(self._sections):
            is_chosen = bool(wanted) or number == self.groups.currentRow()
            n_wanted = section.filter(wanted) if is_chosen else 0
            section.setVisible(bool(n_wanted))
            n_shown += n_wanted
        self._nothing.setVisible(not n_shown)
        self.groups.setEnabled(not wanted)
        self._area.verticalScrollBar().setValue(0)

    # -- arranging --

    def _setting_rows(self, group: SettingGroup) -> Iterator[SettingRow]:
        for setting in SETTINGS:
            if setting.group is not group:
                continue
            row = SettingRow(setting, self._theme)
            self._rows[row.setting.key] = row
            row.chosen.connect(self.chosen)
            row.page_requested.connect(self.page_requested)
            row.restart_requested.connect(self.restart_requested)
            self._show_value(row)
            yield row

    def _shortcut_rows(self) -> Iterator[ShortcutRow]:
        for action in ACTIONS:
            row = ShortcutRow(action)
            self._key_rows[action.key] = row
            row.chosen.connect(self.keys_chosen)
            row.show_keys(self._shortcuts)
            yield row

    def _arrange(self) -> None:
        page = QWidget()
        page.setObjectName("settingsPage")
        inside = vertical(page, margins=(SPACE_L, SPACE_XL, SPACE_XL, SPACE_XL), spacing=SPACE_L)
        for section in self._sections:
            inside.addWidget(section)
        add_to(inside, self._nothing, STRETCH)
        self._area = scrolled(page, "settingsScroll")
        side = vertical(margins=(SPACE_L, SPACE_XL, 0, SPACE_L), spacing=SPACE_M)
        add_to(side, self.search, (self.groups, 1))
        for widget in (self.search, self.groups):
            widget.setFixedWidth(self._theme.scaled(_GROUPS_WIDTH))
        both = add_to(horizontal(spacing=0), side, (self._area, 1))
        self._fill((both, 1), buttons=(self.close_button,), left=self._status)

    # -- what was chosen --

    def problem_with(self, setting: Setting[Any], problem: str) -> None:
        """Say at a row why its value was not taken."""
        self._rows[setting.key].tell(problem)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Qt: what is being typed counts."""
        for row in self._rows.values():
            if isinstance(row.field, TextField):
                row.field.commit()
        super().closeEvent(event)
