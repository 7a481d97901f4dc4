"""Documents that are kept read: asked for once, in the words that chats begin with."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatSetup
from app.core.chats.store import ChatStore
from app.core.conversations.events import ChatCreated, ChatOpened, MemoryListed
from app.core.documents.library import attachment_of_file
from app.core.plain_value import replace
from app.core.protocol import (
    ChatMemory,
    ForgetChat,
    Generate,
    MeasureContext,
    MemoryReport,
    ModelInfo,
    ModelLoaded,
    ModelUnloaded,
    PrecomputeChat,
    PromptMessage,
    ReportMemory,
    Residency,
    SetMemoryChoice,
    SyncMemory,
    document_key,
)
from tests.unit.core.conversations.conftest import staged
from tests.unit.core.documents.reading import LOOK_S, plain_library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.documents.index import KnownFile
    from app.core.documents.library import DocumentLibrary
    from app.core.messages import Attachment
    from tests.unit.core.conversations.conftest import Stage

INFO = ModelInfo("m.gguf", "Tiny", "", 1, 1, 9_000, 9_000, 2, 0, (), (), resumable=True)
SETUP = ChatSetup("Be brief.")
CHANGED_AT = 1_700_000_000


def write(path: Path, text: str, age: int = 0) -> Path:
    path.write_text(text, "utf-8")
    os.utime(path, (CHANGED_AT + age, CHANGED_AT + age))
    return path


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    return write(tmp_path / "lease.md", "The rent is due on the first day. " * 400)


@pytest.fixture
def library(tmp_path: Path, lease: Path) -> Iterator[DocumentLibrary]:
    with plain_library(tmp_path) as library:
        library.add([lease, write(tmp_path / "other.md", "Salt.")])
        library.look().result(LOOK_S)
        library.keep(lease, is_kept=True)
        yield library


@pytest.fixture
def stage(new_database: Path, library: DocumentLibrary) -> Iterator[Stage]:
    for stage in staged(lambda: ChatStore.open(new_database), documents=library):
        stage.conversations.handle(ModelLoaded(INFO))
        yield stage


def kept(library: DocumentLibrary) -> KnownFile:
    (file,) = [one for one in library.documents() if one.is_kept]
    return file


def read(stage: Stage, setup: ChatSetup = SETUP) -> list[object]:
    """Have them read; return what the engine was told."""
    stage.settle()
    stage.commands.queue.clear()
    stage.conversations.memory.read_documents(setup)
    stage.settle()
    return list(stage.commands.queue)


def whole(library: DocumentLibrary) -> Attachment:
    file = kept(library)
    text = library.text(file.digest)
    assert text is not None
    return attachment_of_file(file, text)


def sent(stage: Stage, library: DocumentLibrary, setup: ChatSetup) -> tuple[PromptMessage, ...]:
    """Begin a chat with the document; return its prompt."""
    stage.conversations.chats.send(None, "When is it due?", [whole(library)], setup=setup)
    return stage.command(Generate).messages


def test_a_kept_document_is_read_in_the_words_that_a_chat_begins_with(
    stage: Stage, library: DocumentLibrary
) -> None:
    choice, asked = read(stage)

    file = kept(library)
    assert choice == SetMemoryChoice(document_key(file.digest), is_pinned=True)
    assert isinstance(asked, PrecomputeChat)
    assert (asked.chat, asked.started_at) == (document_key(file.digest), CHANGED_AT)

    stage.conversations.chats.send(None, "When is it due?", [whole(library)], setup=SETUP)
    generate = stage.command(Generate)
    assert generate.started_at == asked.started_at
    assert generate.messages[0] == asked.messages[0]
    ends = generate.messages[1].attached_ends
    assert asked.messages[1].attached_ends == ends
    document, own = ends  # others begin with the document, with its instructions or with their own
    assert asked.messages[1].text[:own] == generate.messages[1].text[:own]
    assert generate.messages[1].text[document:own].strip().endswith(SETUP.system_prompt)


def test_chats_with_other_system_prompts_begin_with_the_same_document(
    stage: Stage, library: DocumentLibrary
) -> None:
    prompts = [
        sent(stage, library, ChatSetup(said)) for said in ("", "Be brief.", "Answer in verse.")
    ]

    assert len({prompt[0] for prompt in prompts}) == 1
    ends = {prompt[1].attached_ends[0] for prompt in prompts}
    (end,) = ends
    assert len({prompt[1].text[:end] for prompt in prompts}) == 1
    assert [prompt[1].text[end:] for prompt in prompts] == [
        "When is it due?",
        "Instructions for this conversation:\nBe brief.\n\nWhen is it due?",
        "Instructions for this conversation:\nAnswer in verse.\n\nWhen is it due?",
    ]


def test_a_system_prompt_stands_first_again_where_the_document_is_left_out(
    stage: Stage, library: DocumentLibrary
) -> None:
    stage.conversations.chats.send(None, "When is it due?", [whole(library)], setup=SETUP)
    chat_id = stage.event(ChatCreated).chat.id
    stage.answer("On the first day.")
    stage.conversations.chats.send(chat_id, "And in May?")
    stage.answer("In May as well.")
    stage.conversations.chats.open(chat_id)
    question = stage.event(ChatOpened).messages[2]
    stage.conversations.chats.read_from(chat_id, question.id)
    stage.conversations.chats.send(chat_id, "And in June?")

    messages = stage.command(Generate).messages
    assert [message.text for message in messages] == [
        "Be brief.",
        "And in May?",
        "In May as well.",
        "And in June?",
    ]


def test_what_is_read_while_a_question_is_written_is_what_is_sent(
    stage: Stage, library: DocumentLibrary
) -> None:
    stage.conversations.chats.measure(
        None, "When is it due?", [whole(library)], system_prompt=SETUP.system_prompt
    )
    measured = stage.command(MeasureContext)

    assert measured.messages == sent(stage, library, SETUP)


def test_it_is_read_once_for_each_model_and_setup(stage: Stage) -> None:
    assert len(read(stage)) == 2
    assert read(stage) == []
    assert len(read(stage, ChatSetup("Be long."))) == 2
    stage.conversations.handle(ModelLoaded(replace(INFO, path="other.gguf")))
    assert len(read(stage)) == 2


def test_a_changed_file_is_read_again_and_the_version_before_is_forgotten(
    stage: Stage, library: DocumentLibrary, lease: Path
) -> None:
    read(stage)
    before = kept(library)
    write(lease, "The rent is due on the last day. " * 400, age=60)
    library.look().result(LOOK_S)

    forgotten, _choice, asked = read(stage)
    assert forgotten == ForgetChat(document_key(before.digest))
    assert isinstance(asked, PrecomputeChat)
    assert "last day" in asked.messages[1].text


def test_what_is_kept_no_more_is_forgotten(
    stage: Stage, library: DocumentLibrary, lease: Path
) -> None:
    read(stage)
    key = document_key(kept(library).digest)
    library.keep(lease, is_kept=False)

    assert read(stage) == [ForgetChat(key)]
    assert read(stage) == []


def test_what_is_stored_of_it_stays_when_the_chats_are_opened(
    stage: Stage, library: DocumentLibrary
) -> None:
    sync = stage.command(SyncMemory)

    assert document_key(kept(library).digest) in sync.chats


def test_without_a_model_nothing_is_asked(new_database: Path, library: DocumentLibrary) -> None:
    for stage in staged(lambda: ChatStore.open(new_database), documents=library):
        assert read(stage) == []


def test_what_is_kept_is_in_the_list_and_goes_with_its_source(
    tmp_path: Path, library: DocumentLibrary, lease: Path
) -> None:
    with plain_library(tmp_path) as again:
        assert [one.path for one in again.documents() if one.is_kept] == [lease]
        again.remove(lease)
        again.add([lease])
        again.look().result(LOOK_S)
        assert not any(one.is_kept for one in again.documents())


def test_its_memory_is_reported_with_its_file(
    stage: Stage, library: DocumentLibrary, lease: Path
) -> None:
    mine = ChatMemory(document_key(kept(library).digest), Residency.DISK, n_bytes=9, is_pinned=True)
    stranger = ChatMemory(document_key("ff" * 32), Residency.DISK, n_bytes=9)
    stage.conversations.memory.report()
    stage.reply(stage.command(ReportMemory), MemoryReport((mine, stranger)))
    assert stage.event(MemoryListed).documents == ((lease, mine),)


def test_nothing_of_it_stays_when_it_is_kept_no_more_though_no_model_is_loaded(
    stage: Stage, library: DocumentLibrary, lease: Path
) -> None:
    read(stage)
    stage.conversations.handle(ModelUnloaded())
    key = document_key(kept(library).digest)
    library.keep(lease, is_kept=False)
    assert read(stage) == [ForgetChat(key)]


def test_nothing_is_read_without_a_model_that_could(stage: Stage) -> None:
    stage.conversations.handle(ModelUnloaded())
    assert read(stage) == []
    stage.conversations.handle(ModelLoaded(replace(INFO, n_ctx=0)))  # of a server
    assert read(stage) == []
