"""The engine's process dies, hangs or is left behind: the front end goes on, and nothing stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.engine_link import child_process
from app.core.protocol import (
    AnswerFinished,
    EngineRestarted,
    FinishReason,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
    PrefixSource,
    ProblemRaised,
    TextDelta,
)
from app.core.system.started_engine import StartedEngine
from tests.helpers.engine_harness import WAIT_S, Dialogue
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.harm import Harm
from tests.helpers.link_harness import LinkHarness
from tests.helpers.open_files import n_open

if TYPE_CHECKING:
    from tests.conftest import ExpectLog

HARMS = [Harm.SEGFAULT, Harm.ABORT, Harm.KILL]
LONG = "Tell me a long story. " * 20


@pytest.fixture
def deaths_are_logged(expect_log: ExpectLog) -> None:
    expect_log("the engine died")


@pytest.mark.usefixtures("deaths_are_logged")
@pytest.mark.parametrize("harm", HARMS)
def test_an_engine_that_dies_in_an_answer_comes_back_with_the_chat(
    tmp_path: Path, tiny_model: Path, harm: Harm
) -> None:
    with LinkHarness(tmp_path / "engine", tiny_model) as harness:
        dialogue = Dialogue()
        harness.turn(dialogue, LONG)
        harness.until_stored(dialogue.chat)
        request = harness.ask(dialogue.user("Go on."), max_tokens=2000)
        harness.wait(TextDelta)
        first = harness.pid
        harm.do(first)
        told = harness.hear(AnswerFinished)
        ended = told.what
        assert (told.request, ended.finish_reason) == (request, FinishReason.FAILED)
        assert ended.problem is not None
        assert "in the middle of an answer" in str(ended.problem.what)
        harness.wait(ModelUnloaded)
        harness.wait(ProblemRaised)
        harness.wait(EngineRestarted)
        harness.until_loaded()
        dialogue.messages.pop()
        finished = harness.turn(dialogue, "And now?")
        assert finished.finish_reason is FinishReason.LENGTH
        assert finished.stats.source is PrefixSource.DISK
        assert finished.stats.n_restored > 0
        assert harness.pid != first
        assert not psutil.pid_exists(first)


@pytest.mark.usefixtures("deaths_are_logged")
def test_an_engine_that_dies_idle_is_back_for_the_next_question(
    tmp_path: Path, tiny_model: Path
) -> None:
    with LinkHarness(tmp_path / "engine", tiny_model) as harness:
        dialogue = Dialogue()
        harness.turn(dialogue, "Hello?")
        Harm.SEGFAULT.do(harness.pid)
        finished = harness.turn(dialogue, "Are you there?")  # asked before anybody noticed
        if finished.finish_reason is FinishReason.FAILED:
            dialogue.messages = dialogue.messages[:2]
            finished = harness.turn(dialogue, "Are you there?")
        assert finished.finish_reason is FinishReason.LENGTH


_FAULT_IS_CAUGHT = """
import sys
from pathlib import Path
from llama_cpp import llama_cpp as native
from app.core.ggml.native_library import watch
from app.core.engine_link.child_main import run_engine_child
watch(native._lib)
def decoded(result, function, arguments):
    flag = Path(sys.argv[1])
    if flag.exists():
        flag.unlink()
        raise OSError("exception: access violation reading 0x0000000000000008")
    return result
native.llama_decode.errcheck = decoded
raise SystemExit(run_engine_child())
"""


@pytest.mark.usefixtures("deaths_are_logged")
def test_an_engine_whose_fault_was_caught_below_it_goes_no_further(
    tmp_path: Path, tiny_model: Path
) -> None:
    flag = tmp_path / "fault"
    command = [sys.executable, "-c", _FAULT_IS_CAUGHT, str(flag)]
    with LinkHarness(tmp_path / "engine", tiny_model, command=command) as harness:
        flag.touch()
        harness.ask(Dialogue().user("Hello?"))
        ended = harness.wait(AnswerFinished)
        assert ended.problem is not None
        assert "The engine crashed" in str(ended.problem.what)
        assert "native code failed: exception: access violation" in ended.problem.detail
        harness.until_loaded()
        assert harness.turn(Dialogue(), "Hello?").finish_reason is FinishReason.LENGTH


@pytest.mark.usefixtures("deaths_are_logged")
def test_an_engine_that_hangs_is_ended(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "SILENCE_S", 2.0)
    with LinkHarness(tmp_path / "engine", tiny_model) as harness:
        first = harness.pid
        Harm.HANG.do(first)
        problem = harness.wait(ProblemRaised).problem
        assert "stopped responding" in str(problem.what)
        harness.wait(ModelLoaded)
        assert not psutil.pid_exists(first)


_LOADS_FOR_EVER = """
import sys, time
from app.core.engine.load import loader
from app.core.engine_link.child_main import run_engine_child
load = loader.load
def load_or_hang(command, *others):
    if command.path == sys.argv[1]:
        open(sys.argv[2], "w").close()
        time.sleep(600)
    return load(command, *others)
loader.load = load_or_hang
raise SystemExit(run_engine_child())
"""


@pytest.mark.usefixtures("deaths_are_logged")
def test_a_model_that_kills_the_engine_is_not_loaded_again(
    tmp_path: Path, tiny_model: Path
) -> None:
    slow, begun = write_tiny_llama(tmp_path / "slow.gguf"), tmp_path / "begun"
    command = [sys.executable, "-c", _LOADS_FOR_EVER, str(slow), str(begun)]
    with LinkHarness(tmp_path / "engine", tiny_model, command=command) as harness:
        harness.post(LoadModel(str(slow)))
        deadline = time.monotonic() + WAIT_S
        while not begun.exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        Harm.SEGFAULT.do(harness.pid)
        failed = harness.wait(ModelLoadFailed)
        assert failed.path == str(slow)
        assert "while loading a model" in str(failed.problem.what)
        harness.wait(EngineRestarted)
        harness.load()  # another model is, when it is asked for


def test_the_engine_ends_with_whoever_started_it(tmp_path: Path, tiny_model: Path) -> None:
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from tests.helpers.link_harness import LinkHarness\n"
        "with LinkHarness(Path(sys.argv[1]), Path(sys.argv[2])) as harness:\n"
        "    print(harness.pid, flush=True)\n"
        "    time.sleep(100)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "engine"), str(tiny_model)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as front_end:
        assert front_end.stdout is not None
        engine = psutil.Process(int(front_end.stdout.readline()))
        engine.suspend()  # it cannot even notice
        front_end.kill()
        engine.wait(timeout=10)


@pytest.mark.unix("a system that chooses what to kill when memory runs out")
def test_the_engine_goes_first_when_memory_runs_out(tmp_path: Path, tiny_model: Path) -> None:
    with LinkHarness(tmp_path / "engine", tiny_model) as harness:
        own, its = (Path(f"/proc/{pid}/oom_score_adj") for pid in ("self", harness.pid))
        assert int(its.read_text()) > int(own.read_text())


def test_an_engine_that_cannot_be_started_is_told_once(tmp_path: Path, tiny_model: Path) -> None:
    harness = LinkHarness(tmp_path / "engine", tiny_model, command=["/nowhere/hearth"])
    harness._thread.start()
    stopped = harness.stopped()
    assert stopped.problem is not None
    assert "did not start" in str(stopped.problem.what)
    harness._thread.join(10)


@pytest.mark.usefixtures("deaths_are_logged")
def test_an_engine_that_dies_at_once_is_not_started_for_ever(
    tmp_path: Path, tiny_model: Path
) -> None:
    command = [sys.executable, "-c", "import sys; print('no such library', file=sys.stderr); 1/0"]
    harness = LinkHarness(tmp_path / "engine", tiny_model, command=command)
    harness._thread.start()
    stopped = harness.stopped()
    assert stopped.problem is not None
    assert "no such library" in stopped.problem.detail
    harness._thread.join(10)


@pytest.mark.usefixtures("deaths_are_logged", "children_in_earnest")
def test_nothing_is_left_open(tmp_path: Path, tiny_model: Path) -> None:
    this = psutil.Process()
    others = this.children()  # not of this test
    with LinkHarness(tmp_path / "engine", tiny_model) as harness:
        harness.turn(Dialogue(), "Hello?")
        n_descriptors, n_threads = n_open(this), this.num_threads()
        for _ in range(3):
            Harm.KILL.do(harness.pid)
            harness.wait(ModelLoaded)
        assert n_open(this) == n_descriptors
        assert this.num_threads() == n_threads
    assert this.children() == others


@pytest.mark.unix("signals")
@pytest.mark.parametrize("how", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_an_engine_leaves_signals_that_reach_all_to_who_started_it(
    tmp_path: Path, tiny_model: Path, how: str
) -> None:
    with LinkHarness(tmp_path / "engine", tiny_model) as harness:
        first = harness.pid
        os.kill(first, getattr(signal, how))
        finished = harness.turn(Dialogue(), "Are you there?")
        assert finished.finish_reason is FinishReason.LENGTH
        assert harness.pid == first


@pytest.mark.usefixtures("deaths_are_logged")
@pytest.mark.parametrize("says_so", [False, True])  # or it ends as if it had been told to
def test_an_engine_that_ends_before_it_was_of_any_use_is_not_started_for_ever(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, *, says_so: bool
) -> None:
    monkeypatch.setattr(child_process, "_LATER_S", 0.0)
    code = (
        "import sys\n"
        "from app.core.engine_link.wire import send\n"
        "from app.core.protocol import EngineStopped, Ready\n"
        "send(sys.stdout.buffer, Ready())\n"
        f"send(sys.stdout.buffer, EngineStopped()) if {says_so} else None\n"
    )
    harness = LinkHarness(tmp_path / "engine", tiny_model, command=[sys.executable, "-c", code])
    harness._thread.start()
    stopped = harness.stopped()
    assert stopped.problem is not None
    assert "did not start" in str(stopped.problem.what)
    harness._thread.join(10)


def test_a_command_that_cannot_be_sent_fails_alone(
    tmp_path: Path, tiny_model: Path, expect_log: ExpectLog
) -> None:
    expect_log("a Generate could not be sent")
    with LinkHarness(tmp_path / "engine", tiny_model) as harness:
        request = harness.ask(Dialogue().user("Hello?"), max_tokens="many")
        told = harness.hear(AnswerFinished)
        ended = told.what
        assert (told.request, ended.finish_reason) == (request, FinishReason.FAILED)
        assert harness.turn(Dialogue(), "Hello?").finish_reason is FinishReason.LENGTH


def test_an_engine_that_was_started_before_its_host_is_the_one_that_serves(
    tmp_path: Path, tiny_model: Path
) -> None:
    started = StartedEngine()
    with LinkHarness(tmp_path / "engine", tiny_model, started=started) as harness:
        assert harness.pid == started.process.pid
        finished = harness.turn(Dialogue(), "Go on.")
        assert finished.finish_reason is FinishReason.LENGTH
    assert not psutil.pid_exists(started.process.pid)


@pytest.mark.usefixtures("deaths_are_logged")
def test_an_engine_that_died_before_it_had_a_host_is_started_again(
    tmp_path: Path, tiny_model: Path
) -> None:
    started = StartedEngine()
    started.process.kill()
    started.process.wait()
    with LinkHarness(tmp_path / "engine", tiny_model, started=started) as harness:
        assert harness.pid != started.process.pid
        finished = harness.turn(Dialogue(), "Go on.")
        assert finished.finish_reason is FinishReason.LENGTH


def test_an_engine_that_nobody_hosts_is_ended() -> None:
    started = StartedEngine()
    started.end()
    assert not psutil.pid_exists(started.process.pid)
    assert started.errors.closed
