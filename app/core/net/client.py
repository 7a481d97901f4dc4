"""The HTTP client: one request, redirects followed by our own rules, and failures with names.

The library is told to follow and to retry nothing: redirects are followed here, so that a token
never travels along, and who asks decides when to try again.
"""

from __future__ import annotations

import json
import ssl
import threading
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

import truststore
import urllib3

from app import __version__
from app.core.net.addresses import WebOrigin, redirected
from app.core.net.errors import AnswerUnusable, NetError, ProxyFailed, RedirectRefused
from app.core.net.failures import named, of_status
from app.core.net.proxies import credentials, proxy_for, without_password
from app.core.net.transfer import JsonAnswer, Transfer, lower_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from urllib3 import BaseHTTPResponse

_MOST_REDIRECTS = 10
_MOST_JSON_BYTES = 32 << 20
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """How connections are made.

    Attributes:
        proxy: see `proxies.proxy_for`.
        connect_timeout_s: for a connection to be there.
        read_timeout_s: without a byte; a slow answer that goes on may take as long as it likes.
    """

    proxy: str = ""
    connect_timeout_s: float = 10.0
    read_timeout_s: float = 30.0


class HttpClient:
    """Asks servers; makes its first connection with the first request.

    Threads: any, several at once.
    """

    def __init__(self, options: HttpOptions | None = None) -> None:
        self._options = options or HttpOptions()
        self._pools: dict[str, urllib3.PoolManager] = {}
        self._open = weakref.WeakSet[Transfer]()
        self._lock = threading.Lock()

    def get_json(self, address: str, *, token: str = "") -> JsonAnswer:
        """Ask for an answer in JSON.

        Args:
            address: whole, with its query.
            token: sent to the server of `address` only; "" for none.

        Raises:
            NetError: in its many kinds.
            TransferStopped: `close` was called meanwhile.
        """
        with self.open(address, token=token) as transfer:
            received = bytearray()
            for chunk in transfer.chunks():
                received += chunk
                if len(received) > _MOST_JSON_BYTES:
                    raise AnswerUnusable(transfer.host, "it is too long")
            try:
                return JsonAnswer(json.loads(received), transfer.headers)
            except (ValueError, RecursionError) as error:
                raise AnswerUnusable(transfer.host, repr(error)[:500]) from error

    def open(
        self, address: str, *, headers: Mapping[str, str] | None = None, token: str = ""
    ) -> Transfer:
        """Ask, follow redirects, and return the answer before its bytes are read.

        Args:
            address: whole, with its query.
            headers: sent to every server on the way; nothing secret belongs here.
            token: sent as `Authorization: Bearer` to the server of `address` only, and only if the
                connection is encrypted or stays on this machine.

        Raises:
            NetError: in its many kinds; also for every status but 200, 206 and 416.
        """
        origin = WebOrigin.of(address)
        first_redirect: dict[str, str] = {}
        for _ in range(_MOST_REDIRECTS + 1):
            here = WebOrigin.of(address)
            own_token = token if here == origin and here.is_private else ""
            response = self._request(address, here, headers or {}, own_token)
            location = response.headers.get("location")
            if response.status not in _REDIRECTS or not location:
                return self._answered(response, here.host, first_redirect)
            first_redirect = first_redirect or lower_names(response.headers)
            response.close()
            address = redirected(address, location)
        raise RedirectRefused(origin.host, "too many redirects")

    def close(self) -> None:
        """End what is being received and close all connections; the client may be used again."""
        with self._lock:
            pools, self._pools = self._pools, {}
            transfers = list(self._open)
        for transfer in transfers:
            transfer.stop()
        for pool in pools.values():
            pool.clear()

    def _answered(
        self, response: BaseHTTPResponse, host: str, first_redirect: dict[str, str]
    ) -> Transfer:
        transfer = Transfer(host, response, first_redirect)
        problem = of_status(response.status, host, transfer.headers)
        if problem is not None:
            response.close()
            raise problem
        with self._lock:
            self._open.add(transfer)
        return transfer

    def _request(
        self, address: str, origin: WebOrigin, headers: Mapping[str, str], token: str
    ) -> BaseHTTPResponse:
        sent = {
            "User-Agent": f"Hearth/{__version__}",
            # What is counted and continued are the bytes of the file, not of a packed form of it.
            "Accept-Encoding": "identity",
            **headers,
        }
        if token:
            sent["Authorization"] = f"Bearer {token}"
        proxy = proxy_for(origin.scheme, origin.host, self._options.proxy)
        try:
            return self._pool(proxy).request(
                "GET",
                address,
                headers=sent,
                redirect=False,
                retries=False,
                preload_content=False,
                decode_content=False,
            )
        except Exception as error:
            raise _named(error, origin.host, proxy) from error

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
        if not proxy:
            return urllib3.PoolManager(timeout=timeout, ssl_context=trusted)
        secret = unquote(credentials(proxy))
        return urllib3.ProxyManager(
            proxy,
            timeout=timeout,
            ssl_context=trusted,
            proxy_ssl_context=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
            proxy_headers=urllib3.make_headers(proxy_basic_auth=secret) if secret else None,
        )


def _named(error: Exception, host: str, proxy: str) -> NetError:
    found = named(error, host)
    if isinstance(found, ProxyFailed):
        return ProxyFailed(without_password(proxy), found.detail)
    return found
