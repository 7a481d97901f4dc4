"""Passages that go along with a message: of the user's documents, and of what was left out.

Which documents are searched, the chat says; turns that its context has no room for are searched
without being asked. Passages are found once, when a message is sent, and belong to it from then on:
nothing that a model has read is ever rewritten. Those that it has read already in this chat are not
given again; answers cite them by a number that goes on through a chat.

Threads: the worker thread of `Conversations`; what takes time is done on a lane.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.core.conversations.errors import MessageTooLong
from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS, searched_of
from app.core.conversations.texts.chat_text import left_out_part, read_part
from app.core.documents.loose_texts import LooseTexts
from app.core.messages import (
    OF_MESSAGE,
    Attachment,
    Role,
    TextSource,
    message_of,
    without_passages,
)
from app.core.plain_value import PlainValue, replace
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from app.core.chats.records import Chat, ChatSetup, Message
    from app.core.conversations.cases.context_budget import ContextBudget
    from app.core.conversations.session import Session
    from app.core.conversations.texts.chat_text import DraftInContext
    from app.core.documents.library import DocumentLibrary
    from app.core.documents.search import FoundPassage

MOST_TOKENS: Final = 2_500
_SHARE: Final = 6  # of the context that passages of documents may take
_SHARE_OF_TURNS: Final = 16  # and those of turns that were left out for want of room
_MOST_OF_TURNS: Final = 600
_LEAST_SHARE: Final = 0.25
_KEPT_S: Final = 600.0  # the index of turns, behind the last question
_SHORT: Final = 25  # characters of a question that says little without the one before
_EARLIER: Final = "Earlier in this chat"  # what the model reads in place of the name of a file


class MessagePlace(PlainValue, frozen=True):
    """Where a message goes, as far as it matters for its passages.

    Attributes:
        setup: of its chat.
        before: the messages before it.
        read: those of them that the model reads.
        left_out: those that it does not.
    """

    setup: ChatSetup
    before: Sequence[Message] = ()
    read: Sequence[Message] = ()
    left_out: Sequence[Message] = ()

    @classmethod
    def in_chat(cls, chat: Chat, before: Sequence[Message]) -> MessagePlace:
        """Return the place behind some messages of a chat."""
        return cls(chat.setup, before, read_part(chat, before), left_out_part(chat, before))


class _Aside(Lane):
    """Where passages are found, with the turns that were searched last."""

    def __init__(self) -> None:
        self.turns = LooseTexts()
        super().__init__("passages", self.turns.close, _KEPT_S)


@dataclass(frozen=True, slots=True)
class Passages:
    """Finds them."""

    session: Session
    context: ContextBudget
    _aside: _Aside = field(default_factory=_Aside)

    def close(self) -> None:
        """Find no more; who waits for it hears nothing."""
        self._aside.close()

    def are_wanted(self, chat: Chat) -> bool:
        """Whether messages of a chat may get any."""
        return bool(searched_of(chat.setup)) or chat.context_from is not None

    def find_fitting(  # noqa: PLR0913 - by name
        self,
        place: MessagePlace,
        writing: Callable[[tuple[Attachment, ...]], DraftInContext],
        attachments: Sequence[Attachment],
        then: Callable[[tuple[Attachment, ...]], None],
        refuse: Callable[[Exception], None],
        *,
        must_fit: bool = False,
        share: float = 1.0,
    ) -> None:
        """Do as `find`, with as many passages as fit the context of the model, or with none.

        Args:
            place: where the message goes.
            writing: returns what is written with what goes along.
            attachments: to the message; passages among them are found anew.
            then: called with all that goes along; at once where nothing is searched or counted.
            refuse: called later, with why the message cannot be sent, or what `then` raises.
            must_fit: it is counted without passages, too.
            share: of the tokens that passages may have.
        """

        def found(along: tuple[Attachment, ...]) -> None:
            has_passages = any(one.number for one in along)

            def go_on() -> None:
                try:
                    then(along)
                except Exception as error:  # noqa: BLE001 - whoever sent it waits
                    refuse(error)

            def too_long(error: Exception) -> None:
                if not (has_passages and isinstance(error, MessageTooLong)):
                    refuse(error)
                    return
                fewer = share / 2 if share > _LEAST_SHARE else 0.0
                self.find_fitting(
                    *(place, writing, attachments, then, refuse), must_fit=must_fit, share=fewer
                )

            if must_fit or has_passages:
                self.context.when_it_fits(writing(along), go_on, too_long)
            else:
                then(along)

        self.find(place, writing(()).text, attachments, found, refuse, share=share)

    def find(
        self,
        place: MessagePlace,
        text: str,
        attachments: Sequence[Attachment],
        then: Callable[[tuple[Attachment, ...]], None],
        refuse: Callable[[Exception], None],
        *,
        share: float = 1.0,
    ) -> None:
        """Go on with what goes along with a message, the passages that fit its words at the end.

        Args:
            place: where it goes.
            text: of the message.
            attachments: to it; passages among them are found anew.
            then: called at once where nothing is searched, else later.
            refuse: called later, with what `then` raises or why documents cannot be read.
            share: of the tokens that passages may have.
        """
        plain = without_passages(attachments)
        n_ctx = self.session.engine.n_ctx
        library, searched = self.session.documents, searched_of(place.setup)
        work: list[Callable[[], Sequence[FoundPassage]]] = []
        question = _question(text, place.before)
        if place.left_out and share > 0:
            n_tokens = int(share * min(_MOST_OF_TURNS, (n_ctx or MOST_TOKENS) // _SHARE_OF_TURNS))
            turns = _turns(place.left_out)
            work.append(partial(self._aside.turns.gather, turns, question, n_tokens))
        if library is not None and searched and share > 0:
            n_tokens = int(share * most_tokens(n_ctx))
            work.append(partial(_gathered, library, searched, question, n_tokens))
        if not work:
            then(plain)
            return
        given = [*plain, *(one for message in place.read for one in message.attachments)]
        numbers = [one.number for message in place.before for one in message.attachments]
        first = 1 + max(numbers, default=0)

        def go_on(done: Future[list[FoundPassage]]) -> None:
            if done.cancelled():  # the program ends; its words are kept as those on their way
                return
            try:
                fresh = [one for one in done.result() if not _is_given(one, given)]
                found = (as_attached(one, first + at) for at, one in enumerate(fresh))
                then((*plain, *found))
            except Exception as error:  # noqa: BLE001 - whoever sent it waits for what comes of it
                refuse(error)

        done = self._aside.submit(lambda: [one for find in work for one in find()])
        done.add_done_callback(lambda done: self.session.submit(go_on, done))


def most_tokens(n_ctx: int) -> int:
    """Return how many tokens the passages of one message may have.

    Args:
        n_ctx: of the context; 0 where that is not known.
    """
    return min(MOST_TOKENS, n_ctx // _SHARE) if n_ctx else MOST_TOKENS


def _question(text: str, before: Sequence[Message]) -> str:
    """Return what is looked for: a short question goes on with the one before."""
    earlier = [one.text for one in before if one.role is Role.USER and one.text]
    return f"{earlier[-1]}\n{text}" if len(text) < _SHORT and earlier else text


def _gathered(
    library: DocumentLibrary, searched: Sequence[str], question: str, n_tokens: int
) -> Sequence[FoundPassage]:
    is_all = ALL_DOCUMENTS in searched
    among = None if is_all else library.digests_within(map(Path, searched))
    return library.gather(question, n_tokens, among)


def _turns(messages: Sequence[Message]) -> list[tuple[str, str]]:
    """Return what was said, each message with a name of its own."""
    return [
        (f"{OF_MESSAGE}{one.id}", one.said.answer if one.role is Role.ASSISTANT else one.text)
        for one in messages
        if one.text.strip() and one.role is not Role.SYSTEM
    ]


def _is_given(found: FoundPassage, given: Sequence[Attachment]) -> bool:
    """Whether the model has these words already: as a passage or in the whole document."""
    is_turn = found.digest.startswith(OF_MESSAGE)
    for one in given:
        source = one.source
        if source is None:
            continue
        if is_turn and message_of(source) is not None and found.text in one.text:
            return True  # whatever the number of the message is in this copy of the chat
        if not is_turn and _has(one, found.digest, found.begin, found.end):
            return True
    return False


def without_given(
    passages: Sequence[Attachment], path: Sequence[Message], read: Sequence[Message]
) -> tuple[tuple[Attachment, ...], tuple[str, ...]]:
    """Return passages that a tool has found, numbered on, and what names those given before.

    Args:
        passages: of documents.
        path: the messages before.
        read: those of them that the model reads.
    """
    numbers = [one.number for message in path for one in message.attachments]
    given = [one for message in read for one in message.attachments]
    fresh, known = [], dict[str, None]()
    for passage in passages:
        source = passage.source
        assert source is not None
        end = source.begin + len(passage.text)
        has_it = next((one for one in given if _has(one, source.digest, source.begin, end)), None)
        if has_it is not None:
            known[f"[{has_it.number}]" if has_it.number else has_it.name] = None
            continue
        number = 1 + max(numbers, default=0)
        numbers.append(number)
        fresh.append(replace(passage, source=replace(source, number=number)))
    return tuple(fresh), tuple(known)


def _has(given: Attachment, digest: str, begin: int, end: int) -> bool:
    """Whether a text has a range of a document."""
    source = given.source
    if source is None or source.digest != digest:
        return False
    return source.begin <= begin and end <= source.begin + len(given.text)


def as_attached(found: FoundPassage, number: int) -> Attachment:
    """Return a passage as it goes along with a message, cited by a number."""
    is_turn = found.digest.startswith(OF_MESSAGE)
    source = TextSource(
        os.fsencode(found.path).decode("utf-8", "replace"),
        found.digest,
        found.changed_at,
        number=number,
        begin=found.begin,
        page_name=found.page_name,
        headings=() if is_turn else found.headings,
    )
    name = _EARLIER if is_turn else found.name or found.title
    return Attachment(name, found.text, source)
