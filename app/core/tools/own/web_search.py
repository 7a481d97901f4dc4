"""Searching the web with the one engine that the user has chosen.

A SearXNG server of the user's choice, Brave or Tavily with a key, or Wikipedia, which needs neither
and knows what stands there alone. An engine is sent the words and the version of Hearth.

Threads: any; the key comes from the keyring, which may take its time.
"""

from __future__ import annotations

import contextlib
import html
import json
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import quote

from app.core.net.addresses import WebOrigin, with_query
from app.core.net.client import HttpClient, HttpOptions
from app.core.net.errors import AccessDenied, ServerFailed, TooManyRequests
from app.core.plain_value import PlainValue, replace
from app.core.system.keyring_entry import KeyringEntry
from app.core.tools.errors import SEARCH_KEY_MISSING, SEARCH_KEY_REFUSED, SEARCH_UNREADABLE
from app.core.tools.own.own_tool import Argument, OwnTool, number_of, schema_of, text_of
from app.core.tools.values import Tool, ToolLink, ToolResult, cleaned

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.system.stop_signal import StopSignal

_USUAL, _MOST = 8, 20  # results
_MOST_CHARS: Final = 600  # of what is told of one
_MOST_BYTES: Final = 4_000_000
_TAG: Final = re.compile(r"<[^<>]{0,200}>")

# A title, an address, and some words.
Hit: TypeAlias = tuple[str, str, str]


class SearchEngine(PlainValue, frozen=True):
    """An engine.

    Attributes:
        name: by which it is chosen.
        address: of its API; "" where the user names it.
        needs_key: it answers nobody without one.
        key_header: in which the key is sent; "" for `Authorization: Bearer`.
        fields: of a result: its title, its address, its words.
    """

    name: str
    address: str
    needs_key: bool = False
    key_header: str = ""
    fields: tuple[str, str, str] = ("title", "url", "content")


ENGINES: Final = {
    one.name: one
    for one in (
        SearchEngine("searxng", ""),
        SearchEngine(
            "brave",
            "https://api.search.brave.com",
            needs_key=True,
            key_header="X-Subscription-Token",
            fields=("title", "url", "description"),
        ),
        SearchEngine("tavily", "https://api.tavily.com", needs_key=True),
        SearchEngine("wikipedia", "https://en.wikipedia.org", fields=("title", "", "snippet")),
    )
}


def key_of_engine(name: str) -> KeyringEntry:
    """Return where the key of an engine is kept."""
    return KeyringEntry(f"search engine {name}")


def forget_keys_of_engines() -> None:
    """Take the keys of all engines out of the keyring.

    Raises:
        KeyringRefused: they are still there.
    """
    for engine in ENGINES.values():
        if engine.needs_key:
            key_of_engine(engine.name).keep("")


def search_tool(engine: SearchEngine, proxy: Callable[[], str]) -> OwnTool:
    """Return the tool that searches the web.

    Args:
        engine: with its address.
        proxy: returns the user's setting.
    """

    def run(arguments: Mapping[str, Any], stop: StopSignal) -> ToolResult:
        words = text_of(arguments, "query")
        limit = number_of(arguments, "limit", _USUAL, _MOST) or 1
        return _told(searched(engine, words, limit, proxy(), stop))

    limit = Argument(
        "limit", "integer", f"how many results; {_USUAL} if left out", is_required=False
    )
    host = WebOrigin.of(engine.address).host
    return OwnTool(
        Tool(
            "web_search",
            f"Search the web with {engine.name} ({host}). Fetch a result to read it."
            if engine.name != "wikipedia"
            else f"Search Wikipedia ({host}), which is not the whole web.",
            schema_of(Argument("query", "string", "what to search for"), limit),
            origin=engine.address,
        ),
        run,
    )


def engine_of(name: str, address: str) -> SearchEngine | None:
    """Return the engine that was chosen; None where it is none, or lacks an address.

    Args:
        address: of a server of the user's, or of Wikipedia in a language; "" for the usual one.
    """
    engine = ENGINES.get(name)
    if engine is None or not (address or engine.address):
        return None
    return replace(engine, address=(address or engine.address).rstrip("/"))


def searched(
    engine: SearchEngine, words: str, limit: int, proxy: str, stop: StopSignal
) -> list[Hit]:
    """Return what an engine finds, in its order.

    Raises:
        KnownError: it finds nothing out, and why.
        TransferStopped: `stop` was called.
    """
    key = key_of_engine(engine.name).secret() if engine.needs_key else ""
    if engine.needs_key and not key:
        raise SEARCH_KEY_MISSING(engine=engine.name)
    options = HttpOptions(proxy=proxy, token_header=engine.key_header, stays_on_site=True)
    with contextlib.closing(HttpClient(options)) as client:
        try:
            said = _asked(engine, client, words, limit, key, stop)
        except AccessDenied as error:
            if not engine.needs_key:
                raise
            raise SEARCH_KEY_REFUSED(error.detail, engine=engine.name) from error
    hits = [_hit(engine, one) for one in _results(engine, said)]
    return [one for one in hits if one is not None][:limit]


def _asked(
    engine: SearchEngine, client: HttpClient, words: str, limit: int, key: str, stop: StopSignal
) -> Any:
    """Return the answer of an engine, values of JSON."""
    query: list[tuple[str, str]]
    match engine.name:
        case "tavily":
            body = json.dumps({"query": words, "max_results": limit}).encode()
            return _posted(client, f"{engine.address}/search", body, key, stop)
        case "brave":
            query = [("q", words), ("count", str(limit))]
            address = with_query(f"{engine.address}/res/v1/web/search", query)
        case "wikipedia":
            query = [("action", "query"), ("list", "search"), ("format", "json")]
            query += [("srsearch", words), ("srlimit", str(limit))]
            address = with_query(f"{engine.address}/w/api.php", query)
        case _:
            query = [("q", words), ("format", "json")]
            address = with_query(f"{engine.address}/search", query)
    return client.get_json(address, token=key, stop=stop).value


def _posted(client: HttpClient, address: str, body: bytes, key: str, stop: StopSignal) -> Any:
    with client.post(address, body, token=key, stop=stop) as transfer:
        match transfer.status:
            case 200:
                received = bytearray()
                for chunk in transfer.chunks():
                    received += chunk
                    if len(received) > _MOST_BYTES:
                        raise SEARCH_UNREADABLE("it is too long", host=transfer.host)
            case 401 | 403:
                raise AccessDenied(transfer.host)
            case 429:
                raise TooManyRequests(transfer.host, retry_after_s=transfer.retry_after_s)
            case status:
                raise ServerFailed(transfer.host, status)
    try:
        return json.loads(received)
    except (ValueError, RecursionError) as error:
        raise SEARCH_UNREADABLE(repr(error)[:500], host=transfer.host) from error


def _results(engine: SearchEngine, said: Any) -> list[Any]:
    """Return the list of results in an answer.

    Raises:
        KnownError: there is none.
    """
    within = {"brave": ("web", "results"), "wikipedia": ("query", "search")}
    found = said
    for name in within.get(engine.name, ("results",)):
        found = found.get(name) if isinstance(found, dict) else None
    if isinstance(found, list):
        return found
    if engine.name == "brave" and isinstance(said, dict) and "web" not in said:
        return []  # as it answers where it finds nothing
    raise SEARCH_UNREADABLE(host=WebOrigin.of(engine.address).host)


def _hit(engine: SearchEngine, one: Any) -> Hit | None:
    if not isinstance(one, dict):
        return None
    title, address, words = (_plain(one.get(name)) for name in engine.fields)
    if engine.name == "wikipedia":
        address = f"{engine.address}/wiki/{quote(title.replace(' ', '_'))}" if title else ""
    is_web = address.startswith(("http://", "https://"))
    return (title or address, address, words) if is_web else None


def _plain(said: Any) -> str:
    """Return words without the marks that engines put around what was found."""
    text = said[: 10 * _MOST_CHARS] if isinstance(said, str) else ""
    return " ".join(cleaned(html.unescape(_TAG.sub("", text))).split())[:_MOST_CHARS]


def _told(hits: list[Hit]) -> ToolResult:
    if not hits:
        return ToolResult("Nothing was found.")
    lines = [
        f"{number}. {title}\n{address}\n{words}".rstrip()
        for number, (title, address, words) in enumerate(hits, 1)
    ]
    links = tuple(ToolLink(title, address) for title, address, _words in hits)
    return ToolResult("\n\n".join(lines), links=links)
