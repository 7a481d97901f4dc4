"""`hearth ask` and `hearth self-test` as processes of their own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from app.__main__ import main
from app.core.chats.records import ChatId, MessageStatus
from app.core.chats.store import ChatStore
from app.core.errors import EXIT_INTERRUPTED, EXIT_KNOWN_ERROR, EXIT_NOBODY_READS
from app.core.models.builtin import STARTER_QUESTIONS, guide_path
from app.core.settings.settings import Settings
from app.core.settings.table import MODEL_PATH
from tests.e2e.conftest import REPOSITORY, command
from tests.helpers.child_run import heed_all_signals
from tests.helpers.gguf_factory import write_broken_ggufs, write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.system.paths import Paths

COMMON = ("--temp", "0", "--max-tokens", "24", "--json")


def test_a_second_process_restores_the_chat_and_reads_only_the_new_message(
    hearth: Any, tiny_model: Path, tmp_path: Path
) -> None:
    first = hearth("ask", "--model", str(tiny_model), *COMMON, "Tell me a long story.")
    assert first.code == 0, first.err
    chat = first.figures["chat_id"]
    model = ("--model", str(tiny_model))
    second = hearth("ask", *model, "--chat", str(chat), *COMMON, "Go on.")
    figures = second.figures
    assert figures["gpu_layers"] == 0
    assert figures["restored_tokens"] > 60
    n_read = figures["prompt_tokens"] - figures["restored_tokens"] - figures["reused_tokens"]
    assert n_read < 70
    assert second.out.startswith(figures["text"])
    assert figures["finish_reason"] == "length"
    assert figures["generated_tokens"] == 24

    elsewhere = tmp_path / "elsewhere"
    hearth("ask", "--model", str(tiny_model), *COMMON, "Tell me a long story.", data_dir=elsewhere)
    for file in (elsewhere / "cache" / "kv").rglob("*.kvs"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    damaged = hearth("ask", *model, "--chat", "1", *COMMON, "Go on.", data_dir=elsewhere).figures
    assert damaged["restored_tokens"] == 0
    assert damaged["text"] == figures["text"]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("missing", "no readable model"),
        ("not_gguf", "not a GGUF"),
        ("cut_in_tensors", "incomplete or damaged"),
        ("unknown_architecture", "lemur"),
    ],
)
def test_a_bad_model_file_gives_one_clear_sentence_and_a_bad_exit_code(
    hearth: Any, tmp_path: Path, kind: str, words: str
) -> None:
    path = write_broken_ggufs(tmp_path).get(kind, tmp_path / "nowhere.gguf")
    ran = hearth("ask", "--model", str(path), "Hello")
    assert ran.code == 1
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_without_a_model_that_of_the_window_answers_and_none_is_remembered(
    hearth: Any, paths: Paths, tiny_model: Path
) -> None:
    ran = hearth("ask", *COMMON, STARTER_QUESTIONS[0])
    assert ran.code == 0, ran.err
    assert ran.figures["text"]
    hearth("ask", "--model", str(tiny_model), *COMMON, "Hello")
    assert MODEL_PATH.key not in paths.settings_file.read_text()
    assert Settings.load(paths.settings_file).get(MODEL_PATH) == ""

    Settings.load(paths.settings_file).set(MODEL_PATH, str(tiny_model))
    ran = hearth("ask", *COMMON, "Hello")
    with ChatStore.open(paths.database) as store:
        models = [store.path(chat.id)[-1].model for chat in store.list_chats()]
    assert ran.code == 0, ran.err
    assert models[0] == models[1] != models[2]
    hearth("ask", "--model", str(guide_path()), *COMMON, "Hello")
    assert Settings.load(paths.settings_file).get(MODEL_PATH) == str(tiny_model)


def test_a_remembered_model_that_is_gone_is_told_and_the_guide_does_not_answer(
    hearth: Any, paths: Paths
) -> None:
    paths.create()
    paths.settings_file.write_text('[model]\npath = "/nowhere/real.gguf"\n')
    ran = hearth("ask", *COMMON, "Hello")
    assert (ran.code, ran.out) == (EXIT_KNOWN_ERROR, "")
    assert "no readable model file at /nowhere/real.gguf" in ran.err
    assert Settings.load(paths.settings_file).get(MODEL_PATH) == "/nowhere/real.gguf"


@pytest.mark.usefixtures("no_guide")
def test_without_a_model_and_without_the_guide_the_remedy_is_told(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["--data-dir", str(paths.data.parent), "ask", "Hello"])
    assert code == EXIT_KNOWN_ERROR
    printed = capsys.readouterr()
    assert "No model was given" in printed.err
    assert "--model" in printed.err
    assert printed.out == ""


def test_an_unknown_chat_no_question_and_a_bad_folder_are_told_plainly(
    hearth: Any, tiny_model: Path, tmp_path: Path
) -> None:
    assert "The question is empty" in hearth("ask", "--model", str(tiny_model), " ").err
    unknown = hearth("ask", "--model", str(tiny_model), "--chat", "99", "Hello")
    assert (unknown.code, "no longer exists" in unknown.err) == (1, True)
    (tmp_path / "file").write_text("")
    folder = hearth("ask", "--model", str(tiny_model), "Hello", data_dir=tmp_path / "file")
    assert (folder.code, "cannot write" in folder.err) == (1, True)


def test_a_question_longer_than_the_context_is_told_and_not_answered_in_silence(
    hearth: Any, tiny_model: Path
) -> None:
    ran = hearth("ask", "--model", str(tiny_model), "many words " * 5_000)
    assert ran.code == EXIT_KNOWN_ERROR
    assert ran.err.startswith("hearth: This chat has ")
    assert "tokens, but the context of the model holds" in ran.err


def test_a_newer_database_is_told_and_untouched(
    hearth: Any, paths: Paths, tiny_model: Path
) -> None:
    paths.create()
    ChatStore.open(paths.database).close()
    connection = sqlite3.connect(paths.database)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    before = paths.database.read_bytes()
    newer = hearth("ask", "--model", str(tiny_model), "Hello")
    assert (newer.code, "newer" in newer.err) == (1, True)
    assert paths.database.read_bytes() == before


@pytest.mark.unix("limits on the size of files")
def test_a_full_disk_is_told_loses_nothing_and_is_over_when_there_is_room(
    hearth: Any, paths: Paths, tiny_model: Path
) -> None:
    first = hearth("ask", "--model", str(tiny_model), *COMMON, "Tell me a story.")
    model = ("--model", str(tiny_model))
    full = hearth("ask", *model, "--chat", "1", *COMMON, "No room.", file_limit_bytes=8192)
    assert full.code == 1
    assert "cannot write to the disk" in full.err
    assert "Traceback" not in full.err
    with ChatStore.open(paths.database) as store:
        texts = [message.text for message in store.path(ChatId(1))]
    assert texts == ["Tell me a story.", first.figures["text"]]
    assert hearth("ask", *model, "--chat", "1", *COMMON, "Now it does.").code == 0


def test_while_hearth_is_open_a_question_is_answered_and_not_kept(
    hearth: Any, paths: Paths, tiny_model: Path
) -> None:
    model = ("--model", str(tiny_model))
    kept = hearth("ask", *model, *COMMON, "Tell me of the sea.").figures
    stored = {path: path.read_bytes() for path in paths.kv_store.rglob("*.kvs")}
    with ChatStore.open(paths.database):
        ran = hearth("ask", *model, *COMMON, "Tell me of the sea.")
        refused = hearth("ask", *model, "--chat", "1", *COMMON, "Go on.")
    assert (ran.code, ran.figures["text"]) == (0, kept["text"])
    assert ran.figures["chat_id"] is None
    assert ran.err == "hearth: Hearth is open, so this chat is not saved.\n"
    assert (refused.code, refused.out) == (EXIT_KNOWN_ERROR, "")
    assert "only its window can continue a chat" in refused.err
    with ChatStore.open(paths.database) as store:
        assert [chat.id for chat in store.list_chats()] == [kept["chat_id"]]
        assert len(store.path(ChatId(1))) == 2
    assert stored == {path: path.read_bytes() for path in paths.kv_store.rglob("*.kvs")}


of_signals = pytest.mark.unix("signals for another process")


@contextlib.contextmanager
def _endless_answer(paths: Paths, model: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start an answer that does not end by itself; the process is gone afterwards."""
    child = subprocess.Popen(
        [
            *command("--data-dir", str(paths.data.parent), "ask", "--model", str(model)),
            *("--temp", "0", "Talk without end."),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        cwd=REPOSITORY,
        preexec_fn=heed_all_signals if sys.platform != "win32" else None,
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def _printed_for(child: subprocess.Popen[bytes], seconds: float) -> list[tuple[float, bytes]]:
    """Return what the child prints for some time after its first word, with the times."""
    assert child.stdout is not None
    printed: list[tuple[float, bytes]] = []
    while not printed or printed[-1][0] - printed[0][0] < seconds:
        data = os.read(child.stdout.fileno(), 4096)
        assert data, "the answer ended"
        printed.append((time.monotonic(), data))
    return printed


@pytest.fixture(scope="session")
def unhurried_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Large enough, in context and in work for a token, to talk for many seconds."""
    return write_tiny_llama(
        tmp_path_factory.mktemp("unhurried") / "m.gguf",
        n_layers=8,
        n_embd=512,
        n_heads=8,
        n_kv_heads=4,
        n_ff=1024,
        n_ctx=16384,
    )


def test_a_killed_answer_is_there_up_to_the_last_second_and_can_be_continued(
    hearth: Any, paths: Paths, unhurried_model: Path
) -> None:
    with _endless_answer(paths, unhurried_model) as child:
        printed = _printed_for(child, 2.5)
        child.kill()
        killed_at = time.monotonic()
    with ChatStore.open(paths.database) as store:
        message = store.path(store.list_chats()[0].id)[-1]
    said_a_second_before = b"".join(data for at, data in printed if at < killed_at - 1.0)
    assert message.status is MessageStatus.INTERRUPTED
    assert said_a_second_before
    assert message.text.encode().startswith(said_a_second_before)


@of_signals
def test_ctrl_c_stops_the_answer_and_keeps_it(paths: Paths, unhurried_model: Path) -> None:
    with _endless_answer(paths, unhurried_model) as child:
        printed = b"".join(data for _at, data in _printed_for(child, 0.3))
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == EXIT_INTERRUPTED
    with ChatStore.open(paths.database) as store:
        message = store.path(store.list_chats()[0].id)[-1]
    assert message.status is MessageStatus.STOPPED
    assert message.text.encode().startswith(printed)


@of_signals
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_answer_that_is_ended_from_outside_is_kept_as_stopped(
    paths: Paths, unhurried_model: Path, name: str
) -> None:
    number = signal.Signals[name]
    with _endless_answer(paths, unhurried_model) as child:
        printed = b"".join(data for _at, data in _printed_for(child, 0.3))
        child.send_signal(number)
        child.send_signal(number)  # as a terminal that is closed does
        assert child.wait(60) == 128 + number
    with ChatStore.open(paths.database) as store:
        message = store.path(store.list_chats()[0].id)[-1]
    assert message.status is MessageStatus.STOPPED
    assert message.text.encode().startswith(printed)


@of_signals
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_chat_that_is_not_kept_is_gone_however_it_is_ended(
    paths: Paths, unhurried_model: Path, name: str
) -> None:
    number = signal.Signals[name]
    paths.create()
    with ChatStore.open(paths.database):
        with _endless_answer(paths, unhurried_model) as child:
            _printed_for(child, 0.0)
            (folder,) = paths.cache.glob("guest-*")
            assert folder.name == f"guest-{child.pid}"
            assert folder.stat().st_mode & 0o777 == 0o700
            child.send_signal(number)
            assert child.wait(60) == 128 + number
        assert not list(paths.cache.glob("guest-*"))


def test_a_chat_that_is_not_kept_is_gone_after_a_kill_with_the_next_question(
    hearth: Any, paths: Paths, unhurried_model: Path, tiny_model: Path
) -> None:
    paths.create()
    with ChatStore.open(paths.database):
        with _endless_answer(paths, unhurried_model) as child:
            _printed_for(child, 0.0)
            hearth("ask", "--model", str(tiny_model), *COMMON, "Hello")
            assert len(list(paths.cache.glob("guest-*"))) == 1  # of the one at work
            child.kill()
            child.wait()
        assert list(paths.cache.glob("guest-*"))
        hearth("ask", "--model", str(tiny_model), *COMMON, "Hello")
        assert not list(paths.cache.glob("guest-*"))


def test_the_self_test_says_what_it_chose_and_why(hearth: Any) -> None:
    ran = hearth("self-test", "--json")
    report = json.loads(ran.out)
    assert ran.code == 0
    assert report["ok"]
    assert report["chosen"]["use_gpu"] in (True, False)
    assert report["reason"]
    assert report["machine"]["build"].startswith("llama-cpp-python")
    assert "chosen:" in hearth("self-test").out


def _with_a_closed_pipe(paths: Paths, *arguments: str, n_bytes: int = 0) -> tuple[int, str]:
    """Run `hearth` until its reader has read so much and gone; return its exit code and stderr."""
    child = subprocess.Popen(
        command("--data-dir", str(paths.data.parent), *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=REPOSITORY,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    with child:
        if n_bytes:
            assert child.stdout.read(n_bytes)
        child.stdout.close()
        told = child.stderr.read().decode()
        return child.wait(60), told


def test_an_answer_that_nobody_reads_any_more_ends_quietly_and_is_kept(
    paths: Paths, unhurried_model: Path
) -> None:
    ask = ("ask", "--model", str(unhurried_model), "--temp", "0", "Talk without end.")
    assert _with_a_closed_pipe(paths, *ask, n_bytes=1) == (EXIT_NOBODY_READS, "")
    with ChatStore.open(paths.database) as store:
        message = store.path(store.list_chats()[0].id)[-1]
    assert message.status is MessageStatus.STOPPED
    assert message.text


@pytest.mark.parametrize(
    "arguments", [("--help",), ("--version",), ("cache", "list"), ("cache", "list", "--json")]
)
def test_what_nobody_reads_is_no_error_of_any_command(
    paths: Paths, arguments: tuple[str, ...]
) -> None:
    code, told = _with_a_closed_pipe(paths, *arguments)
    assert code in (0, EXIT_NOBODY_READS)
    assert told == ""
