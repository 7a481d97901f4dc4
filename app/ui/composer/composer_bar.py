"""The lines above the field: what is going on with a message, and what can be done about it.

One says where a server's model gets it, one that the chat is temporary, one what the model cannot
see or hear.
"""

from __future__ import annotations

import enum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLayout, QPushButton, QWidget

from app.core.content.media import MediaFile, MediaKind
from app.core.plain_value import PlainValue
from app.ui.kit.labels import ElidedLabel, label, picture, push_button, symbol
from app.ui.kit.layouts import FlowLayout, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.state.known_servers import ServerPlace, messages_go_to
from app.ui.words.plain_text import button_text, set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from app.core.protocol import Senses


def is_taken(medium: MediaFile, senses: Senses) -> bool:
    """Whether a model is given a medium itself; else it reads its name."""
    return senses.sees if medium.kind is MediaKind.IMAGE else senses.hears


def kinds_not_taken(media: Iterable[MediaFile], senses: Senses) -> frozenset[MediaKind]:
    """Return of which kinds a model would read the names alone."""
    return frozenset(medium.kind for medium in media if not is_taken(medium, senses))


_ICON = 15
_BUTTON_PADDING = 3  # of a link, with its border


class BarButton(PlainValue, frozen=True):
    """A button of a bar.

    Attributes:
        key: what `pressed` carries; whoever made the bar knows it.
        tip: what it does, in a sentence.
    """

    key: enum.Enum
    words: str
    tip: str


class ComposerBar(QWidget):
    """Hidden until `show_words`. Sends `pressed` with the key of a button.

    Args:
        theme: for the icon.
        icon_name: of the picture at the left.
        buttons: what can be done.
        wraps: its words have lines of their own, and are never cut off.
    """

    pressed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        icon_name: str,
        buttons: Sequence[BarButton],
        parent: QWidget | None = None,
        *,
        wraps: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon_name
        self._icon = symbol()
        self._indent = QWidget(self)  # below the icon
        self._indent.setVisible(wraps)
        self._words = label("composerReason") if wraps else ElidedLabel("composerReason")
        self.buttons: dict[enum.Enum, QPushButton] = {}
        lines = vertical(self, margins=(SPACE_M, 0, SPACE_M, 0), spacing=SPACE_XS)
        row = add_to(horizontal(spacing=SPACE_S), self._icon, (self._words, 1))
        lines.addLayout(row)
        places: QLayout = row
        if wraps:
            row.setAlignment(self._icon, Qt.AlignmentFlag.AlignTop)
            below = QWidget()
            places = FlowLayout(below, SPACE_S)
            under_words = add_to(horizontal(spacing=0), self._indent, (below, 1))
            lines.addLayout(under_words)
        for one in buttons:
            button = push_button("link", one.words)
            set_tip(button, one.tip)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(partial(self._press, one.key))
            self.buttons[one.key] = button
            places.addWidget(button)
        theme.changed.connect(self._recolour)
        self._recolour()
        self.hide()

    def show_words(self, words: str) -> None:
        """Appear and say something; "" hides it."""
        self._words.setText(words)
        self.setVisible(bool(words))

    def words(self) -> str:
        """Return what it says."""
        return self._words.text()

    def _press(self, key: enum.Enum, *_: object) -> None:
        self.pressed.emit(key)

    @Slot()
    def _recolour(self) -> None:
        side = self._theme.scaled(_ICON)
        self._icon.setPixmap(picture(self._icon_name, self._theme.colours.muted, side))
        self._indent.setFixedWidth(side + SPACE_S - _BUTTON_PADDING)


class ServerBar(ComposerBar):
    """One quiet line; hidden while a model on this machine answers, and while none does."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "server", (), parent)
        self.setObjectName("serverBar")

    def show_place(self, place: ServerPlace | None) -> None:
        """Name the machine that the model is on; None for this one."""
        is_elsewhere = place is not None and place.is_elsewhere
        self.show_words(messages_go_to(place) if place is not None and is_elsewhere else "")


class TemporaryKey(enum.Enum):
    """Its button."""

    KEEP = enum.auto()


class TemporaryBar(ComposerBar):
    """A band in a colour of its own; hidden in any other chat."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        keep = BarButton(
            TemporaryKey.KEEP, tr("Keep as a chat"), tr("Save this chat with your other chats")
        )
        super().__init__(theme, "temporary", (keep,), parent)
        self.setObjectName("temporaryBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(SPACE_M, SPACE_XS, SPACE_M, SPACE_XS)

    def show_chat(self, *, is_temporary: bool, can_keep: bool) -> None:
        """Appear in a temporary chat; one without a message cannot be kept."""
        self.buttons[TemporaryKey.KEEP].setVisible(can_keep)
        self.show_words(tr("Temporary chat: it is not saved.") if is_temporary else "")


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
                tr("Choose the projector that lets this model see or hear"),
            ),
            BarButton(
                SensesWay.ANOTHER_MODEL,
                tr("Choose another model…"),
                tr("See the models on this machine"),
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
                set_tip(button, tr("Open {model}, which supports them", model=name))
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
