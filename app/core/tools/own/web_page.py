"""Fetching a page of the public internet as text.

Somebody else may have written the address: it leads to public addresses only, a redirect to another
site is told and not followed, and what comes is read by the child that reads documents.

Threads: any.
"""

from __future__ import annotations

import contextlib
import re
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

from app.core.net.addresses import WebOrigin
from app.core.net.client import HttpClient, HttpOptions
from app.core.net.errors import AddressInvalid, LeadsElsewhere
from app.core.tools.errors import PAGE_LEADS_ELSEWHERE, PAGE_UNUSABLE
from app.core.tools.own.own_tool import Argument, OwnTool, schema_of, text_of
from app.core.tools.values import Tool, ToolLink, ToolResult, cleaned

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.net.transfer import Transfer
    from app.core.system.stop_signal import StopSignal
    from app.core.tools.own.own_tool import TextReader

_MOST_BYTES: Final = 10_000_000
_MOST_S: Final = 45.0
_LONGEST_ADDRESS: Final = 2_000
_SAFE: Final = "/%:=&?~+!$,;'@()*[]"
_NOT_IN_ADDRESSES: Final = re.compile(r"[\x00-\x20\x7f\\]")
_CHARSET: Final = re.compile(r"charset=[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_HTML: Final = ("text/html", "application/xhtml+xml")
_BEGINS_AS_HTML: Final = (b"<!doctype", b"<html", b"<?xml", b"<!--")


def page_tool(text_in: TextReader, options: Callable[[], HttpOptions]) -> OwnTool:
    """Return the tool that fetches pages.

    Args:
        text_in: reads what comes.
        options: how connections are made; those for strangers' addresses, see `for_strangers`.
    """

    def run(arguments: Mapping[str, Any], stop: StopSignal) -> ToolResult:
        address = _checked(text_of(arguments, "url"))
        host = WebOrigin.of(address).host
        with contextlib.closing(HttpClient(options())) as client:
            try:
                with client.open(address, stop=stop) as transfer:
                    data, kind = _received(transfer), transfer.headers.get("content-type", "")
            except LeadsElsewhere as error:
                there = cleaned(error.address)
                raise PAGE_LEADS_ELSEWHERE(host=host, address=there) from error
        title, text = text_in(host, _as_page(data, kind), stop) if data else ("", "")
        words = "\n\n".join(filter(None, (cleaned(title), cleaned(text))))
        return ToolResult(words or "The page is empty.", links=(ToolLink(title or host, address),))

    return OwnTool(
        Tool(
            "fetch_page",
            "Fetch a web page or a document from the internet, as text.",
            schema_of(Argument("url", "string", "its address, with http:// or https://")),
            site_argument="url",
        ),
        run,
    )


def for_strangers(proxy: str) -> HttpOptions:
    """Return how addresses are asked that a model or a page wrote.

    Args:
        proxy: the user's setting.
    """
    return HttpOptions(proxy=proxy, read_timeout_s=20.0, is_public_only=True, stays_on_site=True)


def _checked(written: str) -> str:
    """Return an address as it can be sent.

    Raises:
        AddressInvalid: it is none, or programs could read it in two ways.
    """
    address = written.strip()
    if _NOT_IN_ADDRESSES.search(address) or len(address) > _LONGEST_ADDRESS:
        raise AddressInvalid(address)
    WebOrigin.of(address)
    if not (urlsplit(address).hostname or "").isascii():
        raise AddressInvalid(address)
    return quote(address.partition("#")[0], safe=_SAFE)


def _received(transfer: Transfer) -> bytes:
    give_up_s = time.monotonic() + _MOST_S
    received = bytearray()
    for chunk in transfer.chunks():
        received += chunk
        if len(received) > _MOST_BYTES:
            reason = f"it has more than {_MOST_BYTES // 1_000_000} MB"
            raise PAGE_UNUSABLE(host=transfer.host, reason=reason)
        if time.monotonic() > give_up_s:
            raise PAGE_UNUSABLE(host=transfer.host, reason="it goes on and on")
    return bytes(received)


def _as_page(data: bytes, kind: str) -> bytes:
    """Return a page in which stands what only its head said: that it is one, and its encoding."""
    if kind.partition(";")[0].strip().lower() not in _HTML:
        return data
    if not data.lstrip()[:20].lower().startswith(_BEGINS_AS_HTML):
        data = b"<!doctype html>" + data
    charset = _CHARSET.search(kind)
    if charset and b"charset" not in data[:2048].lower():
        data = f"<!-- charset={charset[1]} -->".encode() + data
    return data
