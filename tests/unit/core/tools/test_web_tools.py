"""Pages are fetched and the web is searched as the user allowed it, and no other way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from app.core.errors import KnownError
from app.core.net.client import HttpOptions
from app.core.net.errors import AddressInvalid, NotPublic
from app.core.plain_value import replace
from app.core.system.stop_signal import StopSignal
from app.core.tools.own.web_page import for_strangers, page_tool
from app.core.tools.own.web_search import (
    ENGINES,
    engine_of,
    forget_keys_of_engines,
    key_of_engine,
    search_tool,
)
from tests.helpers.feed_server import FeedServer, http
from tests.helpers.memory_keyring import keyring_in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.tools.values import ToolResult

FETCHED: list[tuple[str, bytes]] = []


def text_in(name: str, data: bytes, _stop: StopSignal) -> tuple[str, str]:
    FETCHED.append((name, data))
    return "A page", data.decode("utf-8", "replace")


@pytest.fixture
def serve() -> Iterator[Callable[..., FeedServer]]:
    servers: list[FeedServer] = []

    def start(*answers: bytes) -> FeedServer:
        servers.append(FeedServer(list(answers)))
        FETCHED.clear()
        return servers[-1]

    yield start
    for one in servers:
        one.close()


def fetched(address: str, options: HttpOptions | None = None) -> ToolResult:
    tool = page_tool(text_in, lambda: options or HttpOptions(stays_on_site=True))
    return tool.run({"url": address}, StopSignal())


HTML = "Content-Type: text/html"


def test_a_page_comes_as_text_with_its_address_as_source(
    serve: Callable[..., FeedServer],
) -> None:
    server = serve(http(b"<html><p>Bread\xe2\x80\x8b</p>", "200 OK", HTML))

    result = fetched(f"{server.feed}?q=a b#part".replace(" ", "%20"))

    assert result.text == "A page\n\n<html><p>Bread</p>"  # without what nobody sees
    assert [(one.title, one.address) for one in result.links] == [
        ("A page", f"{server.feed}?q=a%20b")
    ]
    assert server.requests[0].startswith("GET /latest.json?q=a%20b ")


def test_a_page_says_itself_what_only_its_head_said(serve: Callable[..., FeedServer]) -> None:
    server = serve(
        http(b"<p>Gr\xfc\xdfe", "200 OK", "Content-Type: text/html; charset=ISO-8859-1"),
        http(b"plain", "200 OK", "Content-Type: text/plain; charset=ISO-8859-1"),
    )
    fetched(server.feed)
    fetched(server.feed)

    assert [data for _name, data in FETCHED] == [
        b"<!-- charset=ISO-8859-1 --><!doctype html><p>Gr\xfc\xdfe",
        b"plain",
    ]


@pytest.mark.parametrize(
    "address",
    [
        "ftp://example.org/x",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "example.org",
        "http://",
        "https://user:pw@example.org/",
        "https://good.example\\@evil.example/",
        "https://good.example\n.evil.example/",
        "https://exa mple.org/",
        "https://bücher.example/",
        "https://example.org:99999/",
        "http://[bad/",
        "https://example.org/" + "x" * 3000,
    ],
)
def test_what_is_no_plain_address_of_the_web_is_refused(address: str) -> None:
    with pytest.raises(AddressInvalid):
        fetched(address)


def test_nothing_is_fetched_from_this_machine_or_its_network(
    serve: Callable[..., FeedServer],
) -> None:
    server = serve(http(b"secret"))

    for address in (server.feed, server.feed.replace("127.0.0.1", "localhost")):
        with pytest.raises(NotPublic):
            fetched(address, for_strangers(""))
    with pytest.raises(NotPublic):
        fetched("http://169.254.169.254/latest/meta-data/", for_strangers("http://127.0.0.1:9"))
    assert server.requests == []


def test_a_redirect_to_another_site_asks_again(serve: Callable[..., FeedServer]) -> None:
    server = serve(http(b"", "302 Found", "Location: https://evil.example/?stolen=1"))

    with pytest.raises(KnownError, match="which was not asked for"):
        fetched(server.feed)


def test_a_page_without_end_is_given_up(serve: Callable[..., FeedServer]) -> None:
    server = serve(http(b"x" * 11_000_000))

    with pytest.raises(KnownError, match="more than 10 MB"):
        fetched(server.feed)


# -- searching --

BRAVE = {
    "web": {"results": [{"title": "<b>Rye</b>", "url": "https://a.example", "description": "x"}]}
}
WIKIPEDIA = {
    "query": {"search": [{"title": "Rye bread", "snippet": "<span class=x>Rye</span> &amp; salt"}]}
}
PLAIN = {
    "results": [
        {"title": "Rye", "url": "https://a.example/1", "content": "Flour\u202e and\nwater."},
        {"title": "No address"},
        {"title": "Script", "url": "javascript:alert(1)"},
        "nothing",
        {"url": "https://b.example"},
    ]
}


def found(engine: str, server: FeedServer, **arguments: Any) -> ToolResult:
    chosen = engine_of(engine, server.feed.removesuffix("/latest.json"))
    assert chosen is not None
    return search_tool(chosen, lambda: "").run({"query": "rye & bread", **arguments}, StopSignal())


@pytest.fixture
def keys() -> Iterator[None]:
    with keyring_in_memory() as keyring:
        for name in ("brave", "tavily"):
            key_of_engine(name).keep("k-1")
        yield
        forget_keys_of_engines()
        assert keyring.kept == {}


@pytest.mark.parametrize(
    ("engine", "said", "text"),
    [
        ("searxng", PLAIN, "1. Rye\nhttps://a.example/1\nFlour and water.\n\n2. https://b.example"),
        ("tavily", PLAIN, "1. Rye\nhttps://a.example/1\nFlour and water.\n\n2. https://b.example"),
        ("brave", BRAVE, "1. Rye\nhttps://a.example\nx"),
        ("brave", {"query": {}}, "Nothing was found."),
        ("wikipedia", WIKIPEDIA, "1. Rye bread\n{}/wiki/Rye_bread\nRye & salt"),
    ],
)
@pytest.mark.usefixtures("keys")
def test_each_engine_is_asked_in_its_words(
    serve: Callable[..., FeedServer], engine: str, said: Any, text: str
) -> None:
    server = serve(http(json.dumps(said).encode()))

    result = found(engine, server, limit=3)

    base = server.feed.removesuffix("/latest.json")
    assert result.text.startswith(text.replace("{}", base))
    assert len(result.links) == text.count("http") + text.count("{}")
    head, _, body = server.requests[0].partition("\r\n\r\n")
    query = parse_qs(urlsplit(head.split()[1]).query)
    if engine == "tavily":
        assert "Authorization: Bearer k-1" in head
    else:
        assert query.get("q", query.get("srsearch")) == ["rye & bread"]
        assert body == ""
    assert ("X-Subscription-Token: k-1" in head) == (engine == "brave")
    assert ("k-1" in head) == ENGINES[engine].needs_key


@pytest.mark.parametrize("engine", ["searxng", "wikipedia"])
@pytest.mark.parametrize("said", ["[]", "{}", '{"results": 3}', '{"query": []}'])
def test_an_answer_without_results_is_one_sentence(
    serve: Callable[..., FeedServer], engine: str, said: str
) -> None:
    with pytest.raises(KnownError, match="returned no list of results"):
        found(engine, serve(http(said.encode())))


@pytest.mark.parametrize("engine", ["brave", "tavily"])
@pytest.mark.usefixtures("keys")
def test_a_key_that_is_refused_is_named(serve: Callable[..., FeedServer], engine: str) -> None:
    with pytest.raises(KnownError, match=f"{engine} does not accept the key"):
        found(engine, serve(http(b"{}", "401 Unauthorized")))


@pytest.mark.parametrize(
    ("status", "sentence"),
    [("429 Too Many", "too many requests"), ("500 Broken", "has a problem"), ("200 OK", "no list")],
)
@pytest.mark.usefixtures("keys")
def test_other_faults_of_tavily_are_one_sentence(
    serve: Callable[..., FeedServer], status: str, sentence: str
) -> None:
    with pytest.raises(KnownError, match=sentence):
        found("tavily", serve(http(b"[" * 100, status)))


def test_an_engine_without_its_key_is_not_asked(serve: Callable[..., FeedServer]) -> None:
    server = serve(http(b"{}"))

    with pytest.raises(KnownError, match="needs a key"):
        found("brave", server)
    assert server.requests == []


def test_an_engine_that_is_none_or_has_no_address_is_no_tool() -> None:
    assert engine_of("", "") is None
    assert engine_of("altavista", "https://x.example") is None
    assert engine_of("searxng", "") is None
    assert engine_of("wikipedia", "") == ENGINES["wikipedia"]


def test_another_engine_is_another_tool() -> None:
    tools = [
        search_tool(replace(one, address=one.address or "https://s.example"), lambda: "").tool
        for one in ENGINES.values()
    ]
    assert len({one.digest for one in tools}) == len(ENGINES)
    assert {one.name for one in tools} == {"web_search"}
