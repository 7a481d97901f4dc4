"""A request that comes before the engine has begun to load waits for the model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.core.protocol import ModelLoaded
from app.server import served_model
from app.server.errors import ApiError
from app.server.served_model import ServedModel

INFO: Any = object()


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_model, "_PATIENCE_S", 0.01)


def test_an_engine_that_takes_long_to_begin_is_waited_for() -> None:
    async def ask() -> object:
        state = ServedModel(None, lambda: None, lambda: True)
        asked = asyncio.ensure_future(state.ready())
        ended, _waiting = await asyncio.wait([asked], timeout=0.2)
        assert not ended
        assert state.is_loading
        state.learn(ModelLoaded(INFO))
        return await asked

    assert asyncio.run(ask()) is INFO


def test_nobody_waits_for_a_model_that_does_not_come() -> None:
    async def ask() -> None:
        is_coming = True
        state = ServedModel(None, lambda: None, lambda: is_coming)
        asked = asyncio.ensure_future(state.ready())
        await asyncio.wait([asked], timeout=0.05)
        is_coming = False
        with pytest.raises(ApiError, match="No model is loaded"):
            await asked

    asyncio.run(ask())
