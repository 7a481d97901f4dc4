"""What a kept word has become while nobody was looking: the chats are asked whether they have it.

The program may end after a message was stored and before that was taken note of. So what was on its
way or waited is compared, once, with what its chat has got since then. What stood in the field is
compared after a kill alone, and with a message of the same second alone: words that are there twice
can be deleted, lost ones cannot be brought back.

Interface thread only.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.records import TitleOrigin
from app.core.conversations.texts.chat_text import title_of
from app.core.messages import Role
from app.core.plain_value import replace
from app.ui.composer.draft import NO_DRAFT, Draft, joined
from app.ui.unsent.places import (
    EditKind,
    PageDrafts,
    SavedUnsentText,
    SentEdit,
    SentMessage,
    with_edit_back,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from app.core.chats.records import Chat, ChatId, Message
    from app.ui.unsent.places import Edit, InFlight

_SOON_S = 1.0  # from the last kept change of a draft to its message, when a kill came between
_TYPED_CHARS = 12  # as many as fast fingers add between two writings of the file


class RestartComparison:
    """What of the last run is not known to be stored or not.

    Args:
        kept: of the last run.
    """

    def __init__(self, kept: SavedUnsentText) -> None:
        self._pages = dict(kept.pages)
        self._was_closed = kept.was_closed
        self._sent: dict[ChatId | None, list[InFlight]] = {}
        for chat_id, page in kept.pages:
            for words in page.waiting:
                self._add(SentMessage(words, chat_id, chat_id, page.at))
        for flight in kept.flights:
            self._add(flight)

    def _add(self, flight: InFlight) -> None:
        chat_id = flight.page if isinstance(flight, SentEdit) else flight.chat_id
        self._sent.setdefault(chat_id, []).append(flight)

    def pages(self) -> dict[ChatId | None, PageDrafts]:
        """Return what is shown at once: drafts and edits."""
        return {page: replace(one, waiting=()) for page, one in self._pages.items()}

    def flights(self) -> tuple[InFlight, ...]:
        """Return what is not known yet, to be kept for another start."""
        return tuple(flight for flights in self._sent.values() for flight in flights)

    def keep_only(self, chat_ids: Collection[ChatId]) -> None:
        """Forget what was written for chats that are gone for good."""
        for page in list(self._sent):
            if page is not None and page not in chat_ids:
                del self._sent[page]

    def listed(self, chats: Sequence[Chat], page: PageDrafts) -> Draft:
        """Return the draft of the empty page.

        What may have made a chat meanwhile is left to that chat, whose first message tells.
        """
        left = []
        for flight in self._sent.pop(None, []):
            chat = _made_by(flight.words, flight.at, chats)
            if chat is None:
                left.append(flight.words)
            else:
                self._add(SentMessage(flight.words, chat.id, chat.id, flight.at))
        was = self._pages.pop(None, PageDrafts())
        draft = page.draft
        if not (self._was_closed or draft.is_empty or draft != was.draft):
            words = draft.stripped()
            chat = _made_by(words, was.at, chats)
            if chat is not None and chat.created_at.timestamp() - was.at <= _SOON_S:
                self._add(SentMessage(words, chat.id, chat.id, was.at))
                draft = NO_DRAFT
        return joined(*left, draft) if left else draft

    def opened(self, chat_id: ChatId, messages: Sequence[Message], page: PageDrafts) -> PageDrafts:
        """Return a page without what its chat has got.

        Args:
            chat_id: of the page.
            messages: the end of the chat.
            page: as it is now.
        """
        unclaimed = list(messages)  # a message is what one of them has become
        left = [
            flight
            for flight in self._sent.pop(chat_id, [])
            if not _claim(unclaimed, partial(_is_of, flight))
        ]
        draft, edits = page.draft, page.edits
        was = self._pages.pop(chat_id, PageDrafts())
        if not self._was_closed:
            just_sent = partial(_just_sent_from, was)
            if draft == was.draft and _claim(unclaimed, just_sent):
                draft = NO_DRAFT
            edits = tuple(
                edit
                for edit in edits
                if edit not in was.edits
                or not _claim(unclaimed, partial(_has_just_become, edit, was.at))
            )
        words = [flight.words for flight in left if isinstance(flight, SentMessage)]
        for flight in left:
            if isinstance(flight, SentEdit):
                edits = with_edit_back(edits, flight.edit)
        return replace(page, draft=joined(*words, draft) if words else draft, edits=edits)


def _claim(unclaimed: list[Message], is_it: Callable[[Message], bool]) -> bool:
    """Take out the first message of a kind; False when there is none."""
    for message in unclaimed:
        if is_it(message):
            unclaimed.remove(message)
            return True
    return False


def _is_of(flight: InFlight, message: Message) -> bool:
    if message.created_at.timestamp() < flight.at:
        return False
    if isinstance(flight, SentEdit):
        return _has_become(flight.edit, message)
    return _is_from(flight.words, message)


def _is_soon_after(at: float, message: Message) -> bool:
    return 0 <= message.created_at.timestamp() - at <= _SOON_S


def _made_by(words: Draft, at: float, chats: Sequence[Chat]) -> Chat | None:
    """Return the chat that a first message has made; one without a message is not made by it.

    One with a title of the model does not tell by that; one of the same moment may be it.
    """
    title = title_of(words.text, words.attachments, words.media)
    later = [
        chat for chat in chats if chat.created_at.timestamp() >= at and chat.leaf_id is not None
    ]
    for chat in later:
        if chat.title == title:
            return chat
    for chat in later:
        is_soon = chat.created_at.timestamp() - at <= _SOON_S
        if chat.title_origin is TitleOrigin.MODEL and is_soon:
            return chat
    return None


def _is_from(words: Draft, message: Message) -> bool:
    has_them = message.text == words.text and _goes_along(words, message)
    return message.role is Role.USER and has_them


def _goes_along(words: Draft, message: Message) -> bool:
    """Whether the same goes along; how a picture is described may have been changed since."""
    media = [one.digest for one in words.media] == [one.digest for one in message.media]
    return media and message.attachments == words.attachments


def _just_sent_from(was: PageDrafts, message: Message) -> bool:
    """Return whether a message was sent from a draft that was kept a moment before."""
    draft = was.draft.stripped()
    n_more = len(message.text) - len(draft.text)
    goes_on = message.text.startswith(draft.text) and n_more <= _TYPED_CHARS
    has_them = message.role is Role.USER and _goes_along(draft, message)
    return not draft.is_empty and goes_on and has_them and _is_soon_after(was.at, message)


def _has_just_become(edit: Edit, at: float, message: Message) -> bool:
    return _is_soon_after(at, message) and _has_become(edit, message)


def _has_become(edit: Edit, message: Message) -> bool:
    words = edit.words.stripped()
    match edit.kind:
        case EditKind.QUESTION:
            return _is_from(words, message)
        case EditKind.ANSWER:
            return message.role is Role.ASSISTANT and message.text == words.text
        case EditKind.BEGINNING:
            return message.role is Role.ASSISTANT and message.text.startswith(words.text)
