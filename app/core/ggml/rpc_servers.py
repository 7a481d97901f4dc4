"""Servers of llama.cpp's RPC backend, each of whose devices is one of this process.

A server that was made known to ggml stays known to it up to the end of the process. Those that are
not used now are passed over here: asking one that has gone for its memory would end the process.
HEARTH_RPC_SERVERS, for developers, names servers that are always used: `host:port`, joined by
commas.

Threads: the one that may use llama.cpp.
Source: llama.cpp ggml/src/ggml-rpc/ggml-rpc.cpp, ggml_backend_rpc_add_server. The description of a
device is the address of its server.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.core.ggml import native_library
from app.core.ggml.backends import admit_processor, load_backend

if TYPE_CHECKING:
    from collections.abc import Mapping

logger = logging.getLogger(__name__)

BACKEND: Final = "RPC"  # as ggml calls it
VARIABLE: Final = "HEARTH_RPC_SERVERS"
_FOLDER: Final = (
    "rpc"  # of the environment; packaging/setup/rpc_backend.py builds the library there
)


_known: set[str] = set()  # addresses that ggml knows
_used: dict[str, float] = {}  # round trips in seconds, by address
_always: dict[str, float] = {}  # those of the variable, which are not measured


def has_library() -> bool:
    """Return whether this build has the backend; nothing is loaded. Threads: any."""
    return _library() is not None


def use(servers: Mapping[str, float]) -> None:
    """Have the devices of these servers, and of no others, from now on.

    Each must listen: else the process ends, as it does when one ends that is used.

    Args:
        servers: their round trips in seconds, by addresses ("HOST:PORT").
    """
    _used.clear()
    _used.update({address: trip_s for address, trip_s in servers.items() if _add(address)})


def use_those_of_variable() -> None:
    """Have the devices of the servers that the variable names, too."""
    for address in filter(None, os.environ.get(VARIABLE, "").split(",")):
        if _add(address):
            _always[address] = 0.0


def are_used() -> bool:
    """Return whether some device of this process is elsewhere."""
    return bool(_used or _always)


def are_known() -> bool:
    """Return whether ggml has devices that are elsewhere, used or not."""
    return bool(_known)


def round_trip_s(address: str) -> float | None:
    """Return how far a server is; None where its devices are not to be touched."""
    return _used.get(address, _always.get(address))


def _add(address: str) -> bool:
    """Make devices of what a server offers; the process ends where nobody listens."""
    if address in _known:
        return True
    try:
        add = function("ggml_backend_rpc_add_server")
    except OSError:
        logger.warning("servers are to be used, and the RPC backend is not there")
        return False
    lib = native_library.shared_library()
    lib.ggml_backend_register.argtypes = [ctypes.c_void_p]
    lib.ggml_backend_register.restype = None
    server = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)(add)(address.encode())
    if not server:
        return False
    lib.ggml_backend_register(server)
    _known.add(address)
    return True


def function(name: str) -> int:
    """Return ggml's pointer to a function of the backend, which is loaded for that.

    Raises:
        OSError: this build has no such backend.
    """
    if not _has_loaded():
        raise OSError("this build has no RPC backend")
    lib = native_library.shared_library()
    lib.ggml_backend_reg_get_proc_address.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    lib.ggml_backend_reg_get_proc_address.restype = ctypes.c_void_p
    found: int = lib.ggml_backend_reg_get_proc_address(_backend(), name.encode())
    return found


@functools.cache
def _has_loaded() -> bool:
    """Load the backend unless it is there; return whether it is."""
    admit_processor()
    library = _library()
    return _backend() is not None or (library is not None and load_backend(library))


def _backend() -> int | None:
    by_name = native_library.shared_library().ggml_backend_reg_by_name
    by_name.argtypes = [ctypes.c_char_p]
    by_name.restype = ctypes.c_void_p
    found: int | None = by_name(BACKEND.encode())
    return found


def _library() -> Path | None:
    """Return the file of the backend: beside llama.cpp, or built for this environment."""
    name = "ggml-rpc.dll" if sys.platform == "win32" else "libggml-rpc.so"
    built = Path(sys.prefix) / _FOLDER / name
    found = [*native_library.backend_files("rpc"), *([built] if built.exists() else [])]
    return next(iter(found), None)
