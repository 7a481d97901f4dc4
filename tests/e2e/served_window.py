"""The API of a window as its user sees it, and clients that ask it while the window goes on."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import httpx2
import openai

from app.ui.api.api_state import Listening, Off
from app.ui.api.request_table_model import RequestColumn

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ThreadPoolExecutor

    from app.ui.api.api_dialog import ApiDialog
    from tests.e2e.conftest import Program

ENDLESS = 30_000  # tokens; far more than are said before somebody ends it


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
            [str(rows.index(row, column).data()) for column in RequestColumn]
            for row in range(rows.rowCount())
        ]
