"""Opens the command palette, searches while something is typed, and does what is chosen.

Nothing here takes longer than a frame: the chats are read and compared a few at a time between
other events, and what is best so far is shown.
"""

from __future__ import annotations

import json
import time
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Slot
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.kit.timers import timer
from app.ui.window.palette import sources
from app.ui.window.palette.entries import Entry, Folded, Search, match

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from app.core.settings.settings import Settings
    from app.ui.kit.theme import Theme
    from app.ui.settings.shortcuts import Shortcuts
    from app.ui.state.chat_list_item_model import ChatListItemModel
    from app.ui.window.palette.palette_overlay import PaletteOverlay

_SLICE_S = 0.006  # of the interface's time between two events
_PORTION = 64
_MOST_USED = 30
_USED = "palette/used"
_NEW_ROWS_MS = 150


class CommandPalette(QObject):
    """One palette at a time, over the window.

    Args:
        actions: of the window.
        shortcuts: knows their keys.
        settings: what the user has set.
        chats: the list of them.
        doors: what choosing does.
        state: keeps what was chosen last for the next start.
    """

    def __init__(  # noqa: PLR0913 - it offers what all of them have
        self,
        actions: dict[str, QAction],
        shortcuts: Shortcuts,
        settings: Settings,
        chats: ChatListItemModel,
        doors: sources.PaletteDoors,
        state: QSettings,
        theme: Theme,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._actions = actions
        self._shortcuts = shortcuts
        self._settings = settings
        self._chats = chats
        self._doors = doors
        self._state = state
        self._theme = theme
        self._window = window
        self.overlay: PaletteOverlay | None = None
        self._focus_before: QWidget | None = None
        self._fixed: list[tuple[Folded, Entry]] = []
        self._titles = sources.ChatTitles(chats)
        self._typed = ""
        self._search = Search("", {})
        self._n_compared = 0
        self._hits: list[sources.ReadTitle] = []
        self._pool: list[sources.ReadTitle] | None = None  # None for all titles
        self._slices = timer(self, 0, self._go_on, repeats=True)
        self._anew = timer(self, _NEW_ROWS_MS, self._read_anew)
        for key, action in actions.items():
            if key != sources.OPENS_PALETTE:  # whose keys were pressed while the palette is open
                action.triggered.connect(self.close)
        for signal in (chats.modelReset, chats.rowsInserted, chats.rowsRemoved):
            signal.connect(self._on_chats_changed)

    @property
    def is_searching(self) -> bool:
        """Whether there may be more to be found."""
        return self._slices.isActive()

    # -- opening and closing --

    @Slot()
    def toggle(self) -> None:
        """Open the palette, or close the open one."""
        from app.ui.window.palette.palette_overlay import PaletteOverlay

        if self.overlay is not None:
            self.close()
            return
        self._focus_before = QApplication.focusWidget()
        overlay = PaletteOverlay(self._theme, self._window)
        overlay.typed.connect(self._begin)
        overlay.chosen.connect(self._choose)
        overlay.closed.connect(self.close)
        self.overlay = overlay
        entries = chain(
            sources.action_entries(self._actions, self._shortcuts.keys),
            sources.model_entries(self._doors),
            sources.setting_entries(self._settings, self._doors),
        )
        self._fixed = [(Folded(entry.text, entry.synonyms), entry) for entry in entries]
        self._titles = sources.ChatTitles(self._chats)
        overlay.show()
        overlay.raise_()
        overlay.field.setFocus()
        self._begin("")

    @Slot()
    def close(self) -> None:
        """Close it; the keyboard goes back to where it was."""
        if self.overlay is None:
            return
        overlay, self.overlay = self.overlay, None
        self._slices.stop()
        self._anew.stop()
        self._fixed, self._hits, self._pool = [], [], None
        self._titles = sources.ChatTitles(self._chats)
        before, self._focus_before = self._focus_before, None
        if before is not None and before.isVisible() and overlay.field.hasFocus():
            before.setFocus()
        overlay.hide()
        overlay.deleteLater()

    # -- searching --

    @Slot(str)
    def _begin(self, typed: str) -> None:
        """Search for something else; of letters added at the end only among what had the others."""
        assert self.overlay is not None
        goes_on = typed.startswith(self._typed) and not self._slices.isActive()
        narrows = goes_on and bool(self._typed.strip()) and self._titles.is_whole
        self._pool = self._hits if narrows else None
        self._typed, self._hits, self._n_compared = typed, [], 0
        self._search = Search(typed, {key: age for age, key in enumerate(self._used())})
        self._search.add(self._fixed)
        self.overlay.choose_first()
        self._slices.start()
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        """Compare chats for a part of a frame, and show what is best so far."""
        if self.overlay is None:
            return
        end = time.monotonic() + _SLICE_S
        is_whole = False
        while not is_whole and time.monotonic() < end:
            is_whole = self._compare_some()
        if is_whole:
            self._slices.stop()
        self.overlay.show_found(self._search.found(), is_whole=is_whole)

    def _compare_some(self) -> bool:
        """Compare a few more titles; True when there are none left."""
        pool = self._titles.read if self._pool is None else self._pool
        if self._pool is None and self._n_compared >= len(pool) and not self._titles.is_whole:
            self._titles.read_on(_PORTION)
        for read in pool[self._n_compared : self._n_compared + _PORTION]:
            chat_id, title, words = read
            how = match(self._typed, words)
            if how is not None:
                self._hits.append(read)
                self._search.take(sources.chat_entry(chat_id, title, self._doors.show_chat), how)
            self._n_compared += 1
        return self._n_compared >= len(pool) and (self._pool is not None or self._titles.is_whole)

    @Slot()
    def _on_chats_changed(self) -> None:
        if self.overlay is not None and not self._anew.isActive():
            self._anew.start()

    @Slot()
    def _read_anew(self) -> None:
        """The list has other chats now."""
        if self.overlay is not None:
            self._titles = sources.ChatTitles(self._chats)
            self._pool, self._hits, self._n_compared = None, [], 0
            typed, self._typed = self._typed, ""
            self._begin(typed)

    # -- choosing --

    @Slot(int)
    def _choose(self, row: int) -> None:
        assert self.overlay is not None
        found = self.overlay.rows.found(row)
        if found is None or not found.entry.is_possible:
            return
        self._note_use(found.entry.key)
        self.close()
        found.entry.run()

    def _used(self) -> list[str]:
        """Return what was chosen last, the newest first."""
        try:
            used = json.loads(str(self._state.value(_USED, "[]")))
        except ValueError:  # somebody has changed the file
            return []
        return [str(key) for key in used][:_MOST_USED] if isinstance(used, list) else []

    def _note_use(self, key: str) -> None:
        used = [key, *(one for one in self._used() if one != key)]
        self._state.setValue(_USED, json.dumps(used[:_MOST_USED]))
