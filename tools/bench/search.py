"""How fast is the search while somebody types, how large is its index, and what does an answer pay?

Chats of made-up words that are as common as words are (Zipf), in a database in a throw-away folder.
Each query is asked as it is typed, letter by letter, over a new connection (cold: with the pages of
the database out of this process's cache, though not out of the system's) and over one that was used
before (warm). Beside it, in the same run, SQLite looks for the same letters with LIKE.
"""

from __future__ import annotations

import itertools
import json
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.chats.records import MessageStatus
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchQuestion
from app.core.chats.store import ChatStore
from app.core.messages import Role

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

_VOCABULARY = 60_000
_LETTERS = "etaoinsrhldcumfpgwybvkxjqz"
_LENGTHS = (15, 20, 30, 60, 120, 200, 300)  # words of a message
_N_ANSWERS = 40
_N_OLD_YEARS = 2.0


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        results = _measure(Path(folder) / "chats.db", options.messages, options.chats)
    print(json.dumps(results) if options.json else _text(results))
    return 0


def _measure(path: Path, n_messages: int, n_chats: int) -> dict[str, Any]:
    words = _words()
    texts = _texts(words, n_messages)
    ChatStore.open(path).close()
    _fill(path, texts, n_chats)
    bytes_before = _bytes(path)
    with ChatStore.open(path) as store:
        started = time.perf_counter()
        steps = []
        while True:
            begun = time.perf_counter()
            left = store.search.step()
            steps.append(time.perf_counter() - begun)
            if not left:
                break
        indexing_s = time.perf_counter() - started
        store._database.forget_deleted()  # noqa: SLF001 - the log would count twice
        index_bytes = _bytes(path) - bytes_before
        queries = _queries(words)
        typed = [_typed(path, name, text) for name, text in queries]
        answers = _answers(store, words)
        purge_s = _purge(store)
    return {
        "messages": n_messages,
        "chats": n_chats,
        "text_bytes": sum(len(text) for text in texts),
        "database_bytes": bytes_before,
        "index_bytes": index_bytes,
        "indexing_s": round(indexing_s, 1),
        "longest_step_ms": _ms(max(steps)),
        "queries": typed,
        "answer_end_ms": answers,
        "purge_s": round(purge_s, 2),
    }


def _words() -> list[str]:
    chance = random.Random(7)
    words: dict[str, None] = {}
    while len(words) < _VOCABULARY:
        length = chance.choice((2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11))
        words[
            "".join(chance.choice(_LETTERS[: chance.choice((12, 26))]) for _ in range(length))
        ] = None
    return list(words)


def _weights() -> list[float]:
    return list(itertools.accumulate(1 / (rank + 2.7) ** 1.05 for rank in range(_VOCABULARY)))


def _texts(words: Sequence[str], n: int) -> list[str]:
    chance, weights = random.Random(8), _weights()
    return [
        " ".join(chance.choices(words, cum_weights=weights, k=chance.choice(_LENGTHS)))
        for _ in range(n)
    ]


def _fill(path: Path, texts: Sequence[str], n_chats: int) -> None:
    """Write the chats at once, as a database from before there was an index has them."""
    first = datetime.now(UTC) - timedelta(days=365 * _N_OLD_YEARS)
    step = timedelta(days=365 * _N_OLD_YEARS) / max(1, len(texts))
    moments = [(first + step * at).isoformat(timespec="microseconds") for at in range(len(texts))]
    per_chat = max(1, len(texts) // n_chats)
    with closing(sqlite3.connect(path)) as connection, connection:
        for chat in range(-(-len(texts) // per_chat)):
            last = min(len(texts), (chat + 1) * per_chat) - 1
            connection.execute(
                "INSERT INTO chats (id, title, system_prompt, created_at, updated_at) "
                "VALUES (?, ?, '', ?, ?)",
                (chat + 1, " ".join(texts[last].split()[:5]), moments[last], moments[last]),
            )
        connection.executemany(
            "INSERT INTO messages (id, chat_id, parent_id, role, status, created_at, model, "
            "problem, stats, text) VALUES (?, ?, ?, ?, 'complete', ?, ?, '', '', ?)",
            (
                (
                    at + 1,
                    at // per_chat + 1,
                    at if at % per_chat else None,
                    "assistant" if at % 2 else "user",
                    moments[at],
                    "tiny" if at % 2 else "",
                    text,
                )
                for at, text in enumerate(texts)
            ),
        )
        connection.execute("INSERT INTO search_pending SELECT id FROM messages")


def _queries(words: Sequence[str]) -> list[tuple[str, str]]:
    long = [word for word in words if len(word) >= 7]
    return [
        ("the most common word", words[0]),
        ("a common word", long[0]),
        ("a word of middling frequency", long[60]),
        ("a rare word", long[20_000]),
        ("two common words", f"{words[0]} {words[1]}"),
        ("a common and a rare word", f"{words[0]} {long[9_000]}"),
        ("a phrase", f'"{words[0]} {words[1]}"'),
        ("the inside of a word", long[5_000][2:7]),
        ("nothing", "zzqqxxjjzz"),
    ]


def _typed(path: Path, name: str, text: str) -> dict[str, Any]:
    """Ask a query letter by letter; times are of the slowest letter and of the whole query."""
    cold, warm = [], []
    with SearchReader.open(path) as used:
        used.page(used.rank(SearchQuestion(text)))
        for end in range(1, len(text) + 1):
            question = SearchQuestion(text[:end])
            with SearchReader.open(path) as fresh:
                cold.append(_timed(lambda: fresh.page(fresh.rank(question))))  # noqa: B023
            warm.append(
                statistics.median(
                    _timed(lambda: used.page(used.rank(question)))  # noqa: B023
                    for _ in range(3)
                )
            )
        n_found = used.rank(SearchQuestion(text)).messages
    with closing(sqlite3.connect(path)) as connection:
        part = f"%{text.strip(chr(34))}%"
        like = "SELECT id FROM messages WHERE text LIKE ? ORDER BY id DESC LIMIT 2000"
        scan = _timed(lambda: connection.execute(like, (part,)).fetchall())
    return {
        "query": name,
        "found": len(n_found),
        "cold_ms": _ms(cold[-1]),
        "warm_ms": _ms(warm[-1]),
        "slowest_letter_cold_ms": _ms(max(cold)),
        "slowest_letter_warm_ms": _ms(max(warm)),
        "like_ms": _ms(scan),
    }


def _answers(store: ChatStore, words: Sequence[str]) -> dict[str, float]:
    """Compare how long the end of an answer of 300 words takes with the index and without."""
    chance, weights = random.Random(9), _weights()
    times: dict[str, list[float]] = {"with": [], "without": []}
    chat = store.create_chat(title="Answers")
    index = store.search
    parent = None
    for number in range(2 * _N_ANSWERS):
        kind = ("with", "without")[number % 2]
        text = " ".join(chance.choices(words, cum_weights=weights, k=300))
        answer = store.add_message(
            chat.id,
            parent_id=parent,
            role=Role.ASSISTANT,
            text="",
            status=MessageStatus.STREAMING,
        )
        parent = answer.id
        if kind == "without":
            store.search = _NoIndex()  # type: ignore[assignment]
        begun = time.perf_counter()
        store.finish_message(answer.id, text=text, status=MessageStatus.COMPLETE)
        times[kind].append(time.perf_counter() - begun)
        store.search = index
    return {
        **{kind: _ms(statistics.median(spans)) for kind, spans in times.items()},
        "slowest_with": _ms(max(times["with"])),
        "slowest_without": _ms(max(times["without"])),
    }


class _NoIndex:
    """An index that takes no note of anything."""

    def add(self, *_: object) -> None:
        """Index nothing."""

    def remove(self, *_: object) -> None:
        """Forget nothing."""


def _purge(store: ChatStore) -> float:
    chat = store.list_chats()[-1]
    store.trash.put([chat.id])
    store.trash.delete_for_good([chat.id])
    return _timed(store.deletions.purge)


def _timed(do: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    return time.perf_counter() - begun


def _ms(seconds: float) -> float:
    return round(seconds * 1e3, 1)


def _bytes(path: Path) -> int:
    return path.stat().st_size


def _text(results: dict[str, Any]) -> str:
    mb = {name: results[f"{name}_bytes"] / 1e6 for name in ("text", "database", "index")}
    ends = results["answer_end_ms"]
    size = f"{results['messages']:,} messages in {results['chats']:,} chats, {mb['text']:,.0f} MB"
    made = f"made in {results['indexing_s']} s, steps of at most {results['longest_step_ms']} ms"
    slowest = f"slowest {ends['slowest_with']} and {ends['slowest_without']} ms"
    heads = f"{'cold':>8} {'warm':>8} {'letter, cold':>13} {'letter, warm':>13} {'LIKE':>8}   (ms)"
    lines = [
        f"{size} of text; SQLite {sqlite3.sqlite_version}, {sys.platform}",
        f"index: {mb['index']:,.1f} MB beside {mb['database']:,.1f} MB, {made}",
        f"end of an answer: {ends['with']} ms, {ends['without']} ms without an index; {slowest}",
        f"purge of a chat: {results['purge_s']} s",
        f"{'query':30} {'found':>6} {heads}",
    ]
    lines += [
        f"{one['query']:30} {one['found']:>6,} {one['cold_ms']:>8} {one['warm_ms']:>8} "
        f"{one['slowest_letter_cold_ms']:>13} {one['slowest_letter_warm_ms']:>13} "
        f"{one['like_ms']:>8}"
        for one in results["queries"]
    ]
    return "\n".join(lines)
