"""Finds out whether a server has a model, and what is known of it.

Threads: any; it waits for the server and for the keyring.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from app.core.plain_value import PlainValue, replace
from app.core.protocol import ModelInfo, ModelLoaded, RemoteModel, Senses, ThinkingOptions
from app.core.remote.connection import Connection
from app.core.remote.errors import (
    AddressNotServed,
    ConnectionFailed,
    ModelNotOffered,
    UnknownServer,
)
from app.core.remote.request_body import SAMPLE_RATE, SWITCHING_KINDS
from app.core.remote.survey import is_loading, options_for, survey

if TYPE_CHECKING:
    from app.core.net.client import HttpClient
    from app.core.protocol import LoadModel
    from app.core.remote.server import OfferedModel, Server
    from app.core.remote.servers import Servers
    from app.core.remote.survey import Survey
    from app.core.system.stop_signal import StopSignal

EFFORTS: Final = ("low", "medium", "high")
_SILENCE_S: Final = 600.0  # a long prompt is read without a word by most servers
_LOADING_S: Final = 180.0  # a server that was just started loads its model
_LOADING_PAUSE_S: Final = 0.3


class Opener(PlainValue, frozen=True):
    """Opens the way to models of servers."""

    servers: Servers

    def open(self, load: LoadModel, signal: StopSignal) -> tuple[ModelLoaded, Connection]:
        """Ask a server for its models; return what is told of one of them, and the way to it.

        Raises:
            KnownError: there is none.
            TransferStopped: it was given up.
        """
        place = RemoteModel.of(load.path)
        server = None if place is None else self.servers.find(place.server)
        if place is None or server is None:
            raise UnknownServer(name=place.server if place else load.path)
        from app.core.net.client import HttpClient  # which most starts never need

        client = HttpClient(options_for(server, self.servers.proxy(), _SILENCE_S))
        key = self.servers.key(server)
        signal.check()
        try:
            server = self._surveyed(client, server, key, signal)
        except AddressNotServed:
            if not server.models:  # which the user has named: some servers tell of none
                raise
        model = server.model(place.model)
        if model is None:
            raise ModelNotOffered(server=server.name, model=place.model)
        info = _info(load, server, model)
        return ModelLoaded(info), Connection(server, model.name, client, key)

    def _surveyed(self, client: HttpClient, server: Server, key: str, signal: StopSignal) -> Server:
        """Return a server as it describes itself now; the list of servers learns it, too."""
        found = _survey_when_loaded(client, server, key, signal)
        now = replace(server, kind=found.kind, models=found.models)
        if now != server:
            self.servers.book.put(now, instead_of=server.name)
        return now


def _survey_when_loaded(client: HttpClient, server: Server, key: str, signal: StopSignal) -> Survey:
    """Ask a server what it has, as soon as it has loaded what it is loading.

    Raises:
        ServerFailure: it does not say.
        TransferStopped: it was given up.
    """
    end = time.monotonic() + _LOADING_S
    while True:
        may_wait = time.monotonic() < end
        try:
            found = survey(client, server, key, signal)
            if found.models or not may_wait or not is_loading(client, server, key, signal):
                return found
        except ConnectionFailed as error:
            # Only where it says that it is not ready: another one would be waited for twice.
            is_ready = not error.is_not_ready
            if is_ready or not may_wait or not is_loading(client, server, key, signal):
                raise
        signal.wait(_LOADING_PAUSE_S)


def _info(load: LoadModel, server: Server, model: OfferedModel) -> ModelInfo:
    return ModelInfo(
        path=load.path,
        name=model.name,
        description="",
        size_bytes=0,
        n_params=0,
        n_ctx=model.n_ctx,
        n_ctx_train=model.n_ctx,
        n_layers=0,
        n_gpu_layers=0,
        devices=(),
        notes=(),
        resumable=False,
        settings=load.settings,
        thinking=ThinkingOptions(server.kind in SWITCHING_KINDS, EFFORTS),
        drafts=False,
        senses=Senses(model.sees or server.sees, model.hears, SAMPLE_RATE if model.hears else 0),
        server=server.name,
    )
