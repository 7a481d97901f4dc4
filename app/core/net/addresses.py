"""Web addresses: which server one belongs to, where a redirect may lead, and by which proxy.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import base64
import ipaddress
import re
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, quote, unquote, urlencode, urljoin, urlsplit

from app.core.net.errors import AddressInvalid, ProxyFailed, RedirectRefused

if TYPE_CHECKING:
    from collections.abc import Sequence


_PORTS = {"http": 80, "https": 443}
_SAFE = "/%:=&?~#+!$,;'@()*[]"


@dataclass(frozen=True, slots=True)
class WebOrigin:
    """The server that an address leads to: scheme, host and port.

    A token belongs to one origin. Two addresses of one host with different ports are two servers.
    """

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, address: str) -> WebOrigin:
        """Return the server of an address.

        Raises:
            AddressInvalid: it is no web address.
        """
        parts = _split(address)
        host = (parts.hostname or "").rstrip(".")
        try:
            port = parts.port or _PORTS[parts.scheme]
        except (KeyError, ValueError) as error:
            raise AddressInvalid(address) from error
        if not host or parts.username is not None:
            raise AddressInvalid(address)
        return cls(parts.scheme, host, port)

    @property
    def is_private(self) -> bool:
        """Whether nobody on the way can read what is sent: it is encrypted or stays here."""
        return self.scheme == "https" or self.is_this_machine

    @property
    def is_this_machine(self) -> bool:
        """Whether it is the loopback interface."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def with_query(address: str, fields: Sequence[tuple[str, str]]) -> str:
    """Return an address with these fields; a name may come more than once."""
    return f"{address}?{urlencode(fields)}" if fields else address


def redirected(address: str, location: str) -> str:
    """Return where a redirect of `address` leads.

    Raises:
        RedirectRefused: to what is no web address, or from an encrypted connection to a plain one.
    """
    try:
        target = quote(urljoin(address, location), safe=_SAFE).partition("#")[0]
        before, after = WebOrigin.of(address), WebOrigin.of(target)
    except (AddressInvalid, ValueError) as error:
        raise RedirectRefused(address, location) from error
    if before.scheme == "https" and after.scheme != "https":
        raise RedirectRefused(address, location)
    return target


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError as error:
        raise AddressInvalid(address) from error


_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{0,15}://", re.IGNORECASE)
NO_PROXY = "none"  # as a setting: never one, whatever the system says


def proxy_for(scheme: str, host: str, setting: str = "") -> str:
    """Return the address of the proxy; "" for a direct connection.

    A server on this machine is never asked through a proxy that only the system names.

    Args:
        scheme: of the request, "http" or "https".
        host: of the request.
        setting: "" for what the system says (on Linux `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and
            `NO_PROXY`, in upper or lower case), `NO_PROXY` for none, else an address.

    Raises:
        ProxyFailed: it is no address of an HTTP proxy.
    """
    chosen = setting.strip()
    if chosen.lower() == NO_PROXY:
        return ""
    if not chosen:
        if host in ("localhost", "127.0.0.1", "::1") or urllib.request.proxy_bypass(host):
            return ""
        known = urllib.request.getproxies()
        chosen = known.get(scheme) or known.get("all") or ""
    return _checked(chosen) if chosen else ""


def without_password(proxy: str) -> str:
    """Return the address of a proxy, or of what should be one, as it may be shown."""
    scheme = _SCHEME.match(proxy)
    # Whatever stands before the last @ may belong to a password.
    host = proxy[scheme.end() if scheme else 0 :].rpartition("@")[2].partition("/")[0]
    return f"{scheme[0] if scheme else ''}{host[:200]}"


def authorisation(proxy: str) -> dict[str, str]:
    """Return the header that tells a proxy the name and the password in its address."""
    name_and_password = unquote(urlsplit(proxy).netloc.rpartition("@")[0])
    if not name_and_password:
        return {}
    code = base64.b64encode(name_and_password.encode("utf-8", "replace")).decode("ascii")
    return {"Proxy-Authorization": f"Basic {code}"}


def _checked(proxy: str) -> str:
    address = proxy if "://" in proxy else f"http://{proxy}"
    try:
        parts = urlsplit(address)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ProxyFailed(without_password(proxy), "no address") from None
    if parts.scheme not in ("http", "https") or not has_host:
        raise ProxyFailed(without_password(address), "only HTTP proxies can be used")
    return address
