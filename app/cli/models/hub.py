"""`hearth models search` and `token`: repositories with GGUF files, and a token for gated ones."""

from __future__ import annotations

import contextlib
import getpass
import json
import sys
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from app.cli.verbs import Verb
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.models.hub.api import HubApi, TokenStore
from app.core.models.hub.repositories import Access
from app.core.models.hub_address import hub_address
from app.core.net.client import HttpClient, HttpOptions
from app.core.settings.settings import Settings
from app.core.settings.table import PROXY
from app.core.system.desktop_words import keyring

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from app.core.models.hub.repositories import HubModel
    from app.core.system.paths import Paths


@contextlib.contextmanager
def hub_access(options: argparse.Namespace, paths: Paths) -> Iterator[tuple[HttpClient, HubApi]]:
    """Give the client and the hub, and close all connections at the end.

    Raises:
        AddressInvalid: the environment names a hub that is no web address.
    """
    settings = Settings.load(paths.settings_file, options.given)
    client = HttpClient(HttpOptions(proxy=settings.get(PROXY)))
    api = HubApi(client, token=TokenStore().token)
    print(f"hearth: contacting {api.host}", file=sys.stderr)
    try:
        yield client, api
    finally:
        client.close()


_MARKS = {Access.OPEN: "", Access.TERMS: "terms to accept", Access.REQUEST: "on request"}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", metavar="WORDS", nargs="+", help="words that the name must contain"
    )


def _run(options: argparse.Namespace, paths: Paths) -> int:
    with hub_access(options, paths) as (_client, api):
        found = api.search(" ".join(options.words))
    if options.json:
        print(json.dumps({"models": [asdict(model) for model in found]}))
    elif not found:
        print("No models found on the hub.")
    else:
        print("\n".join(map(_line, found)))
    return 0


def _line(model: HubModel) -> str:
    facts = [model.updated, model.licence, _MARKS[model.access]]
    words = "  ".join(filter(None, facts))
    return f"{model.downloads:>12,}  {model.repo}  {words}".rstrip()


SEARCH = Verb(_add_arguments, _run)


def _add_token_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--forget", action="store_true", help=f"remove it from the {keyring()}")


def _keep_token(options: argparse.Namespace, _paths: Paths) -> int:
    """Read a token from the terminal without showing it, or one line from a pipe."""
    token = "" if options.forget else _asked()
    if not token and not options.forget:
        print("hearth: no token given; nothing was changed.", file=sys.stderr)
        return EXIT_KNOWN_ERROR
    TokenStore().keep(token)
    if options.json:
        print(json.dumps({"hub": hub_address(), "kept": bool(token)}))
    else:
        words = f"is saved in the {keyring()}" if token else f"is no longer in the {keyring()}"
        print(f"The token for {hub_address()} {words}.")
    return 0


def _asked() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    return getpass.getpass(f"Token for {hub_address()} (it is not shown): ").strip()


TOKEN = Verb(_add_token_arguments, _keep_token)
