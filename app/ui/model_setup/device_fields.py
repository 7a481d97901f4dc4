"""How the layers on GPUs are shared out, where there are several."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.core.plain_value import replace
from app.ui.kit.boxes import ChoiceBox, StillBox
from app.ui.kit.labels import ElidedLabel, caption, label
from app.ui.kit.theme import SPACE_M, SPACE_S, Theme
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.protocol import Device, LoadSettings

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
