"""Which other machines a model may have a part on; shown where the user has added some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.plain_value import replace
from app.core.protocol import RemoteMachine
from app.ui.kit.boxes import TickBox
from app.ui.kit.labels import label
from app.ui.kit.layouts import vertical
from app.ui.kit.theme import SPACE_S
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.protocol import LoadSettings
    from app.ui.kit.theme import Theme


class MachineFields(QWidget):
    """A tick for each machine; sends `changed`.

    Args:
        names: of the machines that the user has added.
        settings: may name others, such as one that was removed: those stay until they are unticked.
    """

    changed = Signal()

    def __init__(self, theme: Theme, names: Sequence[str], settings: LoadSettings) -> None:
        super().__init__()
        chosen = [machine.name for machine in settings.machines]
        column = vertical(self, margins=0, spacing=SPACE_S)
        told = tr(
            "GPUs of this machine are filled first, then the nearest other machine. Each token "
            "waits for the network."
        )
        column.addWidget(label("dialogText", told))
        self.ticks: dict[str, TickBox] = {}
        for name in dict.fromkeys((*names, *chosen)):
            # An "&" in a name is one.
            words = name if name in names else tr("{device} (not there)", device=name)
            tick = TickBox(theme, words.replace("&", "&&"))
            tick.toggled.connect(self.changed)
            self.ticks[name] = tick
            column.addWidget(tick)
        self.show_settings(settings)

    @property
    def is_needed(self) -> bool:
        """Whether there is any to choose."""
        return bool(self.ticks)

    def show_settings(self, settings: LoadSettings) -> None:
        """Fill the fields."""
        chosen = {machine.name for machine in settings.machines}
        for name, tick in self.ticks.items():
            tick.setChecked(name in chosen)

    def into(self, settings: LoadSettings) -> LoadSettings:
        """Return settings with what the fields say."""
        chosen = tuple(RemoteMachine(name) for name, tick in self.ticks.items() if tick.isChecked())
        return replace(settings, machines=chosen)
