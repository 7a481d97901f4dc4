"""The built program's window."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.chats.store import ChatStore
from app.core.messages import Role
from tests.frozen.conftest import REPOSITORY, UNSEEN, WINDOW, settle, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tests.frozen.conftest import Frozen, Screen

# A window with text, icons and the smoothed edges of both; one of a single colour has none.
MANY_COLOURS = 100
STILL_S = 5.0  # the first formula takes its time on a busy machine
# Pixels of the screen; the window opens in its upper left corner.
FIRST_CHAT, NOWHERE = "120 145", "1275 795"
# Without the list of chats, which tells times, and the caret, which blinks.
TRANSCRIPT = (slice(60, 660), slice(300, 1100))
FORMULA = r"$$\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}$$"
of_x = pytest.mark.unix("an X server of its own")
CODE = "```python\ndef answer() -> int:\n    return 42  # always\n```"


def xdotool(screen: Screen, *arguments: str) -> str:
    done = subprocess.run(
        ["xdotool", *arguments],
        env={"DISPLAY": screen.display},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.stdout.strip()


def windows(screen: Screen) -> list[str]:
    return xdotool(screen, "search", "--onlyvisible", "--name", "Hearth").splitlines()


def wait_for_window(screen: Screen) -> str:
    wait_until(lambda: windows(screen), "the window")
    return windows(screen)[0]


def n_complete(database: Path) -> int:
    """Return how many messages are complete, read beside the program that has them open."""
    query = "SELECT count(*) FROM messages WHERE status = 'complete'"
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return int(connection.execute(query).fetchone()[0])


def test_the_window_opens_loads_the_guide_and_ends_on_demand(frozen: Frozen) -> None:
    with frozen.window(**UNSEEN):
        frozen.until_logged("model loaded")


@of_x
def test_the_window_is_seen_on_an_x_server_and_is_known_to_the_desktop(
    frozen: Frozen, screen: Screen
) -> None:
    with frozen.window(**screen.variables):
        window = wait_for_window(screen)
        frozen.until_logged("model loaded")
        wait_until(lambda: screen.n_colours() > MANY_COLOURS, "anything on the screen")
        named = xdotool(screen, "search", "--onlyvisible", "--class", "^hearth$")

        assert window in named.splitlines()


@of_x
def test_a_question_typed_into_the_window_is_answered_and_kept(
    frozen: Frozen, screen: Screen
) -> None:
    with frozen.window(**screen.variables):
        window = wait_for_window(screen)
        frozen.until_logged("model loaded")
        xdotool(screen, "windowfocus", "--sync", window)
        xdotool(screen, "type", "--delay", "20", "How do I add a model?")
        xdotool(screen, "key", "Return")
        wait_until(lambda: n_complete(frozen.paths.database) == 2, "an answer")
    with ChatStore.open(frozen.paths.database) as store:
        question, answer = store.path(store.list_chats()[0].id)

    assert question.text == "How do I add a model?"
    assert "Ctrl+O" in answer.text


def settled(screen: Screen) -> NDArray[np.uint32]:
    """Return what is seen of a chat, as soon as nothing changes any more."""
    before, since = screen.pixels()[TRANSCRIPT], time.monotonic()
    while time.monotonic() - since < STILL_S:
        time.sleep(0.1)
        now = screen.pixels()[TRANSCRIPT]
        if not np.array_equal(now, before):
            before, since = now, time.monotonic()
    return before


def transcript(
    program: Frozen,
    screen: Screen,
    *arguments: str,
    meanwhile: Callable[[], object] = lambda: None,
    **variables: str,
) -> NDArray[np.uint32]:
    """Return what is seen of the first chat, opened when `meanwhile` has been done."""
    with program.window(*arguments, **variables, **screen.variables):
        wait_for_window(screen)
        program.until_logged("model loaded")
        meanwhile()
        xdotool(screen, *f"mousemove {FIRST_CHAT} click 1 mousemove {NOWHERE}".split())
        return settled(screen)


def write_showy_chat(database: Path) -> None:
    """Make a database with one chat that needs all that draws answers."""
    database.parent.mkdir(parents=True)
    with ChatStore.open(database) as store:
        chat = store.create_chat(title="Show me")
        question = store.add_message(chat.id, parent_id=None, role=Role.USER, text=FORMULA)
        text = f"{FORMULA}\n\n{CODE}\n\n| a | b |\n|---|---|\n| 1 | *two* |"
        store.add_message(chat.id, parent_id=question.id, role=Role.ASSISTANT, text=text)


@of_x
def test_formulas_code_and_pictures_are_drawn_as_the_program_in_the_checkout_draws_them(
    frozen: Frozen, screen: Screen, tmp_path: Path
) -> None:
    checkout = settle(Path(sys.executable), tmp_path / "another home")
    for program in (frozen, checkout):
        write_showy_chat(program.paths.database)

    drawn = transcript(checkout, screen, "-m", "app", PYTHONPATH=str(REPOSITORY))
    shown = transcript(frozen, screen)

    assert len(np.unique(drawn)) > MANY_COLOURS
    assert np.array_equal(shown, drawn)


@of_x
def test_it_goes_on_while_an_update_replaces_it_and_the_new_one_has_the_chats(
    built: Path, screen: Screen, tmp_path: Path
) -> None:
    installed = tmp_path / "lib" / "hearth"
    shutil.copytree(built, installed, symlinks=True)
    before, after = (settle(installed / "hearth", tmp_path / name) for name in ("one", "two"))
    for program in (before, after):
        write_showy_chat(program.paths.database)

    def update() -> None:
        """Do as a package manager does; of the new program no byte lies where the old had it."""
        new = tmp_path / "new"
        shutil.copytree(built, new, symlinks=True)
        (new / "hearth").write_bytes(b"\0" * (built / "hearth").stat().st_size)
        installed.rename(tmp_path / "old")
        new.rename(installed)
        shutil.rmtree(tmp_path / "old")

    shown = transcript(before, screen)
    # The first formula, which nothing was imported for yet, is drawn after the update.
    assert np.array_equal(transcript(after, screen, meanwhile=update), shown)

    shutil.copy2(built / "hearth", installed / "hearth")
    assert after.ask("--chat", "1", "What is Hearth?")["text"]


@of_x
def test_a_second_start_on_the_same_chats_opens_no_window_and_harms_nothing(
    frozen: Frozen, screen: Screen
) -> None:
    with frozen.window(**screen.variables):
        wait_for_window(screen)
        frozen.until_logged("model loaded")
        again = frozen.run(**screen.variables)
        assert len(windows(screen)) == 1
        asked = frozen.run("ask", "Is anybody there?")

    assert (again.code, again.err) == (0, "")
    assert asked.code == 0
    assert "this chat is not saved" in asked.err
    assert frozen.ask("What is Hearth?")["text"]


def test_a_folder_that_cannot_be_written_to_is_told_plainly(built: Path, tmp_path: Path) -> None:
    frozen = settle(built / WINDOW, tmp_path / "home")
    (tmp_path / "file").write_text("")

    ran = frozen.run("--data-dir", str(tmp_path / "file"), "ask", "Hello")

    assert ran.code == 1
    assert "cannot write to the folder" in ran.err
