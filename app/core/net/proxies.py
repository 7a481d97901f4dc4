"""Through which proxy a server is asked: the user's setting, else what the system says.

Threads: pure functions that read the environment (on Windows the registry); any thread.
"""

from __future__ import annotations

import base64
import re
import urllib.request
from urllib.parse import unquote, urlsplit

from app.core.net.errors import ProxyFailed

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
