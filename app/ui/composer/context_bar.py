"""Says in time that a chat will not fit the context any more, and what can be done about it."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.core.protocol import OverflowRule
from app.ui.composer.composer_bar import BarButton, ComposerBar
from app.ui.kit.accessibility import announce
from app.ui.kit.labels import polish_again
from app.ui.kit.theme import SPACE_M, SPACE_XS, Theme
from app.ui.words.formatting import count, counted, forecast
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.conversations.events import ContextUse, LeavingOut


class WayOut(enum.Enum):
    """What can be done about a chat that does not fit."""

    LARGER = enum.auto()
    LEAVE_OUT = enum.auto()
    SUMMARISE = enum.auto()
    SHORTEN = enum.auto()
    NEW_CHAT = enum.auto()


class ContextBar(ComposerBar):
    """Hidden while there is room. Sends `pressed` with a `WayOut`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        buttons = (
            BarButton(
                WayOut.LARGER,
                tr("Larger context…"),
                tr("Reload the model with a larger context; needs more memory"),
            ),
            BarButton(
                WayOut.LEAVE_OUT,
                tr("Leave out the oldest messages"),
                tr("The model no longer reads them; nothing is deleted"),
            ),
            BarButton(
                WayOut.SUMMARISE,
                tr("Summarise the oldest messages"),
                tr("The model writes a summary and reads that instead; nothing is deleted"),
            ),
            BarButton(
                WayOut.SHORTEN,
                tr("Keep only the beginning"),
                tr("Shorten your message to what fits; you can review it before you send it"),
            ),
            BarButton(
                WayOut.NEW_CHAT, tr("New chat"), tr("Continue with this message in a new chat")
            ),
        )
        super().__init__(theme, "warning", buttons, parent, wraps=True)
        self.setObjectName("contextBar")
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(SPACE_M, SPACE_XS, SPACE_M, SPACE_XS)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def show_use(
        self,
        use: ContextUse,
        *,
        can_grow: bool,
        can_leave_out: bool,
        can_shorten: bool = False,
        rule: OverflowRule = OverflowRule.ASK,
    ) -> None:
        """Appear when what is written would fill the context, or something is left out for it.

        Args:
            use: what was measured.
            can_grow: whether the model could be opened with a larger context.
            can_leave_out: whether there is anything before the user's last message.
            can_shorten: whether what is written is long enough to fit when it is cut.
            rule: what is done by itself.
        """
        is_done = rule is not OverflowRule.ASK and use.leaving_out is not None
        is_left_out = is_done and rule is OverflowRule.LEAVE_OUT
        helps = can_leave_out and not _is_too_long_alone(use)
        self.buttons[WayOut.LARGER].setVisible(can_grow)
        self.buttons[WayOut.LEAVE_OUT].setVisible(helps and not is_left_out)
        self.buttons[WayOut.SUMMARISE].setVisible(helps and not is_done)
        self.buttons[WayOut.SHORTEN].setVisible(can_shorten and not use.has_room)
        self.buttons[WayOut.NEW_CHAT].setVisible(use.chat_id is not None)
        words = _words(use, rule)
        if words != self.words():
            self._set_standing_out(stands_out=False)
        self.show_words(words)

    def call_attention(self) -> None:
        """Somebody tries to send what does not fit: stand out, and say what helps."""
        announce(self, self.words())
        self._set_standing_out(stands_out=True)

    def _set_standing_out(self, *, stands_out: bool) -> None:
        self.setProperty("standsOut", stands_out)
        polish_again(self)


def _is_too_long_alone(use: ContextUse) -> bool:
    """Whether it does not fit whatever is left out, as far as that was counted."""
    return not use.has_room and use.n_least > 0 and use.leaving_out is None


def _words(use: ContextUse, rule: OverflowRule) -> str:
    """Return what is to be said of a context; "" for nothing."""
    planned = use.leaving_out
    if planned is not None and rule is not OverflowRule.ASK:
        return _announced(planned, rule)
    context = counted(use.n_ctx, "token")
    words = ""
    if _is_too_long_alone(use) and use.n_alone < use.n_total:
        return tr(
            "This does not fit, even without any earlier messages: {used} of {context}.",
            used=count(use.n_alone),
            context=context,
        )
    if not use.has_room:
        words = tr(
            "This does not fit: {used} of {context}.", used=count(use.n_total), context=context
        )
    elif use.is_nearly_full:
        words = tr(
            "The context is nearly full: {tokens} left for the answer.",
            tokens=counted(use.n_ctx - use.n_total, "token"),
        )
    return " ".join(filter(None, (words, _cost(planned) if words and planned else "")))


def _announced(planned: LeavingOut, rule: OverflowRule) -> str:
    """Return what is done before the answer, and what that costs."""
    messages = counted(planned.n_messages, "message")
    if rule is OverflowRule.SUMMARISE:
        done = tr(
            "Before it answers, the model will summarise the oldest {messages}.", messages=messages
        )
    else:
        done = tr("For this answer, the oldest {messages} will be left out.", messages=messages)
    return " ".join(filter(None, (done, _rereading(planned))))


def _cost(planned: LeavingOut) -> str:
    """Return what could be left out, and what that would cost."""
    messages = counted(planned.n_messages, "message")
    return " ".join(
        filter(
            None,
            (tr("It fits without the oldest {messages}.", messages=messages), _rereading(planned)),
        )
    )


def _rereading(planned: LeavingOut) -> str:
    """Return what has to be read again of what stays; "" for nothing."""
    if not planned.n_again:
        return ""
    tokens = counted(planned.n_again, "token")
    if not planned.seconds:
        return tr("The model then rereads {tokens}.", tokens=tokens)
    return tr(
        "The model then rereads {tokens}, which takes {time}.",
        tokens=tokens,
        time=forecast(planned.seconds * 1e3),
    )
