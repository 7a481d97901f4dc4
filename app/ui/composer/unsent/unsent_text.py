"""The one owner of what the user writes: drafts, edits, what waits, and what is on its way.

A word is in one place at a time, and a method is a step from one place to another. It leaves the
field when it is sent, comes back to where it was written when it is refused, and is gone when it is
stored; a ticket says which message that was. Nothing is ever found again by comparing texts, except
after a restart, when the chats say what they have got.

Knows no widget and no disk: `unsent_file.py` keeps it. Interface thread only.

Longer than other files: what happened before a restart is compared with the same places.
"""

from __future__ import annotations

import itertools
import time
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.records import Chat, ChatId, Message, MessageId, TitleOrigin, is_temporary
from app.core.conversations.texts.chat_text import title_of
from app.core.messages import Role, without_passages
from app.core.plain_value import replace
from app.ui.composer.draft import MOST_MEDIA, NO_DRAFT, Draft, TooManyMedia, joined
from app.ui.composer.unsent import places

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


_SOON_S = 1.0  # from the last kept change of a draft to its message, when a kill came between
_TYPED_CHARS = 12  # as many as fast fingers add between two writings of the file


class _RestartComparison:
    """What of the last run is not known to be stored or not.

    The program may end after a message was stored and before that was noted. So what was on its way
    or waited is compared, once, with what its chat has got since then. What stood in the field is
    compared after a kill alone, and with a message of the same second alone: words that are there
    twice can be deleted, lost ones cannot be brought back.

    Args:
        kept: of the last run.
    """

    def __init__(self, kept: places.SavedUnsentText) -> None:
        self._pages = dict(kept.pages)
        self._was_closed = kept.was_closed
        self._sent: dict[ChatId | None, list[places.InFlight]] = {}
        for chat_id, page in kept.pages:
            for words in page.waiting:
                self._add(places.SentMessage(words, chat_id, chat_id, page.at))
        for flight in kept.flights:
            self._add(flight)

    def _add(self, flight: places.InFlight) -> None:
        chat_id = flight.page if isinstance(flight, places.SentEdit) else flight.chat_id
        self._sent.setdefault(chat_id, []).append(flight)

    def pages(self) -> dict[ChatId | None, places.PageDrafts]:
        """Return what is shown at once: drafts and edits."""
        return {page: replace(one, waiting=()) for page, one in self._pages.items()}

    def flights(self) -> tuple[places.InFlight, ...]:
        """Return what is not known yet, to be kept for another start."""
        return tuple(flight for flights in self._sent.values() for flight in flights)

    def keep_only(self, chat_ids: Collection[ChatId]) -> None:
        """Forget what was written for chats that are gone for good."""
        for page in list(self._sent):
            if page is not None and page not in chat_ids:
                del self._sent[page]

    def listed(self, chats: Sequence[Chat], page: places.PageDrafts) -> Draft:
        """Return the draft of the empty page.

        What may have made a chat meanwhile is left to that chat, whose first message tells.
        """
        left = []
        for flight in self._sent.pop(None, []):
            chat = _made_by(flight.words, flight.at, chats)
            if chat is None:
                left.append(flight.words)
            else:
                self._add(places.SentMessage(flight.words, chat.id, chat.id, flight.at))
        was = self._pages.pop(None, places.PageDrafts())
        draft = page.draft
        if not (self._was_closed or draft.is_empty or draft != was.draft):
            words = draft.stripped()
            chat = _made_by(words, was.at, chats)
            if chat is not None and chat.created_at.timestamp() - was.at <= _SOON_S:
                self._add(places.SentMessage(words, chat.id, chat.id, was.at))
                draft = NO_DRAFT
        return joined(*left, draft) if left else draft

    def opened(
        self, chat_id: ChatId, messages: Sequence[Message], page: places.PageDrafts
    ) -> places.PageDrafts:
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
        was = self._pages.pop(chat_id, places.PageDrafts())
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
        words = [flight.words for flight in left if isinstance(flight, places.SentMessage)]
        for flight in left:
            if isinstance(flight, places.SentEdit):
                edits = places.with_edit_back(edits, flight.edit)
        return replace(page, draft=joined(*words, draft) if words else draft, edits=edits)


def _claim(unclaimed: list[Message], is_it: Callable[[Message], bool]) -> bool:
    """Take out the first message of a kind; False when there is none."""
    for message in unclaimed:
        if is_it(message):
            unclaimed.remove(message)
            return True
    return False


def _is_of(flight: places.InFlight, message: Message) -> bool:
    if message.created_at.timestamp() < flight.at:
        return False
    if isinstance(flight, places.SentEdit):
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
    return media and without_passages(message.attachments) == words.attachments


def _just_sent_from(was: places.PageDrafts, message: Message) -> bool:
    """Return whether a message was sent from a draft that was kept a moment before."""
    draft = was.draft.stripped()
    n_more = len(message.text) - len(draft.text)
    goes_on = message.text.startswith(draft.text) and n_more <= _TYPED_CHARS
    has_them = message.role is Role.USER and _goes_along(draft, message)
    return not draft.is_empty and goes_on and has_them and _is_soon_after(was.at, message)


def _has_just_become(edit: places.Edit, at: float, message: Message) -> bool:
    return _is_soon_after(at, message) and _has_become(edit, message)


def _has_become(edit: places.Edit, message: Message) -> bool:
    words = edit.words.stripped()
    match edit.kind:
        case places.EditKind.QUESTION:
            return _is_from(words, message)
        case places.EditKind.ANSWER:
            return message.role is Role.ASSISTANT and message.text == words.text
        case places.EditKind.BEGINNING:
            return message.role is Role.ASSISTANT and message.text.startswith(words.text)


EMPTY_PAGE = places.PageDrafts()


class UnsentText:
    """All words that are not stored yet, by page.

    Args:
        kept: of the last run.
        now: the time in seconds since 1970.
    """

    def __init__(self, kept: places.SavedUnsentText, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._comparison = _RestartComparison(kept)
        self._pages = self._comparison.pages()
        self._flights: dict[int, places.InFlight] = {}
        self._tickets = itertools.count(1)
        self._empty_page = 0  # its number, as it is now
        self._sent_from: dict[int, int] = {}  # numbers of the empty page, by ticket
        self._became: dict[int, ChatId] = {}  # what the empty pages of these numbers are now

    # -- where they are --

    def page(self, page: ChatId | None) -> places.PageDrafts:
        """Return what is written on a page."""
        return self._pages.get(page, EMPTY_PAGE)

    def is_sending(self, page: ChatId | None) -> bool:
        """Whether something of a page is on its way; nothing else is sent from there meanwhile."""
        return any(flight.page == page for flight in self._flights.values())

    def address(self, page: ChatId | None) -> places.DraftTarget:
        """Return where words in the field belong while a page is shown."""
        if page is None:
            return places.DraftTarget(None, number=self._empty_page)
        edits = self.page(page).edits
        return places.DraftTarget(page, edits[-1].target if edits else None)

    def kept(self) -> places.SavedUnsentText:
        """Return what is to be there after the next start: nothing of a temporary chat."""
        flights = self._in_flight()
        pages = ((page, one) for page, one in self._pages.items() if not one.is_empty)
        return places.SavedUnsentText(
            tuple((page, one) for page, one in pages if _is_kept(page)),
            tuple(flight for flight in flights if _is_kept(flight.page)),
        )

    def _in_flight(self) -> tuple[places.InFlight, ...]:
        """Return what is on its way, or was when the last run ended."""
        return (*self._comparison.flights(), *self._flights.values())

    def media_held(self) -> frozenset[str]:
        """Return the digests of all pictures and sounds that words of any place have."""
        words = [flight.words for flight in self._in_flight()]
        for page in self._pages.values():
            words += [page.draft, *page.waiting, *(edit.words for edit in page.edits)]
        return frozenset(one.digest for draft in words for one in draft.media)

    # -- writing --

    def write(self, page: ChatId | None, words: Draft) -> None:
        """Take over what stands in the field."""
        now = self.page(page)
        if now.field == words:
            return
        if now.edits:
            self._set(page, edits=(*now.edits[:-1], replace(now.edits[-1], words=words)))
        else:
            self._set(page, draft=words)

    def attach(self, address: places.DraftTarget, more: Draft) -> None:
        """Add texts or media to what they were meant for, or to the draft when that is gone.

        Raises:
            TooManyMedia: that has as many as a message can have; nothing was added.
        """
        where = self._became.get(address.number) if address.page is None else address.page
        page = self.page(where)
        edited = [edit for edit in page.edits if edit.target == address.edited]
        words = joined(edited[0].words if edited else page.draft, more)
        if more.media and len(words.media) > MOST_MEDIA:
            raise TooManyMedia
        if edited:
            edits = (replace(one, words=words) if one in edited else one for one in page.edits)
            self._set(where, edits=tuple(edits))
        else:
            self._set(where, draft=words)

    def begin_edit(self, page: ChatId, edit: places.Edit) -> None:
        """Put a message into the field; one whose edit was begun before comes as it was left."""
        edits = self.page(page).edits
        begun = [one for one in edits if (one.target, one.kind) == (edit.target, edit.kind)]
        others = [one for one in edits if one not in begun and one.is_changed]
        self._set(page, edits=(*others, begun[0] if begun else edit))

    def give_up_edit(self, page: ChatId | None) -> None:
        """Drop the edit in the field; what it covered comes back."""
        self._set(page, edits=self.page(page).edits[:-1])

    def leave(self, page: ChatId | None) -> None:
        """Another page is shown: an edit that has changed nothing is over."""
        edits = tuple(edit for edit in self.page(page).edits if edit.is_changed)
        self._set(page, edits=edits)

    def keep_edits_of(self, page: ChatId | None, there: Collection[MessageId]) -> bool:
        """End the edits of messages that are not there any more; True when one was changed.

        What such a message was changed to is a draft then.
        """
        now = self.page(page)
        gone = [edit for edit in now.edits if edit.target not in there]
        changed = [edit.words for edit in gone if edit.is_changed]
        left = tuple(edit for edit in now.edits if edit.target in there)
        self._set(page, edits=left, draft=joined(now.draft, *changed) if changed else now.draft)
        return bool(changed)

    def move_to_new(self, page: ChatId | None) -> None:
        """Take what is being written to the empty page, behind what is there."""
        now = self.page(page)
        changed = [edit.words for edit in now.edits if edit.is_changed]
        self._set(page, draft=NO_DRAFT, edits=())
        self._set(None, draft=joined(self.page(None).draft, now.draft, *changed))

    def end_temporary(self, page: ChatId, kept: ChatId | None = None) -> None:
        """Drop what was written for a temporary chat, or take it to the chat that is made of it.

        What an edit was to change is another message there: it becomes a draft.
        """
        self.keep_edits_of(page, ())
        left = self._pages.pop(page, EMPTY_PAGE)
        if kept is not None:
            self._set(kept, draft=joined(*left.waiting, left.draft))

    def keep_only(self, chat_ids: Collection[ChatId]) -> None:
        """Forget what was written for chats that are gone for good."""
        for page in list(self._pages):
            if page is not None and page not in chat_ids:
                del self._pages[page]
        self._comparison.keep_only(chat_ids)

    # -- sending --

    def send_field(self, page: ChatId | None) -> tuple[int, places.InFlight] | None:
        """Send what stands in the field; None when there is nothing, or something on its way."""
        now = self.page(page)
        words = now.field.stripped()
        if words.is_empty or self.is_sending(page):
            return None
        if now.edits and page is not None:
            edit = replace(now.edits[-1], words=words)
            self._set(page, edits=now.edits[:-1])
            return self._depart(places.SentEdit(edit, page, self._now()))
        self._set(page, draft=NO_DRAFT)
        ticket, flight = self.send_words(page, words)
        if page is None:
            self._sent_from[ticket] = self._empty_page
            self._empty_page += 1
        return ticket, flight

    def send_words(self, page: ChatId | None, words: Draft) -> tuple[int, places.InFlight]:
        """Send words that do not stand in the field, as a question of the page."""
        return self._depart(places.SentMessage(words, page, page, self._now()))

    def _depart(self, flight: places.InFlight) -> tuple[int, places.InFlight]:
        ticket = next(self._tickets)
        self._flights[ticket] = flight
        return ticket, flight

    def wait(self, page: ChatId) -> None:
        """Let the draft wait for the end of the answer, behind what waits already."""
        now = self.page(page)
        words = now.draft.stripped()
        if not words.is_empty:
            self._set(page, draft=NO_DRAFT, waiting=(*now.waiting, words))

    def unwait(self, page: ChatId, *, last_only: bool = False) -> None:
        """Make a draft of what waits, or of the last of it, before what is being written."""
        now = self.page(page)
        n_left = len(now.waiting[:-1]) if last_only else 0
        if now.waiting:
            draft = joined(*now.waiting[n_left:], now.draft)
            self._set(page, draft=draft, waiting=now.waiting[:n_left])

    def withdraw(self, page: ChatId) -> None:
        """Forget the last message that waits."""
        self._set(page, waiting=self.page(page).waiting[:-1])

    def send_waiting(self, page: ChatId) -> list[tuple[int, places.InFlight]]:
        """Send what waits, each message by itself; [] when nothing does."""
        waiting = self.page(page).waiting
        self._set(page, waiting=())
        return [self.send_words(page, words) for words in waiting]

    # -- what became of it --

    def created(self, chat_id: ChatId, ticket: int, *, is_shown: bool) -> None:
        """A first message has made its chat.

        Args:
            chat_id: of the chat.
            ticket: of the message.
            is_shown: the chat takes the place of the empty page, with all that is written there.
        """
        flight = self._flights.get(ticket)
        if not isinstance(flight, places.SentMessage):
            return
        self._flights[ticket] = replace(flight, chat_id=chat_id)
        if ticket in self._sent_from:
            self._became[self._sent_from.pop(ticket)] = chat_id
        if is_shown:
            self._became[self._empty_page] = chat_id
            self._empty_page += 1
            self._flights[ticket] = replace(flight, chat_id=chat_id, page=chat_id)
            self._pages[chat_id] = replace(self.page(None), at=self._now())
            self._pages.pop(None, None)

    def stored(self, ticket: int) -> places.InFlight | None:
        """It is on disk; return what that was, None when it is not known."""
        return self._flights.pop(ticket, None)

    def refused(self, ticket: int) -> places.InFlight | None:
        """It could not be stored: it is back where it was written, before all written since."""
        flight = self._flights.pop(ticket, None)
        self._sent_from.pop(ticket, None)
        if isinstance(flight, places.SentMessage):
            self._set(flight.page, draft=joined(flight.words, self.page(flight.page).draft))
        elif isinstance(flight, places.SentEdit):
            edits = places.with_edit_back(self.page(flight.page).edits, flight.edit)
            self._set(flight.page, edits=edits)
        return flight

    # -- after a restart --

    def listed(self, chats: Sequence[Chat]) -> None:
        """Compare what was on its way to a new chat with the chats there are."""
        self._set(None, draft=self._comparison.listed(chats, self.page(None)))

    def opened(self, chat_id: ChatId, messages: Sequence[Message]) -> None:
        """Compare what was on its way to a chat with what the chat has got, once."""
        page = self._comparison.opened(chat_id, messages, self.page(chat_id))
        self._set(chat_id, draft=page.draft, edits=page.edits)

    def _set(
        self,
        page: ChatId | None,
        *,
        draft: Draft | None = None,
        edits: tuple[places.Edit, ...] | None = None,
        waiting: tuple[Draft, ...] | None = None,
    ) -> None:
        old = self.page(page)
        new = places.PageDrafts(
            old.draft if draft is None else draft,
            old.edits if edits is None else edits,
            old.waiting if waiting is None else waiting,
            old.at,
        )
        if new != old:
            self._pages[page] = replace(new, at=self._now())


def _is_kept(page: ChatId | None) -> bool:
    return page is None or not is_temporary(page)
