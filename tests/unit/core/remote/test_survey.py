"""What servers say of themselves, and what becomes of what they should not say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.errors import KnownError
from app.core.remote.errors import AddressNotServed, AnswerNotUnderstood, KeyRefused
from app.core.remote.server import OfferedModel, ServerKind
from app.core.remote.servers import Servers
from tests.helpers.chat_server import KEY, ChatServer
from tests.helpers.remote_run import server_at

if TYPE_CHECKING:
    from pathlib import Path


def looked(server: ChatServer, folder: Path, key: str = "") -> Any:
    servers = Servers(folder / "servers.json", lambda: "none")
    return servers.ask(server_at(server.address), key)


@pytest.mark.parametrize(
    ("entry", "kind", "model"),
    [
        (
            {"id": "a", "owned_by": "vllm", "max_model_len": 8192},
            ServerKind.VLLM,
            OfferedModel("a", 8192),
        ),
        (
            {
                "id": "a",
                "owned_by": "hearth",
                "meta": {
                    "n_ctx": 4096,
                    "n_ctx_train": 32768,
                    "input_modalities": ["text", "image"],
                },
            },
            ServerKind.HEARTH,
            OfferedModel("a", 4096, sees=True),
        ),
        (
            {
                "id": "a/b",
                "context_length": 128_000,
                "architecture": {"input_modalities": ["text", "image", "audio"]},
            },
            ServerKind.OTHER,
            OfferedModel("a/b", 128_000, sees=True, hears=True),
        ),
        (
            {"id": "a", "context_window": 9, "capabilities": {"vision": True, "audio": False}},
            ServerKind.OTHER,
            OfferedModel("a", 9, sees=True),
        ),
        ({"id": "a", "owned_by": "library"}, ServerKind.OTHER, OfferedModel("a")),
        (
            {"id": "a", "max_model_len": True, "context_length": -1, "meta": 7, "owned_by": None},
            ServerKind.OTHER,
            OfferedModel("a"),
        ),
    ],
)
def test_each_kind_tells_in_its_own_words(
    entry: dict[str, Any], kind: ServerKind, model: OfferedModel, tmp_path: Path
) -> None:
    with ChatServer(models=[entry]) as server:
        found = looked(server, tmp_path)
    assert (found.kind, found.models) == (kind, (model,))


def test_models_that_are_ready_come_first_and_nonsense_is_left_out(tmp_path: Path) -> None:
    models = [
        {"id": "waits", "owned_by": "hearth", "status": {"value": "unloaded"}},
        {"id": "ready", "owned_by": "hearth", "status": {"value": "loaded"}},
        {"id": ""},
        {"id": 7},
        "text",
        {"id": "two\nlines"},
        {"id": "n" * 301},
    ]
    with ChatServer(models=models) as server:
        found = looked(server, tmp_path)
    assert [one.name for one in found.models] == ["ready", "waits"]


def test_a_key_is_shown_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    with ChatServer(key=KEY) as server:
        assert looked(server, tmp_path, KEY).models
        for key in ("", "another"):
            with pytest.raises(KeyRefused):
                looked(server, tmp_path, key)


@pytest.mark.parametrize(
    ("models", "kind"),
    [
        (None, AddressNotServed),
        ({"object": "list"}, AnswerNotUnderstood),
        ({"data": "x"}, AnswerNotUnderstood),
        (b"<html>Please sign in</html>", KnownError),
        (b"", KnownError),
    ],
)
def test_what_is_no_list_of_models_is_told(
    models: Any, kind: type[KnownError], tmp_path: Path
) -> None:
    with ChatServer(models=models) as server, pytest.raises(kind):
        looked(server, tmp_path)


def test_a_server_without_models_is_one(tmp_path: Path) -> None:
    with ChatServer(models=[]) as server:
        assert looked(server, tmp_path).models == ()
