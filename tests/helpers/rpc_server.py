"""A server of llama.cpp's RPC backend on the loopback address, in a process of its own.

It computes on the processor. It knows no password.
"""

from __future__ import annotations

import contextlib
import ctypes
import socket
import subprocess
import sys
import time

from app.core.ggml import rpc_servers
from app.core.ggml.backends import CPU, admit_processor
from app.core.ggml.native_library import shared_library
from app.core.system.own_program import die_with_parent
from tools.bench.free_port import free_port

_START_S = 60.0
_LOOK_S = 0.05


def free_address() -> str:
    """Return an address at which nobody listens."""
    return f"127.0.0.1:{free_port()}"


def wait_until_it_listens(child: subprocess.Popen[bytes], address: str) -> None:
    """Wait until somebody can connect to a server.

    Raises:
        OSError: it has ended, or takes too long.
    """
    host, port = address.split(":")
    give_up = time.monotonic() + _START_S
    while time.monotonic() < give_up:
        if child.poll() is not None:
            raise OSError(f"the server at {address} has ended")
        try:
            socket.create_connection((host, int(port)), timeout=1.0).close()
        except OSError:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(_LOOK_S)
        else:
            return
    raise OSError(f"nobody listens at {address}")


def serve(address: str, n_threads: int = 1) -> None:
    """Be a server until the process ends.

    Raises:
        OSError: the backend is missing.
    """
    die_with_parent()
    admit_processor()
    lib = shared_library()
    lib.ggml_backend_dev_by_type.argtypes = [ctypes.c_int]
    lib.ggml_backend_dev_by_type.restype = ctypes.c_void_p
    devices = (ctypes.c_void_p * 1)(lib.ggml_backend_dev_by_type(CPU))
    start = ctypes.CFUNCTYPE(
        None,
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_size_t,
        ctypes.POINTER(ctypes.c_void_p),
    )(rpc_servers.function("ggml_backend_rpc_start_server"))
    start(address.encode(), None, n_threads, len(devices), devices)


if __name__ == "__main__":
    serve(sys.argv[1])
