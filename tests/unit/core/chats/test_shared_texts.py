"""Which chats begin with a text, and so share what was computed of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.content.media import MediaFile, MediaKind
from app.core.messages import Attachment, Role

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.chats.store import ChatStore

BOOK = Attachment("book.pdf", "The dough of rye rests overnight.")
OTHER = Attachment("other.pdf", BOOK.text)
PICTURE = MediaFile(MediaKind.IMAGE, "a.png", "a" * 64, 10, 4, 4)


def chat_with(
    store: ChatStore, *attachments: Attachment, media: tuple[MediaFile, ...] = ()
) -> ChatId:
    chat = store.create_chat().id
    store.add_message(
        chat, parent_id=None, role=Role.USER, text="?", attachments=attachments, media=media
    )
    return chat


def test_chats_that_begin_with_a_text_are_found(store: ChatStore) -> None:
    first, second = chat_with(store, BOOK), chat_with(store, BOOK)
    chat_with(store, OTHER)
    chat_with(store, Attachment(BOOK.name, "Another version of it."))
    chat_with(store)
    assert store.memory.chats_that_begin_with(BOOK) == (first, second)


def test_chats_that_read_something_else_first_or_besides_are_not(store: ChatStore) -> None:
    chat_with(store, BOOK, OTHER)
    chat_with(store, OTHER, BOOK)
    chat_with(store, BOOK, media=(PICTURE,))
    later = chat_with(store)
    parent = store.path(later)[-1].id
    store.add_message(later, parent_id=parent, role=Role.USER, text="?", attachments=(BOOK,))
    assert store.memory.chats_that_begin_with(BOOK) == ()


def test_a_chat_in_the_trash_is_left_out(store: ChatStore) -> None:
    first, second = chat_with(store, BOOK), chat_with(store, BOOK)
    store.trash.put([first])
    assert store.memory.chats_that_begin_with(BOOK) == (second,)


def test_a_fork_shares_more_than_the_text_and_counts_with_its_chat(store: ChatStore) -> None:
    first, second = chat_with(store, BOOK), chat_with(store, BOOK)
    store.copy_branch(store.path(first)[-1].id, title="fork")
    assert store.memory.chats_that_begin_with(BOOK) == (first, second)
