"""Search over everything that was said: the index of words, and the door that asks it.

The door is `ChatSearch`, with a thread and a read-only connection of its own, so that no search
waits for the conversations, nor they for a search; `SearchReader` is the same without a thread.
`SearchIndex` is the writing side, which belongs to `ChatStore` and its connection.
"""

from __future__ import annotations

from app.core.chats.search.chat_search import ChatSearch
from app.core.chats.search.days import begin_of_day, end_of_day
from app.core.chats.search.errors import SearchDamaged, SearchNotReady
from app.core.chats.search.query import has_words
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import (
    SearchAnswered,
    SearchFailed,
    SearchFilter,
    SearchHit,
    SearchPage,
    SearchQuestion,
)

__all__ = [
    "ChatSearch",
    "SearchAnswered",
    "SearchDamaged",
    "SearchFailed",
    "SearchFilter",
    "SearchHit",
    "SearchNotReady",
    "SearchPage",
    "SearchQuestion",
    "SearchReader",
    "begin_of_day",
    "end_of_day",
    "has_words",
]
