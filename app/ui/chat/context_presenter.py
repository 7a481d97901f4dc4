"""Keeps the context meter true while somebody types, and offers a way out before it overflows.

One measurement is under way at a time; what changed meanwhile is measured after it. What does not
fit cannot be sent, and no answer be asked for that would not fit.

An edit is counted with what comes before it, which says nothing of the chat as it stands; so that
is counted first whenever it may have changed.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, Slot

from app.core import protocol
from app.core.content.media import MediaKind
from app.core.conversations.events import AnswerDelta, ContextUse
from app.core.conversations.texts.chat_sampling import rule_of
from app.core.conversations.texts.chat_text import medium_text
from app.core.plain_value import PlainValue, replace
from app.ui.composer.composer_bar import is_taken
from app.ui.composer.context_bar import WayOut
from app.ui.composer.draft import NO_DRAFT, Draft, cut_to, text_bytes, uncut
from app.ui.composer.unsent.places import Edit, EditKind
from app.ui.kit.notices import NoticeAction
from app.ui.kit.timers import timer
from app.ui.state.context_fit import ChatFit, ContextFit
from app.ui.words.formatting import counted, size
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import MessageId
    from app.core.conversations.chats import Chats
    from app.ui.chat.chat_gestures import ChatGestures, ChatViews
    from app.ui.chat.outbox import Outbox
    from app.ui.chat.overflow_presenter import OverflowPresenter
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.models.model_presenter import ModelPresenter
    from app.ui.state.open_chat import OpenChat

_CHARS_PER_TOKEN = 4
_KEPT = 0.9  # of what should fit by the count of letters: tokens are not equally long
_PAUSE_MS = 300  # after the last key
_WORD_PAUSE_MS = 0  # after one that ends a word
_LONGEST_MS = 1500  # without a count while keys keep coming
_ASKS = "larger context"
_CUT = "shortened"  # key of the notice that brings a text back


class _Asked(PlainValue, frozen=True):
    """What is counted: words, and where they will stand.

    Attributes:
        replaces: the message that is edited; None for a new one.
        begins_answer: they are how an answer begins.
    """

    words: Draft = NO_DRAFT
    replaces: MessageId | None = None
    begins_answer: bool = False


_CHAT_ALONE = _Asked()


class ContextPresenter(QObject):
    """Asks for measurements and shows them."""

    def __init__(  # noqa: PLR0913 - it joins all of them
        self,
        door: Chats,
        bridge: EventBridge,
        open_chat: OpenChat,
        outbox: Outbox,
        gestures: ChatGestures,
        views: ChatViews,
        models: ModelPresenter,
        overflow: OverflowPresenter,
    ) -> None:
        super().__init__(open_chat)
        self._door = door
        self._open_chat = open_chat
        self._outbox = outbox
        self._gestures = gestures
        self._overflow = overflow
        self._composer = composer = views.composer
        self._meter = views.status.meter
        self._models = models
        self._notices = views.notices
        self._most: dict[str, int] = {}  # tokens, of models that memory was too small to give more
        self._wanted = 0  # tokens, of the load that was asked for
        self._asked = self._measured = _CHAT_ALONE  # what is being counted, and was
        self._n_chat = 0  # tokens of the chat as it stands
        self._is_counted = False  # they are those of now
        self._is_current = False  # nothing has changed since the chat was asked for
        self._model: protocol.ModelInfo | None = None
        self._use = ContextUse(None)
        self._is_asked = False
        self._is_stale = False
        self._cut = self._whole = NO_DRAFT  # what was cut last, and was before
        self._left = composer.written()  # what stood in the field when the chat changed last
        self._pause = timer(self, 0, self._measure)
        self._since_measured = QElapsedTimer()
        self._since_measured.start()
        composer.changed.connect(self._on_written)
        composer.context_bar.pressed.connect(self._on_pressed)
        for signal in (open_chat.changed, outbox.changed, models.state_changed):
            signal.connect(self._on_chat_changed)
        bridge.subscribe(ContextUse, self._on_use)
        bridge.subscribe(AnswerDelta, self._on_delta)
        bridge.subscribe(protocol.ModelLoaded, self._on_model)
        bridge.subscribe(protocol.ModelUnloaded, self._on_model)
        bridge.subscribe(protocol.EngineStopped, self._on_model)

    @Slot()
    def _on_written(self) -> None:
        written = self._composer.written()
        if not (self._pause.isActive() and self._since_measured.hasExpired(_LONGEST_MS)):
            ends_word = written.text and not written.text[-1].isalnum()
            self._pause.start(_WORD_PAUSE_MS if ends_word else _PAUSE_MS)
        if self._notices.is_shown(_CUT) and uncut(written, self._cut, self._whole) is None:
            self._notices.dismiss(_CUT)  # it was sent, or taken away
        self._show_cost(written)
        self._composer.set_fit(self._fit(written))

    def _show_cost(self, written: Draft) -> None:
        """Say what the pictures and sounds take; nothing of others than were counted."""
        measured, senses = self._measured.words.media, self._senses
        n_tokens = self._use.n_media if measured == written.media else 0
        taken = [one.kind for one in measured if is_taken(one, senses)]
        self._composer.show_media_cost(_cost(taken, n_tokens) if n_tokens else "", n_tokens)

    def _fit(self, words: Draft) -> ContextFit:
        """Return whether words fit; of few it is known without counting them."""
        use, edit = self._use, self._outbox.edit
        n_ctx = use.n_ctx or (self._model.n_ctx if self._model else 0)
        if not n_ctx or (edit is not None and edit.kind is EditKind.ANSWER):
            return ContextFit.FITS  # such an edit is not read before the next message
        if use.n_ctx and _asked(words, edit) == self._measured:
            fits = use.has_room or (self._has_rule and use.leaving_out is not None)
            return ContextFit.FITS if fits else ContextFit.TOO_LONG
        most = _most_tokens(words, self._senses)
        is_small = self._n_chat + most + protocol.LEAST_ANSWER <= n_ctx
        return ContextFit.FITS if is_small else ContextFit.UNKNOWN

    @Slot()
    def _on_chat_changed(self) -> None:
        self._left = self._composer.written()
        self._count_anew()
        if self._use.chat_id != self._open_chat.id:  # not of another chat, not for a moment
            self._n_chat = 0
            self._show(ContextUse(self._open_chat.id))

    def _count_anew(self) -> None:
        self._is_current = False
        self._set_counted(is_counted=False)
        self._pause.start(_PAUSE_MS)

    def _set_counted(self, *, is_counted: bool) -> None:
        """Say whether it is known what the chat that is shown takes, as it stands."""
        self._is_counted = is_counted
        is_current = is_counted and bool(self._use.n_ctx)
        self._open_chat.set_fit(replace(self._open_chat.fit, is_current=is_current))

    @Slot()
    def _measure(self) -> None:
        self._since_measured.restart()
        written = self._composer.written()
        if self._models.is_resting and written == self._left:
            return  # a model that was unloaded comes back for what somebody writes
        asked = _asked(written, self._outbox.edit)
        is_late = self._open_chat.is_answering and self._fit(asked.words) is not ContextFit.UNKNOWN
        if self._is_asked or is_late:
            self._is_stale = True  # the end of the answer changes something, and asks again
            return
        self._is_stale = asked.replaces is not None and not self._is_counted
        if self._is_stale:
            asked = _CHAT_ALONE
        self._is_asked, self._asked = True, asked
        self._is_current = self._is_current or asked.replaces is None
        project = self._open_chat.project
        self._door.measure(
            self._open_chat.id,
            asked.words.text,
            asked.words.attachments if project is None else project.along(asked.words.attachments),
            media=asked.words.media,
            system_prompt=self._open_chat.setup.system_prompt,
            replaces=asked.replaces,
            begins_answer=asked.begins_answer,
        )

    def _on_use(self, use: ContextUse) -> None:
        self._is_asked = False
        if self._is_stale:
            self._pause.start(_WORD_PAUSE_MS)
        if use.chat_id != self._open_chat.id:
            return
        self._measured = self._asked
        is_of_chat = self._asked.replaces is None
        if is_of_chat:
            self._n_chat = use.n_chat
        self._show(use)
        if is_of_chat:
            self._open_chat.set_fit(_answer_fit(use, has_rule=self._has_rule))
            self._set_counted(is_counted=self._is_current)

    def _show(self, use: ContextUse) -> None:
        self._use = use
        self._meter.show_use(use)
        self._show_cost(self._composer.written())
        fit = self._fit(self._composer.written())
        # What is counted with it is not read any more once an edit is sent.
        is_of_no_concern = self._composer.is_editing and fit is ContextFit.FITS
        told = ContextUse(use.chat_id) if is_of_no_concern else use
        self._composer.context_bar.show_use(
            told,
            can_grow=self._larger() > 0,
            can_leave_out=self._overflow.can_leave_out(),
            can_shorten=self._shortened(use) is not None,
            rule=rule_of(self._open_chat.setup),
        )
        if not self._composer.context_bar.words():
            self._notices.dismiss(_ASKS)
        self._composer.set_fit(fit)

    def _on_delta(self, event: AnswerDelta) -> None:
        if event.chat_id == self._open_chat.id:
            self._meter.grow(max(1, len(event.text) // _CHARS_PER_TOKEN))  # text of a frame

    def _on_model(
        self, event: protocol.ModelLoaded | protocol.ModelUnloaded | protocol.EngineStopped
    ) -> None:
        self._model = event.info if isinstance(event, protocol.ModelLoaded) else None
        if self._model is not None and self._model.n_ctx < self._wanted:
            self._most[self._model.path] = self._model.n_ctx  # there is no memory for more
        if self._model is not None:
            self._wanted = 0
        self._is_asked = False  # a count of another model is none, and may never come
        self._count_anew()

    @property
    def _senses(self) -> protocol.Senses:
        """What the model takes beside text."""
        return protocol.NO_SENSES if self._model is None else self._model.senses

    @property
    def _has_rule(self) -> bool:
        """Whether the oldest messages are left out by themselves."""
        return rule_of(self._open_chat.setup) is not protocol.OverflowRule.ASK

    def _shortened(self, use: ContextUse) -> Draft | None:
        """Return what is written, cut where it fits; None where no cut of a text helps."""
        written = self._composer.written()
        n_excess = use.n_total + protocol.LEAST_ANSWER - use.n_ctx
        n_written = use.n_total - use.n_chat
        if not use.n_ctx or n_excess <= 0 or n_written <= n_excess:
            return None
        return cut_to(written, _KEPT * (n_written - n_excess) / n_written)

    def _larger(self) -> int:
        """Return a larger context that what is written fits; 0 when the model can have none.

        A model is not opened with more than it was trained for, nor asked twice for more than
        there is memory for; how large the context of a server is, only that decides.
        """
        model, use = self._model, self._use
        if model is None or model.server or model.path in self._most:
            return 0
        most = model.n_ctx_train or 2 * model.n_ctx
        n_ctx = 2 * model.n_ctx
        while n_ctx < min(most, use.n_total + protocol.LEAST_ANSWER):
            n_ctx *= 2
        n_ctx = min(n_ctx, most)
        return n_ctx if n_ctx > max(model.n_ctx, use.n_total + protocol.LEAST_ANSWER) else 0

    def _ask_larger(self, model: protocol.ModelInfo, n_ctx: int) -> None:
        """Say what opening the model again means, before it is done."""
        self._notices.show_note(
            _ASKS,
            tr(
                "Reload {model} with a context of {tokens}?",
                model=model.name,
                tokens=counted(n_ctx, "token"),
            ),
            NoticeAction(tr("Reload"), partial(self._open_larger, model.path, n_ctx)),
            more=tr(
                "This takes a moment and needs more memory. It lasts until you open another "
                "model or close Hearth."
            ),
        )

    def _open_larger(self, path: str, n_ctx: int) -> None:
        self._wanted = n_ctx
        self._models.open_path(path, n_ctx)

    @Slot(object)
    def _on_pressed(self, way_out: WayOut) -> None:
        use, model = self._use, self._model
        match way_out:
            case WayOut.LARGER:
                if model is not None:
                    self._ask_larger(model, self._larger())
            case WayOut.LEAVE_OUT:
                self._overflow.leave_out(use)
            case WayOut.SUMMARISE:
                self._overflow.summarise(use)
            case WayOut.SHORTEN:
                words = self._shortened(use)
                if words is not None:
                    self._shorten(words)
            case WayOut.NEW_CHAT:
                self._gestures.move_to_new_chat()
        self._composer.edit.setFocus()

    def _shorten(self, cut: Draft) -> None:
        """Put what fits into the field, and say how much that is."""
        written = whole = self._composer.written()
        if self._notices.is_shown(_CUT):  # it did not fit yet
            whole = uncut(written, self._cut, self._whole) or written
        self._cut, self._whole = cut, whole
        self._composer.set_draft(cut)
        kept, of_all = size(text_bytes(cut)), size(text_bytes(whole))
        self._notices.show_note(
            _CUT,
            tr("Kept the first {kept} of {whole}", kept=kept, whole=of_all),
            NoticeAction(tr("Undo"), self._undo_cut),
        )

    def _undo_cut(self) -> None:
        whole = uncut(self._composer.written(), self._cut, self._whole)
        if whole is not None:
            self._composer.set_draft(whole)
        self._composer.edit.setFocus()


def _asked(words: Draft, edit: Edit | None) -> _Asked:
    """Return what words are to be counted with: the whole chat, or what comes before an edit."""
    if edit is None:
        return _Asked(words)
    if edit.kind is EditKind.ANSWER:
        return _CHAT_ALONE
    return _Asked(words, edit.target, begins_answer=edit.kind is EditKind.BEGINNING)


def _cost(kinds: Sequence[MediaKind], n_tokens: int) -> str:
    """Return what pictures and sounds take, as it is told."""
    n_pictures, n_sounds = kinds.count(MediaKind.IMAGE), kinds.count(MediaKind.SOUND)
    media = listed(
        (
            counted(n_pictures, "picture") if n_pictures else "",
            counted(n_sounds, "sound") if n_sounds else "",
        )
    )
    return tr("{media}: {tokens}", media=media, tokens=counted(n_tokens, "token"))


def _answer_fit(use: ContextUse, *, has_rule: bool) -> ChatFit:
    """Return which answers a chat has room for, at least once all was left out that can be."""
    n_chat = use.n_least if has_rule and use.n_least else use.n_chat
    goes_on, is_anew = use.has_room_after(n_chat), use.has_room_after(n_chat - use.n_answer)
    return ChatFit(
        ContextFit.FITS if goes_on else ContextFit.TOO_LONG,
        ContextFit.FITS if is_anew else ContextFit.TOO_LONG,
    )


def _most_tokens(words: Draft, senses: protocol.Senses) -> float:
    """Return as many tokens as words can have at most: one for each byte.

    Without a limit where a picture or a sound goes along: what it takes, only its projector knows.
    """
    if any(is_taken(medium, senses) for medium in words.media):
        return math.inf
    texts = [words.text, *map(medium_text, words.media)]
    for attachment in words.attachments:
        texts += [attachment.name, attachment.text]
    return sum(len(text.encode("utf-8", "replace")) for text in texts)
