"""What goes out as JSON comes in again without loss, whatever stands in it.

Longer than other files: each field of the format is written, read and read wrong.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.chats.errors import UnknownChat
from app.core.chats.media_names import plain_alt_text, plain_name
from app.core.chats.parts.transfer import (
    LONGEST_NAME,
    TransferredChat,
    TransferredMessage,
    TransferredTokens,
)
from app.core.chats.queries import problem_text
from app.core.chats.records import ChatSetup, MessageStatus, TitleOrigin
from app.core.content.media import MediaFile, MediaKind
from app.core.engine.errors import PromptTooLong
from app.core.errors import BugError, told_as
from app.core.interchange.export import ExportFormat, ExportOrder, export_chats
from app.core.interchange.hearth_format import chat_facts, file_chunks, read_chat
from app.core.interchange.importing import preview_import, run_import
from app.core.messages import Attachment, Role, TextSource, TokenRecord
from app.core.plain_value import replace
from tests.helpers.attached_media import digest_of
from tests.unit.core.interchange.conftest import call_of

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId
    from app.core.chats.store import ChatStore
    from app.core.errors import Problem
    from app.core.interchange.chats_there import StoreCall

NOW = datetime(2026, 5, 4, 10, 20, 30, 123456, tzinfo=UTC)
TOO_LONG = PromptTooLong(5000, 4096).problem()
PASSAGE = TextSource("", "2c" * 32, 1.5e9, 7, 3, 7, "iv", ("Bread", "Rye"), (2,))

_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_times = st.integers(0, 10**9).map(lambda n: NOW - timedelta(microseconds=n))
_numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**40), 2**40)
_tokens = st.lists(st.integers(0, 2**31 - 1), max_size=5)


_sources = st.none() | st.builds(TextSource, st.just(""), _texts, number=st.integers(0, 9))
_attachments = st.builds(Attachment, _texts, _texts, _sources)
_media = st.builds(
    MediaFile,
    st.sampled_from(MediaKind),
    _texts.map(plain_name),
    st.binary(max_size=8).map(digest_of),
    st.integers(1, 2**30),
    *[st.integers(0, 2**31 - 1)] * 3,
    _texts.map(plain_alt_text),
)


@st.composite
def _messages(draw: st.DrawFn, place: int) -> TransferredMessage:
    parent = draw(st.none() | st.integers(0, place - 1)) if place else None
    tokens = None
    if draw(st.booleans()):
        base = draw(st.none() | st.integers(0, place - 1)) if place else None
        ids = b"".join(one.to_bytes(4, "little") for one in draw(_tokens))
        n_base = 0 if base is None else draw(st.integers(0, 9))
        tokens = TransferredTokens(base, n_base, 7, bytes(range(16)), draw(_texts), ids)
    return TransferredMessage(
        parent=parent,
        role=draw(st.sampled_from(Role)),
        text=draw(_texts),
        created_at=draw(_times),
        status=draw(st.sampled_from([one for one in MessageStatus if one != "streaming"])),
        model=draw(_texts),
        problem=draw(_texts),
        stats=tuple(draw(st.dictionaries(_texts, _numbers | _texts, max_size=3)).items()),
        attachments=tuple(draw(st.lists(_attachments, max_size=2))),
        media=tuple(draw(st.lists(_media, max_size=2))),
        tokens=tokens,
    )


@st.composite
def _chats(draw: st.DrawFn) -> TransferredChat:
    n = draw(st.integers(0, 8))
    messages: tuple[TransferredMessage, ...] = ()
    for place in range(n):
        message = draw(_messages(place))
        base = message.tokens.base if message.tokens else None
        if base is not None and messages[base].tokens is None:  # no database has that
            message = replace(message, tokens=None)
        messages += (message,)
    places = st.none() | st.integers(0, n - 1) if n else st.none()
    where = draw(st.sampled_from(("", "pinned", "archived")))  # nothing is both
    return TransferredChat(
        title=draw(_texts),
        created_at=draw(_times),
        updated_at=draw(_times),
        messages=messages,
        leaf=draw(places),
        system_prompt=draw(_texts),
        sampling=tuple(draw(st.dictionaries(_texts, _numbers, max_size=3)).items()),
        context_from=draw(places),
        title_origin=draw(st.sampled_from(TitleOrigin)),
        title_from=draw(places),
        memory_pinned=draw(st.booleans()),
        memory_off=draw(st.booleans()),
        is_unread=draw(st.booleans()),
        folder=draw(st.sampled_from(("", "Work", "Ideen 💡"))),
        is_pinned=where == "pinned",
        is_archived=where == "archived",
    )


@given(_chats())
def test_a_chat_that_was_written_is_read_as_it_was(chat: TransferredChat) -> None:
    kept = replace(chat, folder="Work", is_pinned=True, is_archived=True)

    assert read_chat(json.loads(json.dumps(chat_facts(kept))), NOW).chat == kept


@given(st.lists(_chats(), min_size=1, max_size=3))
def test_export_import_export_gives_the_same_chats(
    store_of_module: ChatStore, chats: list[TransferredChat]
) -> None:
    store = store_of_module
    ids = [store.transfer.add_chat(chat).id for chat in chats]

    again = [
        store.transfer.add_chat(
            read_chat(chat_facts(store.transfer.whole_chat(one, with_tokens=True)), NOW).chat
        ).id
        for one in ids
    ]

    assert [store.transfer.whole_chat(one, with_tokens=True) for one in again] == chats


def test_all_of_a_real_chat_survives_a_file(
    store: ChatStore, call: StoreCall, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    chat = store.create_chat(setup=ChatSetup("Be brief.", (("temperature", 0.5),)))
    question = store.add_message(
        chat.id,
        parent_id=None,
        role=Role.USER,
        text="Why?",
        attachments=[Attachment("a", "b"), Attachment("c.pdf", "Salt.", PASSAGE)],
    )
    for text, ids in (("Because.", (1, 2, 3)), ("So.", (1, 2, 9, 9))):
        answer = store.add_message(
            chat.id,
            parent_id=question.id,
            role=Role.ASSISTANT,
            text="",
            status=MessageStatus.STREAMING,
            model="M",
        )
        record = TokenRecord("v", 4, bytes(16), ids)
        store.finish_message(
            answer.id,
            text=text,
            status=MessageStatus.COMPLETE,
            record=record,
            stats={"n_prompt": 3, "reason": "end"},
        )
    store.rename_chat(chat.id, "Reasons")
    file = tmp_path / "all.json"
    order = ExportOrder(ExportFormat.JSON, (chat.id,), file, with_tokens=True)

    export_chats(order, call)

    from app.core.chats.store import ChatStore as Store

    with Store.open(tmp_path_factory.mktemp("other") / "chats.db") as other:
        summary = run_import(file, call_of(other))
        (imported,) = other.list_chats()
        assert summary.n_chats == 1
        assert imported.title == "Reasons"
        assert imported.title_origin is TitleOrigin.USER
        assert imported.created_at == store.chat(chat.id).created_at
        assert imported.setup == ChatSetup("Be brief.", (("temperature", 0.5),))
        assert [(one.text, one.record) for one in other.path(imported.id)] == [
            (one.text, one.record) for one in store.path(chat.id)
        ]
        assert len(other.versions(imported.id)) == 2
        assert other.transfer.whole_chat(imported.id, with_tokens=True) == (
            store.transfer.whole_chat(chat.id, with_tokens=True)
        )


def test_without_asking_no_tokens_are_written(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    chat = store.create_chat(title="x")
    answer = store.add_message(chat.id, parent_id=None, role=Role.ASSISTANT, text="",
                               status=MessageStatus.STREAMING)  # fmt: skip
    store.finish_message(answer.id, text="y", status=MessageStatus.COMPLETE,
                         record=TokenRecord("v", 1, bytes(16), (5,)))  # fmt: skip

    export_chats(ExportOrder(ExportFormat.JSON, (chat.id,), tmp_path / "a.json"), call)

    assert "tokens" not in (tmp_path / "a.json").read_text()


def test_what_the_user_deleted_is_not_exported(store: ChatStore) -> None:
    chat = store.create_chat(title="x")
    first = store.add_message(chat.id, parent_id=None, role=Role.USER, text="stays")
    gone = store.add_message(chat.id, parent_id=first.id, role=Role.ASSISTANT, text="goes")
    store.add_message(chat.id, parent_id=gone.id, role=Role.USER, text="goes, too")
    store.deletions.delete(chat.id, gone.id)

    whole = store.transfer.whole_chat(chat.id)

    assert [one.text for one in whole.messages] == ["stays"]
    assert whole.leaf == 0
    store.trash.put([chat.id])
    with pytest.raises(UnknownChat):
        store.transfer.whole_chat(chat.id)


def test_an_answer_that_is_being_written_is_exported_as_interrupted(store: ChatStore) -> None:
    chat = store.create_chat(title="x")
    store.add_message(chat.id, parent_id=None, role=Role.ASSISTANT, text="so f",
                      status=MessageStatus.STREAMING)  # fmt: skip

    assert store.transfer.whole_chat(chat.id).messages[0].status is MessageStatus.INTERRUPTED


def test_a_chat_whose_messages_are_in_the_wrong_order_is_not_written(store: ChatStore) -> None:
    message = TransferredMessage(1, Role.USER, "a", NOW)

    with pytest.raises(BugError):
        store.transfer.add_chat(TransferredChat("", NOW, NOW, (message, message)))

    assert store.list_chats() == ()


def test_an_id_is_never_used_again_after_an_import(store: ChatStore) -> None:
    messages = (
        TransferredMessage(None, Role.USER, "a", NOW),
        TransferredMessage(0, Role.ASSISTANT, "b", NOW),
    )
    chat = store.transfer.add_chat(TransferredChat("t", NOW, NOW, messages, leaf=1))
    store.trash.put([chat.id])
    store.deletions.purge()

    again = store.transfer.add_chat(TransferredChat("t", NOW, NOW, messages, leaf=1))

    assert again.leaf_id is not None
    assert chat.leaf_id is not None
    assert min(one.id for one in store.path(again.id)) > chat.leaf_id


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "chats.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_that_ends_in_the_middle_gives_the_chats_before_that(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    message = TransferredMessage(None, Role.USER, "words", NOW)
    chats = [TransferredChat(f"chat {n}", NOW, NOW, (message,), leaf=0) for n in range(5)]
    whole = b"".join(file_chunks(chats, NOW, "test")).decode()
    cut = _file(tmp_path, whole[: whole.index("chat 3") + 3])

    summary = run_import(cut, call)

    assert {one.title for one in store.list_chats()} == {"chat 0", "chat 1", "chat 2"}
    assert [str(one.reason) for one in summary.unread] == [
        "The file ends in the middle; the rest is missing."
    ]


def test_a_newer_version_of_the_format_is_refused_in_words(call: StoreCall, tmp_path: Path) -> None:
    from app.core.interchange.errors import NotImported

    path = _file(tmp_path, '{"format": "hearth-chats", "version": 2, "chats": [{}]}')

    with pytest.raises(NotImported, match="newer version of Hearth"):
        preview_import(path, call)


@pytest.mark.parametrize(
    "damage",
    [
        {"role": "wizard"},
        {"parent": 99},
        {"parent": 1},
        {"parent": "x"},
        {"created_at": "yesterday"},
        {"stats": {"a": float("nan"), "b": [1], "c": 2}},
        {"attachments": [1, {"name": 2}]},
        {"tokens": {"ids": "@@"}},
        {"tokens": {"ids": "/////w==", "text_digest": "00" * 16, "base": None, "token_base": 0,
                    "n_chars": 1, "vocabulary": ""}},
        {"text": 7},
        {"status": "streaming"},
    ],
)  # fmt: skip
def test_damage_in_one_message_never_keeps_the_others_out(
    store: ChatStore, damage: dict[str, Any]
) -> None:
    facts = {
        "title": "t",
        "messages": [
            {"parent": None, "role": "user", "text": "first"},
            {"parent": 0, "role": "user", "text": "second", **damage},
        ],
    }

    read = read_chat(facts, NOW).chat
    chat = store.transfer.add_chat(read)

    assert store.transfer.whole_chat(chat.id).messages[0].text == "first"
    assert all(one.tokens is None for one in read.messages)


@pytest.mark.parametrize("number", [10**400, -(10**400), 2**63, 1e999, True])
def test_numbers_that_nothing_takes_are_left_out(
    tmp_path: Path, call: StoreCall, store: ChatStore, number: float
) -> None:
    tokens = {"base": None, "token_base": 0, "text_digest": "00" * 16, "vocabulary": "v"}
    message = {
        "parent": None,
        "role": "assistant",
        "text": "hello",
        "stats": {"n_generated": number, "ttft_ms": 2},
        "tokens": {**tokens, "n_chars": number, "ids": "AQAAAA=="},
    }
    chat = {"title": "x", "sampling": {"seed": number, "top_k": 3}, "messages": [message]}
    facts = {"format": "hearth-chats", "version": 1, "chats": [chat]}
    path = tmp_path / "numbers.json"
    path.write_text(json.dumps(facts))
    assert preview_import(path, call).n_chats == 1
    assert run_import(path, call).n_chats == 1
    (there,) = store.list_chats()
    (said,) = store.path(there.id)
    assert dict(there.sampling) == {"top_k": 3}
    assert dict(said.stats) == {"ttft_ms": 2}
    assert said.record is None


def test_a_title_is_no_longer_than_a_list_can_draw(
    tmp_path: Path, call: StoreCall, store: ChatStore
) -> None:
    message = {"parent": None, "role": "user", "text": "hello"}
    chat = {"title": "title " * 100_000, "messages": [message]}
    path = tmp_path / "title.json"
    path.write_text(json.dumps({"format": "hearth-chats", "version": 1, "chats": [chat]}))
    assert run_import(path, call).n_chats == 1
    (there,) = store.list_chats()
    assert there.title == ("title " * 100_000)[:LONGEST_NAME]
    assert run_import(path, call).n_known == 1


def _failed(store: ChatStore, problem: Problem) -> ChatId:
    chat = store.create_chat(title="x")
    answer = store.add_message(chat.id, parent_id=None, role=Role.ASSISTANT, text="",
                               status=MessageStatus.STREAMING)  # fmt: skip
    store.finish_message(answer.id, text="y", status=MessageStatus.FAILED, problem=problem)
    return chat.id


@pytest.mark.parametrize("kind", [ExportFormat.JSON, ExportFormat.HTML, ExportFormat.MARKDOWN])
def test_why_an_answer_failed_is_exported_in_a_sentence(
    store: ChatStore, call: StoreCall, tmp_path: Path, kind: ExportFormat
) -> None:
    chat, file = _failed(store, TOO_LONG), tmp_path / "a"

    export_chats(ExportOrder(kind, (chat,), file), call)

    assert TOO_LONG.text() in file.read_text()
    assert '"values"' not in file.read_text()


def test_words_that_look_like_a_stored_problem_stay_words(store: ChatStore) -> None:
    words = problem_text(TOO_LONG)
    chat = store.transfer.whole_chat(_failed(store, told_as(words)))

    again = store.transfer.add_chat(chat)

    (message,) = store.path(again.id)
    assert message.problem == told_as(words)


def test_where_a_file_lies_and_what_is_searched_stay_on_the_machine() -> None:
    source = TextSource("/home/ada/c.pdf", "2c" * 32)
    message = TransferredMessage(
        None, Role.USER, "Hi", NOW, attachments=(Attachment("c.pdf", "text", source),)
    )
    searched = (("searched", '["/home/ada"]'), ("temperature", 0.5))
    chat = TransferredChat("T", NOW, NOW, (message,), sampling=searched)
    facts = json.dumps(chat_facts(chat))

    assert "/home/ada" not in facts
    read = read_chat(json.loads(facts), NOW).chat
    assert read.sampling == (("temperature", 0.5),)
    hostile = json.loads(facts) | {"sampling": {"searched": '["*"]', "temperature": 0.5}}
    assert read_chat(hostile, NOW).chat.sampling == (("temperature", 0.5),)
