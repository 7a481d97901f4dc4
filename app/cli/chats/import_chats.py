"""`hearth chats import`: chats of Hearth and of other programs."""

from __future__ import annotations

import contextlib
import json
import sys
from typing import TYPE_CHECKING, Any

from app.cli.chats.open_chats import CountLine, Stoppable, call_of, open_chats
from app.cli.output import print_problem, printable
from app.cli.verbs import Verb
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.interchange.errors import Cancelled, note_words
from app.core.interchange.importing import preview_import, run_import
from app.core.system.paths import in_home

if TYPE_CHECKING:
    import argparse

    from app.core.interchange.importing import ImportSummary
    from app.core.system.paths import Paths

_MOST_TITLES = 20


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "path",
        metavar="PATH",
        help="file, zip archive or folder from Hearth, ChatGPT, Claude, Open WebUI, Jan or LM "
        "Studio",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only show the content; import nothing"
    )
    parser.add_argument(
        "--duplicates",
        action="store_true",
        help="import chats again even if they are already there",
    )


def _run(options: argparse.Namespace, paths: Paths) -> int:
    path = in_home(options.path).absolute()
    with contextlib.ExitStack() as opened:
        stoppable = opened.enter_context(Stoppable())
        store = opened.enter_context(open_chats(paths))
        line = opened.enter_context(CountLine())
        call = call_of(store)
        try:
            summary = preview_import(path, call, line.show, stoppable.is_stopped)
        except Cancelled:  # nothing was imported yet
            return stoppable.exit_code
        if not options.dry_run:
            summary = run_import(
                path,
                call,
                skips_known=not options.duplicates,
                progress=line.show,
                is_cancelled=stoppable.is_stopped,
            )
    if options.json:
        print(json.dumps(_facts(summary, is_dry=options.dry_run)))
    else:
        _tell(summary, is_dry=options.dry_run)
    if summary.problem is not None:
        print_problem(summary.problem)
        return EXIT_KNOWN_ERROR
    return stoppable.exit_code


def _tell(summary: ImportSummary, *, is_dry: bool) -> None:
    for name, n_chats in summary.programs:
        verb = "found" if is_dry else "imported"
        print(f"{verb}: {n_chats:,} chats of {name}")
    print(f"messages: {summary.n_messages:,}")
    if summary.n_known:
        print(f"already there: {summary.n_known:,}")
    if is_dry:
        for one in summary.listed[:_MOST_TITLES]:
            mark = "  (already there)" if one.is_known else ""
            print(f"  {printable(one.title)}: {one.n_messages:,} messages{mark}")
    for note, n in summary.notes:
        print(note_words(note, n))
    for unread in summary.unread:
        name = f"{unread.where}: {unread.title}" if unread.title else unread.where
        print(f"hearth: {printable(name)}: {unread.reason}", file=sys.stderr)
    n_more = summary.n_unread - len(summary.unread)
    if n_more:
        print(f"hearth: and {n_more:,} more unreadable ones", file=sys.stderr)
    if summary.was_cancelled:
        print("hearth: stopped; chats imported so far are kept.", file=sys.stderr)


def _facts(summary: ImportSummary, *, is_dry: bool) -> dict[str, Any]:
    return {
        "imported": 0 if is_dry else summary.n_chats,
        "chats": summary.n_chats,
        "messages": summary.n_messages,
        "already_there": summary.n_known,
        "programs": dict(summary.programs),
        "notes": {note.name.lower(): n for note, n in summary.notes},
        "unread": [
            {"file": one.where, "title": one.title, "reason": str(one.reason)}
            for one in summary.unread
        ],
        "n_unread": summary.n_unread,
        "stopped": summary.was_cancelled,
    }


IMPORT = Verb(_add_arguments, _run)
