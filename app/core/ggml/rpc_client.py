"""What a server of llama.cpp's RPC backend says of itself, asked without llama.cpp.

Native code ends its process where a server does not answer, so a server is asked here first: is it
one, of which version, with how much memory, and how long does a word take there and back.

A server serves one client at a time; others wait until that one has gone.

Threads: any; what asks waits for the answer.
Source: llama.cpp ggml/src/ggml-rpc/ggml-rpc.cpp, protocol 7.0. A request is the number of a
command, the size of its data in 8 bytes and the data; an answer has no number. Little endian.
"""

from __future__ import annotations

import enum
import re
import socket
import struct
import time
from typing import Final

from app.core.phrases import phrase
from app.core.plain_value import PlainValue

MAJOR_VERSION: Final = 7  # of the protocol that the llama.cpp of this build speaks
MINOR_VERSION: Final = 0  # a server may speak an older one of the same major version
ANSWER_S: Final = 5.0
_GET_DEVICE_MEMORY, _HELLO, _DEVICE_COUNT = 11, 14, 15
_CAPABILITIES = bytes(24)  # none: only RDMA has some
_N_ROUND_TRIPS = 5
_MOST_DEVICES = 64
_LARGEST_PORT = 65535
_ADDRESS = re.compile(r"(?P<host>[A-Za-z0-9_.-]+):(?P<port>\d{1,5})", re.ASCII)
_HEAD = struct.Struct("<BQ")
_SIZE = struct.Struct("<Q")
_VERSION = struct.Struct("<BBBx24x")
_COUNT = struct.Struct("<I")
_MEMORY = struct.Struct("<QQ")


class Silence(enum.Enum):
    """Why a server has not said what it is."""

    NO_ADDRESS = enum.auto()  # what was written is none
    NOBODY = enum.auto()  # nothing listens
    CLOSED = enum.auto()  # it ends the connection; a tunnel does that where nothing listens
    BUSY = enum.auto()  # it says nothing: it serves somebody else, or the network is broken
    OTHER_PROGRAM = enum.auto()
    OTHER_VERSION = enum.auto()


_WORDS = {
    Silence.NO_ADDRESS: phrase("“{address}” is not an rpc-server address: use HOST:PORT."),
    Silence.NOBODY: phrase("No rpc-server listens at {address}."),
    Silence.CLOSED: phrase("{address} closes the connection; it is probably not an rpc-server."),
    Silence.BUSY: phrase(
        "The rpc-server at {address} does not respond; it serves one program at a time, and "
        "another one may be using it."
    ),
    Silence.OTHER_PROGRAM: phrase("The program at {address} is not an rpc-server."),
    Silence.OTHER_VERSION: phrase(
        "The rpc-server at {address} has an incompatible version of llama.cpp."
    ),
}


class NotAnswered(Exception):
    """A server did not say what it is."""

    def __init__(self, address: str, silence: Silence, detail: str = "") -> None:
        super().__init__(f"{silence.name} {detail}".strip())
        self.silence = silence
        self.detail = detail
        self.words = _WORDS[silence].with_values({"address": address})  # one sentence


class _Refused(Exception):
    """What was said is not what a fitting server says."""

    def __init__(self, silence: Silence, detail: str) -> None:
        super().__init__(detail)
        self.silence = silence


class RpcServer(PlainValue, frozen=True):
    """What a server has said.

    Attributes:
        version: of its protocol, such as "7.0.0".
        memory: of each of its devices, bytes that are free and bytes altogether.
        round_trip_s: the shortest time that a word took there and back.
    """

    version: str
    memory: tuple[tuple[int, int], ...]
    round_trip_s: float


def ask_server(address: str, timeout_s: float = ANSWER_S) -> RpcServer:
    """Ask a server what it is.

    Args:
        address: "HOST:PORT".
        timeout_s: for each answer.

    Raises:
        NotAnswered: it is none that can be used, or none now.
    """
    written = _ADDRESS.fullmatch(address)
    if written is None or not 0 < int(written["port"]) <= _LARGEST_PORT:
        raise NotAnswered(address, Silence.NO_ADDRESS)
    try:
        # As llama.cpp does, which knows no other addresses.
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as line:
            line.settimeout(timeout_s)
            line.connect((written["host"], int(written["port"])))
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return _ask(line)
    except _Refused as error:
        raise NotAnswered(address, error.silence, str(error)) from error
    except TimeoutError as error:
        raise NotAnswered(address, Silence.BUSY) from error
    except ConnectionRefusedError as error:
        raise NotAnswered(address, Silence.NOBODY) from error
    except (EOFError, ConnectionError) as error:
        raise NotAnswered(address, Silence.CLOSED, str(error)) from error
    except (OSError, UnicodeError) as error:
        raise NotAnswered(address, Silence.NOBODY, str(error)) from error


def _ask(line: socket.socket) -> RpcServer:
    major, minor, patch = _VERSION.unpack(_answer(line, _HELLO, _CAPABILITIES, _VERSION.size))
    version = f"{major}.{minor}.{patch}"
    if major != MAJOR_VERSION or minor > MINOR_VERSION:
        raise _Refused(Silence.OTHER_VERSION, version)
    round_trips = []
    n_devices = 0
    for _ in range(_N_ROUND_TRIPS):
        began = time.perf_counter()
        (n_devices,) = _COUNT.unpack(_answer(line, _DEVICE_COUNT, b"", _COUNT.size))
        round_trips.append(time.perf_counter() - began)
    if not 0 < n_devices <= _MOST_DEVICES:
        raise _Refused(Silence.OTHER_PROGRAM, f"{n_devices} devices")
    memory = []
    for number in range(n_devices):
        said = _answer(line, _GET_DEVICE_MEMORY, _COUNT.pack(number), _MEMORY.size)
        free_bytes, total_bytes = _MEMORY.unpack(said)
        memory.append((free_bytes, total_bytes))
    return RpcServer(version, tuple(memory), min(round_trips))


def _answer(line: socket.socket, command: int, data: bytes, size: int) -> bytes:
    """Send a request and return the data of its answer, which must have `size` bytes."""
    line.sendall(_HEAD.pack(command, len(data)) + data)
    (said,) = _SIZE.unpack(_received(line, _SIZE.size))
    if said != size:
        raise _Refused(Silence.OTHER_PROGRAM, f"{said} bytes")
    return _received(line, size)


def _received(line: socket.socket, size: int) -> bytes:
    parts = []
    while size:
        part = line.recv(size)
        if not part:
            raise EOFError("the connection has ended")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
