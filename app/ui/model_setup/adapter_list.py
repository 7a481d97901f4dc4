"""The LoRA adapters of a model: files with a scale each, added and removed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.core.models.model_settings import LARGEST_SCALE
from app.core.protocol import Adapter
from app.ui.kit.boxes import StillBox
from app.ui.kit.labels import ElidedLabel, label, push_button
from app.ui.kit.layouts import STRETCH, add_to, horizontal, vertical
from app.ui.kit.tab_order import follow_layout
from app.ui.kit.theme import SPACE_S
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr

_SCALE_WIDTH = 80


class AdapterList(QWidget):
    """Sends `changed`, and `add_requested` when the user wants to choose a file."""

    changed = Signal()
    add_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._adapters: list[Adapter] = []
        self.scales: list[StillBox] = []
        self.remove_buttons: list[QPushButton] = []
        self.add_button = push_button("", tr("&Add adapter…"), self.add_requested)
        self._rows = QWidget()
        self._column = column = vertical(self, margins=0, spacing=SPACE_S)
        column.addWidget(
            label(
                "dialogText", tr("A LoRA adapter changes the style of a model; 1 is full strength.")
            )
        )
        column.addWidget(self._rows)
        line = add_to(QHBoxLayout(), self.add_button, STRETCH)
        column.addLayout(line)

    @property
    def adapters(self) -> tuple[Adapter, ...]:
        """What is in the list."""
        return tuple(self._adapters)

    def show_adapters(self, adapters: tuple[Adapter, ...]) -> None:
        """Fill the list."""
        self._adapters = list(adapters)
        self._refill()

    def add(self, path: str) -> None:
        """Put one more into the list, unless it is there."""
        if path not in (adapter.path for adapter in self._adapters):
            self._adapters.append(Adapter(path))
            self._refill()
            self.changed.emit()

    def _refill(self) -> None:
        old, self._rows = self._rows, QWidget()
        self._column.replaceWidget(old, self._rows)
        old.deleteLater()
        self.scales, self.remove_buttons = [], []
        rows = vertical(self._rows, margins=0, spacing=SPACE_S)
        for index, adapter in enumerate(self._adapters):
            rows.addLayout(self._row(index, adapter))
        follow_layout(self)
        self._rows.setVisible(bool(self._adapters))

    def _row(self, index: int, adapter: Adapter) -> QHBoxLayout:
        name = Path(adapter.path).name
        words = ElidedLabel("dialogText", elide=Qt.TextElideMode.ElideMiddle)
        words.setText(name)
        set_tip(words, adapter.path)
        scale = StillBox()
        scale.setRange(-LARGEST_SCALE, LARGEST_SCALE)
        scale.setDecimals(2)
        scale.setSingleStep(0.1)
        scale.setValue(adapter.scale)
        scale.setMinimumWidth(_SCALE_WIDTH)
        scale.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
        scale.setAccessibleName(tr("Scale of {name}", name=name))
        scale.valueChanged.connect(partial(self._on_scale, index))
        remove = push_button("", tr("Remove"), partial(self._on_remove, index))
        remove.setAccessibleName(tr("Remove {name}", name=name))
        self.scales.append(scale)
        self.remove_buttons.append(remove)
        return add_to(horizontal(spacing=SPACE_S), (words, 1), scale, remove)

    def _on_scale(self, index: int, scale: float) -> None:
        self._adapters[index] = Adapter(self._adapters[index].path, scale)
        self.changed.emit()

    def _on_remove(self, index: int, *_: object) -> None:
        del self._adapters[index]
        self._refill()
        self.add_button.setFocus()
        self.changed.emit()
