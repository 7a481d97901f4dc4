"""Opens the page "Settings" and does what is chosen there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup

from app.core.errors import KnownError
from app.core.protocol import ProblemRaised
from app.core.settings.setting import BadSetting, Setting
from app.core.settings.table import DENSITY, FONT, LANGUAGE, SETTINGS, THEME, ZOOM
from app.ui.kit.actions import ACTIONS, native
from app.ui.kit.message_box import PagePresenter
from app.ui.kit.theme import Look, Theme
from app.ui.settings.shortcuts import KeysNotUsable, Shortcuts
from app.ui.words.plain_text import button_text
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu, QWidget

    from app.core.settings.settings import Settings
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.settings.settings_dialog import SettingsDialog


LOOK = (THEME, FONT, ZOOM, DENSITY)
_SPACING = {"comfortable": 1.0, "compact": 0.75}


def look_of(settings: Settings) -> Look:
    """Return what is chosen."""
    return Look(
        settings.get(THEME),
        settings.get(ZOOM),
        _SPACING[settings.get(DENSITY)],
        settings.get(FONT).strip(),
    )


_NAMES = {row.key: row.text for row in ACTIONS}


class SettingsPresenter(PagePresenter["SettingsDialog"]):
    """One page at a time. Sends `page_requested` with a setting that has a page of its own.

    Args:
        window: the page belongs to it.

    Attributes:
        shortcuts: the keys of every action.
    """

    page_requested = Signal(object)
    restart_requested = Signal()

    def __init__(
        self,
        settings: Settings,
        actions: dict[str, QAction],
        theme: Theme,
        bridge: EventBridge,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._settings = settings
        rows: tuple[Setting[Any], ...] = SETTINGS
        self._at_start = {row.key: settings.get(row) for row in rows}
        self._theme = theme
        self._bridge = bridge
        self._window = window
        self.shortcuts = Shortcuts(actions, settings, self)
        settings.on_change(SETTINGS, self._on_changed)
        self.shortcuts.changed.connect(self._on_changed)

    @Slot()
    def show_page(self) -> SettingsDialog:
        """Open the page, or bring the open one to the front."""
        dialog = self._page()
        dialog.show_first()
        return self._to_front()

    def _page(self) -> SettingsDialog:
        from app.ui.settings.settings_dialog import SettingsDialog

        if self._dialog is None:
            dialog = SettingsDialog(
                self._theme, self._settings, self.shortcuts, self._window, self._at_start
            )
            dialog.chosen.connect(self.change)
            dialog.keys_chosen.connect(self._choose_keys)
            dialog.page_requested.connect(self.page_requested)
            dialog.restart_requested.connect(self.restart_requested)
            return self._begin(dialog)
        return self._dialog

    @Slot(object)
    def show_setting(self, setting: Setting[Any]) -> SettingsDialog:
        """Open the page at one setting."""
        dialog = self._page()
        dialog.show_setting(setting)
        return self._to_front()

    @Slot()
    def show_shortcuts(self) -> SettingsDialog:
        """Open the page at the keys of every action."""
        dialog = self._page()
        dialog.show_shortcuts()
        return self._to_front()

    def offer_look(self, menu: QMenu) -> None:
        """Offer the themes and languages in a menu, around what is in it."""
        first = menu.actions()[0]
        menu.insertActions(first, self._choices(THEME, menu))
        menu.insertSeparator(first)
        menu.addSeparator()
        languages = menu.addMenu(translated(LANGUAGE.label))
        languages.addActions(self._choices(LANGUAGE, menu))

    def _choices(self, setting: Setting[Any], menu: QMenu) -> list[QAction]:
        """Return an action for each choice of a setting, with a mark at what is in force."""
        group = QActionGroup(menu)
        for choice in setting.choices:
            action = QAction(button_text(translated(choice.label)), group)
            action.setCheckable(True)
            action.setData(choice.value)
        group.triggered.connect(partial(self._on_offered, setting, group))
        self._settings.on_change((setting,), partial(self._mark, setting, group))
        self._mark(setting, group)
        return group.actions()

    def _on_offered(self, setting: Setting[Any], group: QActionGroup, action: QAction) -> None:
        self.change(setting, action.data())
        self._mark(setting, group)  # it may have been refused

    def _mark(self, setting: Setting[Any], group: QActionGroup) -> None:
        for action in group.actions():
            action.setChecked(action.data() == self._settings.get(setting))

    @Slot(object, object)
    def change(self, setting: Setting[Any], value: object) -> None:
        """Choose a value, None for the default; what is wrong with it is told."""
        try:
            if value is None:
                self._settings.reset(setting)
            else:
                self._settings.set(setting, value)
        except BadSetting as error:
            if self._dialog is not None:
                self._dialog.problem_with(setting, translated(error.what))
        except KnownError as error:
            self._bridge.post(ProblemRaised(error.problem()))

    @Slot(str, object)
    def _choose_keys(self, key: str, keys: str | None) -> None:
        assert self._dialog is not None
        try:
            before = self.shortcuts.reset(key) if keys is None else self.shortcuts.choose(key, keys)
        except KeysNotUsable as error:
            self._dialog.say(translated(error.what, error.remedy))
            self._dialog.refresh()
            return
        except KnownError as error:
            self._bridge.post(ProblemRaised(error.problem()))
            return
        words = ""
        if before is not None:
            taken = native(self.shortcuts.keys(key))
            name = tr(_NAMES[before.key]).rstrip("…")
            words = tr("{keys} is no longer assigned to “{action}”.", keys=taken, action=name)
        self._dialog.say(words)

    @Slot()
    def _on_changed(self) -> None:
        if self._dialog is not None:
            self._dialog.refresh()
