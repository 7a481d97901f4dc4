"""The whole program with its API: the user's chats, and clients over real sockets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

import httpx2

from app.server import AccessRules, ApiOptions, ApiService
from tests.helpers.api_server import KEY
from tests.helpers.whole_program import WholeProgram

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class ServedProgram(WholeProgram):
    """One run of the program over the folders below `root`, with a server.

    Args:
        root: keeps everything.
        model: is loaded; None for none.
        load: how it is loaded.
        serving: more arguments of the server.
    """

    def __init__(
        self,
        root: Path,
        model: Path | None = None,
        load: dict[str, Any] | None = None,
        **serving: Any,
    ) -> None:
        super().__init__(root, model, **(load or {}))
        self._serving = serving

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            self.service = ApiService(
                ApiOptions(AccessRules(KEY), port=0),
                self.parts.link,
                self.parts.api_records,
                wake=self.conversations.models.use,
                keeps=lambda: True,
                media=self.parts.media,
                conversations=self.conversations,
                **{"documents": self.parts.documents, **self._serving},
            )
        except BaseException:
            super().__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.service.close()
        super().__exit__()

    def http(self) -> httpx2.Client:
        """Return a client that sends what it is told, with the key."""
        return httpx2.Client(
            base_url=self.service.address,
            headers={"authorization": f"Bearer {KEY}"},
            timeout=60,
            trust_env=False,
        )


def events_of(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """Give the events of a stream, each with its name; lines that are comments come as "comment".

    Args:
        lines: of the stream.
    """
    name = ""
    for line in lines:
        if line.startswith(":"):
            yield "comment", line[1:].strip()
        elif line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))
