"""The hub as the settings and the environment have it; who is asked is said before."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

from app.core.models.hub import HubApi, TokenStore
from app.core.net import HttpClient, HttpOptions
from app.core.settings import PROXY, Settings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from app.core.paths import Paths


@contextlib.contextmanager
def hub_access(options: argparse.Namespace, paths: Paths) -> Iterator[tuple[HttpClient, HubApi]]:
    """Give the client and the hub, and close all connections at the end.

    Raises:
        AddressInvalid: the environment names a hub that is no web address.
    """
    settings = Settings.load(paths.settings_file, options.given)
    client = HttpClient(HttpOptions(proxy=settings.get(PROXY)))
    api = HubApi(client, token=TokenStore().token)
    print(f"hearth: asking {api.host}", file=sys.stderr)
    try:
        yield client, api
    finally:
        client.close()
