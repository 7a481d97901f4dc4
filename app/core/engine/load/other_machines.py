"""Which servers of llama.cpp's RPC backend a model may have layers on.

A server that does not answer ends the process that uses it, so each is asked first what it is
(`rpc_client`); one that cannot be used is left out, and the user is told.

Threads: the engine thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.errors import ErrorRow, KnownError
from app.core.ggml import gpu_backends, rpc_servers
from app.core.ggml.rpc_client import NotAnswered, ask_server
from app.core.phrases import phrase
from app.core.protocol import BackendChoice, ProblemRaised

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.protocol import Event

_NO_BACKEND = ErrorRow(
    phrase("This build of Hearth has no RPC backend, which other machines need."),
    phrase("Hearth loads the model on this machine alone if it has enough memory."),
    phrase("Run Hearth from its source code, after `python packaging/setup/rpc_backend.py`."),
)


class _MachineNotUsed(KnownError):
    """A model is loaded without a server that was chosen for it."""

    may_pass = True

    def __init__(self, error: NotAnswered) -> None:
        super().__init__(
            what=error.words,
            effect=phrase(
                "Hearth loads the model without that machine if the others have enough memory."
            ),
            remedy=phrase(
                "Start llama.cpp's rpc-server there, or correct the address in the settings of the "
                "model; then load the model again."
            ),
            detail=error.detail,
        )


def use_machines(
    addresses: Sequence[str], backend: BackendChoice, emit: Callable[[Event], None]
) -> None:
    """Have the devices of those servers that can be used from now on, and of no others.

    Args:
        addresses: "HOST:PORT" each, as the user has written them.
        backend: what of the llama.cpp build is used.
        emit: receives a problem for each that is left out.
    """
    if addresses and not rpc_servers.has_library():
        emit(ProblemRaised(_NO_BACKEND().problem()))
        addresses = ()
    used = {}
    for address in addresses:
        try:
            used[address] = ask_server(address).round_trip_s
        except NotAnswered as error:
            emit(ProblemRaised(_MachineNotUsed(error).problem()))
    if used and backend.use_gpu:
        gpu_backends.admit()  # before them, so that they come last among the devices
    rpc_servers.use(used)
