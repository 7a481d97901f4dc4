"""A request that comes before the engine has begun to load waits for the model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.core.errors import Problem
from app.core.phrases import NO_WORDS, phrase
from app.core.protocol import EngineStopped, ModelLoaded, ModelLoadFailed, ModelLoading
from app.server import served_model
from app.server.errors import ApiError
from app.server.served_model import ServedModel

INFO: Any = object()
PROBLEM = Problem(phrase("It is bad."), NO_WORDS, phrase("Open another model."))


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_model, "_PATIENCE_S", 0.01)


def test_an_engine_that_takes_long_to_begin_is_waited_for() -> None:
    async def ask() -> object:
        state = ServedModel(None, lambda: None, lambda: "m.gguf")
        asked = asyncio.ensure_future(state.ready())
        ended, _waiting = await asyncio.wait([asked], timeout=0.2)
        assert not ended
        assert state.loading_path == "m.gguf"
        state.learn(ModelLoaded(INFO))
        return await asked

    assert asyncio.run(ask()) is INFO


def test_nobody_waits_for_a_model_that_does_not_come() -> None:
    async def ask() -> None:
        coming = "m.gguf"
        state = ServedModel(None, lambda: None, lambda: coming)
        asked = asyncio.ensure_future(state.ready())
        await asyncio.wait([asked], timeout=0.05)
        coming = ""
        with pytest.raises(ApiError, match="No model is loaded"):
            await asked

    asyncio.run(ask())


def test_nobody_waits_for_an_engine_that_stopped_while_it_loaded() -> None:
    async def ask() -> None:
        state = ServedModel(None, lambda: None)
        state.learn(ModelLoading("m.gguf", 0.0))
        asked = asyncio.ensure_future(state.ready())
        await asyncio.wait([asked], timeout=0.05)
        state.learn(EngineStopped())
        for one in (asked, asyncio.ensure_future(state.ready())):
            with pytest.raises(ApiError, match="Start Hearth again") as refused:
                await asyncio.wait_for(one, 5)
            assert refused.value.status == 503
        assert not state.loading_path

    asyncio.run(ask())


def test_who_waits_is_told_why_a_load_failed_whoever_asks_at_that_moment() -> None:
    async def ask() -> None:
        state = ServedModel(None, lambda: None)
        state.learn(ModelLoading("m.gguf", 0.0))
        asked = asyncio.ensure_future(state.ready())
        await asyncio.wait([asked], timeout=0.05)
        state.learn(ModelLoadFailed("m.gguf", PROBLEM))
        later = state.ready()
        with pytest.raises(ApiError, match="No model is loaded"):
            await later
        with pytest.raises(ApiError, match="It is bad") as refused:
            await asked
        assert "--model" in refused.value.message
        assert str(PROBLEM.remedy) not in refused.value.message  # which speaks of the window

    asyncio.run(ask())


def test_a_load_that_made_room_for_another_is_no_failure_for_those_who_wait() -> None:
    async def ask() -> object:
        coming = "m.gguf"
        state = ServedModel(None, lambda: None, lambda: coming)
        asked = asyncio.ensure_future(state.ready())
        await asyncio.wait([asked], timeout=0.05)
        state.learn(ModelLoadFailed("first.gguf", PROBLEM, cancelled=True))
        await asyncio.wait([asked], timeout=0.05)
        coming = ""
        state.learn(ModelLoaded(INFO))
        return await asked

    assert asyncio.run(ask()) is INFO
