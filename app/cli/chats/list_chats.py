"""`hearth chats list`: the chats with their numbers, newest first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli.chats.open_chats import open_chats
from app.cli.models.verb import Verb
from app.cli.output import printable

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def _add_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def _run(options: argparse.Namespace, paths: Paths) -> int:
    with open_chats(paths) as store:
        chats = store.list_chats()
    if options.json:
        facts = [
            {
                "id": chat.id,
                "title": chat.title,
                "created_at": chat.created_at.isoformat(),
                "updated_at": chat.updated_at.isoformat(),
            }
            for chat in chats
        ]
        print(json.dumps({"chats": facts}))
        return 0
    if not chats:
        print("There are no chats yet.")
    for chat in chats:
        when = chat.updated_at.astimezone()
        print(f"{chat.id:>6}  {when:%Y-%m-%d %H:%M}  {printable(chat.title)}")
    return 0


LIST = Verb("list", "the chats and their numbers, newest first", _add_arguments, _run)
