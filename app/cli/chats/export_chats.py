"""`hearth chats export`: chats as Markdown, HTML, JSON, or JSON with their pictures."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.arguments import chat_number
from app.cli.chats.open_chats import CountLine, Stoppable, call_of, open_chats
from app.cli.verbs import Verb
from app.core.chats.errors import UnknownChat
from app.core.chats.records import ChatId
from app.core.interchange.export import ExportFormat, ExportOrder, export_chats, suggested_name
from app.core.system.paths import in_home

if TYPE_CHECKING:
    import argparse

    from app.core.chats.store import ChatStore
    from app.core.system.paths import Paths

_FORMATS = [one for one in ExportFormat if one is not ExportFormat.PDF]


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "chats",
        metavar="ID",
        type=chat_number,
        nargs="*",
        default=[],
        help="chat numbers, as shown by `list`",
    )
    which.add_argument("--all", action="store_true", help="all chats")
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        choices=[one.value for one in _FORMATS],
        default=ExportFormat.JSON.value,
        help=f"{', '.join(_FORMATS)} (default: json, which can be imported again; zip adds "
        "picture and sound files; PDF is available in the window)",
    )
    parser.add_argument(
        "--output",
        metavar="PATH",
        help="output file, or folder for several chats as Markdown or HTML (default: current "
        "folder)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite existing files")
    parser.add_argument(
        "--tokens",
        action="store_true",
        help="JSON: include the exact tokens of answers; the file is several times larger",
    )


def _run(options: argparse.Namespace, paths: Paths) -> int:
    with contextlib.ExitStack() as opened:
        stoppable = opened.enter_context(Stoppable())
        store = opened.enter_context(open_chats(paths))
        line = opened.enter_context(CountLine())
        ids = tuple(chat.id for chat in store.list_chats())
        if not options.all:
            ids = _named(options.chats, ids)
        order = _order(options, store, ids)
        result = export_chats(
            order,
            call_of(store),
            progress=line.show,
            is_cancelled=stoppable.is_stopped,
        )
    if options.json:
        facts = {"path": str(result.written), "chats": result.n_chats,
                 "stopped": result.was_cancelled}  # fmt: skip
        print(json.dumps(facts))
    else:
        print(result.written)
        print(f"hearth: {result.n_chats:,} chats exported", file=sys.stderr)
    return stoppable.exit_code


def _named(wanted: list[int], there: tuple[ChatId, ...]) -> tuple[ChatId, ...]:
    """Return the chats that are named, each once.

    Raises:
        UnknownChat: one is not there.
    """
    for one in wanted:
        if one not in there:
            raise UnknownChat(f"chat {one}")
    return tuple(dict.fromkeys(map(ChatId, wanted)))


def _order(options: argparse.Namespace, store: ChatStore, ids: tuple[ChatId, ...]) -> ExportOrder:
    kind = ExportFormat(options.format)
    is_one_file = kind.takes_several or (len(ids) == 1 and not options.all)
    if options.output:
        target = in_home(options.output).absolute()
    elif not is_one_file:
        target = Path.cwd()
    else:
        title = store.chat(ids[0]).title if len(ids) == 1 else "Hearth chats"
        target = Path.cwd() / suggested_name(title, kind)
    return ExportOrder(
        kind,
        ids,
        target,
        is_folder=not is_one_file,
        may_replace=options.force,
        with_tokens=options.tokens,
    )


EXPORT = Verb(_add_arguments, _run)
