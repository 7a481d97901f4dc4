"""`hearth models`: models on this machine and on a hub.

Each verb is a file of its own.
"""

from __future__ import annotations

from app.cli.verbs import UNKNOWN_COMMAND, Verb, Verbs
from app.core.system.desktop_words import trash

_WORDS = {
    "list": "list models on this machine, including those of other programs",
    "inspect": "show the details of a model file",
    "fit": "check whether a model fits in free memory",
    "rm": f"move a model with all its files to the {trash()}",
    "search": "search the hub for models",
    "get": "download a model from the hub, or resume a download",
    "token": "save an access token for gated models",
    "add-server": "add a server with an OpenAI-compatible API",
    "servers": "list your servers",
    "remove-server": "remove a server",
}


def _load(name: str) -> Verb:  # noqa: C901 - one case for each verb
    match name:
        case "list":
            from app.cli.models.list_models import LIST

            return LIST
        case "inspect":
            from app.cli.models.model_file import INSPECT

            return INSPECT
        case "fit":
            from app.cli.models.model_file import FIT

            return FIT
        case "rm":
            from app.cli.models.list_models import REMOVE

            return REMOVE
        case "search":
            from app.cli.models.hub import SEARCH

            return SEARCH
        case "get":
            from app.cli.models.get_model import GET

            return GET
        case "token":
            from app.cli.models.hub import TOKEN

            return TOKEN
        case "add-server":
            from app.cli.models.servers import ADD_SERVER

            return ADD_SERVER
        case "servers":
            from app.cli.models.servers import SERVERS

            return SERVERS
        case "remove-server":
            from app.cli.models.servers import REMOVE_SERVER

            return REMOVE_SERVER
        case _:
            raise UNKNOWN_COMMAND(word=name)


VERBS = Verbs(_WORDS, _load)
