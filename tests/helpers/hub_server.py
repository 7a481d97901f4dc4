"""A hub of models on this machine: answers like the one of Hugging Face, and misbehaves on demand.

Two servers on two ports, as there: the hub itself, with the search and a redirect for every file,
and the one that holds the bytes. What a test wants to go wrong it puts into `api_faults`,
`hub_faults` or `file_faults`; each request takes the next one.

Like the real one: the answers of `/api/models` and `/api/models/{repo}?blobs=true`;
`X-Linked-Etag`, `X-Linked-Size` and `X-Repo-Commit` on the redirect; strong ETags, ranges and
`If-Range`; 401 for repositories that are not there, and 401 or 403 with `X-Error-Code` for gated
ones.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

REVISION = "0123456789abcdef0123456789abcdef01234567"
PATIENCE_S = 60.0


def random_bytes(n_bytes: int, seed: int = 0) -> bytes:
    """Return the same bytes for the same seed."""
    return random.Random(seed).randbytes(n_bytes)


# -- what may go wrong --


@dataclass(frozen=True)
class Answer:
    """Another status than wanted, before any byte of what was asked for."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class Drop:
    """The connection ends after so many bytes."""

    after_bytes: int
    ignores_range: bool = False


@dataclass(frozen=True)
class Stall:
    """Nothing more comes after so many bytes, and the connection stays."""

    after_bytes: int


@dataclass(frozen=True)
class Paced:
    """A piece of so many bytes for each time that `gate` is released."""

    piece_bytes: int
    gate: threading.Semaphore


@dataclass(frozen=True)
class OtherBody:
    """Another file in place of the one that was asked for, whole, with the right status."""

    body: bytes


@dataclass(frozen=True)
class RangeIgnored:
    """All of the file with status 200, whatever was asked for."""


@dataclass(frozen=True)
class RangeWrong:
    """Status 206 with bytes from elsewhere than asked for."""

    begin: int


@dataclass(frozen=True)
class Lie:
    """Status 206 with a true header and one wrong byte."""


Fault = Answer | Drop | Stall | Paced | OtherBody | RangeIgnored | RangeWrong | Lie


@dataclass
class HubRepository:
    """What the hub has under one name.

    Attributes:
        gated: as the hub says it: False, "auto" or "manual".
    """

    files: dict[str, bytes]
    downloads: int = 1000
    likes: int = 10
    licence: str = "apache-2.0"
    gated: str | bool = False
    updated: str = "2026-08-01T12:00:00.000Z"


@dataclass(frozen=True)
class Seen:
    """A request as it came in; names of headers in lower case."""

    server: str
    path: str
    headers: Mapping[str, str]


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    name = ""
    hub: LoopbackHub

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that leave."""


class LoopbackHub:
    """Both servers; a context manager."""

    def __init__(self, repositories: Mapping[str, HubRepository] | None = None) -> None:
        self.repositories = dict(repositories or {})
        self.tokens = {"hf_right"}
        self.api_faults: list[Fault | None] = []
        self.hub_faults: list[Fault | None] = []
        self.file_faults: list[Fault | None] = []
        self.seen: list[Seen] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._servers = [self._server("hub"), self._server("files")]
        self._threads = [
            threading.Thread(target=one.serve_forever, args=(0.05,)) for one in self._servers
        ]
        self.address = f"http://127.0.0.1:{self._servers[0].server_port}"
        self.files_address = f"http://127.0.0.1:{self._servers[1].server_port}"

    def _server(self, name: str) -> _Server:
        server = _Server(("127.0.0.1", 0), _Handler)
        server.name, server.hub = name, self
        return server

    def __enter__(self) -> LoopbackHub:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        for server, thread in zip(self._servers, self._threads, strict=True):
            server.shutdown()
            thread.join(PATIENCE_S)
            server.server_close()

    def next_fault(self, faults: list[Fault | None]) -> Fault | None:
        """Take the next fault of a list."""
        with self._lock:
            return faults.pop(0) if faults else None

    def note(self, seen: Seen) -> None:
        """Keep a request."""
        with self._lock:
            self.seen.append(seen)

    def requests_of(self, server: str) -> list[Seen]:
        """Return what came to "hub" or "files", in order."""
        with self._lock:
            return [one for one in self.seen if one.server == server]

    def ranges(self) -> list[str]:
        """Return what each request for bytes asked for; "" for all of a file."""
        return [one.headers.get("range", "") for one in self.requests_of("files")]


def sha256_of(data: bytes) -> str:
    """Return the digest as the hub writes it."""
    return hashlib.sha256(data).hexdigest()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE_S  # a write may wait for ever for a client that has left
    server: _Server

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        hub = self.server.hub
        headers = {name.lower(): value for name, value in self.headers.items()}
        hub.note(Seen(self.server.name, self.path, headers))
        self.headers_seen = headers
        with contextlib.suppress(OSError):  # who asked has left
            if self.server.name == "files":
                self._file(hub.next_fault(hub.file_faults))
            elif self.path.startswith("/api/models"):
                self._api(hub.next_fault(hub.api_faults))
            else:
                self._resolve(hub.next_fault(hub.hub_faults))

    # -- the hub --

    def _api(self, fault: Fault | None) -> None:
        if isinstance(fault, Answer):
            return self._say(fault.status, fault.body, fault.headers)
        if isinstance(fault, Stall):
            return self._say_nothing()
        parts = urlsplit(self.path)
        if parts.path == "/api/models":
            return self._json(self._found(parse_qs(parts.query)))
        repo = unquote(parts.path.removeprefix("/api/models/"))
        if repo not in self.server.hub.repositories:
            return self._say(
                401,
                b"{}",
                {"X-Error-Code": "RepoNotFound", "X-Error-Message": "Repository not found"},
            )
        return self._json(self._described(repo, with_files="blobs" in parts.query))

    def _found(self, query: dict[str, list[str]]) -> list[dict[str, Any]]:
        words = query.get("search", [""])[0].lower().split()
        names = [
            name
            for name, one in self.server.hub.repositories.items()
            if all(word in name.lower() for word in words)
            and any(file.endswith(".gguf") for file in one.files)
        ]
        names.sort(key=lambda name: -self.server.hub.repositories[name].downloads)
        limit = int(query.get("limit", ["1000"])[0])
        return [self._described(name, with_files=False) for name in names[:limit]]

    def _described(self, name: str, *, with_files: bool) -> dict[str, Any]:
        one = self.server.hub.repositories[name]
        described: dict[str, Any] = {
            "_id": "65",
            "id": name,
            "modelId": name,
            "author": name.split("/")[0],
            "sha": REVISION,
            "lastModified": one.updated,
            "private": False,
            "gated": one.gated,
            "downloads": one.downloads,
            "likes": one.likes,
            "tags": ["gguf", f"license:{one.licence}", "region:us"],
        }
        if with_files:
            described["siblings"] = [
                self._sibling(file, data) for file, data in sorted(one.files.items())
            ]
        return described

    def _sibling(self, name: str, data: bytes) -> dict[str, Any]:
        described = {"rfilename": name, "size": len(data), "blobId": "ab" * 20}
        if name.endswith(".gguf"):
            lfs = {"sha256": sha256_of(data), "size": len(data), "pointerSize": 135}
            return {**described, "lfs": lfs}
        return described

    def _resolve(self, fault: Fault | None) -> None:
        if isinstance(fault, Answer):
            return self._say(fault.status, fault.body, fault.headers)
        if isinstance(fault, Stall):
            return self._say_nothing()
        hub = self.server.hub
        found = re.fullmatch(
            r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", unquote(urlsplit(self.path).path)
        )
        repository = hub.repositories.get(found[1]) if found else None
        if found is None or repository is None:
            return self._say(401, b"", {"X-Error-Code": "RepoNotFound"})
        if repository.gated:
            given = self.headers_seen.get("authorization", "").removeprefix("Bearer ")
            if given not in hub.tokens:
                return self._say(403 if given else 401, b"", {"X-Error-Code": "GatedRepo"})
        data = repository.files.get(found[3])
        if data is None:
            return self._say(404, b"", {"X-Error-Code": "EntryNotFound"})
        place = f"{hub.files_address}/{quote(found[1])}/{quote(found[3])}?Signature=abc"
        linked = {
            "Location": place,
            "X-Repo-Commit": REVISION,
            "X-Linked-Size": str(len(data)),
            "X-Linked-Etag": f'"{sha256_of(data)}"',
        }
        return self._say(302, b"", linked)

    # -- the bytes --

    def _file(self, fault: Fault | None) -> None:
        if isinstance(fault, Answer):
            return self._say(fault.status, fault.body, fault.headers)
        found = re.fullmatch(r"/([^/]+/[^/]+)/(.+)", unquote(urlsplit(self.path).path))
        assert found is not None
        data = self.server.hub.repositories[found[1]].files[found[2]]
        if isinstance(fault, OtherBody):
            data = fault.body
        etag = f'"{hashlib.md5(data).hexdigest()}"'
        begin, end = self._range(etag, len(data))
        if isinstance(fault, RangeIgnored) or getattr(fault, "ignores_range", False):
            begin = None
        if begin is not None and begin >= len(data):
            return self._say(416, b"", {"Content-Range": f"bytes */{len(data)}"})
        status, first = (200, 0) if begin is None else (206, begin)
        if isinstance(fault, RangeWrong):
            status, first = 206, fault.begin
        headers = {"ETag": etag, "Accept-Ranges": "bytes"}
        if status == 206:
            headers["Content-Range"] = f"bytes {first}-{end - 1}/{len(data)}"
        body = data[first:end] if status == 206 else data
        if isinstance(fault, Lie):
            body = body[:-1] + bytes([body[-1] ^ 1])
        self._head(status, len(body), headers)
        return self._send(body, fault)

    def _range(self, etag: str, n_bytes: int) -> tuple[int | None, int]:
        """Return from where on bytes are wanted, None for all of them, and where they end."""
        wanted = re.fullmatch(r"bytes=([0-9]+)-([0-9]*)", self.headers_seen.get("range", ""))
        if wanted is None or self.headers_seen.get("if-range", etag) != etag:
            return None, n_bytes
        return int(wanted[1]), min(n_bytes, int(wanted[2] or n_bytes) + 1)

    def _send(self, body: bytes, fault: Fault | None) -> None:
        closing = self.server.hub.closing
        match fault:
            case Drop(after_bytes):
                self.wfile.write(body[:after_bytes])
            case Stall(after_bytes):
                self.wfile.write(body[:after_bytes])
                closing.wait(PATIENCE_S)
            case Paced(piece_bytes, gate):
                for begin in range(0, len(body), piece_bytes):
                    while not gate.acquire(timeout=0.05):
                        if closing.is_set():
                            return
                    self.wfile.write(body[begin : begin + piece_bytes])
            case _:
                self.wfile.write(body)

    # -- answering --

    def _say_nothing(self) -> None:
        self.server.hub.closing.wait(PATIENCE_S)
        self.close_connection = True

    def _json(self, value: Any) -> None:
        self._say(200, json.dumps(value).encode(), {"Content-Type": "application/json"})

    def _say(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self._head(status, len(body), headers)
        self.wfile.write(body)

    def _head(self, status: int, n_bytes: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(n_bytes))
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
