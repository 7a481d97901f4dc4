"""Passages of documents that go along with messages, and stay there.

Longer than other files: each thing that can happen between a question and its passages.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatSetup
from app.core.chats.store import ChatStore
from app.core.conversations.cases import passages
from app.core.conversations.cases.passages import most_tokens
from app.core.conversations.events import (
    BranchShown,
    ChatCreated,
    ChatForked,
    ChatWarmthMeasured,
    EditStored,
    MessageAdded,
    SendRefused,
)
from app.core.conversations.texts.chat_sampling import (
    ALL_DOCUMENTS,
    date_of,
    searched_of,
    today_of,
    with_searched,
    with_today,
)
from app.core.documents.database import LIBRARY_NOT_WRITTEN
from app.core.messages import Attachment, Role, TextSource
from app.core.protocol import (
    ContextMeasured,
    Generate,
    MeasureContext,
    MeasureWarmth,
    ModelInfo,
    ModelLoaded,
    WarmthMeasured,
)
from tests.helpers.waiting import wait_until
from tests.unit.core.conversations.conftest import staged
from tests.unit.core.documents.reading import LOOK_S, plain_library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.chats.records import ChatId, Message
    from app.core.documents.library import DocumentLibrary
    from tests.unit.core.conversations.conftest import Stage

INFO = ModelInfo("m.gguf", "Tiny", "", 1, 1, 9_000, 9_000, 2, 0, (), (), resumable=True)
CHANGED_AT = 1_700_000_000
FILLER = "Nothing of interest happens in this sentence, which ends without any news at all. " * 20
TEXTS = {
    "bread.md": f"# Rye\n\nThe zebra oven takes half an hour.\n\n{FILLER}\n\n# Salt\n\n{FILLER}"
    "\n\nThe walrus needs three grams of salt.",
    "lease.md": "The rent is due on the first day of each month. The walrus pays late.",
}
FITS = ContextMeasured(9_000, n_total=1_000)
ALL = with_searched(ChatSetup(), [ALL_DOCUMENTS])


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
        os.utime(folder / name, (CHANGED_AT, CHANGED_AT))
    return folder


@pytest.fixture
def library(tmp_path: Path, papers: Path) -> Iterator[DocumentLibrary]:
    with plain_library(tmp_path) as library:
        library.add([papers])
        library.look().result(LOOK_S)
        yield library


@pytest.fixture
def stage(new_database: Path, library: DocumentLibrary) -> Iterator[Stage]:
    for stage in staged(lambda: ChatStore.open(new_database), documents=library):
        stage.conversations.handle(ModelLoaded(INFO))
        yield stage


def send(
    stage: Stage, text: str, chat_id: ChatId | None = None, setup: ChatSetup = ALL
) -> tuple[Message, Generate]:
    """Send a question whose passages fit, and have it answered; return it as it was stored."""
    stage.conversations.chats.send(chat_id, text, setup=setup)
    message = stored(stage)
    generate = stage.command(Generate)
    stage.say(generate, "Yes.")
    stage.finish(generate)
    stage.settle()
    return message, generate


def stored(stage: Stage, *counts: ContextMeasured) -> Message:
    """Return the message that was sent, once it was counted as often as that is asked."""
    waiting = list(counts)
    while True:
        for event in events_of(stage):
            if isinstance(event, MessageAdded) and event.message.role is Role.USER:
                return event.message
        for command in commands_of(stage):
            if isinstance(command, MeasureContext):
                stage.reply(command, waiting.pop(0) if waiting else FITS)


def events_of(stage: Stage) -> Iterator[object]:
    with contextlib.suppress(queue.Empty):
        yield stage.events.get(timeout=0.01)


def commands_of(stage: Stage) -> Iterator[object]:
    """Take the counts that are asked for; all else stays."""
    with contextlib.suppress(queue.Empty):
        command = stage.commands.get_nowait()
        if isinstance(command, Generate):
            stage.commands.put(command)
        yield command


def found(message: Message) -> list[tuple[int, str]]:
    return [(one.number, one.name) for one in message.attachments]


def test_passages_go_before_the_words_and_say_where_they_are_from(
    stage: Stage, papers: Path
) -> None:
    message, generate = send(stage, "How long does the zebra oven take?")

    assert message.text == "How long does the zebra oven take?"
    first = message.attachments[0]
    assert first.source is not None
    assert (first.name, first.number, first.source.path) == (
        *("bread.md", 1), str(papers / "bread.md"),
    )  # fmt: skip
    assert (first.source.changed_at, first.source.headings) == (CHANGED_AT, ("Rye",))
    assert TEXTS["bread.md"][first.source.begin :].startswith(first.text)
    words = generate.messages[-1].text
    assert words.startswith("Use these passages")
    assert words.index("[1] bread.md, Rye") < words.index("takes half an hour")
    assert words.endswith(f"\n\n{message.text}")
    assert generate.messages[-1].attached_ends == ()


def test_numbers_go_on_and_nothing_is_given_twice(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passages, "MOST_TOKENS", 40)
    first, _ = send(stage, "When is the rent due, and on which day?")
    monkeypatch.setattr(passages, "MOST_TOKENS", 2_500)
    second, generate = send(stage, "How much salt does the walrus of the rent need?", first.chat_id)

    assert found(first) == [(1, "lease.md")]
    assert {name for _number, name in found(second)} == {"bread.md"}
    assert [number for number, _name in found(second)] == list(range(2, 2 + len(found(second))))
    assert generate.messages[0].text.count("[1] lease.md") == 1
    assert "lease.md" not in generate.messages[-1].text


def test_a_short_question_goes_on_with_the_one_before(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passages, "MOST_TOKENS", 40)
    first, _ = send(stage, "When is the rent due, on which day of the month?")
    again, _ = send(stage, "And why?", first.chat_id)
    monkeypatch.setattr(passages, "MOST_TOKENS", 2_500)
    other, _ = send(stage, "And the zebra?", first.chat_id)

    assert found(again) == []
    assert "bread.md" in {name for _number, name in found(other)}


def test_only_chosen_documents_are_searched(stage: Stage, papers: Path) -> None:
    lease = with_searched(ChatSetup(), [str(papers / "lease.md")])
    folder = with_searched(ChatSetup(), [str(papers)])
    nowhere = with_searched(ChatSetup(), [str(papers / "gone.md")])

    for setup, names in (
        (lease, {"lease.md"}),
        (folder, {"lease.md", "bread.md"}),
        (nowhere, set()),
    ):
        message, _ = send(stage, "What does the walrus need, how many grams?", setup=setup)
        assert {name for _number, name in found(message)} == names
    message, _ = send(stage, "What does the walrus need, how many grams?", setup=ChatSetup())
    assert message.attachments == ()


def test_an_edited_question_has_passages_of_its_own(stage: Stage) -> None:
    message, _ = send(stage, "When is the rent due, on which day of the month?")
    stage.conversations.chats.edit(message.chat_id, message.id, "How long does the zebra take?")
    stage.reply(stage.command(MeasureContext), FITS)
    stage.event(EditStored)
    edited = stage.event(BranchShown).messages[-1]
    stage.answer("Half an hour.")
    stage.settle()

    assert found(edited)[0] == (1, "bread.md")

    stage.conversations.chats.edit(message.chat_id, message.id, message.text)  # as it was
    stage.event(EditStored)
    generate = stage.command(Generate)
    assert "[1] lease.md" in generate.messages[-1].text
    stage.finish(generate)
    stage.settle()
    store = stage.conversations.doors.chats.session.store
    assert len(store.children(message.chat_id, None)) == 2


def test_what_a_whole_document_says_is_no_passage(stage: Stage, library: DocumentLibrary) -> None:
    [lease] = [one for one in library.documents() if one.path.name == "lease.md"]
    whole = Attachment("lease.md", TEXTS["lease.md"], TextSource("lease.md", lease.digest))
    stage.conversations.chats.send(None, "When is the rent due?", [whole], setup=ALL)
    message = stored(stage)

    assert message.attachments[0] == whole
    assert "lease.md" not in {one.name for one in message.attachments[1:]}


def test_passages_that_do_not_fit_become_fewer_and_then_none(stage: Stage) -> None:
    full = ContextMeasured(9_000, n_total=9_500)
    stage.conversations.chats.send(None, "What about the walrus and the zebra?", setup=ALL)
    sizes: list[int] = []
    message = None
    while message is None:
        for command in commands_of(stage):
            if isinstance(command, MeasureContext):
                sizes.append(len(command.messages[-1].text))
                stage.reply(command, full)
        added = [one.message for one in events_of(stage) if isinstance(one, MessageAdded)]
        message = added[0] if added else None

    assert message.attachments == ()
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_a_message_that_does_not_fit_by_itself_comes_back_as_it_was_written(stage: Stage) -> None:
    full = ContextMeasured(9_000, n_total=9_500)
    text = "What about the walrus and the zebra?"
    stage.conversations.chats.send(None, text, setup=ALL, must_fit=True, ticket=7)
    refused = None
    while refused is None:
        for command in commands_of(stage):
            if isinstance(command, MeasureContext):
                stage.reply(command, full)
        refused = next((one for one in events_of(stage) if isinstance(one, SendRefused)), None)

    assert (refused.text, refused.attachments, refused.ticket) == (text, (), 7)
    assert refused.is_too_long


def test_a_library_that_cannot_be_read_gives_the_message_back(
    stage: Stage, library: DocumentLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise LIBRARY_NOT_WRITTEN(reason="full")

    monkeypatch.setattr(library, "gather", refuse)
    stage.conversations.chats.send(None, "When is the rent due?", setup=ALL, ticket=3)

    refused = stage.event(SendRefused)
    assert (refused.text, refused.ticket) == ("When is the rent due?", 3)


def test_nothing_is_looked_for_when_the_conversations_are_closed(
    stage: Stage, library: DocumentLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    is_under_way, may_go_on = threading.Event(), threading.Event()

    def wait(question: str, *_: object) -> tuple[()]:
        asked.append(question)
        is_under_way.set()
        assert may_go_on.wait(LOOK_S)
        return ()

    monkeypatch.setattr(library, "gather", wait)
    for text in ("How long does the zebra oven take?", "What does the walrus need, how many?"):
        stage.conversations.chats.send(None, text, setup=ALL)
    stage.settle()
    assert is_under_way.wait(LOOK_S)
    assert stage.conversations.close()
    may_go_on.set()

    wait_until(lambda: not [one for one in threading.enumerate() if one.name == "passages"])
    assert asked == ["How long does the zebra oven take?"]


@pytest.mark.parametrize(("n_ctx", "n_tokens"), [(0, 2_500), (1_200, 200), (60_000, 2_500)])
def test_passages_take_a_part_of_the_context(n_ctx: int, n_tokens: int) -> None:
    assert most_tokens(n_ctx) == n_tokens


def test_what_is_searched_is_kept_with_the_chat(stage: Stage) -> None:
    setup = with_searched(with_searched(ChatSetup("Be brief."), ["/a", "/b c", "/a"]), ["/b c"])

    assert searched_of(setup) == ("/b c",)
    assert searched_of(with_searched(setup, [])) == ()
    assert searched_of(ChatSetup()) == ()


def test_a_chat_about_a_whole_document_has_its_date_on_whatever_day(stage: Stage) -> None:
    whole = Attachment("lease.md", "The rent. " * 800, TextSource("lease.md", "d", CHANGED_AT))
    stage.conversations.chats.send(None, "When?", [whole])
    created = stage.event(ChatCreated).chat
    generate = stage.command(Generate)
    stage.finish(generate)
    stage.conversations.chats.send(created.id, "And why?")
    later = stage.command(Generate)

    assert (generate.started_at, later.started_at) == (CHANGED_AT, CHANGED_AT)
    assert today_of(created) == CHANGED_AT


def test_other_chats_have_the_day_they_began(stage: Stage) -> None:
    short = Attachment("lease.md", "The rent.", TextSource("lease.md", "d", CHANGED_AT))
    stage.conversations.chats.send(None, "When?", [short])
    message, generate = stage.event(MessageAdded).message, stage.command(Generate)

    assert message.role is Role.USER
    assert generate.started_at == pytest.approx(message.created_at.timestamp(), abs=60)


# -- turns that were left out --


def test_turns_that_were_left_out_come_back_as_passages(stage: Stage) -> None:
    plain = ChatSetup()
    first, _ = send(stage, "My parrot is called Admiral Nelson.", setup=plain)
    chat_id = first.chat_id
    send(stage, "What is the capital of France?", chat_id)
    later, _ = send(stage, "And of Spain, where it is warm?", chat_id)
    stage.conversations.chats.read_from(chat_id, later.id)
    stage.settle()

    asked, generate = send(stage, "What was the name of my parrot?", chat_id)

    passage = asked.attachments[0]
    assert (passage.name, passage.number, passage.text) == (
        *("Earlier in this chat", 1), "My parrot is called Admiral Nelson.",
    )  # fmt: skip
    assert passage.source is not None
    assert passage.source.digest == f"message:{first.id}"
    assert "[1] Earlier in this chat\nMy parrot" in generate.messages[-1].text

    again, _ = send(stage, "What was the name of my parrot again?", chat_id)
    assert again.attachments == ()


def test_common_words_bring_no_turn_back(stage: Stage) -> None:
    first, _ = send(stage, "My parrot is called Admiral Nelson.", setup=ChatSetup())
    chat_id = first.chat_id
    for text in ("What is the name of the king?", "What is the time?", "Is it the end of it?"):
        later, _ = send(stage, text, chat_id)
    stage.conversations.chats.read_from(chat_id, later.id)
    stage.settle()

    asked, _ = send(stage, "Is it so?", chat_id)
    assert asked.attachments == ()


# -- what a whole document costs --


def test_the_wait_of_a_chat_that_is_not_begun_is_measured_as_it_will_be_sent(stage: Stage) -> None:
    whole = Attachment("lease.md", "The rent. " * 800, TextSource("lease.md", "d", CHANGED_AT))
    stage.conversations.memory.measure_warmth(
        None, "When?", [whole], setup=ChatSetup("Be brief."), ticket=5
    )
    request = stage.command(MeasureWarmth)
    stage.reply(request, WarmthMeasured(9_000, 2_400, 0, 0, 8_000))
    told = stage.event(ChatWarmthMeasured)
    assert (told.chat_id, told.ticket, told.warmth.n_tokens) == (None, 5, 2_400)

    stage.conversations.chats.send(None, "When?", [whole], setup=ChatSetup("Be brief."))
    generate = stage.command(Generate)
    assert (request.messages, request.started_at) == (generate.messages, generate.started_at)


def test_a_document_without_a_word_beside_it_can_be_measured(stage: Stage) -> None:
    whole = Attachment("lease.md", "The rent.", TextSource("lease.md", "d"))
    stage.conversations.memory.measure_warmth(None, "", [whole], ticket=6)

    (message,) = stage.command(MeasureWarmth).messages
    assert "The rent." in message.text


# -- what happens meanwhile --


def test_an_edited_question_that_does_not_fit_with_its_passages_has_fewer(stage: Stage) -> None:
    full = ContextMeasured(9_000, n_total=9_500)
    message, _ = send(stage, "When is the rent due, on which day of the month?")
    text = "What about the walrus and the zebra?"
    stage.conversations.chats.edit(message.chat_id, message.id, text, ticket=4)
    edited = None
    while edited is None:
        for command in commands_of(stage):
            if isinstance(command, MeasureContext):
                stage.reply(command, full)
        shown = [one for one in events_of(stage) if isinstance(one, BranchShown)]
        edited = shown[0].messages[-1] if shown else None

    assert (edited.text, edited.attachments) == (text, ())


def test_a_branch_that_is_shown_meanwhile_has_passages_of_its_own(stage: Stage) -> None:
    first, _ = send(stage, "When is the rent due, on which day of the month?")
    chat_id = first.chat_id
    stage.conversations.chats.edit(chat_id, first.id, "Hello", ticket=1)
    command: object = None
    while not isinstance(command, Generate):
        command = stage.command(object)
        if isinstance(command, MeasureContext):
            stage.reply(command, FITS)
    stage.finish(command)
    stage.settle()
    stage.conversations.chats.send(chat_id, "When is the rent due, on which day?")
    stage.conversations.chats.show_version(chat_id, first.id)  # while passages are looked for
    message = stored(stage)
    stage.settle()

    store = stage.conversations.doors.chats.session.store
    given = [one for before in store.branch(message.id) for one in before.attachments]
    assert len({one.number for one in given}) == len(given)
    assert len({(one.source.digest, one.source.begin) for one in given if one.source}) == len(given)


def test_a_copy_of_a_chat_is_not_given_a_turn_twice(stage: Stage) -> None:
    first, _ = send(stage, "My parrot is called Admiral Nelson.", setup=ChatSetup())
    chat_id = first.chat_id
    for text in ("What is the capital of France?", "And of Spain, where it is warm?"):
        later, _ = send(stage, text, chat_id)
    stage.conversations.chats.read_from(chat_id, later.id)
    stage.settle()
    asked, _ = send(stage, "What was the name of my parrot?", chat_id)
    stage.conversations.chats.fork(chat_id, asked.id)
    fork = stage.event(ChatForked).chat

    again, _ = send(stage, "What was the name of my parrot again?", fork.id)

    texts = [one.text for one in (*asked.attachments, *again.attachments)]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("date", [1e300, -5.0, 10**12, float("nan")])
def test_a_date_that_no_calendar_has_is_none(date: float) -> None:
    odd = Attachment("lease.md", "The rent. " * 800, TextSource("lease.md", "d", date))
    assert date_of([odd]) == 0.0
    assert with_today(ChatSetup(), [odd]) == ChatSetup()


def test_names_of_searched_files_may_have_any_letters() -> None:
    odd = ["/a/caf\udce9", "/a/line\nend", '/a/quo"te']
    assert searched_of(with_searched(ChatSetup(), odd)) == tuple(odd)
    assert searched_of(ChatSetup("", (("searched", "no JSON"),))) == ()
    assert searched_of(ChatSetup("", (("searched", 3.0),))) == ()
