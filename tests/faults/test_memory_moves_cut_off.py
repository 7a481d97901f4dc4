"""Chats move with their memory; in the middle the engine is killed, or a disk refuses."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.core.assembly import new_memory_transfer
from app.core.chats.store import ChatStore
from app.core.interchange import (
    ExportFormat,
    ExportOrder,
    MemoryRoute,
    MemoryTransfer,
    export_chats,
    preview_import,
    run_import,
)
from app.core.interchange.errors import MemoryNotExported, NotExported
from app.core.kvstore import KVStore, StoreState, WriteStep
from app.core.paths import MOVING_FOLDER
from app.core.protocol import MemoryOutcome, ModelLoaded
from tests.faults.stored_chat import fail_at, no_leftovers
from tests.helpers.link_harness import LinkHarness
from tests.helpers.played_engine import PlayedEngine
from tests.helpers.whole_program import WholeProgram
from tests.unit.core.interchange.conftest import call_of
from tests.unit.core.kvstore.moving.copies import FIRST, HERE, SECOND, made_copies, take_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.chats.records import ChatId
    from app.core.interchange import ExportResult, ImportSummary
    from app.core.paths import Paths
    from tests.conftest import ExpectLog

# Windows does not tell a program that was killed from one that crashed.
WORDS_OF_A_KILL = "engine crashed" if sys.platform == "win32" else "model stopped"

LONG = "Tell me of the sea, of the hills and of what lies between them. " * 4

# Kills itself at the n-th call of a method, once.
_KILLED = """
import os, signal, sys
from pathlib import Path
from importlib import import_module
flag, module, kind, name, n_left = Path(sys.argv[1]), *sys.argv[2:5], int(sys.argv[5])
owner = getattr(import_module(module), kind)
method = getattr(owner, name)
def killed(*arguments, **named):
    global n_left
    n_left -= 1
    if not n_left and flag.exists():
        flag.unlink()
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return method(*arguments, **named)
setattr(owner, name, killed)
from app.core.engine_link.child_main import run_engine_child
raise SystemExit(run_engine_child())
"""


class Made:
    """A file with one chat, and the profile it comes from."""

    def __init__(self, folder: Path, model: Path) -> None:
        self.model = model
        self.file = folder / "sea.hearth"
        with WholeProgram(folder / "home", model) as home:
            chat = home.say(None, LONG)
            assert chat is not None
            home.say(chat.id, "And the hills? " * 20)
            home.settle()
            transfer = new_memory_transfer(home.parts.link, home.paths)
            order = ExportOrder(ExportFormat.HEARTH, (chat.id,), self.file)
            call = home.conversations.doors.store.run
            export_chats(order, call, memory=MemoryRoute(transfer))
            self.paths: Paths = home.paths
            self.chat: ChatId = chat.id
            home.say(chat.id, "Go on.")
            self.expected = home.messages(chat.id)[-1].text


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Made:
    return Made(tmp_path_factory.mktemp("made"), tiny_model)


@contextlib.contextmanager
def killed_at(
    folder: Path, model: Path, module: str, method: str, n: int
) -> Iterator[tuple[LinkHarness, MemoryTransfer]]:
    """An engine in a child that kills itself at the n-th call of a method."""
    folder.mkdir(exist_ok=True)
    flag = folder / "alive"
    flag.touch()
    command = [sys.executable, "-c", _KILLED, str(flag), module, *method.split("."), str(n)]
    with LinkHarness(folder, model, command=command) as harness:
        yield harness, MemoryTransfer(harness.link.connect(), folder / "moving")


MOMENTS = [
    ("app.core.kvstore.moving.take_in", "TakingIn._take_all", 1),
    ("app.core.kvstore.writing.publisher", "Publisher.write", 1),
    ("app.core.kvstore.writing.publisher", "Publisher.write", 2),
    ("app.core.kvstore.writing.publisher", "Publisher.recorded", 1),
]


@pytest.mark.parametrize(("module", "method", "n"), MOMENTS)
def test_an_engine_killed_while_memory_comes_in_leaves_chats_that_are_read_again(
    tmp_path: Path, made: Made, module: str, method: str, n: int, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")
    away = tmp_path / "away"
    with WholeProgram(away) as program:
        paths = program.paths
    with (
        ChatStore.open(paths.database) as store,
        killed_at(paths.cache, made.model, module, method, n) as (harness, transfer),
    ):
        done = run_import(made.file, call_of(store), memory=MemoryRoute(transfer))
        assert done.n_chats == 1
        assert done.memory is not None
        assert done.memory.problem is not None
        assert [one.outcome for one in done.memory.chats] == [MemoryOutcome.NOT_DONE]
        assert not list((paths.cache / "moving").iterdir())
        harness.wait(ModelLoaded)
        again = run_import(made.file, call_of(store), memory=MemoryRoute(transfer))
        assert again.memory is not None
        assert again.memory.n_warm == 1
    assert not list(paths.kv_store.rglob("*.tmp"))
    with WholeProgram(away, made.model) as program:
        chats = program.conversations.doors.store.run(lambda store: store.list_chats())
        program.say(chats[0].id, "Go on.")
        answer = program.messages(chats[0].id)[-1]
        assert program.store.verify().n_damaged == 0
    assert answer.text == made.expected
    assert dict(answer.stats)["n_restored"] != 0


def test_an_engine_killed_while_memory_goes_out_leaves_no_file(
    tmp_path: Path, made: Made, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")
    target = tmp_path / "out.hearth"
    order = ExportOrder(ExportFormat.HEARTH, (made.chat,), target)
    moment = ("app.core.kvstore.moving.copy_out", "CopyOut._copy", 2)
    with (
        ChatStore.open(made.paths.database) as store,
        killed_at(made.paths.cache, made.model, *moment) as (harness, transfer),
    ):
        with pytest.raises(MemoryNotExported, match=WORDS_OF_A_KILL):
            export_chats(order, call_of(store), memory=MemoryRoute(transfer))
        assert list(tmp_path.iterdir()) == []
        assert not list((made.paths.cache / "moving").iterdir())
        harness.wait(ModelLoaded)
        result = export_chats(order, call_of(store), memory=MemoryRoute(transfer))
        assert result.memory is not None
        assert result.memory.n_warm == 1
        assert target.exists()


def test_what_was_left_by_a_program_that_was_killed_is_deleted(tmp_path: Path) -> None:
    transfer = MemoryTransfer(PlayedEngine(), tmp_path / "moving")
    with transfer.folder() as busy:
        (busy / "chats.json").write_text("words")
        left = tmp_path / "moving" / "move-left"
        (left / "memory").mkdir(parents=True)
        (left / "chats.json").write_text("words")
        (tmp_path / "moving" / "move-older.lock").touch()
        transfer.clean()
        assert (busy / "chats.json").exists()  # somebody is at work with it
        assert not left.exists()
    assert list((tmp_path / "moving").iterdir()) == []


# -- a disk that refuses --


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    return made_copies(tmp_path / "there", tmp_path / "copies")


@pytest.mark.parametrize("step", [one for one in WriteStep if one is not WriteStep.RECORDED])
def test_a_store_whose_disk_is_full_takes_only_whole_segments_in(
    tmp_path: Path, copies: Path, step: WriteStep, expect_log: ExpectLog
) -> None:
    expect_log("the store is off")
    hook = fail_at(step, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    store = KVStore.open(tmp_path / "other", on_step=hook)
    report = take_in(store, copies, HERE)
    restored = [FIRST.restore(store).n_tokens, SECOND.restore(store).n_tokens]
    assert [one.n_tokens for one in report.chats] == restored
    assert store.state is StoreState.OFF
    assert no_leftovers(tmp_path / "other")
    store.close()


def export_from(program: WholeProgram, made: Any, target: Path) -> ExportResult:
    transfer = new_memory_transfer(program.parts.link, program.paths)
    order = ExportOrder(ExportFormat.HEARTH, (made.chat,), target)
    call = program.conversations.doors.store.run
    return export_chats(order, call, memory=MemoryRoute(transfer))


def test_a_full_disk_for_the_file_leaves_nothing_of_it(
    tmp_path: Path, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with WholeProgram(made.paths.root or tmp_path) as program:
        monkeypatch.setattr("app.core.files.replace_file", refuse)
        with pytest.raises(NotExported, match="No space"):
            export_from(program, made, tmp_path / "out.hearth")
        monkeypatch.undo()
        assert list(tmp_path.iterdir()) == []
        assert not list((program.paths.cache / MOVING_FOLDER).iterdir())


def take(program: WholeProgram, path: Path) -> ImportSummary:
    transfer = new_memory_transfer(program.parts.link, program.paths)
    call = program.conversations.doors.store.run
    assert preview_import(path, call).memory_bytes > 0
    return run_import(path, call, memory=MemoryRoute(transfer))


def test_too_little_room_to_unpack_is_said_before_anything_is_unpacked(
    tmp_path: Path, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    with WholeProgram(tmp_path / "away") as program:
        monkeypatch.setattr("app.core.files.free_bytes", lambda _folder: 1 << 20)
        done = take(program, made.file)
        assert done.n_chats == 1
        assert done.memory is not None
        assert done.memory.problem is not None
        assert "Make room" in str(done.memory.problem.remedy)
        assert [one.outcome for one in done.memory.chats] == [MemoryOutcome.NOT_DONE]


def test_a_disk_that_is_full_while_it_is_unpacked_costs_the_memory_alone(
    tmp_path: Path, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with WholeProgram(tmp_path / "away") as program:
        monkeypatch.setattr("app.core.interchange.warm_file.WarmFile.unpack_memory", refuse)
        done = take(program, made.file)
        assert done.n_chats == 1
        assert done.memory is not None
        assert done.memory.problem is not None
        assert not list((program.paths.cache / MOVING_FOLDER).iterdir())
