"""The fields for the numbers and choices of a load; each says Hearth's own choice by a word."""

from __future__ import annotations

import enum
import itertools
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.core.models.model_settings import LARGEST_CONTEXT, LEAST_CONTEXT, MOST_LAYERS, MOST_THREADS
from app.core.plain_value import replace
from app.core.protocol import Device, KVType, LoadSettings, WeightsMode
from app.ui.kit.boxes import ChoiceBox, NumberBox, StillBox, TickBox
from app.ui.kit.labels import ElidedLabel, caption, label
from app.ui.kit.theme import SPACE_M, SPACE_S, Theme
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.protocol import Device, LoadSettings


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
        set_tip(self.limit, tr("The other layers run on the processor"))
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


C = TypeVar("C", KVType, WeightsMode)
_FIELD_WIDTH = 160
_NEAR = 2  # pixels between a field and what is said of it


class LoadFields(QObject):
    """Context, GPU layers, KV cache, threads and weights; sends `changed`, `told`.

    `told` carries what is wrong with a number, "" for nothing, and whether it still is.

    Args:
        devices: GPUs that are there.
    """

    changed = Signal()
    told = Signal(str, bool)

    def __init__(self, theme: Theme, devices: Sequence[Device], parent: QWidget) -> None:
        super().__init__(parent)
        self._gpus = listed(device.description or device.name for device in devices)
        self.context = _number(LEAST_CONTEXT, LARGEST_CONTEXT, 1024, tr("Automatic"))
        self.gpu_layers = GpuLayersField(theme, self)
        self.threads = _number(1, MOST_THREADS, 1, tr("Automatic"))
        self.kv_type = _choice(theme, (KVType.F16, tr("16 bits")), (KVType.Q8_0, tr("8 bits")))
        self.weights = _choice(
            theme,
            (WeightsMode.MAPPED, tr("Mapped")),
            (WeightsMode.LOCKED, tr("Locked in memory")),
            (WeightsMode.READ, tr("Read at startup")),
        )
        self.flash_attention = TickBox(theme, tr("&Flash attention"))
        self.full_windows = TickBox(theme, tr("Keep sliding windows &whole"))
        self._kv_note = _note(_kv_words())
        for field in (self.context, self.gpu_layers, self.threads):
            field.told.connect(self.told)
        for number in (self.context, self.threads):
            number.valueChanged.connect(self.changed)
        self.gpu_layers.changed.connect(self.changed)
        for combo in (self.kv_type, self.weights):
            combo.currentIndexChanged.connect(self.changed)
        for tick in (self.flash_attention, self.full_windows):
            tick.toggled.connect(self.changed)

    def grid(self) -> QGridLayout:
        """Return the fields with what they are called and what they do."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(_NEAR)
        grid.setColumnStretch(0, 1)
        rows: tuple[tuple[str, QWidget, QLabel], ...] = (
            (tr("&Context size"), self.context, _note(tr("Tokens that the model can consider"))),
            (tr("&Layers on the GPU"), self.gpu_layers.choice, _note(self._gpu_words())),
            (tr("&KV cache"), self.kv_type, self._kv_note),
            (tr("&Threads"), self.threads, _note(tr("“Automatic” uses half as many on battery"))),
            (
                tr("Weig&hts"),
                self.weights,
                _note(
                    tr(
                        "“Mapped” reads weights from disk on demand, and again when memory runs "
                        "short. “Read at startup” copies them into memory."
                    )
                ),
            ),
        )
        row = itertools.count()
        for name, field, note in rows:
            field.setAccessibleName(name.replace("&", ""))
            set_tip(field, note.text())
            _add_field(grid, next(row), caption("", name, field), field)
            if field is self.gpu_layers.choice:
                _add_field(grid, next(row), self.gpu_layers.limit_caption, self.gpu_layers.limit)
            grid.addWidget(note, next(row), 0, 1, 2)
        ticks = (
            (
                self.flash_attention,
                tr("Faster on GPUs, with less memory; without a GPU, used where it helps"),
            ),
            (
                self.full_windows,
                tr("Going back in a chat needs no rereading, but more memory"),
            ),
        )
        for tick, words in ticks:
            set_tip(tick, words)
            grid.addWidget(tick, next(row), 0, 1, 2)
            grid.addWidget(_note(words), next(row), 0, 1, 2)
        return grid

    def _gpu_words(self) -> str:
        if not self._gpus:
            return tr("“None” keeps the model on the processor")
        return tr("On {gpus}; “None” keeps the model on the processor", gpus=self._gpus)

    def show_saving(self, words: str) -> None:
        """Say what a smaller KV cache takes less; "" for nothing."""
        self._kv_note.setText(" ".join(filter(None, [_kv_words(), words])))

    def show_settings(self, settings: LoadSettings) -> None:
        """Fill the fields."""
        _set_number(self.context, settings.n_ctx or None)
        self.gpu_layers.show_most(settings.max_gpu_layers)
        _set_number(self.threads, settings.n_threads or None)
        self.kv_type.setCurrentIndex(self.kv_type.findData(settings.kv_type))
        self.weights.setCurrentIndex(self.weights.findData(settings.weights))
        self.flash_attention.setChecked(settings.flash_attention)
        self.full_windows.setChecked(settings.full_windows)

    def into(self, settings: LoadSettings) -> LoadSettings:
        """Return settings with what the fields say."""
        return replace(
            settings,
            n_ctx=_value(self.context) or 0,
            max_gpu_layers=self.gpu_layers.most,
            n_threads=_value(self.threads) or 0,
            kv_type=KVType(self.kv_type.currentData()),
            weights=WeightsMode(self.weights.currentData()),
            flash_attention=self.flash_attention.isChecked(),
            full_windows=self.full_windows.isChecked(),
        )


def _add_field(grid: QGridLayout, row: int, name: QWidget, field: QWidget) -> None:
    field.setMinimumWidth(_FIELD_WIDTH)
    grid.addWidget(name, row, 0)
    grid.addWidget(field, row, 1)


def _number(lowest: int, highest: int, step: int, unchosen: str) -> NumberBox:
    box = NumberBox(lowest, highest, step, 0, unchosen)
    box.setGroupSeparatorShown(True)
    box.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
    return box


def _set_number(box: NumberBox, value: int | None) -> None:
    box.setValue(box.minimum() if value is None else value)


def _value(box: NumberBox) -> int | None:
    return None if box.value() == box.minimum() else round(box.value())


def _choice(theme: Theme, *choices: tuple[C, str]) -> ChoiceBox:
    combo = ChoiceBox(theme)
    for value, words in choices:
        combo.addItem(words, value)
    return combo


def _kv_words() -> str:
    return tr(
        "8 bits halve the size of a chat in memory and on disk, at a small cost in precision."
    )


def _note(words: str) -> QLabel:
    note = label("dialogText", words)
    note.setContentsMargins(0, 0, 0, SPACE_M)
    return note


_LARGEST_SHARE = 1000.0
_SHARE_WIDTH = 150


class DeviceFields(QWidget):
    """A share for each device, and which one is filled first; sends `changed`.

    Args:
        devices: GPUs that are there; None while that is not known.
        settings: may name others, such as one that is unplugged: those stay as they are.
    """

    changed = Signal()

    def __init__(
        self, theme: Theme, devices: Sequence[Device] | None, settings: LoadSettings
    ) -> None:
        super().__init__()
        named = _named(devices or ())
        named |= {
            name: name if devices is None else tr("{device} (not found)", device=name)
            for name in (*dict(settings.split), settings.main_device)
            if name and name not in named
        }
        self.main = ChoiceBox(theme)
        self.main.setAccessibleName(tr("Main GPU"))
        self.main.addItem(tr("Automatic"), "")
        self.shares: dict[str, StillBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnStretch(0, 1)
        notes = tr(
            "Hearth fills the main GPU first. Shares set the ratio of layers, such as 3 to 1; "
            "without any, each GPU gets as many as fit."
        )
        grid.addWidget(label("dialogText", notes), 0, 0, 1, 2)
        grid.addWidget(caption("", tr("Main &GPU"), self.main), 1, 0)
        grid.addWidget(self.main, 1, 1)
        for number, (name, words) in enumerate(named.items(), start=2):
            self.main.addItem(words, name)
            box = StillBox()
            box.setRange(0.0, _LARGEST_SHARE)
            box.setDecimals(1)
            box.setSpecialValueText(tr("No share"))
            box.setMinimumWidth(_SHARE_WIDTH)
            box.lineEdit().setTextMargins(SPACE_S, 0, SPACE_S, 0)
            box.setAccessibleName(tr("Share of {device}", device=words))
            box.valueChanged.connect(self.changed)
            self.shares[name] = box
            named_by = ElidedLabel("", elide=Qt.TextElideMode.ElideMiddle)
            named_by.setText(words)
            grid.addWidget(named_by, number, 0)
            grid.addWidget(box, number, 1)
        self.main.currentIndexChanged.connect(self.changed)
        self.show_settings(settings)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to share out."""
        return len(self.shares) > 1

    def show_settings(self, settings: LoadSettings) -> None:
        """Fill the fields."""
        shares = dict(settings.split)
        for name, box in self.shares.items():
            box.setValue(shares.get(name, 0.0))
        self.main.setCurrentIndex(max(0, self.main.findData(settings.main_device)))

    def into(self, settings: LoadSettings) -> LoadSettings:
        """Return settings with what the fields say."""
        split = tuple((name, box.value()) for name, box in self.shares.items() if box.value())
        return replace(settings, split=split, main_device=str(self.main.currentData()))


def _named(devices: Sequence[Device]) -> dict[str, str]:
    """Return what each device is called, by its name; two of one kind have their names added."""
    counts = Counter(device.description for device in devices)
    return {
        device.name: tr("{device} ({name})", device=device.description, name=device.name)
        if device.description and counts[device.description] > 1
        else device.description or device.name
        for device in devices
    }
