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
from app.core.interchange import (
    Cancelled,
    MemoryRoute,
    import_words,
    note_words,
    preview_import,
    run_import,
)
from app.core.paths import in_home
from app.core.settings import Settings

if TYPE_CHECKING:
    import argparse

    from app.core.interchange import ImportSummary
    from app.core.paths import Paths

_MOST_TITLES = 20


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "path",
        metavar="PATH",
        help="a file, a zip archive or a folder: of Hearth, ChatGPT, Claude, Open WebUI, Jan, "
        "LM Studio, GPT4All or llama.cpp",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only say what is in it; nothing is imported"
    )
    parser.add_argument(
        "--duplicates", action="store_true", help="import chats again that are there already"
    )
    parser.add_argument(
        "--no-memory",
        action="store_true",
        help="leave the memory in a .hearth file behind, as from people you do not trust: it "
        "steers the answers, and nobody can look at it as at words",
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
            route = None
            if summary.memory_bytes and not options.no_memory:
                from app.core.assembly import memory_transfer_alone  # which most never need

                settings = Settings.load(paths.settings_file, options.given)
                transfer = opened.enter_context(memory_transfer_alone(paths, settings))
                route = MemoryRoute(transfer, line.show_bytes)
            summary = run_import(
                path,
                call,
                skips_known=not options.duplicates,
                progress=line.show,
                is_cancelled=stoppable.is_stopped,
                memory=route,
            )
    if options.json:
        print(json.dumps(_facts(summary, is_dry=options.dry_run)))
    else:
        _tell(summary, is_dry=options.dry_run)
    memory_problem = None if summary.memory is None else summary.memory.problem
    problem = summary.problem or memory_problem
    if problem is not None:
        print_problem(problem)
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
    _tell_memory(summary, is_dry=is_dry)
    for unread in summary.unread:
        name = f"{unread.where}: {unread.title}" if unread.title else unread.where
        print(f"hearth: {printable(name)}: {unread.reason}", file=sys.stderr)
    n_more = summary.n_unread - len(summary.unread)
    if n_more:
        print(f"hearth: and {n_more:,} more that cannot be read", file=sys.stderr)
    if summary.was_cancelled:
        print("hearth: stopped; what was imported stays.", file=sys.stderr)


def _tell_memory(summary: ImportSummary, *, is_dry: bool) -> None:
    if is_dry and summary.memory_bytes:
        print(f"memory: {summary.memory_bytes / 1e6:,.1f} MB")
    if summary.memory is not None:
        for words in import_words(summary.memory):
            print(printable(str(words)))


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
        "memory_bytes": summary.memory_bytes,
        "warm": 0 if summary.memory is None else summary.memory.n_warm,
        "stopped": summary.was_cancelled,
    }


IMPORT = Verb(_add_arguments, _run)
