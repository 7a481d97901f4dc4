"""The HTTP client: one request, redirects followed by our own rules, and failures with names.

The library is told to follow and to retry nothing: redirects are followed here, so that a token
never travels along, and who asks decides when to try again.
"""

from __future__ import annotations

import base64
import json
import re
import ssl
import threading
import time
import urllib.request
import weakref
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import truststore
import urllib3

from app import __version__
from app.core.net.addresses import WebOrigin, is_same_site, redirected, require_public
from app.core.net.errors import (
    AnswerUnusable,
    LeadsElsewhere,
    NetError,
    ProxyFailed,
    RedirectRefused,
    TimedOut,
)
from app.core.net.failures import named, of_status
from app.core.net.transfer import JsonAnswer, Transfer, lower_names
from app.core.net.watched_connection import HeadlessRequest, await_answer, watch
from app.core.plain_value import PlainValue
from app.core.system.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from urllib3 import BaseHTTPResponse


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


_MOST_REDIRECTS = 10
_MOST_JSON_BYTES = 32 << 20
_AT_ONCE = 8  # connections to one server; more work as well, and are not kept
_REDIRECTS = (301, 302, 303, 307, 308)


class HttpOptions(PlainValue, frozen=True):
    """How connections are made.

    Attributes:
        proxy: see `proxies.proxy_for`.
        connect_timeout_s: for a connection to be there.
        read_timeout_s: without a byte; a slow file that goes on may take as long as it likes.
        answer_timeout_s: for a whole answer in JSON, which somebody waits for.
        ca_file: certificates in PEM that are trusted beside those of the system; "" for none.
        is_plain_agreed: a token may go over a connection that others can read.
        token_header: the header that a token is; "" for `Authorization: Bearer`.
        is_public_only: no server is asked whose address is not of the public internet, whatever its
            name says; for addresses that somebody else wrote.
        stays_on_site: a redirect to another host is a failure, `LeadsElsewhere`.
    """

    proxy: str = ""
    connect_timeout_s: float = 10.0
    read_timeout_s: float = 30.0
    answer_timeout_s: float = 90.0
    ca_file: str = ""
    is_plain_agreed: bool = False
    token_header: str = ""
    is_public_only: bool = False
    stays_on_site: bool = False

    @property
    def head_timeout_s(self) -> float:
        """For the head of an answer: the name, two addresses to connect to, and the waiting."""
        return 2 * self.connect_timeout_s + self.read_timeout_s


class HttpClient:
    """Asks servers; makes its first connection with the first request.

    Threads: any, several at once.
    """

    def __init__(self, options: HttpOptions | None = None) -> None:
        self._options = options or HttpOptions()
        self._pools: dict[str, urllib3.PoolManager] = {}
        self._signals = weakref.WeakSet[StopSignal]()  # of what is being asked or received
        self._lock = threading.Lock()

    def get_json(
        self, address: str, *, token: str = "", stop: StopSignal | None = None
    ) -> JsonAnswer:
        """Ask for an answer in JSON.

        Args:
            address: whole, with its query.
            token: sent to the server of `address` only; "" for none.
            stop: ends it from another thread.

        Raises:
            NetError: in its many kinds.
            TransferStopped: it was stopped, or `close` was called meanwhile.
        """
        give_up_s = time.monotonic() + self._options.answer_timeout_s
        with self.open(address, token=token, stop=stop) as transfer:
            received = bytearray()
            for chunk in transfer.chunks():
                received += chunk
                if len(received) > _MOST_JSON_BYTES:
                    raise AnswerUnusable(transfer.host, "it is too long")
                if time.monotonic() > give_up_s:
                    raise TimedOut(transfer.host, "it goes on and on")
            try:
                return JsonAnswer(json.loads(received), transfer.headers)
            except (ValueError, RecursionError) as error:
                raise AnswerUnusable(transfer.host, repr(error)[:500]) from error

    def open(
        self,
        address: str,
        *,
        headers: Mapping[str, str] | None = None,
        token: str = "",
        stop: StopSignal | None = None,
    ) -> Transfer:
        """Ask, follow redirects, and return the answer before its bytes are read.

        Args:
            address: whole, with its query.
            headers: sent to every server on the way; nothing secret belongs here.
            token: sent as `Authorization: Bearer` to the server of `address` only, and only if the
                connection is encrypted or stays on this machine.
            stop: ends it from another thread, whether the answer has begun or not.

        Raises:
            NetError: in its many kinds; also for every status but 200, 206 and 416.
            TransferStopped: it was stopped, or `close` was called meanwhile.
        """
        origin = WebOrigin.of(address)
        stop = stop or StopSignal()
        with self._lock:
            self._signals.add(stop)
        first_redirect: dict[str, str] = {}
        for _ in range(_MOST_REDIRECTS + 1):
            here = WebOrigin.of(address)
            response = self._request(
                address, here, headers or {}, token if here == origin else "", stop
            )
            location = response.headers.get("location")
            if response.status not in _REDIRECTS or not location:
                return self._answered(response, here, first_redirect, stop)
            first_redirect = first_redirect or lower_names(response.headers)
            response.close()
            address = redirected(address, location)
            if self._options.stays_on_site and not is_same_site(here, WebOrigin.of(address)):
                raise LeadsElsewhere(here.host, address)
        raise RedirectRefused(origin.host, "too many redirects")

    def post(
        self,
        address: str,
        body: bytes,
        *,
        headers: Mapping[str, str] | None = None,
        token: str = "",
        stop: StopSignal | None = None,
    ) -> Transfer:
        """Send JSON, and return the answer, whatever its status, before its bytes are read.

        Nothing is sent anywhere else: a redirect is a failure.

        Args:
            address: whole.
            body: JSON.
            headers: sent beside the usual ones, whoever can read them.
            token: as in `open`.
            stop: as in `open`; the connection is closed, by which the server sees it.

        Raises:
            NetError: in its many kinds, but none for a status.
            TransferStopped: it was stopped, or `close` was called meanwhile.
        """
        origin = WebOrigin.of(address)
        stop = stop or StopSignal()
        with self._lock:
            self._signals.add(stop)
        usual = {
            "Accept": "text/event-stream, application/json",
            "Content-Type": "application/json",
        }
        response = self._request(address, origin, {**usual, **(headers or {})}, token, stop, body)
        location = response.headers.get("location")
        if response.status in _REDIRECTS and location:
            response.close()
            raise RedirectRefused(origin.host, location)
        return Transfer(origin.host, response, {}, stop)

    def close(self) -> None:
        """End what is asked and received and close all connections; it may be used again."""
        with self._lock:
            pools, self._pools = self._pools, {}
            signals = list(self._signals)
        for signal in signals:
            signal.stop()
        for pool in pools.values():
            pool.clear()

    def _answered(
        self,
        response: BaseHTTPResponse,
        origin: WebOrigin,
        first_redirect: dict[str, str],
        stop: StopSignal,
    ) -> Transfer:
        transfer = Transfer(origin.host, response, first_redirect, stop)
        problem = of_status(response.status, origin.host, transfer.headers)
        if problem is not None:
            response.close()
            raise _with_proxy(problem, self._proxy(origin))
        return transfer

    def _proxy(self, origin: WebOrigin) -> str:
        return proxy_for(origin.scheme, origin.host, self._options.proxy)

    def _request(
        self,
        address: str,
        origin: WebOrigin,
        headers: Mapping[str, str],
        token: str,
        stop: StopSignal,
        body: bytes | None = None,
    ) -> BaseHTTPResponse:
        sent = {
            "User-Agent": f"Hearth/{__version__}",
            # What is counted and continued are the bytes of the file, not of a packed form of it.
            "Accept-Encoding": "identity",
            **headers,
        }
        proxy = self._proxy(origin)
        if proxy and self._options.is_public_only:
            require_public(origin)  # the proxy looks the name up; without one the connection does
        is_private = origin.is_private and (not proxy or origin.scheme == "https")
        if token and (is_private or self._options.is_plain_agreed):
            if self._options.token_header:
                sent[self._options.token_header] = token
            else:
                sent["Authorization"] = f"Bearer {token}"

        request = HeadlessRequest()

        def ask() -> BaseHTTPResponse:
            with request.of_this_thread():
                return self._pool(proxy).request(
                    "GET" if body is None else "POST",
                    address,
                    body=body,
                    headers=sent,
                    redirect=False,
                    retries=False,
                    preload_content=False,
                    decode_content=False,
                )

        try:
            return await_answer(ask, request.end, stop, self._options.head_timeout_s)
        except TransferStopped:
            raise
        except Exception as error:
            raise _with_proxy(named(error, origin.host), proxy) from error

    def _pool(self, proxy: str) -> urllib3.PoolManager:
        with self._lock:
            if proxy not in self._pools:
                self._pools[proxy] = self._new_pool(proxy)
            return self._pools[proxy]

    def _new_pool(self, proxy: str) -> urllib3.PoolManager:
        timeout = urllib3.Timeout(
            connect=self._options.connect_timeout_s, read=self._options.read_timeout_s
        )
        trusted = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if self._options.ca_file:
            trusted.load_verify_locations(self._options.ca_file)
        if not proxy:
            return watch(
                urllib3.PoolManager(maxsize=_AT_ONCE, timeout=timeout, ssl_context=trusted),
                is_public_only=self._options.is_public_only,
            )
        return watch(
            urllib3.ProxyManager(
                proxy,
                maxsize=_AT_ONCE,
                timeout=timeout,
                ssl_context=trusted,
                proxy_ssl_context=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
                proxy_headers=authorisation(proxy),
            )
        )


def _with_proxy(error: NetError, proxy: str) -> NetError:
    """Return a failure of the proxy with its name, every other as it is."""
    if isinstance(error, ProxyFailed):
        return ProxyFailed(without_password(proxy), error.detail, may_pass=error.is_transient)
    return error
