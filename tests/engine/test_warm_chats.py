"""Chats move to another profile with their memory: real engine, real chats, real files."""

from __future__ import annotations

import json
import shutil
import zipfile
from functools import partial
from typing import TYPE_CHECKING

import pytest

from app.core.assembly import new_memory_transfer
from app.core.conversations.events import TemporaryChatBegun
from app.core.interchange import (
    ExportFormat,
    ExportOrder,
    MemoryRoute,
    export_chats,
    run_import,
)
from app.core.paths import MOVING_FOLDER
from app.core.protocol import MemoryOutcome
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import write_tiny_gemma3, write_tiny_lfm2, write_tiny_mamba
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.records import ChatId
    from app.core.interchange import ExportResult, ImportSummary

LONG = "Tell me of the sea, of the hills and of what lies between them. " * 4


def said(program: WholeProgram, *texts: str) -> ChatId:
    """Begin a chat, and say these things in it."""
    chat = program.say(None, texts[0])
    assert chat is not None
    for text in texts[1:]:
        program.say(chat.id, text)
    program.settle()
    return chat.id


def export(program: WholeProgram, target: Path, *chats: ChatId) -> ExportResult:
    route = MemoryRoute(new_memory_transfer(program.parts.link, program.paths))
    order = ExportOrder(ExportFormat.HEARTH, chats, target)
    return export_chats(order, program.conversations.doors.store.run, memory=route)


def take(program: WholeProgram, path: Path) -> ImportSummary:
    route = MemoryRoute(new_memory_transfer(program.parts.link, program.paths))
    done = run_import(path, program.conversations.doors.store.run, memory=route)
    program.settle()
    return done


def next_answer(program: WholeProgram, chat_id: ChatId) -> tuple[str, dict[str, float | str]]:
    """Go on with a chat; return what is said, and with what effort."""
    program.say(chat_id, "Go on.")
    answer = program.messages(chat_id)[-1]
    return answer.text, dict(answer.stats)


def only_chat(program: WholeProgram) -> ChatId:
    found = program.conversations.doors.store.run(lambda store: store.list_chats())
    assert len(found) == 1
    return found[0].id


MODELS: list[Callable[[Path], Path]] = [
    write_tiny_llama,
    write_tiny_gemma3,
    write_tiny_mamba,
    write_tiny_lfm2,
]


@pytest.mark.parametrize("write", MODELS, ids=lambda write: write.__name__.removeprefix("write_"))
def test_a_chat_that_came_with_its_memory_goes_on_as_at_home(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    model = write(tmp_path / "model.gguf")
    file = tmp_path / "sea.hearth"
    with WholeProgram(tmp_path / "home", model) as home:
        chat_id = said(home, LONG, "And the hills?", "And the rest?")
        result = export(home, file, chat_id)
        assert result.memory is not None
        assert result.memory.n_warm == 1
        expected, at_home = next_answer(home, chat_id)
    elsewhere = tmp_path / "elsewhere.gguf"
    shutil.copy(model, elsewhere)
    with WholeProgram(tmp_path / "away", elsewhere) as away:
        done = take(away, file)
        assert done.memory is not None
        assert [one.outcome for one in done.memory.chats] == [MemoryOutcome.MOVED]
        text, stats = next_answer(away, only_chat(away))
    assert text == expected
    n_prompt = float(stats["n_prompt"])
    assert n_prompt == at_home["n_prompt"]
    assert float(stats["n_restored"]) > n_prompt - 100  # all but the new message
    assert not list((away.paths.cache / MOVING_FOLDER).iterdir())


def test_another_model_file_reads_the_chat_again_and_says_why(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf")
    twin = write_tiny_llama(tmp_path / "twin.gguf", seed=1)
    file = tmp_path / "sea.hearth"
    with WholeProgram(tmp_path / "home", model) as home:
        export(home, file, said(home, LONG))
    with WholeProgram(tmp_path / "away", twin) as away:
        said(away, "Something else.")  # now a model of that name is known here
        done = take(away, file)
        assert done.memory is not None
        (moved,) = done.memory.chats
        assert moved.outcome is MemoryOutcome.OTHER_FILE
        chats = away.conversations.doors.store.run(lambda store: store.list_chats())
        _, stats = next_answer(away, min(chats, key=lambda chat: chat.created_at).id)
    assert float(stats["n_restored"]) + float(stats["n_reused"]) < 50 < float(stats["n_prompt"])


def test_a_model_that_was_never_used_here_restores_once_it_is_opened(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf")
    file = tmp_path / "sea.hearth"
    with WholeProgram(tmp_path / "home", model) as home:
        chat_id = said(home, LONG)
        export(home, file, chat_id)
        expected, _ = next_answer(home, chat_id)
    with WholeProgram(tmp_path / "away") as away:
        done = take(away, file)
        assert done.memory is not None
        assert done.memory.chats[0].outcome is MemoryOutcome.NO_MODEL
    with WholeProgram(tmp_path / "away", model) as again:
        text, stats = next_answer(again, only_chat(again))
    assert text == expected
    assert float(stats["n_restored"]) > 200


def test_chats_share_what_they_begin_with_and_all_of_them_go_into_one_file(
    tmp_path: Path,
) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf")
    file = tmp_path / "all.hearth"
    with WholeProgram(tmp_path / "home", model) as home:
        chats = [said(home, LONG, "One?"), said(home, LONG, "Two?")]
        home.conversations.chats.rename(chats[0], "First")
        result = export(home, file, *chats)
        assert result.memory is not None
        assert result.memory.n_warm == 2
    with zipfile.ZipFile(file) as archive:
        rows = json.loads(archive.read("memory.json"))["segments"]
        names = archive.namelist()
    assert len(set(names)) == len(names)
    assert any(row["chats"] == [0, 1] for row in rows)
    with WholeProgram(tmp_path / "away", model) as away:
        done = take(away, file)
        assert done.memory is not None
        assert done.memory.n_warm == 2
        again = take(away, file)  # a second time: nothing is written anew
        assert again.n_chats == 0
        assert again.n_known == 2
        assert again.memory is not None
        assert again.memory.n_warm == 2


def test_a_temporary_chat_goes_without_memory(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf")
    file = tmp_path / "temporary.hearth"
    with WholeProgram(tmp_path / "home", model) as home:
        home.conversations.chats.begin_temporary("Passing")
        chat = home.event(TemporaryChatBegun).chat
        home.say(chat.id, LONG)
        route = MemoryRoute(new_memory_transfer(home.parts.link, home.paths))
        run = partial(home.conversations.doors.store.run, chat_id=chat.id)
        result = export_chats(ExportOrder(ExportFormat.HEARTH, (chat.id,), file), run, memory=route)
    assert result.n_chats == 1
    with zipfile.ZipFile(file) as archive:
        assert archive.namelist() == ["chats.json", "memory.json"]


def test_a_chat_whose_memory_is_switched_off_goes_without(
    tmp_path: Path,
) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf")
    file = tmp_path / "off.hearth"
    with WholeProgram(tmp_path / "home", model) as home:
        chat_id = said(home, LONG)
        home.conversations.memory.choose(chat_id, is_off=True)
        home.settle()
        result = export(home, file, chat_id)
        assert result.memory is not None
        assert result.memory.chats == ()
        assert result.n_chats == 1
    with zipfile.ZipFile(file) as archive:
        assert archive.namelist() == ["chats.json", "memory.json"]
    with WholeProgram(tmp_path / "away", model) as away:
        done = take(away, file)
        assert done.n_chats == 1
        assert done.memory is not None
        assert done.memory.chats == ()


def test_what_was_deleted_stays_at_home(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf")
    file = tmp_path / "cut.hearth"
    with WholeProgram(tmp_path / "home", model) as home:
        chat_id = said(home, LONG, "A secret that goes. " * 10)
        messages = home.messages(chat_id)
        home.conversations.chats.delete_message(chat_id, messages[2].id)
        home.settle()
        export(home, file, chat_id)
    with zipfile.ZipFile(file) as archive:
        held = b"".join(archive.read(name) for name in archive.namelist() if name.endswith(".kvs"))
        chats = archive.read("chats.json")
    assert b"secret" not in chats
    secret = b"".join(ord(char).to_bytes(4, "little") for char in "secret that goes")
    told = b"".join(ord(char).to_bytes(4, "little") for char in "of the hills")
    assert told in held  # a byte a token
    assert secret not in held


def test_a_chat_imported_with_its_memory_off_is_off_at_once(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf")
    with WholeProgram(tmp_path / "home", model) as home:
        chat_id = said(home, LONG)
        home.conversations.memory.choose(chat_id, is_off=True)
        home.settle()
        export(home, tmp_path / "off.hearth", chat_id)
    with WholeProgram(tmp_path / "away", model) as away:
        take(away, tmp_path / "off.hearth")
        away.conversations.doors.store.changed()
        away.say(only_chat(away), "Go on.")
        away.settle()
        assert away.store.usage().n_segments == 0
