"""`hearth chats list`: the chats with their numbers, newest first, also while a window is open."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.chats.listing import ListedChat, list_titles

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from app.core.chats.records import Chat
    from app.core.system.paths import Paths


def _add_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def _opened(paths: Paths) -> tuple[Chat, ...]:
    from app.cli.chats.open_chats import open_chats

    with open_chats(paths) as store:
        return store.list_chats()


def _run(options: argparse.Namespace, paths: Paths) -> int:
    chats: Sequence[Chat | ListedChat] | None = list_titles(paths.database)
    if chats is None:  # opening it tells of a backup, where there is one
        chats = _opened(paths)
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


LIST = Verb(_add_arguments, _run)
