"""What the user writes of a server, and the name that is proposed for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.net.addresses import WebOrigin
from app.core.net.errors import AddressInvalid
from app.core.plain_value import replace
from app.core.remote.server import LONGEST_NAME, Server, normal_address

if TYPE_CHECKING:
    from collections.abc import Collection


_USUAL_PORTS = (80, 443)


@dataclass(frozen=True, slots=True)
class WrittenServer:
    """A server as it stands in the fields.

    Attributes:
        server: with models only where they were named by hand.
        key: "" for none; None for the one that is kept, if any.
        instead_of: the name of the server that is changed; "" for a new one.
    """

    server: Server
    key: str | None = field(repr=False)
    instead_of: str = ""

    @property
    def way(self) -> tuple[object, ...]:
        """All on which it depends whether the server can be asked."""
        server = self.server
        return server.address, server.ca_file, server.is_plain_agreed, self.key

    def found_as(self, found: Server) -> Server:
        """Return the server with what it has said of itself just now."""
        models = found.models or self.server.models
        return replace(self.server, kind=found.kind, models=models)

    def changed_from(self, before: Server) -> Server:
        """Return the server with what is known of it, without having asked it again."""
        models = self.server.models or before.models
        return replace(self.server, kind=before.kind, models=models)


def origin_of(written: str) -> WebOrigin | None:
    """Return whom an address leads to; None while it is none."""
    try:
        return WebOrigin.of(normal_address(written))
    except AddressInvalid:
        return None


def proposed_name(written: str, taken: Collection[str]) -> str:
    """Return a name for the server at an address; "" while that is none.

    Args:
        written: the address, as it stands in the field.
        taken: names of other servers.
    """
    origin = origin_of(written)
    if origin is None:
        return ""
    host = origin.host.strip("[]").replace(":", "-")
    is_word = "." in host and not host.replace(".", "").isdigit()
    name = host.removesuffix(".local") if is_word else host
    if origin.is_this_machine and origin.port not in _USUAL_PORTS:
        name = f"{name} {origin.port}"
    name = name[: LONGEST_NAME - 3]
    known = {one.casefold() for one in taken}
    names = [name, *(f"{name} {number}" for number in range(2, len(known) + 3))]
    return next(one for one in names if one.casefold() not in known)
