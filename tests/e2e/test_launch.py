"""`hearth launch` with a stand-in for the program of others, which tells what it was given."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import httpx2
import psutil
import pytest

from tests.e2e.conftest import REPOSITORY, command
from tests.helpers.child_run import heed_all_signals
from tests.helpers.serving import WAIT_S, Serving

if TYPE_CHECKING:
    from collections.abc import Mapping

# What it was given; the models that the server names; whether it waits for Ctrl+C, or asks a line.
_STAND_IN = """
import json, os, signal, sys, time, urllib.request
address = os.environ["ANTHROPIC_BASE_URL"]
key = {"x-api-key": os.environ["ANTHROPIC_AUTH_TOKEN"]}
asked = urllib.request.Request(address + "/v1/models", headers=key)
told = {
    "arguments": sys.argv[1:],
    "environment": dict(os.environ),
    "models": json.load(urllib.request.urlopen(asked)),
}
with open(os.environ["TOLD"] + ".new", "w") as file:
    json.dump(told, file)
os.rename(os.environ["TOLD"] + ".new", os.environ["TOLD"])
if "wait" in sys.argv:
    signal.signal(signal.SIGINT, lambda *_: sys.exit(3))
    print("waiting", flush=True)
    time.sleep(600)
if "ask" in sys.argv:
    print("waiting", flush=True)
    for line in sys.stdin:
        print(json.load(urllib.request.urlopen(asked))["data"][0]["id"], flush=True)
sys.exit(7)
"""


@dataclass
class Launcher:
    """Runs `hearth launch` over the folders in `root`, with programs of its own on the PATH."""

    root: Path
    programs: Path

    @property
    def told(self) -> dict[str, Any]:
        """What the stand-in was given."""
        return dict(json.loads((self.programs / "told.json").read_text()))

    @property
    def environment(self) -> Mapping[str, str]:
        """For `hearth launch`: the stand-in alone is to be found."""
        return os.environ | {
            "PATH": str(self.programs),
            "TOLD": str(self.programs / "told.json"),
            "ANTHROPIC_API_KEY": "of the user",
            "CLAUDE_CODE_USE_BEDROCK": "1",
            "HTTP_PROXY": "http://127.0.0.1:1",
            "http_proxy": "http://127.0.0.1:1",
            "NO_PROXY": "of.the.user",
        }

    def words(self, *arguments: str) -> list[str]:
        return [*command("--data-dir", str(self.root), "launch"), *arguments]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.words(*arguments),
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=REPOSITORY,
            timeout=WAIT_S,
        )


class Launched:
    """A launcher whose program waits, and asks the server when it is told to; a context manager.

    Attributes:
        process: the launcher's.
    """

    def __init__(self, launcher: Launcher, name: str, *arguments: str) -> None:
        self._told = launcher.programs / f"{name}.json"
        self.process = subprocess.Popen(
            launcher.words("claude", *arguments, "--", "ask"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**launcher.environment, "TOLD": str(self._told)},
            encoding="utf-8",
            cwd=REPOSITORY,
            start_new_session=True,
            preexec_fn=heed_all_signals if sys.platform != "win32" else None,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        self.process.wait(WAIT_S)

    def begin(self) -> str:
        """Wait until the program runs; return the address that it was given."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "waiting\n"
        return str(json.loads(self._told.read_text())["environment"]["ANTHROPIC_BASE_URL"])

    def ask(self) -> str:
        """Return the name of the model."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def end(self) -> int:
        """End the program, and return the launcher's exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(WAIT_S)


def servers(launcher: Launcher) -> list[psutil.Process]:
    """Return the servers that launchers started, and their children."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if {"--for-launch", str(launcher.root)} <= set(process.cmdline()):
                found += [process, *process.children(recursive=True)]
    return found


def are_gone(processes: list[psutil.Process]) -> bool:
    assert processes
    return not psutil.wait_procs(processes, WAIT_S)[1]


@pytest.fixture
def launcher(tmp_path: Path) -> Launcher:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "stand_in.py").write_text(_STAND_IN)
    if sys.platform == "win32":
        shim = programs / "claude.cmd"
        shim.write_text(f'@"{sys.executable}" "%~dp0stand_in.py" %*\n')
    else:
        shim = programs / "claude"
        shim.write_text(f"#!{sys.executable}\n{_STAND_IN}")
        shim.chmod(0o700)
    return Launcher(tmp_path / "hearth", programs)


def test_a_program_gets_a_server_of_its_own_that_ends_with_it(
    launcher: Launcher, tiny_model: Path
) -> None:
    ran = launcher.run("claude", "--model", str(tiny_model), "--", "-p", 'say "100 %"')

    assert ran.returncode == 7, ran.stderr
    told = launcher.told
    assert told["arguments"] == ["-p", 'say "100 %"']
    environment = told["environment"]
    (model,) = told["models"]["data"]
    assert environment["ANTHROPIC_MODEL"] == model["id"] == tiny_model.stem
    assert not {"ANTHROPIC_API_KEY", "CLAUDE_CODE_USE_BEDROCK"}.intersection(environment)
    assert environment["NO_PROXY"] == "of.the.user,127.0.0.1"
    assert Path(environment["CLAUDE_CONFIG_DIR"]).is_relative_to(launcher.root)
    assert f"context of {tiny_model.stem} holds" in ran.stderr  # too little for this program
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"{environment['ANTHROPIC_BASE_URL']}/health", trust_env=False)


def test_a_server_that_runs_is_asked(launcher: Launcher, tiny_model: Path) -> None:
    with Serving(launcher.root, "--model", str(tiny_model)) as serving:
        port = serving.address.rpartition(":")[2]
        ran = launcher.run("claude", "--port", port)
        assert ran.returncode == 7, ran.stderr
        assert launcher.told["environment"]["ANTHROPIC_BASE_URL"] == serving.address
        assert serving.process.poll() is None

        for name in ("other.gguf", f"{tiny_model.stem}-2.gguf"):
            other = launcher.run("claude", "--port", port, "--model", name)
            assert other.returncode == 1, name
            assert f"already running with the model {tiny_model.stem}" in other.stderr

        unasked = launcher.run("claude", "--port", "1", "--model", str(tiny_model))
        assert unasked.returncode == 1
        assert "only one can use the conversation memory" in unasked.stderr
        assert "Fatal" not in unasked.stderr


def test_what_is_missing_is_told_in_a_sentence(launcher: Launcher, tmp_path: Path) -> None:
    ran = launcher.run("codex")
    assert ran.returncode == 1
    assert "Codex is not installed" in ran.stderr
    assert "npm install -g @openai/codex" in ran.stderr

    no_model = launcher.run("claude", "--model", str(tmp_path / "nowhere.gguf"))
    assert no_model.returncode == 1
    assert "no readable model file" in no_model.stderr
    assert not (launcher.programs / "told.json").exists()


@pytest.mark.unix("signals for a group of processes")
def test_ctrl_c_is_the_programs(launcher: Launcher, tiny_model: Path) -> None:
    process = subprocess.Popen(
        launcher.words("claude", "--model", str(tiny_model), "--", "wait"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=launcher.environment,
        cwd=REPOSITORY,
        start_new_session=True,
        preexec_fn=heed_all_signals if sys.platform != "win32" else None,
    )
    assert process.stdout is not None
    with process, process.stdout:
        assert process.stdout.readline() == b"waiting\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(WAIT_S) == 3
    address = launcher.told["environment"]["ANTHROPIC_BASE_URL"]
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"{address}/health", trust_env=False)


@pytest.mark.parametrize("who_ends", ["first", "second"])
def test_launchers_share_a_server_until_the_last_ends(
    launcher: Launcher, tiny_model: Path, who_ends: str
) -> None:
    with (
        Launched(launcher, "first", "--model", str(tiny_model)) as first,
        Launched(launcher, "second", "--model", str(tiny_model)) as second,
    ):
        assert first.begin() == second.begin()
        started = servers(launcher)
        ends, stays = (first, second) if who_ends == "first" else (second, first)
        assert ends.end() == 7
        assert stays.ask() == tiny_model.stem
        assert stays.end() == 7
        assert are_gone(started)


def test_a_server_outlives_the_launcher_that_started_it_and_was_killed(
    launcher: Launcher, tiny_model: Path
) -> None:
    with Launched(launcher, "first", "--model", str(tiny_model)) as first:
        address = first.begin()
        started = servers(launcher)
        with Launched(launcher, "second") as second:
            assert second.begin() == address
            first.process.kill()
            first.process.wait(WAIT_S)
            assert second.ask() == tiny_model.stem
            second.process.kill()
        assert are_gone(started)
    with Launched(launcher, "third", "--model", str(tiny_model)) as third:
        third.begin()
        assert third.end() == 7


@pytest.mark.unix("signals for a group of processes")
@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP"])
def test_a_terminal_that_ends_takes_the_server_from_nobody(
    launcher: Launcher, tiny_model: Path, name: str
) -> None:
    with Launched(launcher, "first", "--model", str(tiny_model)) as first:
        address = first.begin()
        started = servers(launcher)
        with Launched(launcher, "second") as second:
            assert second.begin() == address
            os.killpg(first.process.pid, getattr(signal, name))
            first.process.wait(WAIT_S)
            assert second.ask() == tiny_model.stem
            assert second.end() == 7
        assert are_gone(started)


def test_another_model_beside_the_first_is_refused(launcher: Launcher, tiny_model: Path) -> None:
    with Launched(launcher, "first", "--model", str(tiny_model)) as first:
        first.begin()
        other = launcher.run("claude", "--model", "other.gguf")
        assert other.returncode == 1
        assert f"Another `hearth launch` is running with the model {tiny_model.stem}" in (
            other.stderr
        )
        assert first.ask() == tiny_model.stem


def test_a_server_whose_launcher_was_killed_before_it_came_ends(
    launcher: Launcher, tiny_model: Path
) -> None:
    words = ("serve", "--for-launch", "--port", "0", "--model", str(tiny_model))
    ran = subprocess.run(
        command("--data-dir", str(launcher.root), *words),
        capture_output=True,
        cwd=REPOSITORY,
        timeout=WAIT_S,
    )
    assert ran.returncode == 0, ran.stderr
