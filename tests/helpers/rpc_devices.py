"""GPU devices on a machine without a GPU: llama.cpp's RPC backend, served by children of the test.

A server that dies takes the process of its client along, so the client is never the process of the
tests: a child that is given these variables has the devices, or an engine in a child that is told
of these machines.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.ggml import gpu_backends, rpc_servers
from tests.helpers.child_run import REPOSITORY, run_module
from tests.helpers.rpc_server import free_address, wait_until_it_listens

if TYPE_CHECKING:
    from collections.abc import Iterator

# packaging/setup/rpc_backend.py builds it.
LIBRARY = (
    Path(sys.prefix) / "rpc" / ("ggml-rpc.dll" if sys.platform == "win32" else "libggml-rpc.so")
)


@dataclass(frozen=True)
class Servers:
    """Servers that run.

    Attributes:
        addresses: of each.
        variables: of a process that is to have their devices.
    """

    children: tuple[subprocess.Popen[bytes], ...]
    addresses: tuple[str, ...]
    variables: dict[str, str]

    def kill(self, *numbers: int) -> None:
        """End some of them at once, or all, whatever they are doing."""
        for child in [self.children[number] for number in numbers] or self.children:
            child.kill()
            child.wait()


@contextlib.contextmanager
def servers(count: int) -> Iterator[Servers]:
    """Start servers; with 0, there is the backend and no device."""
    addresses = tuple(free_address() for _ in range(count))
    children = []
    with contextlib.ExitStack() as stack:
        for address in addresses:
            command = (sys.executable, "-m", "tests.helpers.rpc_server", address)
            child = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL)
            stack.callback(child.wait)
            stack.callback(child.kill)
            children.append(child)
        for child, address in zip(children, addresses, strict=True):
            wait_until_it_listens(child, address)
        variables = {gpu_backends.MORE: str(LIBRARY), rpc_servers.VARIABLE: ",".join(addresses)}
        yield Servers(tuple(children), addresses, variables)


def run_with_devices(count: int, module: str, *arguments: str) -> str:
    """Run a module of the tests in a child that has so many GPU devices; return what it printed."""
    with servers(count) as running:
        return run_module(running.variables, module, *arguments)
