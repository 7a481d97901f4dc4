"""A model of a server in the whole program: asked, marked, changed, gone, and there at the start.

The server is reached as if it were another machine: through a proxy, which it is itself.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtWidgets import QPushButton

from app.core.remote.server import Server
from app.core.system.paths import SERVERS
from app.ui.composer.composer import ComposerState
from tests.helpers.chat_server import DONE, MODEL, ChatServer, chunk
from tests.helpers.memory_keyring import keyring_in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.system.paths import Paths
    from tests.e2e.conftest import Program
    from tests.helpers.chat_server import Exchange

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LINE = "Messages go to studio (studio.local)"
PATH = f"server:studio/{MODEL}"


@pytest.fixture(autouse=True)
def backend() -> Iterator[object]:
    with keyring_in_memory() as backend:
        yield backend


def settings_for(server: ChatServer) -> str:
    """Return settings by which every other machine is this server."""
    proxy = server.address.removesuffix("/v1")
    return f'[network]\nproxy = "{proxy}"\n[chats]\ntitles = "first_words"\n'


def greet(exchange: Exchange) -> None:
    asked = exchange.asked.body["messages"][-1]["content"]
    exchange.stream([chunk("You said: "), chunk(str(asked), finish="stop"), DONE])


def add_studio(program: Program) -> None:
    server = Server("studio", "http://studio.local/v1", is_plain_agreed=True)
    program.hearth._parts.servers.put(server, "")


def buttons(program: Program) -> list[str]:
    return [one.text() for one in program.window.notices.findChildren(QPushButton)]


def test_a_chat_is_answered_by_a_server_and_says_so_all_the_while(start: Any) -> None:
    with ChatServer(greet) as server:
        program: Program = start(settings=settings_for(server))
        add_studio(program)
        program.window.models.choose(PATH)
        program.until_ready()
        assert program.window.model_bar.text() == f"{MODEL} — studio"
        assert program.window.composer.server_bar.words() == LINE

        assert program.say("Hello") == "You said: Hello"

        (_question, said) = program.window.open_chat.messages
        assert said.model == f"{MODEL} — studio"
        assert program.window.composer.server_bar.isVisible()
        program.say("Again")
        sent = [one["content"] for one in server.bodies[-1]["messages"]]
        assert sent == ["Hello", "You said: Hello", "Again"]


def test_the_next_start_connects_again_and_the_chat_is_there(start: Any) -> None:
    with ChatServer(greet) as server:
        program: Program = start(settings=settings_for(server))
        add_studio(program)
        program.window.models.choose(PATH)
        program.until_ready()
        program.say("Hello")
        program.quit()

        program = start()
        program.until_ready()
        assert program.window.model_bar.text() == f"{MODEL} — studio"
        program.open_first_chat()
        assert program.say("Again") == "You said: Again"


def test_a_start_without_the_server_leaves_the_chats_and_a_way_on(start: Any) -> None:
    with ChatServer(greet) as server:
        program: Program = start(settings=settings_for(server))
        add_studio(program)
        program.window.models.choose(PATH)
        program.until_ready()
        program.say("Hello")
        program.quit()

    program = start()
    program.until(lambda: "Try again" in buttons(program))
    assert program.window.composer.state is ComposerState.NO_MODEL
    program.open_first_chat()
    assert program.window.transcript.messages.last_answer() == "You said: Hello"
    program.window.models.use_guide()
    program.until_ready()
    assert not program.window.composer.server_bar.isVisible()


def test_going_from_a_server_to_this_machine_and_back_is_one_step_each(start: Any) -> None:
    with ChatServer(greet) as server:
        program: Program = start(settings=settings_for(server))
        add_studio(program)
        program.until_ready()  # the guide
        for _ in range(2):
            program.window.models.choose(PATH)
            program.until(lambda: program.window.composer.server_bar.words() == LINE)
            program.until_ready()
            assert program.say("Hello") == "You said: Hello"
            program.window.models.use_guide()
            program.until(lambda: not program.window.composer.server_bar.words())
            program.until_ready()
            assert program.window.models.is_guide
            n_asked = len(server.bodies)
            assert program.say("Hello")
            assert len(server.bodies) == n_asked


def test_of_a_server_that_is_removed_no_model_stays(
    start: Any, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ChatServer(greet) as server:
        program: Program = start(settings=settings_for(server))
        add_studio(program)
        program.window.models.choose(PATH)
        program.until_ready()
        program.say("Hello")
        page = program.window.servers.show_page()
        program.until(lambda: page.rows.rowCount() == 1)
        monkeypatch.setattr(program.window.servers, "_agrees_to_remove", lambda _name: True)

        page.remove_button.click()

        program.until(lambda: "The server “studio” no longer exists." in program.notices())
        assert program.window.composer.state is ComposerState.NO_MODEL
        page.close()
        program.until(lambda: "was removed" in program.notices())
    assert json.loads((paths.config / SERVERS).read_text("utf-8")) == {"servers": []}
