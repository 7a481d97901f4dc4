"""Says that the model takes no pictures or no sounds while some go along, and which one does."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.core.content import MediaKind
from app.ui.composer.composer_bar import BarButton, ComposerBar
from app.ui.plain_text import button_text, set_tip
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Theme

_NAME_CHARS = 40


class SensesWay(enum.Enum):
    """What can be done about it."""

    FIRST_MODEL = enum.auto()
    SECOND_MODEL = enum.auto()
    SETTINGS = enum.auto()
    ANOTHER_MODEL = enum.auto()


MODELS = (SensesWay.FIRST_MODEL, SensesWay.SECOND_MODEL)


class SensesBar(ComposerBar):
    """Hidden while the model takes all that goes along. Sends `pressed` with a `SensesWay`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        buttons = (
            BarButton(SensesWay.FIRST_MODEL, "", ""),
            BarButton(SensesWay.SECOND_MODEL, "", ""),
            BarButton(
                SensesWay.SETTINGS,
                tr("Model settings…"),
                tr("Choose the projector with which this model sees or hears"),
            ),
            BarButton(
                SensesWay.ANOTHER_MODEL,
                tr("Choose another model…"),
                tr("See which models are on this machine"),
            ),
        )
        super().__init__(theme, "warning", buttons, parent, wraps=True)

    def show_kinds(
        self, kinds: Collection[MediaKind], models: Sequence[str], *, has_projector: bool
    ) -> None:
        """Say which kinds the model does not take; nothing where it takes all.

        Args:
            kinds: of what goes along.
            models: names of models that take them.
            has_projector: whether this model could take them with other settings.
        """
        for number, way in enumerate(MODELS):
            button, is_there = self.buttons[way], number < len(models)
            button.setVisible(is_there)
            if is_there:
                name = models[number]
                button.setText(tr("Open {model}", model=button_text(name, _NAME_CHARS)))
                set_tip(button, tr("Open {model}, which takes them", model=name))
        self.buttons[SensesWay.SETTINGS].setVisible(has_projector)
        self.show_words(_words(kinds))


def _words(kinds: Collection[MediaKind]) -> str:
    if len(kinds) > 1:
        return tr(
            "This model can neither see pictures nor hear sounds. It will read only their names."
        )
    if MediaKind.IMAGE in kinds:
        return tr("This model cannot see pictures. It will read only their names.")
    if MediaKind.SOUND in kinds:
        return tr("This model cannot hear sounds. It will read only their names.")
    return ""
