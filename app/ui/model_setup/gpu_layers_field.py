"""How many layers of a model go onto GPUs: as many as fit, none, or at most a number of them."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.models.model_settings import MOST_LAYERS
from app.ui.choice_box import ChoiceBox
from app.ui.labels import caption
from app.ui.number_box import NumberBox
from app.ui.plain_text import set_tip
from app.ui.theme import SPACE_S
from app.ui.translation import tr

if TYPE_CHECKING:
    from app.ui.theme import Theme


class _Way(enum.Enum):
    FIT = enum.auto()
    NONE = enum.auto()
    LIMIT = enum.auto()


class GpuLayersField(QObject):
    """Two widgets, to be arranged by who makes this; sends `changed`, and `told` as a `NumberBox`.

    Attributes:
        choice: one of the three ways.
        limit: the number, shown only while it counts.
        limit_caption: what stands beside it.
    """

    changed = Signal()
    told = Signal(str, bool)

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.choice = ChoiceBox(theme)
        for way, words in (
            (_Way.FIT, tr("As many as fit")),
            (_Way.NONE, tr("None")),
            (_Way.LIMIT, tr("At most…")),
        ):
            self.choice.addItem(words, way)
        self.limit = NumberBox(1, MOST_LAYERS, 1, 0, tr("None"))
        self.limit.setGroupSeparatorShown(True)
        self.limit.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
        self.limit.setValue(1)
        self.limit_caption = caption("", tr("At m&ost"), self.limit)
        self.limit.setAccessibleName(tr("Most layers on the GPU"))
        set_tip(self.limit, tr("The processor computes the other layers"))
        self.choice.currentIndexChanged.connect(self._on_chosen)
        self.limit.valueChanged.connect(self.changed)
        self.limit.told.connect(self.told)
        self._refresh()

    @property
    def most(self) -> int | None:
        """Layers that are offloaded at most; None for as many as fit."""
        match self.choice.currentData():
            case _Way.NONE:
                return 0
            case _Way.LIMIT:
                return round(self.limit.value())
            case _:
                return None

    def show_most(self, most: int | None) -> None:
        """Show how many layers are offloaded at most; None for as many as fit."""
        if most:
            self.limit.setValue(most)
        way = _Way.FIT if most is None else _Way.LIMIT if most else _Way.NONE
        self.choice.setCurrentIndex(self.choice.findData(way))

    @Slot()
    def _on_chosen(self) -> None:
        self._refresh()
        self.told.emit("", False)  # a wrong number counts no more
        self.changed.emit()

    def _refresh(self) -> None:
        is_limited = self.choice.currentData() is _Way.LIMIT
        for widget in (self.limit_caption, self.limit):
            widget.setVisible(is_limited)
