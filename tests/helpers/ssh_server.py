"""A real ssh server on the loopback address, for the real ssh of this machine.

It lets in who has the one key, runs nothing, and forwards to this machine's loopback address alone.
"""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any, TypeVar

import asyncssh

from app.core.machines import SshMachine

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path
    from typing import Self

_Made = TypeVar("_Made")
_KIND = "ssh-ed25519"
_START_S = 30.0


class _Door(asyncssh.SSHServer):
    """Says of each forwarding whether it is made."""

    def __init__(self, server: SshServer) -> None:
        self._server = server

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take note of a client."""
        self._server.clients.append(conn)

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Let a connection through to a port of this machine, where that is allowed."""
        del orig_host, orig_port
        self._server.asked_for.append((dest_host, dest_port))
        if not self._server.forwards or dest_host != "127.0.0.1":
            code = asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED  # as OpenSSH does
            raise asyncssh.ChannelOpenError(code, "open failed")
        return True


class SshServer:
    """Runs as long as it is a context.

    Args:
        folder: for the keys.

    Attributes:
        forwards: whether it forwards.
        asked_for: host and port of each forwarding.
        clients: all that have come.
        key_file: of the key that is let in; another one lies beside it, `stranger`.
        known_hosts: a file that knows the server.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.forwards = True
        self.asked_for: list[tuple[str, int]] = []
        self.clients: list[asyncssh.SSHServerConnection] = []
        self.key_file, self.stranger = folder / "key", folder / "stranger"
        self.known_hosts = folder / "known_hosts"
        self._authorized = folder / "authorized_keys"
        for file in (self.key_file, self.stranger):
            key = asyncssh.generate_private_key(_KIND)
            key.write_private_key(file)
            file.chmod(0o600)
            if file == self.key_file:
                key.write_public_key(self._authorized)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="ssh server")

    def __enter__(self) -> Self:
        self._thread.start()
        self._acceptor = self._on_loop(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        self._on_loop(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def port(self) -> int:
        """At which it listens."""
        return int(self._acceptor.get_port())

    def machine(self, rpc_port: int, **other: Path) -> SshMachine:
        """Return this machine as one that is reached through the server.

        Args:
            other: `key_file` or `known_hosts` in place of the right ones.
        """
        key_file = other.get("key_file", self.key_file)
        known_hosts = other.get("known_hosts", self.known_hosts)
        options = (
            f"IdentityFile={key_file}",
            "IdentitiesOnly=yes",
            f"UserKnownHostsFile={known_hosts}",
        )
        return SshMachine("attic", f"me@127.0.0.1:{self.port}", rpc_port, options)

    def know_as(self, file: Path, key: asyncssh.SSHKey) -> None:
        """Write a file that takes another key for the server's."""
        words = key.export_public_key().decode().split()[:2]
        file.write_text(f"[127.0.0.1]:{self.port} {' '.join(words)}\n")

    def drop_all(self) -> None:
        """End the connections of all clients."""
        self._on_loop(self._drop())

    async def _drop(self) -> None:
        await asyncio.sleep(0)  # what was just asked for has begun
        for client in self.clients:
            client.abort()

    async def _listen(self) -> asyncssh.SSHAcceptor:
        host_key = asyncssh.generate_private_key(_KIND)
        acceptor = await asyncssh.listen(
            "127.0.0.1",
            0,
            server_factory=lambda: _Door(self),
            server_host_keys=[host_key],
            authorized_client_keys=str(self._authorized),
        )
        self._acceptor = acceptor
        self.know_as(self.known_hosts, host_key)
        return acceptor

    async def _close(self) -> None:
        self._acceptor.close()
        await self._drop()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)

    def _on_loop(self, work: Coroutine[Any, Any, _Made]) -> _Made:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_START_S)
