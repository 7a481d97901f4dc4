"""GPU devices on a machine without a GPU: llama.cpp's RPC backend, served by children of the test.

A server that dies takes the process of its client along, so the client is never the process of the
tests: a child that is given these variables has the devices.
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
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.ggml import gpu_backends
from app.core.ggml.native_library import shared_library
from app.core.llama import library
from app.core.own_program import die_with_parent
from tests.helpers.child_run import REPOSITORY, run_module

if TYPE_CHECKING:
    from collections.abc import Iterator

# packaging/setup/rpc_backend.py builds it.
LIBRARY = (
    Path(sys.prefix) / "rpc" / ("ggml-rpc.dll" if sys.platform == "win32" else "libggml-rpc.so")
)
_CPU_DEVICE = 0
_START_S = 60.0


@dataclass(frozen=True)
class Servers:
    """Servers that run.

    Attributes:
        variables: of a process that is to have their devices.
    """

    children: tuple[subprocess.Popen[bytes], ...]
    variables: dict[str, str]

    def kill(self) -> None:
        """End all of them at once, whatever they are doing."""
        for child in self.children:
            child.kill()
            child.wait()


@contextlib.contextmanager
def servers(count: int) -> Iterator[Servers]:
    """Start servers; with 0, there is the backend and no device."""
    endpoints = [f"127.0.0.1:{_free_port()}" for _ in range(count)]
    children = []
    with contextlib.ExitStack() as stack:
        for endpoint in endpoints:
            command = [sys.executable, "-m", "tests.helpers.rpc_devices", endpoint]
            child = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL)
            stack.callback(child.wait)
            stack.callback(child.kill)
            children.append(child)
        for child, endpoint in zip(children, endpoints, strict=True):
            _wait_until_it_listens(child, endpoint)
        variables = {gpu_backends.MORE: str(LIBRARY), gpu_backends.RPC_SERVERS: ",".join(endpoints)}
        yield Servers(tuple(children), variables)


def run_with_devices(count: int, module: str, *arguments: str) -> str:
    """Run a module of the tests in a child that has so many GPU devices; return what it printed."""
    with servers(count) as running:
        return run_module(running.variables, module, *arguments)


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
    lib = shared_library()
    lib.ggml_backend_load.restype = ctypes.c_void_p
    backend = lib.ggml_backend_load(os.fsencode(LIBRARY))
    assert backend, f"{LIBRARY} is missing: python packaging/setup/rpc_backend.py builds it"
    lib.ggml_backend_reg_get_proc_address.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    lib.ggml_backend_reg_get_proc_address.restype = ctypes.c_void_p
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
    )(lib.ggml_backend_reg_get_proc_address(backend, b"ggml_backend_rpc_start_server"))
    start(endpoint.encode(), None, 1, len(devices), devices)


if __name__ == "__main__":
    _serve(sys.argv[1])
