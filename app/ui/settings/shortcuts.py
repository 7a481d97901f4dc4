"""The keys of every action: those of the table, or what the user has chosen instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence

from app.core.errors import KnownError
from app.core.phrases import phrase
from app.ui.kit.actions import ACTIONS, ActionRow, native, set_keys

if TYPE_CHECKING:
    from app.core.settings.settings import Settings

TABLE = "shortcuts"
FIXED = frozenset({"stop"})  # Escape closes what is nearest first; no other key could do that
_ROWS = {row.key: row for row in ACTIONS}
_MODIFIERS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_FUNCTION_KEYS = range(Qt.Key.Key_F1.value, Qt.Key.Key_F35.value + 1)


class KeysNotUsable(KnownError):
    """Keys were chosen that would be in the way of writing."""

    def __init__(self, keys: str) -> None:
        super().__init__(
            what=phrase("{keys} alone is needed for typing.", keys=keys),
            effect=phrase("The action keeps its previous keys."),
            remedy=phrase("Combine it with {modifier} or Alt.", modifier=native("Ctrl+A")[:-2]),
        )


class Shortcuts(QObject):
    """Gives actions their keys; sends `changed` when some are others.

    A key belongs to one action: whoever gets it takes it away from the one that had it.

    Args:
        actions: by their keys in the table.
        settings: keep what the user has chosen.
    """

    changed = Signal()

    def __init__(
        self, actions: dict[str, QAction], settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._actions = actions
        self._settings = settings
        self._apply()

    def keys(self, key: str) -> str:
        """Return the keys of an action, in Qt's portable form; "" for none."""
        chosen = self._settings.entries(TABLE).get(key)
        default = _ROWS[key].shortcut
        if chosen is None or key in FIXED:
            return default
        return portable(chosen)

    def is_chosen(self, key: str) -> bool:
        """Whether the keys of an action are not those of the table."""
        return self.keys(key) != _ROWS[key].shortcut

    def owner(self, keys: str) -> ActionRow | None:
        """Return the action that has these keys."""
        return next((row for row in ACTIONS if keys and self.keys(row.key) == keys), None)

    def choose(self, key: str, keys: str) -> ActionRow | None:
        """Give an action other keys, "" for none; return the action that had them before.

        Raises:
            KeysNotUsable: they are needed for writing, or for stopping an answer.
            SettingsNotSaved: in force, but only until Hearth is closed.
        """
        if not is_usable(keys):
            raise KeysNotUsable(native(keys))
        owner = self.owner(keys)
        if owner is not None and owner.key in FIXED:
            raise KeysNotUsable(native(keys))
        try:
            if owner is not None and owner.key != key:
                self._keep(owner.key, "")
            self._keep(key, keys)
        finally:
            self._apply()
            self.changed.emit()
        return owner if owner is not None and owner.key != key else None

    def reset(self, key: str) -> ActionRow | None:
        """Give an action the keys of the table; as `choose`."""
        return self.choose(key, _ROWS[key].shortcut)

    def _keep(self, key: str, keys: str) -> None:
        default = _ROWS[key].shortcut
        self._settings.set_entry(TABLE, key, None if keys == default else keys)

    def _apply(self) -> None:
        taken: set[str] = set()
        for row in ACTIONS:
            keys = self.keys(row.key)
            # Of two with one key, as only a file written by hand has them, Qt would ask neither.
            set_keys(self._actions[row.key], row, "" if keys in taken else keys)
            taken.add(keys)


def portable(keys: str) -> str:
    """Return keys as `QKeySequence` writes them; "" for what are none."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.PortableText)


def is_usable(keys: str) -> bool:
    """Whether these keys are in nobody's way; none are, too."""
    sequence = QKeySequence(keys)
    if sequence.isEmpty():
        return True
    first = QKeyCombination.fromCombined(sequence[0].toCombined())  # type: ignore[index]
    return bool(first.keyboardModifiers() & _MODIFIERS) or first.key().value in _FUNCTION_KEYS
