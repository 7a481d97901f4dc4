"""A server that answers in place of this machine: where it is, what it has, what is sent to it.

Also the one line that pairs two Hearths: address and key.

Threads: pure values and functions, any thread.
"""

from __future__ import annotations

import enum
import ipaddress
import re
import ssl
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from app.core.errors import KnownError
from app.core.net.addresses import WebOrigin
from app.core.net.errors import AddressInvalid
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue
from app.core.system.keyring_entry import is_secret

LONGEST_NAME: Final = 40
_NAME: Final = re.compile(r"[^\s/\\:][^/\\:\n\r\t]*")
_HOME_ENDS: Final = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
_ENDPOINTS: Final = ("/chat/completions", "/completions", "/models")


class ServerKind(enum.StrEnum):
    """What runs there, as far as it says so; it decides what can be asked beyond OpenAI's words."""

    HEARTH = "hearth"
    LLAMA_SERVER = "llama-server"
    VLLM = "vllm"
    SGLANG = "sglang"
    OTHER = "other"


class Reach(enum.Enum):
    """How far what is written to a server goes."""

    THIS_MACHINE = enum.auto()
    PRIVATE_NETWORK = enum.auto()
    INTERNET = enum.auto()


class OfferedModel(PlainValue, frozen=True):
    """A model that a server has.

    Attributes:
        name: as the server calls it.
        n_ctx: tokens of its context; 0 where the server does not say.
        sees: it takes pictures, as the server says.
        hears: it takes sounds.
    """

    name: str
    n_ctx: int = 0
    sees: bool = False
    hears: bool = False


class Server(PlainValue, frozen=True):
    """A server as the user has added it.

    Attributes:
        name: what the user calls it; see `objection_to`.
        address: as `normal_address` gives it.
        kind: what runs there.
        models: that it had when it was asked last.
        ca_file: certificates in PEM, trusted for it beside those of the system; "" for none.
        is_plain_agreed: the user knows that others in the network can read what is sent.
        sees: its models take pictures, whatever it says itself.
    """

    name: str
    address: str
    kind: ServerKind = ServerKind.OTHER
    models: tuple[OfferedModel, ...] = ()
    ca_file: str = ""
    is_plain_agreed: bool = False
    sees: bool = False

    @property
    def origin(self) -> WebOrigin:
        """The server alone.

        Raises:
            AddressInvalid: it is no web address.
        """
        return WebOrigin.of(self.address)

    def model(self, name: str) -> OfferedModel | None:
        """Return one of its models; None where it did not tell of one of that name."""
        return next((one for one in self.models if one.name == name), None)


class BadServer(KnownError):
    """A server that cannot be added so.

    Args:
        objection: one sentence.
        remedy: what to do.
    """

    def __init__(self, objection: Phrase, remedy: Phrase) -> None:
        super().__init__(objection, phrase("No server was added or changed."), remedy)


def normal_address(written: str) -> str:
    """Return an address as requests need it, of whatever people copy.

    Without a scheme it is plain HTTP for this machine and private networks, and HTTPS otherwise;
    without a path it ends with `/v1`.

    Raises:
        AddressInvalid: it is no web address.
    """
    text = written.strip()
    if "://" not in text:
        host = WebOrigin.of(f"https://{text}").host
        text = f"{'https' if _reach_of_host(host) is Reach.INTERNET else 'http'}://{text}"
    WebOrigin.of(text)
    parts = urlsplit(text)
    path = parts.path.rstrip("/")
    for endpoint in _ENDPOINTS:
        path = path.removesuffix(endpoint)
    address = urlunsplit((parts.scheme, parts.netloc.lower(), path or "/v1", "", ""))
    if any(letter <= " " or letter == "\x7f" for letter in address):
        raise AddressInvalid(written)
    return address


def reach_of(address: str) -> Reach:
    """Return how far what is written goes.

    Raises:
        AddressInvalid: it is no web address.
    """
    return _reach_of_host(WebOrigin.of(address).host)


def check(server: Server, key: str = "") -> None:
    """Check what the user has written of a server.

    Raises:
        BadServer: it cannot be used so.
        AddressInvalid: its address is none.
    """
    if not _NAME.fullmatch(server.name) or len(server.name) > LONGEST_NAME:
        raise BadServer(
            phrase(
                "A server name must have 1 to {most} characters, without slashes or colons.",
                most=LONGEST_NAME,
            ),
            phrase("Choose another name."),
        )
    if server.origin.scheme == "https":
        return
    match reach_of(server.address):
        case Reach.INTERNET:
            raise BadServer(
                phrase("With plain HTTP, anyone between you and the server could read your chats."),
                phrase("Use an address with https://, or connect through a tunnel."),
            )
        case Reach.PRIVATE_NETWORK if not server.is_plain_agreed:
            raise BadServer(
                phrase("Others in your network can read data sent over plain HTTP.")
                if not key
                else phrase("Others in your network could read your chats and the key."),
                phrase("Accept this if you trust everyone in your network, or use https://."),
            )
        case _:
            return


def readable_ca(server: Server) -> None:
    """Check that the certificates which the user trusts for a server can be read.

    Raises:
        BadServer: they cannot.
    """
    if not server.ca_file:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(server.ca_file)
    except (OSError, ValueError) as error:  # ssl.SSLError is one of the first
        raise BadServer(
            phrase("Hearth found no certificates in {path}.", path=server.ca_file),
            phrase("Choose a file in PEM format; the operator of the server can provide it."),
        ) from error


def _reach_of_host(host: str) -> Reach:
    name = host.lower().strip("[]")
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        if name == "localhost" or name.endswith(".localhost"):
            return Reach.THIS_MACHINE
        is_home = "." not in name or name.endswith(_HOME_ENDS)
        return Reach.PRIVATE_NETWORK if is_home else Reach.INTERNET
    if address.is_loopback:
        return Reach.THIS_MACHINE
    is_near = address.is_private or address.is_link_local
    return Reach.PRIVATE_NETWORK if is_near else Reach.INTERNET


_PREFIX: Final = "hearth+"


class Pairing(PlainValue, frozen=True):
    """An address and the key that belongs to it.

    Attributes:
        address: as `normal_address` gives it.
        key: never shown in a log.
    """

    address: str
    key: str

    @property
    def text(self) -> str:
        """One line to be copied."""
        return f"{_PREFIX}{self.address}#{self.key}"

    @classmethod
    def of(cls, written: str) -> Pairing | None:
        """Return what a text stands for; None where it is no such text.

        Raises:
            AddressInvalid: it is one, and is damaged.
        """
        text = written.strip()
        if not text.startswith(_PREFIX):
            return None
        address, mark, key = text.removeprefix(_PREFIX).partition("#")
        if not mark or not is_secret(key):
            raise AddressInvalid(address)  # never with what may be the key
        return cls(normal_address(address), key)
