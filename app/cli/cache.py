"""`hearth cache`: the stored memory of chats, for people at a terminal and for scripts."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, assert_never

from msgspec.structs import asdict

from app.cli.output import printable
from app.cli.verbs import CacheAction, command_of
from app.core.conversations.cases.memory import store_limits
from app.core.errors import EXIT_KNOWN_ERROR, ErrorRow, KnownError
from app.core.kvstore.errors import StoreInUse
from app.core.kvstore.records import Owner, StoreState
from app.core.kvstore.store import KVStore
from app.core.phrases import NO_WORDS, phrase
from app.core.protocol import OTHER_PROGRAM
from app.core.settings.settings import Settings

if TYPE_CHECKING:
    import argparse

    from app.core.errors import Problem
    from app.core.kvstore.records import StoreOverview
    from app.core.system.paths import Paths

_FLUSH_S = 600.0
_MB = 1e6


class StoreNotOpen(KnownError):
    """The store cannot be used."""

    def __init__(self, problem: Problem | None) -> None:
        super().__init__(
            what=problem.what if problem else phrase("Hearth cannot open the stored memory."),
            effect=phrase("Nothing was changed."),
            remedy=phrase("See the reason above; your chats are not affected."),
        )


# What is to be dropped is not there.
NOTHING_STORED = ErrorRow(
    what=phrase("There is no stored memory for {what}."),
    effect=phrase("Nothing was deleted."),
    remedy=phrase("`hearth cache list` shows what is stored."),
)


class _Warnings:
    """Tells the user of the store's problems as they come, and counts them."""

    def __init__(self) -> None:
        self.n_told = 0

    def __call__(self, problem: Problem) -> None:
        self.n_told += 1
        print(f"hearth: {problem.text()}", file=sys.stderr)


def cache(options: argparse.Namespace, paths: Paths) -> int:
    """Do one thing with the store, print what came of it, and return the exit code.

    Raises:
        KnownError: what is to be done is nothing that can be; the store was not opened.
        StoreInUse: another instance has it, and something is to be changed.
        StoreNotOpen: it cannot be used.
    """
    action = command_of(CacheAction, options.cache)
    warnings = _Warnings()
    store = KVStore.open(
        paths.kv_store,
        choices_file=paths.retention_choices_file,
        limits=store_limits(Settings.load(paths.settings_file, options.given)),
        on_problem=warnings,
        is_onlooker=action is CacheAction.LIST,
    )
    try:
        before, n_told = store.usage().bytes, warnings.n_told
        match action:
            case CacheAction.LIST:
                return _list(store, paths, as_json=options.json)
            case CacheAction.VERIFY:
                _require_writable(store)
                return _verify(store, options)
            case CacheAction.DROP:
                _require_writable(store)
                _drop(store, options)
            case CacheAction.GC:
                _require_writable(store)
                store.collect()
            case _:
                assert_never(action)
        is_done = store.flush(_FLUSH_S)
        _tell_freed(before, store.usage().bytes, as_json=options.json)
        return 0 if is_done and warnings.n_told == n_told else EXIT_KNOWN_ERROR
    finally:
        store.close()


def _list(store: KVStore, paths: Paths, *, as_json: bool) -> int:
    facts = _facts(store.overview())
    print(json.dumps(facts) if as_json else _table(store.overview()))
    if not facts["budget_bytes"] and any(paths.kv_store.glob("*/*/*")):
        print("hearth: Hearth rebuilds the index at the next start.", file=sys.stderr)
    return 0


def _require_writable(store: KVStore) -> None:
    if store.state is StoreState.READ_ONLY:
        raise StoreInUse
    # A store that is off for want of room can still be emptied.
    if store.state is StoreState.OFF and not store.overview().budget_bytes:
        raise StoreNotOpen(store.problem)


def _tell_freed(before: int, after: int, *, as_json: bool) -> None:
    freed = max(0, before - after)
    if as_json:
        print(json.dumps({"freed_bytes": freed, "used_bytes": after}))
    else:
        print(f"{freed / _MB:,.1f} MB freed, {after / _MB:,.1f} MB used")


def _verify(store: KVStore, options: argparse.Namespace) -> int:
    verdict = store.verify(_progress if sys.stderr.isatty() and not options.json else _quiet)
    store.flush(_FLUSH_S)
    n_damaged = verdict.n_damaged
    if options.json:
        print(
            json.dumps({"files": verdict.n_files, "bytes": verdict.n_bytes, "damaged": n_damaged})
        )
    else:
        words = "none damaged" if not n_damaged else f"{n_damaged} damaged and moved aside"
        print(f"{verdict.n_files:,} files, {verdict.n_bytes / _MB:,.1f} MB: {words}")
    return EXIT_KNOWN_ERROR if n_damaged else 0


def _progress(n_done: int, n_all: int) -> None:
    print(f"\r{n_done / max(1, n_all):4.0%}", end="", file=sys.stderr, flush=True)


def _quiet(_n_done: int, _n_all: int) -> None:
    pass


def _drop(store: KVStore, options: argparse.Namespace) -> None:
    """Ask for the deletion.

    Raises:
        KnownError: there is nothing of the kind.
    """
    overview = store.overview()
    if options.chat is not None:
        owner = Owner(str(options.chat))
        if not any(chat.owner == owner and chat.n_bytes for chat in overview.chats):
            raise NOTHING_STORED(what=f"chat {options.chat}")
        store.owners.drop(owner)
        return
    wanted = [m.namespace for m in overview.models if options.all or m.name == options.model]
    if not wanted and not options.all:
        raise NOTHING_STORED(what=f"a model named {options.model}")
    store.owners.drop_models(wanted)


def _facts(overview: StoreOverview) -> dict[str, Any]:
    return {
        "problem": str(overview.problem),
        "used_bytes": overview.usage.bytes,
        "segments": overview.usage.n_segments,
        "budget_bytes": overview.budget_bytes,
        "free_bytes": overview.free_bytes,
        "written_today_bytes": overview.usage.bytes_written_today,
        "daily_bytes": overview.limits.daily_bytes,
        "chats": [_plain(chat) for chat in overview.chats],
        "models": [_plain(model) for model in overview.models],
    }


def _plain(record: Any) -> dict[str, Any]:
    facts = asdict(record)
    for of_loaded in ("here_tokens", "here_bytes", "branch"):
        facts.pop(of_loaded, None)
    if "owner" in facts:
        facts["chat"] = facts.pop("owner")
    return facts


def _table(overview: StoreOverview) -> str:
    usage = overview.usage
    lines = [str(overview.problem)] if overview.problem != NO_WORDS else []
    if not overview.budget_bytes:
        return "\n".join(lines) or "Nothing is stored yet."
    lines.append(
        f"{usage.bytes / _MB:,.1f} MB of {overview.budget_bytes / _MB:,.0f} MB, "
        f"{usage.bytes_written_today / _MB:,.1f} MB written today"
    )
    if overview.chats:
        lines.append(f"{'chat':>8}  {'tokens':>8}  {'MB':>10}  {'own MB':>10}  models")
    others = [chat for chat in overview.chats if chat.owner.startswith(OTHER_PROGRAM)]
    for chat in overview.chats:
        if chat in others:
            continue
        marks = [*(["pinned"] if chat.is_pinned else []), *(["not stored"] if chat.is_off else [])]
        words = printable(", ".join([*chat.models, *marks]))
        lines.append(
            f"{chat.owner:>8}  {chat.n_tokens:>8,}  {chat.n_bytes / _MB:>10,.1f}  "
            f"{chat.own_bytes / _MB:>10,.1f}  {words}"
        )
    if others:
        n_bytes = sum(chat.own_bytes for chat in others)
        lines.append(
            f"{len(others):,} conversations from other programs: "
            f"{n_bytes / _MB:,.1f} MB of their own"
        )
    lines += [
        f"{printable(m.name or m.namespace)}: {m.n_bytes / _MB:,.1f} MB" for m in overview.models
    ]
    return "\n".join(lines)
