"""`hearth models token`: a token for gated models goes into the keyring of the system."""

from __future__ import annotations

import getpass
import json
import sys
from typing import TYPE_CHECKING

from app.cli.verbs import Verb
from app.core.desktop_words import keyring
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.models.hub import TokenStore, hub_address

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--forget", action="store_true", help=f"take it out of the {keyring()}")


def _run(options: argparse.Namespace, _paths: Paths) -> int:
    """Read a token from the terminal without showing it, or one line from a pipe."""
    token = "" if options.forget else _asked()
    if not token and not options.forget:
        print("hearth: no token was given; nothing was changed.", file=sys.stderr)
        return EXIT_KNOWN_ERROR
    TokenStore().keep(token)
    if options.json:
        print(json.dumps({"hub": hub_address(), "kept": bool(token)}))
    else:
        words = f"is kept in the {keyring()}" if token else f"is no longer in the {keyring()}"
        print(f"The token for {hub_address()} {words}.")
    return 0


def _asked() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    return getpass.getpass(f"Token for {hub_address()} (it is not shown): ").strip()


TOKEN = Verb(_add_arguments, _run)
