"""Another machine: what the user calls it, and how ssh gets there.

Threads: pure values and functions, any thread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from app.core.machines.errors import BadMachine
from app.core.phrases import phrase

LONGEST_NAME: Final = 40
MOST_OPTIONS: Final = 16
USUAL_PORT: Final = 50052  # of llama.cpp's rpc-server
# Of ssh_config(5), those that say how a machine is reached. None of them runs a program, opens
# another port or lowers a check; who needs others has the file of ssh itself for them.
ALLOWED_OPTIONS: Final = (
    "AddressFamily",
    "BindAddress",
    "BindInterface",
    "CertificateFile",
    "Ciphers",
    "Compression",
    "ConnectTimeout",
    "HostKeyAlias",
    "HostName",
    "IPQoS",
    "IdentitiesOnly",
    "IdentityAgent",
    "IdentityFile",
    "ProxyJump",
    "UserKnownHostsFile",
)
_CANONICAL: Final = {name.casefold(): name for name in ALLOWED_OPTIONS}
_NAME: Final = re.compile(r"[^\W_][^/\\:,\n\r\t“”]*")
# What ggml or Hearth calls a place by itself.
_TAKEN: Final = re.compile(
    r"(?i)(ram|cpu|gpu|rpc|cuda|rocm|hip|musa|sycl|cann|opencl|vulkan|metal|mtl|blas|webgpu)\d*"
)
_USER: Final = r"[A-Za-z0-9_][A-Za-z0-9_.\\+-]*"
_HOST: Final = r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?"
_TARGET: Final = re.compile(
    rf"(?P<where>(?:{_USER}@)?(?:{_HOST}|\[(?P<six>[0-9A-Fa-f:.]+(?:%[A-Za-z0-9_.-]+)?)\]))"
    r"(?::(?P<port>\d{1,5}))?"
)
_JUMP: Final = re.compile(
    rf"(?:{_USER}@)?{_HOST}(?::\d{{1,5}})?(?:,(?:{_USER}@)?{_HOST}(?::\d{{1,5}})?)*"
)


@dataclass(frozen=True, slots=True)
class SshMachine:
    """A machine as the user has added it.

    Attributes:
        name: what the user calls it, and so its device.
        target: for ssh, "user@host", "host" or an alias of ssh's own file, with ":port" where that
            is not the usual one.
        rpc_port: that the rpc-server listens at there, on the loopback address.
        options: for ssh, each "Name=value", of `ALLOWED_OPTIONS`.
    """

    name: str
    target: str
    rpc_port: int = USUAL_PORT
    options: tuple[str, ...] = ()

    def ssh_arguments(self) -> tuple[str, ...]:
        """Return what ssh is told of the place: options first, the target behind "--"."""
        found = _TARGET.fullmatch(self.target)
        assert found is not None, "check() has seen it"
        options = [part for option in self.options for part in ("-o", option)]
        port = ["-p", found["port"]] if found["port"] else []
        where = found["where"]
        if found["six"]:  # ssh takes such an address without its brackets
            where = where.replace("[", "").replace("]", "")
        return (*options, *port, "--", where)


def check(machine: SshMachine) -> None:
    """Check what the user has written of a machine.

    Raises:
        BadMachine: it cannot be used so.
    """
    name = machine.name
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME or name != name.strip():
        raise BadMachine(
            phrase(
                "The name of a machine has 1 to {most} characters, begins with a letter or a digit "
                "and has no slash, colon or comma.",
                most=LONGEST_NAME,
            ),
            phrase("Choose another name."),
        )
    if _TAKEN.fullmatch(name):
        raise BadMachine(
            phrase("“{name}” is what Hearth calls a device of this machine.", name=name),
            phrase("Choose another name."),
        )
    target = _TARGET.fullmatch(machine.target)
    if target is None or not _is_port(target["port"] or "22"):
        raise BadMachine(
            phrase("ssh cannot be given “{target}” as a target.", target=machine.target),
            phrase("Write it as user@host or user@host:port, without blanks."),
        )
    if not _is_port(str(machine.rpc_port)):
        raise BadMachine(
            phrase("The port of the rpc-server must be 1 to 65535."), phrase("Correct the port.")
        )
    if len(machine.options) > MOST_OPTIONS:
        raise BadMachine(
            phrase("There can be {most} options for ssh at most.", most=MOST_OPTIONS),
            phrase("Put them into ssh's own file, ~/.ssh/config, under the name of that host."),
        )
    for option in machine.options:
        _check_option(option)


def normal_option(written: str) -> str:
    """Return an option as ssh writes it, for one that is allowed; another one as it is."""
    name, equals, value = written.partition("=")
    return f"{_CANONICAL.get(name.strip().casefold(), name)}{equals}{value.strip()}"


def _check_option(option: str) -> None:
    """Refuse an option that is none, or that could do more than lead there."""
    name, _, value = option.partition("=")
    if name not in ALLOWED_OPTIONS:
        raise BadMachine(
            phrase("Hearth gives ssh no option “{name}”.", name=name),
            phrase(
                "Put it into ssh's own file, ~/.ssh/config, or take one of these: {names}.",
                names=", ".join(ALLOWED_OPTIONS),
            ),
        )
    is_jump = name != "ProxyJump" or _JUMP.fullmatch(value)
    if not value or value.startswith("-") or not value.isprintable() or not is_jump:
        raise BadMachine(
            phrase("The option “{name}” for ssh has no value that ssh could take.", name=name),
            phrase("Write it as Name=value, such as IdentityFile=~/.ssh/hearth."),
        )


def _is_port(text: str) -> bool:
    return text.isdecimal() and 1 <= int(text) <= 65535
