"""`hearth search`: words in all chats, for people at a terminal and for scripts.

Only reads, also while a window is open. Nothing found is no failure: the exit code is 0.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from app.cli.output import printable
from app.core.chats.records import ChatId
from app.core.chats.search.query import begin_of_day, end_of_day
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchFilter, SearchQuestion
from app.core.messages import Role

if TYPE_CHECKING:
    import argparse

    from app.core.chats.search.values import SearchHit, SearchPage
    from app.core.system.paths import Paths

_BOLD, _PLAIN = "\033[1m", "\033[0m"


def search(options: argparse.Namespace, paths: Paths) -> int:
    """Print what was found, best first, and return the exit code.

    Raises:
        KnownError: no Hearth has prepared these chats for searching.
        KnownError: the chats cannot be read.
    """
    only = SearchFilter(
        ChatId(options.chat) if options.chat is not None else None,
        Role(options.role) if options.role else None,
        options.model,
        begin_of_day(options.since) if options.since else None,
        end_of_day(options.until) if options.until else None,
    )
    # A word with spaces in it was quoted for the shell: its words are to stand side by side.
    text = " ".join(f'"{word}"' if _is_phrase(word) else word for word in options.words) + " "
    with SearchReader.open(paths.database) as reader:
        page = reader.page(reader.rank(SearchQuestion(text, only)), 0, options.limit)
    if options.json:
        print(json.dumps(_facts(page)))
    else:
        print(_text(page))
    if page.n_waiting:
        print(
            f"hearth: {page.n_waiting:,} messages are not indexed yet and may be missing; "
            "Hearth indexes them while its window is open.",
            file=sys.stderr,
        )
    return 0


def _is_phrase(word: str) -> bool:
    return " " in word.strip() and '"' not in word and not word.startswith("-")


def _facts(page: SearchPage) -> dict[str, Any]:
    return {
        "found": page.n_found,
        "more": page.is_cut,
        "not_indexed": page.n_waiting,
        "inside_words": page.is_inside_words,
        "results": [
            {
                "chat": hit.chat_id,
                "title": hit.title,
                "message": hit.message_id,
                "role": hit.role.value if hit.role else None,
                "model": hit.model,
                "time": hit.when.isoformat(),
                "attachment": hit.attachment,
                "snippet": hit.snippet,
                "ranges": [list(one) for one in hit.ranges],
            }
            for hit in page.hits
        ],
    }


def _text(page: SearchPage) -> str:
    if not page.hits:
        return "Nothing found."
    shown = len(page.hits)
    more = "" if shown == page.n_found else f", the first {shown:,} of them here"
    inside = " inside other words" if page.is_inside_words else ""
    plus = "+" if page.is_cut else ""
    lines = [f"{page.n_found:,}{plus} found{inside}{more}"]
    for hit in page.hits:
        day = hit.when.astimezone().date().isoformat()
        author = printable(hit.model or (hit.role.value if hit.role else "title"))
        where = f", in {printable(hit.attachment)}" if hit.attachment else ""
        lines.append(f"\n{day}  chat {hit.chat_id}  {_title(hit)}  ({author}{where})")
        if hit.message_id is not None:
            lines.append(f"  {_marked(hit)}")
    return "\n".join(lines)


def _title(hit: SearchHit) -> str:
    return (_marked(hit) if hit.message_id is None else printable(hit.title)) or "New chat"


def _marked(hit: SearchHit) -> str:
    """Return the words around a place, with the found ones in bold on a terminal."""
    words = printable(hit.snippet)  # a character for each, so that the places stay
    if not sys.stdout.isatty():
        return words
    parts, last = [], 0
    for start, end in hit.ranges:
        parts += [words[last:start], _BOLD, words[start:end], _PLAIN]
        last = end
    return "".join([*parts, words[last:]])
