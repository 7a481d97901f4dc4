"""A plug-in of pytest: the tests of others, which know no key, show that of the server.

Those on keys say themselves what they show. Loaded by `llama_server_tests.py` into an environment
of its own.
"""

from __future__ import annotations

import os
from typing import Any

import httpx
import pytest
import requests

_ON_KEYS, _NOT_ON_KEYS = "test_security", "test_local_media"


@pytest.fixture(autouse=True)
def shown_key(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all requests of a test show the key."""
    name = request.node.name
    if request.module.__name__.endswith(_ON_KEYS) and not name.startswith(_NOT_ON_KEYS):
        return
    shown = {"authorization": f"Bearer {os.environ['HEARTH_TEST_KEY']}"}
    ask, send = requests.Session.request, httpx.Client.send

    def ask_with_key(session: requests.Session, *given: Any, **named: Any) -> requests.Response:
        named["headers"] = shown | (named.get("headers") or {})
        return ask(session, *given, **named)

    def send_with_key(client: httpx.Client, sent: httpx.Request, **named: Any) -> httpx.Response:
        sent.headers.update(shown)  # their clients show a dummy
        return send(client, sent, **named)

    monkeypatch.setattr(requests.Session, "request", ask_with_key)
    monkeypatch.setattr(httpx.Client, "send", send_with_key)
