"""The built program's window."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING

from app.core.chats import ChatStore
from app.core.messages import Role
from tests.frozen.conftest import settle, wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.frozen.conftest import Frozen, Screen

OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
# A window with text, icons and the smoothed edges of both; one of a single colour has none.
MANY_COLOURS = 100
FORMULA = r"$$\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}$$"
CODE = "```python\ndef answer() -> int:\n    return 42  # always\n```"


def xdotool(screen: Screen, *arguments: str) -> str:
    done = subprocess.run(
        ["xdotool", *arguments],
        env={"DISPLAY": screen.display},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout.strip()


def windows(screen: Screen) -> list[str]:
    return xdotool(screen, "search", "--onlyvisible", "--name", "Hearth").splitlines()


def wait_for_window(screen: Screen) -> str:
    wait_until(lambda: windows(screen), "the window")
    return windows(screen)[0]


def test_the_window_opens_loads_the_guide_and_ends_on_demand(frozen: Frozen) -> None:
    with frozen.window(**OFFSCREEN):
        frozen.until_logged("model loaded")


def test_the_window_is_seen_on_an_x_server_and_is_known_to_the_desktop(
    frozen: Frozen, screen: Screen
) -> None:
    with frozen.window(**screen.variables):
        window = wait_for_window(screen)
        frozen.until_logged("model loaded")
        wait_until(lambda: screen.n_colours() > MANY_COLOURS, "anything on the screen")
        named = xdotool(screen, "search", "--onlyvisible", "--class", "^hearth$")

        assert window in named.splitlines()


def test_a_question_typed_into_the_window_is_answered_and_kept(
    frozen: Frozen, screen: Screen
) -> None:
    with frozen.window(**screen.variables):
        window = wait_for_window(screen)
        frozen.until_logged("model loaded")
        xdotool(screen, "windowfocus", "--sync", window)
        # Typed until it is taken: the composer waits for the model's end of loading.
        xdotool(screen, "type", "--delay", "20", "How do I add a model?")
        xdotool(screen, "key", "Return")
        wait_until(frozen.paths.database.exists, "the database")
        time.sleep(5)  # the answer; nothing outside says that it ended
    with ChatStore.open(frozen.paths.database) as store:
        question, answer = store.path(store.list_chats()[0].id)

    assert question.text == "How do I add a model?"
    assert "Ctrl+O" in answer.text


def colours_of_chat(frozen: Frozen, screen: Screen, text: str) -> int:
    """Return with how many colours a chat of one answer is drawn."""
    with ChatStore.open(frozen.paths.database) as store:
        chat = store.create_chat(title="A chat")
        question = store.add_message(chat.id, parent_id=None, role=Role.USER, text="Show me.")
        store.add_message(chat.id, parent_id=question.id, role=Role.ASSISTANT, text=text)
    with frozen.window(**screen.variables):
        wait_for_window(screen)
        frozen.until_logged("model loaded")
        time.sleep(2)  # what is drawn aside, such as a formula, is not told
        return screen.n_colours()


def test_a_second_window_on_the_same_chats_opens_and_harms_nothing(
    frozen: Frozen, screen: Screen
) -> None:
    with frozen.window(**screen.variables):
        wait_for_window(screen)
        frozen.until_logged("model loaded")
        with frozen.window(**screen.variables):
            wait_until(lambda: len(windows(screen)) == 2, "the second window")
            asked = frozen.run("ask", "Is anybody there?")

    assert asked.code == 1
    assert "using these chats" in asked.err
    assert frozen.ask("What is Hearth?")["text"]


def test_a_folder_that_cannot_be_written_to_is_told_plainly(built: Path, tmp_path: Path) -> None:
    frozen = settle(built / "hearth", tmp_path / "home")
    (tmp_path / "file").write_text("")

    ran = frozen.run("--data-dir", str(tmp_path / "file"), "ask", "Hello")

    assert ran.code == 1
    assert "cannot write to the folder" in ran.err
