"""A program that is killed at any step of a loop of tools goes on to the same answer."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core import assembly
from app.core.chats.records import ChatId
from app.core.conversations.cases import answers
from app.core.conversations.events import ChatOpened
from app.core.media.library import MediaLibrary
from app.core.messages import Role
from tests.helpers import tool_loop_run as run
from tests.helpers.chat_templates import template_named, template_names
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from pathlib import Path

QWEN = "Qwen-Qwen2.5-7B-Instruct"
WAIT_S = 120


def ran(root: Path, model: Path, step: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.helpers.tool_loop_run", str(root), str(model), step],
        capture_output=True,
        encoding="utf-8",
        timeout=WAIT_S,
        check=False,
    )


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if QWEN not in template_names():
        pytest.skip("the templates of llama.cpp are not there")
    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    return write_tiny_llama(path, chat_template=template_named(QWEN), n_ctx=4096, seed=3)


@pytest.fixture(scope="module")
def whole(model: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the model says where nothing happens."""
    done = ran(tmp_path_factory.mktemp("whole"), model, "none")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    return done.stdout


@pytest.mark.parametrize("step", run.STEPS)
def test_the_loop_goes_on_to_the_same_answer(
    step: str, model: Path, whole: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ran(tmp_path / "root", model, step).returncode == -signal.SIGKILL
    monkeypatch.setattr(answers, "Generate", run.one_call)
    monkeypatch.setattr(assembly, "_toolbox", None)  # put back behind it
    run.with_tool(dies=False, draws=True)
    with WholeProgram(tmp_path / "root", model, n_ctx=4096) as program:
        chat_id = ChatId(1)
        program.conversations.chats.continue_answer(chat_id)
        assert run.finish(program, chat_id).text == whole
        program.conversations.chats.open(chat_id)
        messages = program.event(ChatOpened).messages
    roles = [message.role for message in messages]
    assert roles == [Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT]
    assert messages[2].text == f"{run.SUNNY}\n\n[picture sky.png shown to the user]"
    (picture,) = messages[2].media
    with MediaLibrary(tmp_path / "root" / "data" / "media", tmp_path / "cache") as library:
        assert len(library.pixels(picture).rgb) == 3 * picture.width * picture.height
