"""Asks a server what it is and which models it has, as a list of OpenAI's models tells.

Each kind of server adds fields of its own to that list; those that say how long a context is and
what a model takes are read where they are known. Sources: docs.vllm.ai (`max_model_len`), the
README of llama.cpp's server (`meta`, `/props`), openrouter.ai/docs (`context_length`,
`architecture`), console.groq.com/docs (`context_window`), docs.mistral.ai (`max_context_length`,
`capabilities`).

Threads: any; it waits for the server, so never the interface's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.core.net.errors import NetError
from app.core.plain_value import PlainValue
from app.core.remote.errors import AnswerNotUnderstood, ConnectionFailed, of_net
from app.core.remote.server import OfferedModel, ServerKind
from app.core.remote.server_book import MOST_MODELS

if TYPE_CHECKING:
    from app.core.net.client import HttpClient, HttpOptions
    from app.core.remote.server import Server
    from app.core.system.stop_signal import StopSignal

_OWNERS: Final = {
    "hearth": ServerKind.HEARTH,
    "llamacpp": ServerKind.LLAMA_SERVER,
    "vllm": ServerKind.VLLM,
    "sglang": ServerKind.SGLANG,
}
_CONTEXTS: Final = ("max_model_len", "context_length", "context_window", "max_context_length")
_MOST_TOKENS: Final = 2**31


class Survey(PlainValue, frozen=True):
    """What a server has said of itself.

    Attributes:
        kind: what runs there.
        models: that it has, those first that can be used at once where it says so.
    """

    kind: ServerKind
    models: tuple[OfferedModel, ...]


def options_for(server: Server, proxy: str = "", silence_s: float = 60.0) -> HttpOptions:
    """Return how connections to a server are made.

    Args:
        proxy: as the settings have it.
        silence_s: how long it may say nothing.
    """
    from app.core.net.client import HttpOptions  # which most starts never need

    return HttpOptions(
        proxy,
        read_timeout_s=silence_s,
        ca_file=server.ca_file,
        is_plain_agreed=server.is_plain_agreed,
    )


def survey(client: HttpClient, server: Server, key: str, stop: StopSignal | None = None) -> Survey:
    """Ask a server what it is and has.

    Raises:
        ServerFailure: it does not say, in its many kinds.
        TransferStopped: `stop` was called.
    """
    try:
        said = client.get_json(f"{server.address}/models", token=key, stop=stop).value
    except NetError as error:
        raise of_net(error, server.name) from error
    entries = said.get("data") if isinstance(said, dict) else said
    if not isinstance(entries, list):
        raise AnswerNotUnderstood(f"models: {str(said)[:300]}", server=server.name)
    named = [one for one in entries[:MOST_MODELS] if isinstance(one, dict) and _name(one)]
    owners = {str(one.get("owned_by", "")).lower() for one in named}
    kind = next((_OWNERS[owner] for owner in sorted(owners) if owner in _OWNERS), ServerKind.OTHER)
    models = tuple(map(_offered, sorted(named, key=_is_waiting)))
    if kind is ServerKind.LLAMA_SERVER:
        models = _with_properties(client, server, key, stop, models)
    return Survey(kind, models)


def is_loading(
    client: HttpClient, server: Server, key: str, stop: StopSignal | None = None
) -> bool:
    """Return whether a server loads its model just now, as Hearth and llama-server tell it.

    Raises:
        TransferStopped: `stop` was called.
    """
    root = server.address.removesuffix("/v1")
    try:
        said = client.get_json(f"{root}/health", token=key, stop=stop).value
    except NetError as error:
        return ConnectionFailed(error).is_not_ready
    return isinstance(said, dict) and said.get("status") == "loading model"


def _name(entry: dict[str, Any]) -> str:
    name = entry.get("id")
    return name if isinstance(name, str) and name.isprintable() and len(name) <= 300 else ""


def _is_waiting(entry: dict[str, Any]) -> bool:
    """Whether a model has to be loaded there first."""
    status = entry.get("status")
    return isinstance(status, dict) and status.get("value") == "unloaded"


def _offered(entry: dict[str, Any]) -> OfferedModel:
    meta = entry.get("meta") if isinstance(entry.get("meta"), dict) else {}
    assert isinstance(meta, dict)
    told = [meta.get("n_ctx"), *(entry.get(name) for name in _CONTEXTS), meta.get("n_ctx_train")]
    takes = _modalities(entry, meta)
    return OfferedModel(
        _name(entry),
        next((n for n in map(_tokens, told) if n), 0),
        sees=bool(takes & {"image", "vision"}),
        hears="audio" in takes,
    )


def _modalities(entry: dict[str, Any], meta: dict[str, Any]) -> set[str]:
    """Return what a model takes and can, in the words of its server."""
    found: set[str] = set()
    architecture = entry.get("architecture")
    if isinstance(architecture, dict):
        found |= _words(architecture.get("input_modalities"))
    found |= _words(meta.get("input_modalities")) | _words(entry.get("input_modalities"))
    capabilities = entry.get("capabilities")
    if isinstance(capabilities, dict):
        found |= {str(name) for name, value in capabilities.items() if value is True}
    return found


def _words(given: Any) -> set[str]:
    return {one for one in given if isinstance(one, str)} if isinstance(given, list) else set()


def _tokens(given: Any) -> int:
    is_number = isinstance(given, int) and not isinstance(given, bool)
    return given if is_number and 0 < given < _MOST_TOKENS else 0


def _with_properties(
    client: HttpClient,
    server: Server,
    key: str,
    stop: StopSignal | None,
    models: tuple[OfferedModel, ...],
) -> tuple[OfferedModel, ...]:
    """Return the one model of a llama-server with what only its properties tell."""
    try:
        root = server.address.removesuffix("/v1")
        said = client.get_json(f"{root}/props", token=key, stop=stop).value
    except NetError:
        return models
    if not isinstance(said, dict) or len(models) != 1:
        return models
    settings, takes = said.get("default_generation_settings"), said.get("modalities")
    n_ctx = _tokens(settings.get("n_ctx")) if isinstance(settings, dict) else 0
    (model,) = models
    can = takes if isinstance(takes, dict) else {}
    return (
        OfferedModel(
            model.name,
            n_ctx or model.n_ctx,
            sees=model.sees or can.get("vision") is True,
            hears=model.hears or can.get("audio") is True,
        ),
    )
