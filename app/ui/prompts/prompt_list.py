"""The list of saved prompts above the message field, while a "/" and letters stand in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem

from app.core.prompt_library import LONGEST_NAME, matching
from app.ui.announcement import announce
from app.ui.plain_text import tip
from app.ui.theme import SPACE_XS
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from app.core.prompt_library import SavedPrompt
    from app.ui.composer.prompt_edit import PromptEdit

SIGN = "/"
_MOST_SHOWN = 8
_TIP_CHARS = 400
_MOVED = (QEvent.Type.Move, QEvent.Type.Resize)
_PROMPT = Qt.ItemDataRole.UserRole


class PromptList(QListWidget):
    """Sends `chosen` with a prompt, and `manage_requested`.

    Up, Down, Return, Tab and Escape belong to the list while it is open; all other keys go on being
    written in the field.

    Args:
        edit: the field.
        frame: around the field; the list stands above it.
        prompts: returns what there is.
        window: the list lies over it.
    """

    chosen = Signal(object)
    manage_requested = Signal()

    def __init__(
        self,
        edit: PromptEdit,
        frame: QWidget,
        prompts: Callable[[], tuple[SavedPrompt, ...]],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.setObjectName("promptList")
        self.setAccessibleName(tr("Saved prompts"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.hide()
        self._edit = edit
        self._frame = frame
        self._window = window
        self._prompts = prompts
        self._known: tuple[SavedPrompt, ...] | None = None  # read once for each "/"
        self._given_up = ""  # what was written when Escape closed it
        self._later = QTimer(self)  # when all that the frame lies in has its place
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._place)
        edit.installEventFilter(self)
        frame.installEventFilter(self)
        edit.textChanged.connect(self._on_text)
        edit.focus_changed.connect(self._on_focus)
        self.itemClicked.connect(self._on_clicked)

    # -- what is shown --

    @Slot()
    def _on_text(self) -> None:
        words = self._edit.words()
        wanted = words.removeprefix(SIGN)
        is_wanted = words.startswith(SIGN) and "\n" not in words and len(wanted) <= LONGEST_NAME
        if not is_wanted or not self._edit.hasFocus():
            self._given_up = ""
            self._known = None
            self.hide()
            return
        if self._given_up and words.startswith(self._given_up):
            return
        self._show(wanted)

    def _show(self, wanted: str) -> None:
        if self._known is None:
            self._known = self._prompts()
        found = matching(self._known, wanted)
        if not found and wanted:  # a message that begins with a slash
            self.hide()
            return
        self.clear()
        for prompt in found:
            item = QListWidgetItem(prompt.name)
            item.setData(_PROMPT, prompt)
            item.setData(Qt.ItemDataRole.ToolTipRole, tip(prompt.text[:_TIP_CHARS]))
            self.addItem(item)
        words = tr("Saved prompts…") if found else tr("No prompts yet. Save one…")
        self.addItem(QListWidgetItem(words))
        self.setCurrentRow(0)
        self._place()
        if not self.isVisible():
            self.show()
            self.raise_()
        announce(self._edit, self.currentItem().text())

    @Slot()
    def _place(self) -> None:
        """Stand right above the frame of the field, as wide as it."""
        rows = min(self.count(), _MOST_SHOWN)
        height = rows * self.sizeHintForRow(0) + 2 * self.frameWidth() + 2 * SPACE_XS
        corner = self._frame.mapTo(self._window, QPoint(0, 0))
        self.setGeometry(corner.x(), corner.y() - height - SPACE_XS, self._frame.width(), height)

    # -- keys and clicks --

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: keys of the field, before it gets them; and where its frame goes, the list goes."""
        if not self.isVisible():
            return super().eventFilter(watched, event)
        if watched is self._frame:
            if event.type() in _MOVED:
                self._later.start()
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.KeyPress:
            return self._take(cast("QKeyEvent", event))
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
            event.accept()  # it closes the list, and stops no answer
            return True
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.setCurrentRow((self.currentRow() + step) % self.count())
                announce(self._edit, self.currentItem().text())
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Tab:
                self._choose(self.currentItem())
            case Qt.Key.Key_Escape:
                self._given_up = self._edit.words()
                self.hide()
            case _:
                return False
        return True

    @Slot(QListWidgetItem)
    def _on_clicked(self, item: QListWidgetItem) -> None:
        self._choose(item)

    def _choose(self, item: QListWidgetItem) -> None:
        prompt = item.data(_PROMPT)
        self.hide()
        if prompt is None:
            self._edit.clear()
            self.manage_requested.emit()
        else:
            self.chosen.emit(prompt)

    @Slot()
    def _on_focus(self) -> None:
        if not self._edit.hasFocus():
            self.hide()
