"""What the user deletes is nowhere after the next start, whatever happens in between."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.chats.upgrade import back_up
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.events import (
    AnswerDelta,
    ChatChanged,
    ChatCreated,
    ChatForked,
    ChatResumed,
    MessageDeleted,
)
from app.core.conversations.session import key_of
from app.core.engine.answers.title_writer import WritingTitle
from app.core.kvstore.records import Owner
from app.core.kvstore.store import KVStore
from app.core.llama import Model, ModelParams
from app.core.protocol import Call, ForgetChat, ProblemRaised, SamplingParams, TrimMemory
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from app.core.chats.records import Chat
    from app.core.protocol import ToEngine

SECRET = "my PIN is 4711 and nobody may ever read this sentence again"
TITLE = "The PIN nobody may ever read"
LONG = AnswerOptions(SamplingParams(temperature=0), 400)
BEHIND_AN_ANSWER = 3  # tokens that the chat template of the tiny model puts there
REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "hearth"


def token_ids(model: Path, text: str) -> list[int]:
    """The tokens in the middle of a text; those at its ends depend on what is beside it."""
    opened = Model(str(model), ModelParams(0, False), lambda _fraction: True)
    try:
        return opened.tokenize(text)[2:-2]
    finally:
        opened.close()


def traces(root: Path, model: Path, text: str) -> list[str]:
    """The files below `root` that hold a text, or its tokens."""
    ids = np.array(token_ids(model, text))
    forms = [text.encode(), ids.astype("<i4").tobytes(), ids.astype(">i4").tobytes()]
    # An empty one is a lock: Windows lets nobody read it.
    files = [path for path in root.rglob("*") if path.is_file() and path.stat().st_size]
    return [
        str(path.relative_to(root))
        for path in files
        if any(form in path.read_bytes() for form in forms)
    ]


def talk(program: WholeProgram) -> Chat:
    """A chat of two turns; the second one is the secret."""
    chat = program.say(None, "Hello there, please be so kind and help me")
    assert chat is not None
    program.say(chat.id, SECRET)
    return chat


def test_a_deleted_message_leaves_no_words_and_no_tokens_and_the_rest_stays_warm(
    root: Path, tiny_model: Path
) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = talk(program)
        program.settle()
        assert len(traces(root, tiny_model, SECRET)) >= 3  # chats, index, segments
        program.conversations.chats.delete_message(chat.id, program.messages(chat.id)[2].id)
        program.event(MessageDeleted)
    assert traces(root, tiny_model, SECRET) == []
    with WholeProgram(root, tiny_model) as program:
        assert len(program.messages(chat.id)) == 2
        resumed = program.event(ChatResumed)
        assert resumed.n_cached >= resumed.n_prompt - BEHIND_AN_ANSWER
    assert traces(root, tiny_model, SECRET) == []


def test_a_first_message_takes_the_title_along(root: Path, tiny_model: Path) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = program.say(None, SECRET)
        assert chat is not None
        program.conversations.chats.delete_message(chat.id, program.messages(chat.id)[0].id)
        program.event(MessageDeleted)
    assert traces(root, tiny_model, SECRET) == []


def test_a_fork_keeps_what_it_shares_with_a_deleted_message(root: Path, tiny_model: Path) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = talk(program)
        program.conversations.chats.fork(chat.id, program.messages(chat.id)[3].id)
        fork = program.event(ChatForked).chat
        assert len(program.messages(fork.id)) == 4
        program.event(ChatResumed)
        program.say(fork.id, "And now?")
        program.conversations.chats.delete_message(chat.id, program.messages(chat.id)[2].id)
        program.event(MessageDeleted)
    with WholeProgram(root, tiny_model) as program:
        program.messages(fork.id)
        resumed = program.event(ChatResumed)
        assert resumed.n_cached >= resumed.n_prompt - BEHIND_AN_ANSWER
        program.conversations.listing.delete_for_good([fork.id])
    assert traces(root, tiny_model, SECRET) == []


def test_an_index_that_is_built_again_brings_no_deleted_words_back(
    root: Path, tiny_model: Path
) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = talk(program)
        program.conversations.chats.fork(chat.id, program.messages(chat.id)[3].id)
        fork = program.event(ChatForked).chat
        program.say(fork.id, "And now?")
        program.conversations.chats.delete_message(chat.id, program.messages(chat.id)[2].id)
        program.event(MessageDeleted)
    (program.paths.kv_store / "index.db").unlink()
    with WholeProgram(root, tiny_model) as program:  # the files name the first chat, not the fork
        program.settle()
        program.conversations.listing.delete_for_good([fork.id])
    with WholeProgram(root) as program:
        program.settle()
    assert traces(root, tiny_model, SECRET) == []


@pytest.mark.parametrize("what", ["chat", "message"])
def test_a_store_that_never_heard_of_a_deletion_carries_it_out_at_the_next_start(
    root: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = talk(program)
        program.settle()
        host = program.parts.link.host
        post = host.post

        def lost(message: ToEngine) -> None:
            what = message.request if isinstance(message, Call) else message
            if not isinstance(what, ForgetChat | TrimMemory):
                post(message)

        monkeypatch.setattr(host, "post", lost)
        if what == "chat":
            program.conversations.listing.delete_for_good([chat.id])
        else:
            program.conversations.chats.delete_message(chat.id, program.messages(chat.id)[2].id)
    assert traces(root, tiny_model, SECRET)
    with WholeProgram(root) as program:
        program.settle()
    assert traces(root, tiny_model, SECRET) == []


def test_what_is_deleted_while_another_instance_holds_the_store_goes_at_the_next_start(
    root: Path, tiny_model: Path
) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat, other = talk(program), talk(program)
    holder = KVStore.open(program.paths.kv_store)
    with WholeProgram(root) as program:
        program.conversations.listing.delete_for_good([chat.id])
        program.conversations.chats.delete_message(other.id, program.messages(other.id)[2].id)
        program.event(MessageDeleted)
    holder.close()
    with WholeProgram(root) as program:
        program.settle()
    assert traces(root, tiny_model, SECRET) == []


def test_a_choice_made_while_another_instance_holds_the_store_is_told_kept_and_carried_out(
    root: Path, tiny_model: Path
) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = talk(program)
    holder = KVStore.open(program.paths.kv_store)
    with WholeProgram(root) as program:
        program.conversations.memory.choose(chat.id, is_off=True)
        assert "Another Hearth" in str(program.event(ProblemRaised).problem.what)
        program.conversations.memory.drop(key_of(chat.id))
        assert "not deleted" in str(program.event(ProblemRaised).problem.effect)
    holder.close()
    with WholeProgram(root, tiny_model) as program:
        program.settle()
        (use,) = program.store.overview().chats
        assert (use.owner, use.is_off, use.n_bytes) == (Owner(str(chat.id)), True, 0)


def test_nothing_is_stored_of_a_fork_of_a_chat_that_is_switched_off(
    root: Path, tiny_model: Path
) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = program.say(None, "Hello there, please be so kind and help me")
        assert chat is not None
        program.conversations.memory.choose(chat.id, is_off=True)
        program.conversations.chats.fork(chat.id, program.messages(chat.id)[1].id)
        fork = program.event(ChatForked).chat
        program.say(fork.id, SECRET)
        program.settle()
        kept = program.paths.kv_store
        assert not list(kept.rglob("*.kvs"))
    with WholeProgram(root, tiny_model) as program:
        program.say(fork.id, SECRET)
        program.settle()
        assert not list(kept.rglob("*.kvs"))


@pytest.mark.parametrize("what", ["chat", "message"])
def test_a_kill_after_the_chats_and_before_the_store_is_made_good(
    root: Path, tiny_model: Path, what: str
) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = talk(program)
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from tests.helpers.whole_program import WholeProgram\n"
        "from app.core.protocol import Call, ForgetChat, TrimMemory\n"
        "def dies(message):\n"
        "    what = message.request if isinstance(message, Call) else message\n"
        "    if isinstance(what, ForgetChat | TrimMemory):\n"
        "        os._exit(9)\n"
        "with WholeProgram(Path(sys.argv[1])) as program:\n"
        "    program.settle()\n"
        "    c, chat = program.conversations, int(sys.argv[2])\n"
        "    program.parts.link.host.post = dies\n"
        "    if sys.argv[3] == 'chat':\n"
        "        c.listing.delete_for_good([chat])\n"
        "    else:\n"
        "        c.chats.delete_message(chat, program.messages(chat)[2].id)\n"
    )
    died = subprocess.run(
        [sys.executable, "-c", script, str(root), str(chat.id), what],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        timeout=120,
        check=False,
    )
    assert died.returncode == 9
    assert traces(root, tiny_model, SECRET)
    with WholeProgram(root) as program:
        program.settle()
    assert traces(root, tiny_model, SECRET) == []


def test_a_title_in_a_backup_goes_with_the_first_message(root: Path, tiny_model: Path) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = program.say(None, SECRET)
        assert chat is not None
        program.settle()
    database = program.paths.database
    with contextlib.closing(sqlite3.connect(database)) as source:
        back_up(source, database, "0002")
    with WholeProgram(root) as program:
        program.conversations.chats.delete_message(chat.id, program.messages(chat.id)[0].id)
        program.event(MessageDeleted)
    assert traces(root, tiny_model, SECRET) == []


def test_a_title_of_the_model_goes_with_the_answer_that_it_knew(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = write_tiny_llama(tmp_path / "ends.gguf", end_gain=1.1, seed=3)
    monkeypatch.setattr(WritingTitle, "_next", lambda *_: TITLE)
    with WholeProgram(root, model) as program:
        program.conversations.chats.send(None, "Hello there, please be so kind")
        chat = program.event(ChatCreated).chat
        while program.event(ChatChanged).chat.title != TITLE:
            pass
        program.settle()
        answer = program.messages(chat.id)[1]
    database = program.paths.database
    with contextlib.closing(sqlite3.connect(database)) as source:
        back_up(source, database, "0005")
    assert len(traces(root, model, TITLE)) == 2
    with WholeProgram(root) as program:
        program.conversations.chats.delete_message(chat.id, answer.id)
        program.event(MessageDeleted)
    assert traces(root, model, TITLE) == []


def test_the_memory_of_an_answer_that_runs_while_the_program_ends_is_kept(
    root: Path, tiny_model: Path
) -> None:
    with WholeProgram(root, tiny_model) as program:
        chat = talk(program)
        program.conversations.chats.delete_message(chat.id, program.messages(chat.id)[2].id)
        program.event(MessageDeleted)
        program.conversations.chats.send(chat.id, "Tell me of the sea. " * 10, options=LONG)
        program.event(AnswerDelta)
    with WholeProgram(root, tiny_model) as program:
        program.settle()
        program.messages(chat.id)
        resumed = program.event(ChatResumed)
        assert resumed.n_cached >= resumed.n_prompt - BEHIND_AN_ANSWER
    assert traces(root, tiny_model, SECRET) == []
