"""The built program, driven as a process in an environment that holds nothing but a home.

These tests need the build, so `make test` leaves them out and `make test-frozen` runs them. The
folder that holds the program is taken from HEARTH_FROZEN; without it, it is built first.
"""

from __future__ import annotations

import contextlib
import json
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from app.core.system.paths import Paths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER_VARIABLE = "HEARTH_FROZEN"
LIMIT_S = 120.0
# Windows ties a program to a terminal or to none: there the command line is one of its own.
WINDOW, COMMAND = ("hearth.exe", "hearth-cli.exe") if sys.platform == "win32" else ("hearth",) * 2
# A window that nobody sees; on Windows only one on a screen is told to close.
UNSEEN = {} if sys.platform == "win32" else {"QT_QPA_PLATFORM": "offscreen"}
# Without these no program starts on Windows.
_OF_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "PATH", "TEMP", "TMP", "COMSPEC")
_smoke = runpy.run_path(str(REPOSITORY / "packaging" / "smoke_window.py"), run_name="smoke_window")


@dataclass
class Ran:
    """What one run of the program left behind."""

    code: int
    out: str
    err: str

    @property
    def figures(self) -> dict[str, Any]:
        """The last line of `--json`."""
        return dict(json.loads(self.out.strip().splitlines()[-1]))


@dataclass
class Frozen:
    """The built program together with a home in which nothing has been yet."""

    program: Path
    home: Path
    variables: dict[str, str] = field(default_factory=dict)
    n_logged: dict[Path, int] = field(default_factory=dict)

    @property
    def paths(self) -> Paths:
        """Where it keeps its things in this home."""
        if sys.platform == "win32":
            local = self.home / "AppData" / "Local" / "hearth"
            return Paths(local / "data", local / "config", local / "Cache", local / "state")
        return Paths(
            data=self.home / ".local/share/hearth",
            config=self.home / ".config/hearth",
            cache=self.home / ".cache/hearth",
            state=self.home / ".local/state/hearth",
        )

    @property
    def environment(self) -> dict[str, str]:
        home = {"HOME": str(self.home)}
        if sys.platform == "win32":
            home = {name: os.environ[name] for name in _OF_WINDOWS if name in os.environ}
            local = str(self.home / "AppData" / "Local")
            home |= {"USERPROFILE": str(self.home), "LOCALAPPDATA": local}
            home |= {"WIN_PD_OVERRIDE_LOCAL_APPDATA": local}
        return {**home, **self.variables}

    @property
    def command(self) -> Path:
        """The program to be used from a terminal."""
        return self.program.with_name(COMMAND) if self.program.name == WINDOW else self.program

    def run(self, *arguments: str, **variables: str) -> Ran:
        done = subprocess.run(
            [self.command, *arguments],
            env={**self.environment, **variables},
            cwd=self.home,
            capture_output=True,
            encoding="utf-8",
            timeout=LIMIT_S,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def ask(self, *arguments: str) -> dict[str, Any]:
        """Ask without chance, and return the figures of an answer that was given."""
        ran = self.run("ask", "--temp", "0", "--json", *arguments)
        assert ran.code == 0, ran.err
        assert ran.err == ""
        return ran.figures

    @contextlib.contextmanager
    def window(self, *arguments: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
        """Open the window; it is closed at the end and must have nothing to complain of."""
        self.n_logged = {log: len(_text_of(log)) for log in self._logs}
        child = subprocess.Popen(
            [self.program, *arguments],
            env={**self.environment, **variables},
            cwd=self.home,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        try:
            yield child
            close_window(child)
            out, err = child.communicate(timeout=LIMIT_S)
        finally:
            child.kill()
            child.communicate()
        assert (child.returncode, out, err) == (0, "", "")

    def until_logged(self, words: str) -> None:
        """Wait until the window that was opened last, or its engine, has logged these words."""
        wait_until(
            lambda: any(words in _text_of(log)[n:] for log, n in self.n_logged.items()),
            f"{words!r} in a log",
        )

    @property
    def _logs(self) -> tuple[Path, ...]:
        return self.paths.log_file, self.paths.state / "engine.log"


def close_window(child: subprocess.Popen[str]) -> None:
    """Ask a program to end, as its desktop would."""
    if sys.platform == "win32":  # says WM_CLOSE to every window of the process
        subprocess.run(["taskkill", "/PID", str(child.pid)], capture_output=True, check=False)
    else:
        child.send_signal(signal.SIGTERM)


def _text_of(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def wait_until(condition: Any, what: str) -> None:
    """Wait for something that another process does."""
    give_up = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < give_up, f"never came: {what}"
        time.sleep(0.02)  # another process cannot wake this one


@dataclass
class Screen:
    """An X server without a screen, and what would be seen on it."""

    display: str
    frames: Path

    @property
    def variables(self) -> dict[str, str]:
        return {"QT_QPA_PLATFORM": "xcb", "DISPLAY": self.display}

    def pixels(self) -> NDArray[np.uint32]:
        """Return what is seen: [height, width], 0x00rrggbb."""
        data = (self.frames / "Xvfb_screen0").read_bytes()
        # Source: X11/XWDFile.h; a header of big-endian words, then the colours, then the lines.
        header = np.frombuffer(data, ">u4", 25)
        width, height, n_colours, line_bytes = header[4], header[5], header[19], header[12]
        start = int(header[0]) + 12 * int(n_colours)
        words = np.frombuffer(data, "<u4", int(height) * int(line_bytes) // 4, start)
        seen: NDArray[np.uint32] = words.reshape(int(height), -1)[:, : int(width)].astype(np.uint32)
        return seen & np.uint32(0xFFFFFF)

    def n_colours(self) -> int:
        return len(np.unique(self.pixels()))


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    frames = tmp_path / "frames"
    frames.mkdir()
    with _smoke["x_server"](str(frames)) as display:
        yield Screen(display, frames)


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder that holds the built program."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named).absolute()
    subprocess.run([sys.executable, REPOSITORY / "packaging" / "freeze.py"], check=True)
    return REPOSITORY / "dist" / "hearth"


@pytest.fixture(scope="session")
def elsewhere(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The program moved to a folder with blanks and letters of many scripts, nothing writable."""
    folder = tmp_path_factory.mktemp("Größe & Maß – 暖炉") / "hearth ❤"
    shutil.copytree(built, folder, symlinks=True)
    inside = [folder, *(path for path in folder.rglob("*") if not path.is_symlink())]
    for path in inside:
        path.chmod(path.stat().st_mode & ~0o222)
    yield folder
    for path in inside:
        path.chmod(path.stat().st_mode | 0o200)


@pytest.fixture
def frozen(built: Path, tmp_path: Path) -> Frozen:
    """The built program, with room for stored memory however full the disk is."""
    return settle(built / WINDOW, tmp_path / "home")


def settle(program: Path, home: Path) -> Frozen:
    frozen = Frozen(program, home)
    frozen.paths.config.mkdir(parents=True)
    frozen.paths.settings_file.write_text("[memory]\nkeep_free_gb = 0\n", "utf-8")
    # Qt complains of a session without one; every login makes it.
    runtime = home / "run"
    runtime.mkdir(mode=0o700)
    frozen.variables["XDG_RUNTIME_DIR"] = str(runtime)
    return frozen
