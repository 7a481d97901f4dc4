"""Installs Hearth by its setup program, uses it as a person would, updates it and removes it.

Runs in the laboratory's Debian root, beside Wine and an X server, for a Windows user whose name the
environment says. What came of each step goes into the file of notes of the other suites; a step
that fails ends the run, for those after it build on it. Pictures of the window are taken on the
way.

Uses the standard library only.
Usage: python3 try_setup.py SETUP_PROGRAM PICTURES
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from result_notes import BEGUN, FAILED, PASSED, note

if TYPE_CHECKING:
    from collections.abc import Iterator

QUESTION, FOLLOW_UP = "How do I add a model?", "And how do I remove it?"
_LIMIT_S = 180.0
_STILL_S = 6.0
_SILENT = ("/VERYSILENT", "/SUPPRESSMSGBOXES", "/NORESTART", "/CURRENTUSER")
_UNINSTALL = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall"
_OPEN_WITH = r"HKCU\Software\Classes\.gguf\OpenWithProgids"


@dataclass
class Machine:
    """A Windows with one user, and what is seen of it.

    Attributes:
        setup: the setup program, as this system has it.
        profile: the user's folder, as this system has it.
        pictures: the folder for pictures.
        log: of the setup program.
    """

    setup: Path
    profile: Path
    pictures: Path
    log: Path

    @property
    def local(self) -> Path:
        r"""The user's `AppData\Local`."""
        return self.profile / "AppData" / "Local"

    @property
    def program(self) -> Path:
        """Where the setup program puts Hearth."""
        return self.local / "Programs" / "Hearth"

    @property
    def kept(self) -> Path:
        """What the user has written."""
        return self.local / "hearth"

    def windows(self, *command: str | Path, limit_s: float = _LIMIT_S) -> str:
        """Run a program of Windows and return what it printed.

        Raises:
            AssertionError: it failed, or did not end.
        """
        # A file, for what a program leaves running would keep a pipe open.
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
            with _to_the_end(command, out) as child:
                try:
                    child.wait(limit_s)
                except subprocess.TimeoutExpired:
                    raise AssertionError(f"still runs after {limit_s:.0f} s: {command}") from None
            out.seek(0)
            printed = out.read()
        assert child.returncode == 0, f"{command} ended with {child.returncode}: {printed}"
        return printed

    def installs(self, *tasks: str) -> None:
        """Run the setup program to its end, without a word."""
        log = on_windows(self.log)
        self.windows(self.setup, *_SILENT, f"/TASKS={','.join(tasks)}", f"/LOG={log}")

    def asks(self, *arguments: str) -> dict[str, Any]:
        """Ask in a terminal, and return the figures of the answer."""
        command = self.program / "hearth-cli.exe"
        printed = self.windows(command, "ask", "--temp", "0", "--json", *arguments)
        return dict(json.loads(printed.strip().splitlines()[-1]))

    def registry(self, key: str, value: str = "") -> str:
        """Return what the registry says, "" for nothing."""
        query = ["wine", "reg", "query", key, *(["/v", value] if value else ["/s"])]
        done = subprocess.run(query, capture_output=True, check=False, timeout=_LIMIT_S)
        return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""

    def picture(self, name: str) -> None:
        """Take one of the whole screen."""
        target = str(self.pictures / f"{name}.png")
        subprocess.run(["import", "-window", "root", target], check=True, timeout=60)

    @property
    def said(self) -> str:
        """Everything that the window and its engine have logged."""
        logs = sorted((self.kept / "state").glob("*.log"))
        return "".join(log.read_text("utf-8", "replace") for log in logs)

    def messages(self) -> list[tuple[int, str]]:
        """Return chat and text of all complete messages, oldest first; no program has them open."""
        query = "SELECT chat_id, text FROM messages WHERE status = 'complete' ORDER BY id"
        with contextlib.closing(sqlite3.connect(self.kept / "data" / "chats.db")) as database:
            return list(database.execute(query))

    @contextlib.contextmanager
    def window(self) -> Iterator[str]:
        """Open the window as the start menu does; it has to close in order."""
        n_before = self.said.count("model loaded")
        with _to_the_end((self.program / "hearth.exe",)) as child:
            until(windows_seen, "the window")
            until(lambda: self.said.count("model loaded") > n_before, "the model")
            time.sleep(3)  # what was drawn is not told outside
            yield windows_seen()[0]
            close_windows()
            child.wait(_LIMIT_S)
        assert child.returncode == 0, child.returncode


@contextlib.contextmanager
def _to_the_end(
    command: tuple[str | Path, ...], out: IO[str] | int = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program of Windows; it is ended at the end, if it has not ended by itself."""
    with subprocess.Popen(
        ["wine", *map(str, command)],
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.STDOUT,
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def on_windows(path: Path) -> str:
    r"""Return how Windows calls a file of this system: `Z:\...`."""
    return "Z:" + str(path).replace("/", "\\")


def until(condition: Any, what: str) -> None:
    """Wait for something that another process does.

    Raises:
        AssertionError: it does not come.
    """
    give_up = time.monotonic() + _LIMIT_S
    while not condition():
        assert time.monotonic() < give_up, f"never came: {what}"
        time.sleep(0.2)  # another process cannot wake this one


def xdotool(*arguments: str) -> str:
    """Do something with keys, mouse or windows; return what was said."""
    done = subprocess.run(
        ["xdotool", *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    return done.stdout.strip()


def windows_seen() -> list[str]:
    """Return the numbers of Hearth's windows on the screen."""
    return xdotool("search", "--onlyvisible", "--name", "Hearth").splitlines()


def until_still() -> None:
    """Wait until what is seen of the transcript changes no more; the caret blinks below it."""
    look = ["import", "-window", "root", "-crop", "800x500+300+60", "rgb:-"]
    seen, since = b"", time.monotonic()
    give_up = since + _LIMIT_S
    while time.monotonic() - since < _STILL_S:
        assert time.monotonic() < give_up, "the transcript never comes to rest"
        now = subprocess.run(look, capture_output=True, check=True, timeout=60).stdout
        if now != seen:
            seen, since = now, time.monotonic()
        time.sleep(0.2)


def close_windows() -> None:
    """Close what is open, by keys: there is no frame with a cross without a window manager."""
    for window in windows_seen():
        xdotool("windowfocus", "--sync", window)
        xdotool("key", "alt+F4")


def say(window: str, text: str) -> None:
    """Type into the window and send it."""
    xdotool("windowfocus", "--sync", window)
    xdotool("type", "--delay", "40", text)
    xdotool("key", "Return")


# -- the steps --


def installs_for_a_user_without_rights(machine: Machine) -> None:
    """Program, start menu, PATH, the offer for .gguf files; nothing elsewhere."""
    machine.installs("gguf", "path")
    assert (machine.program / "hearth.exe").is_file()
    menu = machine.profile / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs"
    assert list(menu.rglob("Hearth.lnk"))
    assert "Hearth" in machine.registry(_UNINSTALL)
    assert "Hearth.gguf" in machine.registry(_OPEN_WITH)
    assert machine.registry(r"HKCU\Environment", "Path").count("Programs\\Hearth") == 1
    assert not list((machine.profile.parents[1] / "Program Files").glob("Hearth*"))


def the_command_is_on_the_path(machine: Machine) -> None:
    """A terminal that is opened now knows it."""
    assert machine.windows("cmd", "/c", "hearth-cli --version").startswith("hearth ")


def the_guide_answers_and_a_second_process_goes_on(machine: Machine) -> None:
    """In a terminal; what the first computed is restored from the disk."""
    first = machine.asks(QUESTION)
    assert "Ctrl+O" in first["text"]
    second = machine.asks("--chat", str(first["chat_id"]), FOLLOW_UP)
    assert second["restored_tokens"] > 0
    assert second["text"]


def the_guide_answers_on_vulkan(machine: Machine) -> None:
    """With the packaged backend, on a device that computes on the processor; it has to be named."""
    os.environ["GGML_VK_VISIBLE_DEVICES"] = "0"
    try:
        answer = machine.asks(QUESTION)
    finally:
        del os.environ["GGML_VK_VISIBLE_DEVICES"]
    assert answer["gpu_layers"] > 0
    assert "Ctrl+O" in answer["text"]


def the_window_opens_and_answers(machine: Machine) -> None:
    """Typed with a keyboard."""
    with machine.window() as window:
        machine.picture("opened")
        say(window, QUESTION)
        until_still()
        machine.picture("answered")
    (_, question), (_, answer) = machine.messages()[-2:]
    assert question == QUESTION
    assert "Ctrl+O" in answer


def the_window_comes_back_with_the_chat(machine: Machine) -> None:
    """After a restart; a click on the newest chat, and it goes on where it was."""
    before = machine.messages()
    with machine.window() as window:
        xdotool("mousemove", "--window", window, "120", "145", "click", "1")
        until_still()
        machine.picture("resumed")
        say(window, FOLLOW_UP)
        until_still()
        machine.picture("gone-on")
    after = machine.messages()
    assert len(after) == len(before) + 2
    assert (after[-2][1], after[-2][0], after[-3][0]) == (FOLLOW_UP, after[-1][0], after[-1][0])


def an_update_over_the_running_program_keeps_all(machine: Machine) -> None:
    """Without a word: the window is closed in order, and opened again when all is replaced."""
    before = (machine.program / "hearth.exe").stat().st_ino
    n_loaded = machine.said.count("model loaded")
    with _to_the_end((machine.program / "hearth.exe",)) as child:
        until(windows_seen, "the window")
        until(lambda: machine.said.count("model loaded") > n_loaded, "the model")
        machine.installs("gguf", "path")
        child.wait(_LIMIT_S)
        assert child.returncode == 0, child.returncode
    assert (machine.program / "hearth.exe").stat().st_ino != before
    until(windows_seen, "the window of the new program")
    until(lambda: machine.said.count("model loaded") > n_loaded + 1, "its model")
    time.sleep(3)
    machine.picture("updated")
    close_windows()
    until(lambda: not windows_seen(), "the end of the window")
    assert machine.registry(r"HKCU\Environment", "Path").count("Programs\\Hearth") == 1
    assert machine.asks("--chat", "1", "Where are my chats stored?")["restored_tokens"] > 0


def uninstalling_leaves_what_is_the_users_and_nothing_else(machine: Machine) -> None:
    """Chats, settings and stored memory stay; program, menu, registry and PATH are as before."""
    kept = {path.name for path in machine.kept.iterdir()}
    machine.windows(machine.program / "unins000.exe", *_SILENT[:3])
    until(lambda: not machine.program.exists(), "the end of the program's folder")
    assert {path.name for path in machine.kept.iterdir()} == kept
    assert (machine.kept / "data" / "chats.db").is_file()
    menu = machine.profile / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs"
    assert not list(menu.rglob("Hearth*"))
    assert "Hearth" not in machine.registry(_UNINSTALL)
    assert "Hearth" not in machine.registry(_OPEN_WITH)
    assert "Hearth" not in machine.registry(r"HKCU\Environment")


STEPS = (
    installs_for_a_user_without_rights,
    the_command_is_on_the_path,
    the_guide_answers_and_a_second_process_goes_on,
    the_guide_answers_on_vulkan,
    the_window_opens_and_answers,
    the_window_comes_back_with_the_chat,
    an_update_over_the_running_program_keeps_all,
    uninstalling_leaves_what_is_the_users_and_nothing_else,
)


def main() -> int:
    """Do one step after another."""
    setup, pictures = (Path(word) for word in sys.argv[1:3])
    pictures.mkdir(parents=True, exist_ok=True)
    profile = Path(os.environ["WINEPREFIX"]) / "drive_c" / "users" / os.environ["USER"]
    machine = Machine(setup, profile, pictures, pictures / "setup.log")
    for step in STEPS:
        note(step.__name__, BEGUN)
        print(step.__name__, flush=True)
        try:
            step(machine)
        except Exception:  # noqa: BLE001 - whatever it is, the step has failed
            traceback.print_exc()
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                machine.picture("failed")
            note(step.__name__, FAILED)
            return 1
        note(step.__name__, PASSED)
    return 0


if __name__ == "__main__":
    sys.exit(main())
