"""A load is known of from the moment that it is asked for, whatever the engine does meanwhile."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine_link import EngineLink
from app.core.errors import Problem
from app.core.phrases import NO_WORDS
from app.core.protocol import (
    EngineRestarted,
    EngineStopped,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    UnloadModel,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import Event, FromEngine, ToEngine

PROBLEM = Problem(NO_WORDS, NO_WORDS, NO_WORDS)
INFO: Any = SimpleNamespace(path="m.gguf")
OTHER: Any = SimpleNamespace(path="other.gguf")


class Host:
    """Runs no engine; its events are those of the test."""

    def __init__(self) -> None:
        self.emit: Callable[[FromEngine], None] = lambda event: None

    def post(self, message: ToEngine) -> None:
        pass

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        self.emit = emit


@pytest.mark.parametrize(
    "end", [ModelLoaded(INFO), ModelLoadFailed("m.gguf", PROBLEM), EngineStopped()]
)
def test_it_is_coming_until_it_has_ended(end: Event) -> None:
    host = Host()
    link = EngineLink(host)
    link.run()
    client = link.connect(lambda event: None)
    seen = [link.coming_path]
    client.post(LoadModel("m.gguf"))
    seen.append(link.coming_path)
    host.emit(EngineRestarted())  # another engine is given the same load
    seen.append(link.coming_path)
    host.emit(end)
    seen.append(link.coming_path)
    assert seen == ["", "m.gguf", "m.gguf", ""]


def test_a_load_that_made_room_for_another_ends_alone() -> None:
    host = Host()
    link = EngineLink(host)
    link.run()
    client = link.connect(lambda event: None)
    client.post(LoadModel("m.gguf"))
    client.post(LoadModel("other.gguf"))
    host.emit(ModelLoadFailed("m.gguf", PROBLEM, cancelled=True))
    host.emit(ModelLoaded(INFO))  # the one that was there before is told of again
    assert link.coming_path == "other.gguf"
    host.emit(ModelLoaded(OTHER))
    assert not link.coming_path


def test_no_other_command_is_a_load() -> None:
    link = EngineLink(Host())
    link.connect(lambda event: None).post(UnloadModel())
    assert not link.coming_path
