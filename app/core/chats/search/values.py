"""What is asked of a search and what it answers: frozen plain values, any thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.errors import ErrorRow, WordedError
from app.core.phrases import phrase
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.chats.records import ChatId, MessageId
    from app.core.errors import Problem
    from app.core.messages import Role


# The database has no index: this Hearth, or none, has opened it yet.
SEARCH_NOT_READY = ErrorRow(
    what=phrase("Your chats are not indexed for search yet."),
    effect=phrase("Nothing was searched or changed."),
    remedy=phrase("Start Hearth once; it indexes them while you work."),
)


class SearchDamaged(WordedError):
    """The index cannot be read."""

    what = phrase("The search index is damaged.")
    effect = phrase("Only search is affected, not your chats.")
    remedy = phrase("Hearth rebuilds it in the background. Search again in a moment.")


class SearchFilter(PlainValue, frozen=True):
    """What a search is narrowed down to; None leaves that open.

    Attributes:
        role: who wrote it.
        model: name of the model that answered.
        since: written then or later.
        until: written before.
    """

    chat_id: ChatId | None = None
    role: Role | None = None
    model: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_about_messages(self) -> bool:
        """Whether it asks for what a message has and the title of a chat has not."""
        return (self.chat_id, self.role, self.model) != (None, None, None)


class SearchQuestion(PlainValue, frozen=True):
    """What somebody looks for.

    Attributes:
        text: as it was typed; see `query.py` for what it means.
    """

    text: str
    only: SearchFilter = SearchFilter()


class SearchHit(PlainValue, frozen=True):
    """One message that has the words, or one chat whose title has them.

    Attributes:
        title: of the chat; "" where it has none.
        message_id: None for a title.
        role: of the message.
        model: that wrote it, "" for none.
        when: UTC; of a title when the chat was last written in.
        snippet: words around the place; the title for a title.
        ranges: where the words stand in it, (start, end) in characters, in order, apart.
        words: the first of them as they stand in the message, to find them there.
        attachment: name of the file that has them; "" for the message itself.
    """

    chat_id: ChatId
    title: str
    message_id: MessageId | None
    role: Role | None
    model: str
    when: datetime
    snippet: str
    ranges: tuple[tuple[int, int], ...]
    words: str
    attachment: str = ""


class SearchPage(PlainValue, frozen=True):
    """Some of what was found, best first.

    Attributes:
        begin: place of the first hit among all that were found.
        n_found: how many were found; more than the hits of one page.
        is_cut: there are more, older ones than these.
        n_waiting: messages that are not in the index yet, so that they may be missing.
        is_inside_words: no word is or begins like this; these have it inside of a word.
        n_left_out: hits of this page that were deleted since they were found.
    """

    begin: int
    hits: tuple[SearchHit, ...]
    n_found: int
    is_cut: bool = False
    n_waiting: int = 0
    is_inside_words: bool = False
    n_left_out: int = 0

    @property
    def end(self) -> int:
        """Where the next page begins."""
        return self.begin + len(self.hits) + self.n_left_out


class SearchAnswered(PlainValue, frozen=True):
    """A page of what was asked.

    Attributes:
        ticket: of `ChatSearch.ask`.
        models: that have answered in any chat, by name; with a first page only.
    """

    ticket: int
    page: SearchPage
    models: tuple[str, ...] = ()


class SearchFailed(PlainValue, frozen=True):
    """A search could not be done.

    Attributes:
        is_index_damaged: it works again once the index was built anew (`Chats.rebuild_search`).
    """

    ticket: int
    problem: Problem
    is_index_damaged: bool = False
