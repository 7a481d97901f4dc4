"""The API served by the window: switched on there, asked by real clients, and ended with it."""

from __future__ import annotations

import socket
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx2
import openai
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.core.settings import API_ENABLED, API_KEEP_MEMORY, API_PORT
from app.ui.api.api_presenter import ApiPresenter
from app.ui.api.api_state import Failed, Listening, Off
from app.ui.api.request_table_model import Column
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.paths import Paths
    from app.ui.api.api_dialog import ApiDialog
    from tests.e2e.conftest import Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ENDLESS = 4000  # tokens; far more than are said before somebody ends it
LONG = "Tell me a long story of the sea and of those who live there. " * 30


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_llama(tmp_path_factory.mktemp("model") / "tiny.gguf", n_ctx=8192)


@pytest.fixture
def aside() -> Iterator[ThreadPoolExecutor]:
    """Where clients wait, while the window goes on."""
    with ThreadPoolExecutor(4, "client") as pool:
        yield pool


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Api:
    """The window's API as its user sees it, and clients of it.

    Args:
        program: with the window.
        aside: where clients wait.
    """

    def __init__(self, program: Program, aside: ThreadPoolExecutor) -> None:
        self.program = program
        self.aside = aside
        self.host = program.window.api_host

    @property
    def listening(self) -> Listening:
        assert isinstance(self.host.state, Listening)
        return self.host.state

    def page(self) -> ApiDialog:
        return self.program.window.api.show_page()

    def is_on(self) -> bool:
        return isinstance(self.host.state, Listening)

    def is_off(self) -> bool:
        return isinstance(self.host.state, Off)

    def switch(self) -> None:
        self.page().switch.click()

    def switch_on(self) -> None:
        self.switch()
        self.program.until(self.is_on)

    def wait(self, work: Callable[[], Any]) -> Any:
        """Let a client work, and return what came of it."""
        done: Future[Any] = self.aside.submit(work)
        self.program.until(done.done)
        return done.result()

    def client(self, key: str = "") -> Any:
        """Return OpenAI's own client; untyped: its types know only the models of its maker."""
        address = f"{self.listening.address}/v1"
        return openai.OpenAI(api_key=key or self.listening.key, base_url=address, max_retries=0)

    def ask(self, text: str = "Hello!", key: str = "", n_tokens: int = 8) -> Any:
        """Ask something and return the answer."""
        client = self.client(key)

        def work() -> Any:
            with client:
                return client.chat.completions.create(
                    model="any",
                    messages=[{"role": "user", "content": text}],
                    max_tokens=n_tokens,
                    temperature=0,
                )

        return self.wait(work)

    def begin_stream(self) -> Future[BaseException | None]:
        """Begin an answer without an end, wait for its first word; return how it ends."""
        has_begun: Future[None] = Future()
        client = self.client()

        def work() -> BaseException | None:
            with client:
                stream = client.chat.completions.create(
                    model="any",
                    messages=[{"role": "user", "content": "Hello!"}],
                    max_tokens=ENDLESS,
                    stream=True,
                    extra_body={"ignore_eos": True},
                )
                try:
                    for _chunk in stream:
                        if not has_begun.done():
                            has_begun.set_result(None)
                except (openai.APIError, httpx2.HTTPError) as error:
                    return error
            return None

        ended = self.aside.submit(work)
        self.program.until(lambda: has_begun.done() or ended.done())
        assert has_begun.done(), ended.result()
        return ended

    def log(self) -> list[list[str]]:
        """Return what the page says of each request, the newest first."""
        rows = self.page().rows
        return [
            [str(rows.index(row, column).data()) for column in Column]
            for row in range(rows.rowCount())
        ]


@pytest.fixture
def api(start: Any, model: Path, paths: Paths, aside: ThreadPoolExecutor) -> Api:
    """A window with a model, the API off, and a port that is free."""
    paths.create()
    paths.settings_file.write_text(f"[api]\nport = {free_port()}\n[memory]\nkeep_free_gb = 0\n")
    program: Program = start(model)
    program.until_ready()
    return Api(program, aside)


def test_it_is_switched_on_asked_seen_and_switched_off(api: Api) -> None:
    port = api.program.hearth._settings.get(API_PORT)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port))
    api.switch_on()
    assert api.listening.address == f"http://127.0.0.1:{port}"

    answer = api.ask()
    assert answer.usage.completion_tokens == 8
    api.program.until(lambda: api.log()[0][Column.STATUS] == "Answered")
    assert len(api.log()) == 1
    row = api.log()[0]
    assert "OpenAI/Python" in row[Column.PROGRAM]
    assert row[Column.ADDRESS] == "/v1/chat/completions"
    assert row[Column.PROMPT] == str(answer.usage.prompt_tokens)
    assert row[Column.GENERATED] == "8"
    assert "ms" in row[Column.FIRST_TOKEN] or "s" in row[Column.FIRST_TOKEN]

    api.switch()
    api.program.until(api.is_off)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port))
    assert api.log() == [row]  # can be read on
