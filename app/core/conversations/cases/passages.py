"""Passages of the user's documents that go along with a message.

Which documents are searched, the chat says. Passages are found once, when a message is stored, and
belong to it from then on: nothing that a model has read is ever rewritten. Those that it has read
already in this chat are not given again; answers cite them by a number that goes on through a chat.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS, searched_of
from app.core.messages import Attachment, Role, TextSource, without_passages
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import ChatSetup, Message
    from app.core.conversations.session import Session
    from app.core.documents.search import FoundPassage

MOST_TOKENS: Final = 2_500
_SHARE: Final = 6  # of the context that passages may take
_SHORT: Final = 25  # characters of a question that says little without the one before


class Passages(PlainValue, frozen=True):
    """Finds them."""

    session: Session

    def along(
        self,
        setup: ChatSetup,
        text: str,
        attachments: Sequence[Attachment],
        *,
        before: Sequence[Message],
        read: Sequence[Message],
        share: float = 1.0,
    ) -> tuple[Attachment, ...]:
        """Return what goes along with a message, the passages that fit its words at the end.

        Args:
            setup: of the chat.
            text: of the message.
            attachments: to it; passages among them are found anew.
            before: the messages before it.
            read: those before it that the model reads.
            share: of the tokens that passages may have.

        Raises:
            KnownError: the documents cannot be read.
        """
        plain = without_passages(attachments)
        library, searched = self.session.documents, searched_of(setup)
        n_tokens = int(share * most_tokens(self.session.engine.n_ctx))
        if library is None or not searched or n_tokens <= 0:
            return plain
        among = None
        if ALL_DOCUMENTS not in searched:
            among = library.digests_within(map(Path, searched))
        given = [*plain, *(one for message in read for one in message.attachments)]
        found = library.gather(_question(text, before), n_tokens, among)
        fresh = [one for one in found if not _is_given(one, given)]
        numbers = [one.number for message in before for one in message.attachments]
        first = 1 + max(numbers, default=0)
        return (*plain, *(_attached(one, first + place) for place, one in enumerate(fresh)))


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


def _is_given(found: FoundPassage, given: Sequence[Attachment]) -> bool:
    """Whether the model has these words already: as a passage or in the whole document."""
    for one in given:
        source = one.source
        if source is None or source.digest != found.digest:
            continue
        if source.begin <= found.begin and found.end <= source.begin + len(one.text):
            return True
    return False


def _attached(found: FoundPassage, number: int) -> Attachment:
    path = os.fsencode(found.path).decode("utf-8", "replace")
    source = TextSource(
        path,
        found.digest,
        found.changed_at,
        number=number,
        begin=found.begin,
        page_name=found.page_name,
        headings=found.headings,
    )
    return Attachment(found.name or found.title, found.text, source)
