"""What can go wrong with another machine, in plain sentences.

Threads: pure values and functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.core.errors import KnownError
from app.core.phrases import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.phrases import Phrase

_WITHOUT: Final = phrase("No model can have a part there; your chats are not affected.")


class BadMachine(KnownError):
    """A machine that cannot be added so.

    Args:
        objection: one sentence.
        remedy: what to do.
    """

    def __init__(self, objection: Phrase, remedy: Phrase) -> None:
        super().__init__(objection, phrase("No machine was added or changed."), remedy)


class UnknownMachine(KnownError):
    """There is no machine of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            phrase("There is no machine “{name}”.", name=name),
            _WITHOUT,
            phrase("`hearth machines list` shows those there are."),
        )


class MachinesNotSaved(KnownError):
    """The list of machines could not be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            phrase(
                "The list of machines could not be saved to {path} ({reason}).",
                path=path,
                reason=error.strerror or error,
            ),
            phrase("No machine was added, changed or removed; your chats are not affected."),
            phrase("Make that file and its folder writable, or free some space."),
            repr(error),
        )


class MachineFailure(KnownError):
    """A machine cannot be reached, or has no rpc-server that can be used.

    Args:
        what: one sentence.
        remedy: what to do.
        detail: what ssh has said.
    """

    may_pass = True

    def __init__(self, what: Phrase, remedy: Phrase, detail: str = "") -> None:
        super().__init__(what, _WITHOUT, remedy, detail)


class SshMissing(MachineFailure):
    """There is no ssh on this machine."""

    may_pass = False

    def __init__(self) -> None:
        super().__init__(
            phrase("ssh is not installed on this machine."),
            phrase("Install OpenSSH; on Windows it is an optional feature of the system."),
        )


class TunnelGivenUp(MachineFailure):
    """Nobody wants the tunnel any more that is being opened."""

    def __init__(self, name: str) -> None:
        super().__init__(
            phrase("The way to the machine “{name}” was given up.", name=name),
            phrase("Load the model again."),
        )


class HostKeyUnknown(MachineFailure):
    """ssh has never seen the key of that machine, and nobody can be asked."""

    may_pass = False

    def __init__(self, name: str, where: str, detail: str) -> None:
        super().__init__(
            phrase("ssh does not know the machine “{name}” yet.", name=name),
            phrase(
                "Connect to it once in a terminal, compare its key and accept it: ssh {where}",
                where=where,
            ),
            detail,
        )


class HostKeyChanged(MachineFailure):
    """The key of that machine is another one than before."""

    may_pass = False

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(
            phrase(
                "The machine “{name}” shows another key than before: it may not be that machine.",
                name=name,
            ),
            phrase("Find out why; only then remove its old key: ssh-keygen -R and its address."),
            detail,
        )


class KeyNotAccepted(MachineFailure):
    """That machine lets nobody in with the keys that ssh has."""

    may_pass = False

    def __init__(self, name: str, where: str, detail: str) -> None:
        super().__init__(
            phrase("The machine “{name}” does not accept your key.", name=name),
            phrase(
                "Hearth asks for no password: let ssh in with a key, and load that into the agent "
                "if it has a passphrase. Try it in a terminal: ssh {where}",
                where=where,
            ),
            detail,
        )


class NotReached(MachineFailure):
    """There is no way to that machine, or no ssh server on it."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(
            phrase("The machine “{name}” cannot be reached.", name=name),
            phrase("Is it on, in this network, and does it let ssh in? Check its address."),
            detail,
        )


class TunnelTooSlow(MachineFailure):
    """ssh has not got there in time."""

    def __init__(self, name: str, seconds: float, detail: str) -> None:
        super().__init__(
            phrase(
                "ssh has not reached the machine “{name}” within {n} seconds.",
                name=name,
                n=round(seconds),
            ),
            phrase("Is it on, and in this network? Try again."),
            detail,
        )


class ForwardingRefused(MachineFailure):
    """That machine, or this one, does not let ssh forward a port."""

    may_pass = False

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(
            phrase("ssh may not forward a port to the machine “{name}”.", name=name),
            phrase("Allow AllowTcpForwarding in the settings of its ssh server."),
            detail,
        )


class SshFailed(MachineFailure):
    """ssh has ended for another reason."""

    def __init__(self, name: str, said: str, detail: str) -> None:
        super().__init__(
            phrase("ssh to the machine “{name}” has ended: {said}", name=name, said=said)
            if said
            else phrase("ssh to the machine “{name}” has ended without a word.", name=name),
            phrase("Try it in a terminal, and correct the target or its options."),
            detail,
        )


class NoRpcServer(MachineFailure):
    """The machine is reached, and its rpc-server says not what it should.

    Args:
        what: why, one sentence that names the machine.
    """

    def __init__(self, what: Phrase, port: int, detail: str = "") -> None:
        super().__init__(
            what,
            phrase(
                "Start llama.cpp's rpc-server there, of the same version: "
                "rpc-server --host 127.0.0.1 --port {port}",
                port=port,
            ),
            detail,
        )


class OwnProcessNeeded(KnownError):
    """The engine runs in the process of a front end, which a lost machine would take down."""

    def __init__(self) -> None:
        super().__init__(
            phrase("Other machines are used only where the engine has a process of its own."),
            phrase("The model is loaded on this machine alone, if it suffices."),
            phrase("Start Hearth without --in-process."),
        )
