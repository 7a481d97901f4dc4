"""After a restart the chats say what was stored; nothing else takes words away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatId, MessageId, TitleOrigin
from app.core.messages import Attachment, TextSource
from app.core.plain_value import replace
from app.ui.composer.draft import Draft
from app.ui.composer.unsent.places import (
    Edit,
    EditKind,
    PageDrafts,
    SavedUnsentText,
    SentEdit,
    SentMessage,
)
from app.ui.composer.unsent.unsent_text import UnsentText
from tests.helpers.attached_media import picture
from tests.unit.ui.conftest import answer, make_chat, question

if TYPE_CHECKING:
    from app.core.chats.records import Chat, Message

CHAT, NEW = ChatId(1), ChatId(3)
START = datetime(2026, 1, 1, tzinfo=UTC)
AT = START.timestamp()
ASKED = replace(question("One?", number=11), created_at=START - timedelta(hours=1))
FILES = (Attachment("a.txt", "A"),)
BIG = (Attachment("thesis.txt", "x" * 250_000),)


def stored(message: Message, *, after: float = 0.5) -> Message:
    return replace(message, created_at=START + timedelta(seconds=after))


def made(title: str, *, after: float = 0.5) -> Chat:
    created_at = START + timedelta(seconds=after)
    return replace(make_chat(NEW, title), leaf_id=MessageId(20), created_at=created_at)


def opened(kept: SavedUnsentText, *messages: Message) -> UnsentText:
    """Return the words after a start and a look at the chat."""
    words = UnsentText(kept)
    words.listed((make_chat(1),))
    words.opened(CHAT, (ASKED, *messages))
    return words


# -- after a kill --


@pytest.mark.parametrize("was_stored", [True, False])
@pytest.mark.parametrize("place", ["on its way", "waiting", "draft", "sent edit", "edit"])
def test_after_a_kill_the_chat_says_what_it_has_got(place: str, *, was_stored: bool) -> None:
    seen = picture()
    said = Draft("And two?", BIG, (seen,))
    edit = Edit(MessageId(11), EditKind.QUESTION, said)
    kept = {
        "on its way": SavedUnsentText(flights=(SentMessage(said, CHAT, CHAT, AT),)),
        "waiting": SavedUnsentText(((CHAT, PageDrafts(waiting=(said,), at=AT)),)),
        "draft": SavedUnsentText(((CHAT, PageDrafts(said, at=AT)),)),
        "sent edit": SavedUnsentText(flights=(SentEdit(edit, CHAT, AT),)),
        "edit": SavedUnsentText(((CHAT, PageDrafts(edits=(edit,), at=AT)),)),
    }[place]
    described = replace(seen, alt_text="said later")
    message = stored(question("And two?", number=13, attachments=BIG, media=(described,)))
    words = opened(kept, *([message] if was_stored else []))
    assert words.page(CHAT).field == (Draft() if was_stored else said)
    assert words.kept().flights == ()


def test_a_draft_kept_while_its_last_word_was_typed_is_known_in_its_message() -> None:
    kept = SavedUnsentText(((CHAT, PageDrafts(Draft("And tw"), at=AT)),))
    assert opened(kept, stored(question("And two?", number=13))).page(CHAT).is_empty


@pytest.mark.parametrize(
    ("said", "after"),
    [("Tell me about Rome and Carthage", 0.5), ("Tell me about Rome", 100.0)],
    ids=["much longer", "much later"],
)
def test_a_draft_is_not_taken_for_a_message_that_only_resembles_it(said: str, after: float) -> None:
    kept = SavedUnsentText(((CHAT, PageDrafts(Draft("Tell me about Rome"), at=AT)),))
    words = opened(kept, stored(question(said, number=13), after=after))
    assert words.page(CHAT).draft.text == "Tell me about Rome"


def test_a_begun_answer_is_not_taken_for_another_answer_that_begins_so() -> None:
    edit = Edit(MessageId(12), EditKind.BEGINNING, Draft("I"))
    kept = SavedUnsentText(((CHAT, PageDrafts(edits=(edit,), at=AT)),))
    words = opened(kept, stored(answer("I am sorry", number=14), after=100.0))
    assert words.page(CHAT).edits == (edit,)


def test_one_message_is_not_taken_for_two() -> None:
    flight = SentMessage(Draft("yes"), CHAT, CHAT, AT)
    kept = SavedUnsentText(((CHAT, PageDrafts(Draft("yes"), at=AT)),), (flight, flight))
    words = opened(kept, stored(question("yes", number=13)))
    assert words.page(CHAT).draft.text == "yes\n\nyes"


@pytest.mark.parametrize("place", ["on its way", "draft"])
@pytest.mark.parametrize("first", ["A new thought", "Another thought", None])
def test_after_a_kill_the_first_message_of_a_chat_says_what_has_made_it(
    place: str, first: str | None
) -> None:
    said = Draft("A new thought")
    if place == "draft":
        kept = SavedUnsentText(((None, PageDrafts(said, at=AT)),))
    else:
        kept = SavedUnsentText(flights=(SentMessage(said, None, None, AT),))
    chat = made("A new thought")
    words = UnsentText(kept)
    words.listed([chat if first else replace(chat, leaf_id=None)])
    words.opened(NEW, [stored(question(first, number=20, chat=NEW))] if first else [])
    there = [words.page(None).draft, words.page(NEW).draft]
    assert there.count(said) == (0 if first == said.text else 1)


@pytest.mark.parametrize("first", ["A new thought", "Another thought"])
def test_a_chat_that_the_model_has_named_may_be_what_was_sent(first: str) -> None:
    said = Draft("A new thought")
    of_model = replace(made("Thinking"), title_origin=TitleOrigin.MODEL)
    words = UnsentText(SavedUnsentText(flights=(SentMessage(said, None, None, AT),)))
    words.listed([of_model])
    words.opened(NEW, [stored(question(first, number=20, chat=NEW))])
    there = [words.page(None).draft, words.page(NEW).draft]
    assert there.count(said) == (0 if first == said.text else 1)


def test_a_draft_is_not_taken_for_a_chat_that_the_model_has_named_later() -> None:
    said = Draft("A new thought")
    of_model = replace(made("Thinking", after=100.0), title_origin=TitleOrigin.MODEL)
    words = UnsentText(SavedUnsentText(flights=(SentMessage(said, None, None, AT),)))
    words.listed([of_model])
    assert words.page(None).draft == said


def test_a_draft_is_not_taken_for_a_chat_of_the_same_title_made_later() -> None:
    said = Draft("Explain this error:\nmy own words")
    words = UnsentText(SavedUnsentText(((None, PageDrafts(said, at=AT)),)))
    words.listed([made("Explain this error:", after=100.0)])
    assert words.page(None).draft == said


def test_a_sent_edit_comes_back_to_the_edit_begun_anew() -> None:
    sent = Edit(MessageId(11), EditKind.QUESTION, Draft("first try"))
    anew = replace(sent, words=Draft("second try"))
    kept = SavedUnsentText(((CHAT, PageDrafts(edits=(anew,), at=AT)),), (SentEdit(sent, CHAT, AT),))
    [edit] = opened(kept).page(CHAT).edits
    assert edit.words.text == "first try\n\nsecond try"


# -- after a clean end --


@pytest.mark.parametrize("place", ["draft", "edit", "beginning"])
def test_after_a_clean_end_no_message_takes_a_draft_or_an_edit_away(place: str) -> None:
    page = {
        "draft": PageDrafts(Draft("Why"), at=AT),
        "edit": PageDrafts(edits=(Edit(MessageId(11), EditKind.QUESTION, Draft("Why")),), at=AT),
        "beginning": PageDrafts(
            edits=(Edit(MessageId(12), EditKind.BEGINNING, Draft("Why")),), at=AT
        ),
    }[place]
    messages = [stored(question("Why", number=13)), stored(answer("Why", number=14))]
    words = opened(SavedUnsentText(((CHAT, page),), was_closed=True), *messages)
    assert words.page(CHAT).field == Draft("Why")


def test_after_a_clean_end_no_chat_takes_the_draft_of_a_new_one_away() -> None:
    said = Draft("A new thought")
    words = UnsentText(SavedUnsentText(((None, PageDrafts(said, at=AT)),), was_closed=True))
    words.listed([made("A new thought")])
    assert words.page(None).draft == said


@pytest.mark.parametrize("was_stored", [True, False])
@pytest.mark.parametrize("place", ["on its way", "waiting", "sent edit"])
def test_after_a_clean_end_the_chat_says_what_became_of_what_was_sent(
    place: str, *, was_stored: bool
) -> None:
    said = Draft("And two?", FILES)
    edit = Edit(MessageId(11), EditKind.QUESTION, said)
    kept = {
        "on its way": SavedUnsentText(flights=(SentMessage(said, CHAT, CHAT, AT),)),
        "waiting": SavedUnsentText(((CHAT, PageDrafts(waiting=(said,), at=AT)),)),
        "sent edit": SavedUnsentText(flights=(SentEdit(edit, CHAT, AT),)),
    }[place]
    message = replace(stored(question("And two?", number=13), after=60), attachments=FILES)
    words = opened(replace(kept, was_closed=True), *([message] if was_stored else []))
    assert words.page(CHAT).field == (Draft() if was_stored else said)


def test_words_with_another_picture_are_another_message() -> None:
    said = Draft("And two?", media=(picture(),))
    kept = SavedUnsentText(flights=(SentMessage(said, CHAT, CHAT, AT),))
    other = stored(question("And two?", number=13, media=(picture(data=b"dog"),)))
    assert opened(kept, other).page(CHAT).field == said


def test_a_picture_alone_made_the_chat_that_is_called_by_it() -> None:
    said = Draft(media=(picture("cat.png"),))
    kept = SavedUnsentText(flights=(SentMessage(said, None, None, AT),))
    words = UnsentText(kept)
    words.listed((made("cat.png"),))
    words.opened(NEW, [stored(question("", number=20, chat=NEW, media=said.media))])
    assert words.page(None).is_empty
    assert words.page(NEW).is_empty


@pytest.mark.parametrize("place", ["on its way", "waiting", "draft", "sent edit", "edit"])
def test_what_was_stored_with_passages_does_not_come_back(place: str) -> None:
    whole = Attachment("a.txt", "A", TextSource("/a.txt", "d"))
    passage = Attachment("b.pdf", "B", TextSource("/b.pdf", "e", number=1))
    said = Draft("And two?", (whole,))
    edit = Edit(MessageId(11), EditKind.QUESTION, said)
    kept = {
        "on its way": SavedUnsentText(flights=(SentMessage(said, CHAT, CHAT, AT),)),
        "waiting": SavedUnsentText(((CHAT, PageDrafts(waiting=(said,), at=AT)),)),
        "draft": SavedUnsentText(((CHAT, PageDrafts(said, at=AT)),)),
        "sent edit": SavedUnsentText(flights=(SentEdit(edit, CHAT, AT),)),
        "edit": SavedUnsentText(((CHAT, PageDrafts(edits=(edit,), at=AT)),)),
    }[place]
    message = stored(question("And two?", number=13, attachments=(whole, passage)))

    assert opened(kept, message).page(CHAT).field == Draft()
