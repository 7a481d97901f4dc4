"""GPU devices on a machine without a GPU: llama.cpp's RPC backend, served by children of the test.

A server that dies takes the process of its client along, so the client is never the process of the
tests: `run_with_devices` starts a child, which calls `use_servers` before anything else.
As a program this is one server: `python -m tests.helpers.rpc_devices HOST:PORT`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.llama import library
from app.core.own_program import die_with_parent

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = Path(__file__).resolve().parents[2]
LIBRARY = Path(sys.prefix) / "rpc" / "libggml-rpc.so"  # packaging/setup/rpc_backend.py builds it
SERVERS = "HEARTH_TEST_RPC_SERVERS"
_CPU_DEVICE = 0
_START_S = 60.0
_RUN_S = 300.0


def _load_backend() -> ctypes.c_void_p:
    lib = library.shared_library
    lib.ggml_backend_load.argtypes = [ctypes.c_char_p]
    lib.ggml_backend_load.restype = ctypes.c_void_p
    registration = lib.ggml_backend_load(os.fsencode(LIBRARY))
    assert registration, f"{LIBRARY} is missing: python packaging/setup/rpc_backend.py builds it"
    return ctypes.c_void_p(registration)


def _procedure(registration: ctypes.c_void_p, name: str) -> int:
    lib = library.shared_library
    lib.ggml_backend_reg_get_proc_address.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    lib.ggml_backend_reg_get_proc_address.restype = ctypes.c_void_p
    address: int = lib.ggml_backend_reg_get_proc_address(registration, name.encode())
    return address


def load_without_servers() -> None:
    """Load the backend alone, as a build with RPC does: it has no device."""
    library.initialise()
    _load_backend()


def use_servers() -> None:
    """Add a device for each server that `run_with_devices` has started."""
    library.initialise()
    registration = _load_backend()
    add = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)(
        _procedure(registration, "ggml_backend_rpc_add_server")
    )
    register = library.shared_library.ggml_backend_register
    register.argtypes = [ctypes.c_void_p]
    register.restype = None
    for endpoint in os.environ[SERVERS].split(","):
        server = add(endpoint.encode())
        assert server, endpoint
        register(server)


@contextlib.contextmanager
def servers(count: int) -> Iterator[str]:
    """Start servers and yield their endpoints, joined by commas."""
    endpoints = [f"127.0.0.1:{_free_port()}" for _ in range(count)]
    with contextlib.ExitStack() as stack:
        for endpoint in endpoints:
            command = [sys.executable, "-m", "tests.helpers.rpc_devices", endpoint]
            child = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL)
            stack.callback(child.wait)
            stack.callback(child.kill)
            _wait_until_it_listens(child, endpoint)
        yield ",".join(endpoints)


def run_with_devices(count: int, module: str, *arguments: str) -> str:
    """Run a module of the tests in a child that has so many GPU devices; return what it printed."""
    with servers(count) as endpoints:
        child = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=REPOSITORY,
            env=dict(os.environ, **{SERVERS: endpoints}),
            capture_output=True,
            text=True,
            timeout=_RUN_S,
            check=False,
        )
    assert child.returncode == 0, child.stdout[-2000:] + child.stderr[-6000:]
    return child.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_it_listens(child: subprocess.Popen[bytes], endpoint: str) -> None:
    host, port = endpoint.split(":")
    give_up = time.monotonic() + _START_S
    while time.monotonic() < give_up:
        assert child.poll() is None, f"the server at {endpoint} ended"
        try:
            socket.create_connection((host, int(port)), timeout=1.0).close()
        except OSError:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(0.05)
        else:
            return
    raise AssertionError(f"nobody listens at {endpoint}")


def _serve(endpoint: str) -> None:
    die_with_parent()
    library.initialise()
    lib = library.shared_library
    lib.ggml_backend_dev_by_type.argtypes = [ctypes.c_int]
    lib.ggml_backend_dev_by_type.restype = ctypes.c_void_p
    devices = (ctypes.c_void_p * 1)(lib.ggml_backend_dev_by_type(_CPU_DEVICE))
    start = ctypes.CFUNCTYPE(
        None,
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_size_t,
        ctypes.POINTER(ctypes.c_void_p),
    )(_procedure(_load_backend(), "ggml_backend_rpc_start_server"))
    start(endpoint.encode(), None, 1, len(devices), devices)


if __name__ == "__main__":
    _serve(sys.argv[1])
