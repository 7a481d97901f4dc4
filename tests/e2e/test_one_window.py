"""A second start while Hearth is open: two real programs over one folder."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from app.core.settings.settings import Settings
from app.core.settings.table import MODEL_PATH
from app.ui.start.instance.address import address_file
from tests.e2e.conftest import REPOSITORY, command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.system.paths import Paths

WAIT_S = 60.0


def wait(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < end, f"no {what}"
        time.sleep(0.02)


@pytest.fixture
def begin(paths: Paths) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start the program as a user does; what still runs at the end is ended."""
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str, cwd: Path = REPOSITORY) -> subprocess.Popen[str]:
        root = str(paths.data.parent)
        process = subprocess.Popen(
            command("--data-dir", root, *arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        if process.poll() is None:
            if os.name == "posix":
                process.send_signal(signal.SIGCONT)
            process.terminate()
        process.communicate(timeout=WAIT_S)


def test_a_second_start_hands_its_model_over_and_ends(
    begin: Callable[..., subprocess.Popen[str]], paths: Paths, tiny_model: Path
) -> None:
    first = begin()
    wait(address_file(paths).exists, "window")
    second = begin("--model", tiny_model.name, cwd=tiny_model.parent)
    _, errors = second.communicate(timeout=WAIT_S)
    assert second.returncode == 0, errors

    def opened() -> str:
        return Settings.load(paths.settings_file).get(MODEL_PATH)

    wait(lambda: opened() == str(tiny_model), "model")
    assert first.poll() is None
    assert "using these chats" not in paths.log_file.read_text("utf-8")


def test_a_quick_ask_is_handed_over_and_without_a_window_opens_one(
    begin: Callable[..., subprocess.Popen[str]], paths: Paths
) -> None:
    first = begin("--quick-ask")
    wait(address_file(paths).exists, "window")
    second = begin("--quick-ask")
    _, errors = second.communicate(timeout=WAIT_S)
    assert second.returncode == 0, errors
    assert first.poll() is None


def test_two_starts_at_once_end_as_one_window(
    begin: Callable[..., subprocess.Popen[str]], paths: Paths
) -> None:
    both = [begin(), begin()]
    wait(lambda: any(one.poll() is not None for one in both), "end of one of them")
    [ended] = [one for one in both if one.poll() is not None]
    assert ended.returncode == 0, ended.communicate()[1]
    wait(address_file(paths).exists, "window")
    assert [one for one in both if one.poll() is None]


def address(paths: Paths) -> bytes:
    """Return what a window has written of where it is; nothing while that is made anew."""
    try:
        return address_file(paths).read_bytes()
    except OSError:
        return b""


def test_one_that_was_killed_leaves_nothing_in_the_way(
    begin: Callable[..., subprocess.Popen[str]], paths: Paths
) -> None:
    first = begin()
    wait(address_file(paths).exists, "window")
    before = address_file(paths).read_bytes()
    first.kill()
    first.wait()
    second = begin()
    wait(lambda: address(paths) not in (b"", before), "second window")
    third = begin()
    third.communicate(timeout=WAIT_S)
    assert third.returncode == 0
    assert second.poll() is None


@pytest.mark.unix("a signal that stops a process")
def test_one_that_hangs_is_said_and_nothing_opens(
    begin: Callable[..., subprocess.Popen[str]], paths: Paths
) -> None:
    first = begin()
    wait(address_file(paths).exists, "window")
    first.send_signal(signal.SIGSTOP)
    second = begin()
    _, errors = second.communicate(timeout=WAIT_S)
    assert second.returncode == 1
    assert "does not respond" in errors
