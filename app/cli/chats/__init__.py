"""`hearth chats`: listing, exporting and importing chats.

Each verb is a file of its own.
"""

from __future__ import annotations

from app.cli.verbs import UNKNOWN_COMMAND, Verb, Verbs

_WORDS = {
    "list": "list chats with their numbers, newest first",
    "export": "export chats to files",
    "import": "import chats from Hearth and other programs",
}


def _load(name: str) -> Verb:
    match name:
        case "list":
            from app.cli.chats.list_chats import LIST

            return LIST
        case "export":
            from app.cli.chats.export_chats import EXPORT

            return EXPORT
        case "import":
            from app.cli.chats.import_chats import IMPORT

            return IMPORT
        case _:
            raise UNKNOWN_COMMAND(word=name)


VERBS = Verbs(_WORDS, _load)
