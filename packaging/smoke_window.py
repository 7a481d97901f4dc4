"""Opens Hearth on an X server of its own and closes it again, as a user's desktop would.

Fails when the window does not appear, when the program complains on its error stream, or when it
does not end in good order. Needs Xvfb and xdotool.

Usage: python packaging/smoke_window.py [COMMAND ...]     default: this Python's `-m app`
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Hearth"
START_LIMIT_S = 60.0
END_LIMIT_S = 30.0
SCREEN = "1280x800x24"


class SmokeFailed(Exception):
    """The window did not behave."""


@contextmanager
def x_server(frames: str = "") -> Iterator[str]:
    """Run Xvfb on a free display and yield the display's name.

    Args:
        frames: folder in which it keeps what is on the screen, as the file Xvfb_screen0 in the
            format of xwd; "" for nowhere.
    """
    reading, writing = os.pipe()
    # Xvfb finds a free display itself and writes its number once it takes connections.
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    # Else it begins anew when the last window closes, and refuses the next for a moment.
    command.append("-noreset")
    command += ["-fbdir", frames] if frames else []
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        try:
            if not number:
                raise SmokeFailed("Xvfb did not start")
            yield f":{number}"
        finally:
            server.terminate()


def wait_for_window(program: subprocess.Popen[str], environment: dict[str, str]) -> str:
    """Return the X id of the program's visible window."""
    search = ["xdotool", "search", "--onlyvisible", "--name", TITLE]
    give_up = time.monotonic() + START_LIMIT_S
    while time.monotonic() < give_up:
        if program.poll() is not None:
            raise SmokeFailed(f"the program ended with code {program.returncode}")
        found = subprocess.run(
            search, env=environment, capture_output=True, text=True, check=False
        ).stdout.split()
        if found:
            return found[0]
        time.sleep(0.2)
    raise SmokeFailed(f"no window named {TITLE} within {START_LIMIT_S:.0f} s")


def smoke(command: list[str], display: str, data_dir: str) -> None:
    """Start the program, wait for its window, ask it to end, and judge how it went."""
    environment = dict(os.environ, DISPLAY=display, QT_QPA_PLATFORM="xcb", LC_ALL="C.UTF-8")
    environment.pop("WAYLAND_DISPLAY", None)
    environment.setdefault("XDG_RUNTIME_DIR", data_dir)  # Qt complains where a login set none
    with subprocess.Popen(
        [*command, "--data-dir", data_dir], env=environment, stderr=subprocess.PIPE, text=True
    ) as program:
        try:
            window = wait_for_window(program, environment)
            geometry = subprocess.run(
                ["xdotool", "getwindowgeometry", window],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            program.send_signal(signal.SIGTERM)
            _, complaints = program.communicate(timeout=END_LIMIT_S)
        except BaseException:
            program.kill()
            sys.stderr.write(program.communicate()[1])
            raise
    if program.returncode != 0 or complaints.strip():
        raise SmokeFailed(f"ended with code {program.returncode} and said:\n{complaints}")
    print("The window opened and closed:", " ".join(geometry.split()))


def main() -> int:
    """Run the smoke test and return the exit code."""
    command = sys.argv[1:] or [sys.executable, "-m", "app"]
    try:
        with x_server() as display, tempfile.TemporaryDirectory() as data_dir:
            smoke(command, display, data_dir)
    except (SmokeFailed, subprocess.TimeoutExpired) as failure:
        print(f"Smoke test failed: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
