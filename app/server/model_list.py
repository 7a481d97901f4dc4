"""`/v1/models`, in OpenAI's and in Anthropic's words.

Threads: the server's event loop.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from app.server.errors import NOT_FOUND, ApiError
from app.server.replies import JsonReply, is_anthropic, refusal
from app.server.served_model import model_name, name_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from app.core.protocol import ModelInfo, Senses
    from app.server.model_switch import ModelSwitch
    from app.server.served_model import ServedModel


class ModelList:
    """Tells which models can be asked.

    Args:
        state: of the loaded model.
        switch: knows the others.
    """

    def __init__(self, state: ServedModel, switch: ModelSwitch) -> None:
        self._state = state
        self._switch = switch
        self._began = int(time.time())

    async def all(self, request: Request) -> Response:
        """Tell all of them; the one that is loaded, or is being loaded, first."""
        found = list(self._models().values())
        if not is_anthropic(request.scope):
            return JsonReply({"object": "list", "data": found})
        ends = {"first_id": found[0]["id"], "last_id": found[-1]["id"]} if found else {}
        data = list(map(_for_anthropic, found))
        return JsonReply(
            {"data": data, "has_more": False, "first_id": None, "last_id": None} | ends
        )

    async def one(self, request: Request) -> Response:
        """Tell one of them."""
        found = self._models().get(request.path_params["name"])
        if found is None:
            told = ApiError(NOT_FOUND, "There is no model of this name.", code="model_not_found")
            return refusal(request.scope, told)
        return JsonReply(_for_anthropic(found) if is_anthropic(request.scope) else found)

    def _models(self) -> dict[str, dict[str, Any]]:
        """Return them by name, in OpenAI's words."""
        info, first = self._state.info, self._state.loading_path
        found: dict[str, dict[str, Any]] = {}
        if info is not None:
            first, found = info.path, {model_name(info): self._loaded(info)}
        elif first:
            found = {name_of(first): self._model(name_of(first), "loading")}
        for name, path in self._switch.listed().items():
            if PurePath(path) != PurePath(first):
                found.setdefault(name, self._model(name, "unloaded"))
        return found

    def _model(self, name: str, status: str) -> dict[str, Any]:
        return {
            "id": name,
            "object": "model",
            "created": self._began,
            "owned_by": "hearth",
            "status": {"value": status},
        }

    def _loaded(self, info: ModelInfo) -> dict[str, Any]:
        return self._model(model_name(info), "loaded") | {
            "meta": {
                "n_ctx_train": info.n_ctx_train,
                "n_ctx": info.n_ctx,
                "n_params": info.n_params,
                "n_embd": info.n_embedding or None,
                "size": info.size_bytes,
                "input_modalities": _input_modalities(info.senses),
                "tools": info.takes_tools and not info.n_embedding,
            },
        }


def _for_anthropic(model: dict[str, Any]) -> dict[str, Any]:
    n_ctx = model.get("meta", {}).get("n_ctx")
    return {
        "type": "model",
        "id": model["id"],
        "display_name": model["id"],
        "created_at": datetime.fromtimestamp(model["created"], UTC).isoformat(),
        "lifecycle": "active",
        "max_input_tokens": n_ctx,
        "max_tokens": n_ctx,
    }


def _input_modalities(senses: Senses) -> list[str]:
    return ["text", *["image"] * senses.sees, *["audio"] * senses.hears]
