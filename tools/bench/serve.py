"""How the local API answers over real sockets: several clients at once, and after a restart.

Several clients: `hearth serve` and, if one is named, a llama-server take turns in one run. All
clients ask at once, each with a prompt that nobody has seen. Tokens per second are those of all
answers together, from the first request to the last word.

A restart: a client's long conversation is read cold, the server ends and begins again, and the
client goes on. Many clients with one system prompt: what that takes on disk.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.kvstore.reading.verify import stored_rows_bytes
from tools.bench.api_client import ApiAnswer, ApiClient, user
from tools.bench.engine_run import run_benchmark, words_for
from tools.bench.served import Served

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

_ROOM = 1024  # tokens of the context beside those that are asked for
_WARM_UP_TOKENS = 8
_ANSWER_TOKENS = 32
_SHARING = 20  # clients with one system prompt


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of one side: tokens per second of all clients, milliseconds to first tokens."""

    tokens_per_s: float
    first_token_ms: float
    slowest_first_token_ms: float


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    n_ctx = _ROOM + max(
        max(options.clients) * (options.prompt + options.tokens + 64),
        options.conversation + options.repeat * _ANSWER_TOKENS,
        options.system + _SHARING * 2 * _ANSWER_TOKENS,
    )
    root = folder / "served"
    with Served(root, options.model, n_ctx) as served:
        client = served.client()
        clients = _clients(options, client)
        shared = _shared(options, served, client)
        story, cold = _read_cold(options, served, client)
    return {
        "prompt_tokens": options.prompt,
        "answer_tokens": options.tokens,
        "repeat": options.repeat,
        "clients": clients,
        "restart": _restarts(options, root, n_ctx, story, cold),
        "one_system_prompt": shared,
    }


# -- several clients --


def _clients(options: argparse.Namespace, client: ApiClient) -> list[dict[str, Any]]:
    sides = {"hearth": client}
    if options.peer:
        sides["peer"] = ApiClient(options.peer)
    text = "word " * words_for(options.prompt, client.n_prompt_of)
    for side in sides.values():
        side.ask([user("warm up")], _WARM_UP_TOKENS)
    return [_at_once(options, sides, n_clients, text) for n_clients in options.clients]


def _at_once(
    options: argparse.Namespace, sides: dict[str, ApiClient], n_clients: int, text: str
) -> dict[str, Any]:
    """Let all sides take turns with so many clients; medians, and ratios of the same turn."""
    seen: dict[str, list[Turn]] = {name: [] for name in sides}
    for number in range(options.repeat):
        order = list(sides)
        for name in order if number % 2 == 0 else reversed(order):
            marks = [f"{name} {n_clients} {number} {client} " for client in range(n_clients)]
            seen[name].append(_turn(sides[name], marks, text, options.tokens))
    result: dict[str, Any] = {"clients": n_clients}
    for name, turns in seen.items():
        result[name] = {
            "tokens_per_s": round(statistics.median(one.tokens_per_s for one in turns), 2),
            "first_token_ms": round(statistics.median(one.first_token_ms for one in turns), 1),
            "slowest_first_token_ms": round(
                statistics.median(one.slowest_first_token_ms for one in turns), 1
            ),
        }
    if "peer" in seen:
        pairs = list(zip(seen["hearth"], seen["peer"], strict=True))
        result["to_peer"] = {
            "tokens_per_s": _ratio([(a.tokens_per_s, b.tokens_per_s) for a, b in pairs]),
            "first_token": _ratio([(a.first_token_ms, b.first_token_ms) for a, b in pairs]),
            "slowest_first_token": _ratio(
                [(a.slowest_first_token_ms, b.slowest_first_token_ms) for a, b in pairs]
            ),
        }
    return result


def _turn(side: ApiClient, marks: Sequence[str], text: str, n_tokens: int) -> Turn:
    """Measure one side once; each prompt begins with a mark, so that none is reused."""
    answers = side.ask_all([[user(mark + text)] for mark in marks], n_tokens)
    timed = [one.timed for one in answers]
    seconds = max(one.ended_s for one in timed) - min(one.asked_s for one in timed)
    waits = [one.first_token_ms for one in answers]
    return Turn(
        sum(one.n_generated for one in timed) / seconds, statistics.median(waits), max(waits)
    )


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    return round(statistics.median(ours / theirs for ours, theirs in pairs), 3)


# -- a restart --


def _read_cold(
    options: argparse.Namespace, served: Served, client: ApiClient
) -> tuple[list[dict[str, str]], ApiAnswer]:
    """Have a long conversation begun; return what was said, and the first answer."""
    text = "word " * words_for(options.conversation, client.n_prompt_of)
    messages = [user(f"A long story. {text}")]
    cold = client.ask(messages, _ANSWER_TOKENS)
    served.wait_until_stored()
    return [*messages, {"role": "assistant", "content": cold.text}], cold


def _restarts(
    options: argparse.Namespace,
    root: Path,
    n_ctx: int,
    story: Sequence[dict[str, str]],
    cold: ApiAnswer,
) -> dict[str, Any]:
    """Go on with a conversation in servers that have begun anew."""
    warm = []
    for number in range(options.repeat):
        with Served(root, options.model, n_ctx) as served:
            client = served.client()
            # The first request of a process pays for what it has not touched yet.
            client.ask([user("warm up")], _WARM_UP_TOKENS)
            warm.append(client.ask([*story, user(f"{number}: and then?")], _ANSWER_TOKENS))
            served.wait_until_stored()
    first_ms = statistics.median(one.first_token_ms for one in warm)
    return {
        "conversation_tokens": cold.timed.n_prompt,
        "cold_first_token_ms": round(cold.first_token_ms, 1),
        "prompt_tokens": warm[0].timed.n_prompt,
        "cached_tokens": min(one.n_cached for one in warm),
        "first_token_ms": round(first_ms, 1),
        "cold_to_warm": round(cold.first_token_ms / first_ms, 1),
    }


# -- one system prompt --


def _shared(options: argparse.Namespace, served: Served, client: ApiClient) -> dict[str, Any]:
    """Let many clients begin with the same words; the first alone, the others at once."""
    text = "word " * words_for(options.system, client.n_prompt_of)
    system = {"role": "system", "content": text}
    served.wait_until_stored()
    before, n_before = stored_rows_bytes(served.store)
    conversations = [[system, user(f"I am client {n}.")] for n in range(_SHARING)]
    first = client.ask(conversations[0], _ANSWER_TOKENS)
    served.wait_until_stored()
    one, _n_one = stored_rows_bytes(served.store)
    others = client.ask_all(conversations[1:], _ANSWER_TOKENS)
    served.wait_until_stored()
    total, n_total = stored_rows_bytes(served.store)
    return {
        "clients": _SHARING,
        "system_tokens": options.system,
        "prompt_tokens": sum(answer.timed.n_prompt for answer in (first, *others)),
        "least_cached_tokens": min(answer.n_cached for answer in others),
        "stored_tokens": n_total - n_before,
        "stored_bytes": total - before,
        "stored_bytes_of_one": one - before,
        "all_to_one": round((total - before) / max(1, one - before), 2),
    }


# -- words --


def _text(results: dict[str, Any]) -> str:
    lines = [
        (
            f"prompts of {results['prompt_tokens']} tokens, answers of "
            f"{results['answer_tokens']}, medians of {results['repeat']}"
        )
    ]
    for one in results["clients"]:
        for name in ("hearth", "peer"):
            if (seen := one.get(name)) is None:
                continue
            lines.append(
                f"{one['clients']} clients, {name}: {seen['tokens_per_s']:,} tokens/s, first token "
                f"{seen['first_token_ms']:,} ms, the slowest {seen['slowest_first_token_ms']:,} ms"
            )
        if ratio := one.get("to_peer"):
            lines.append(
                f"  Hearth beside it: tokens/s {ratio['tokens_per_s']}, first token "
                f"{ratio['first_token']}, the slowest {ratio['slowest_first_token']}"
            )
    restart, shared = results["restart"], results["one_system_prompt"]
    lines += [
        (
            f"a conversation of {restart['conversation_tokens']:,} tokens: first token after "
            f"{restart['cold_first_token_ms']:,} ms; after a restart {restart['first_token_ms']:,} "
            f"ms, {restart['cached_tokens']:,} of {restart['prompt_tokens']:,} tokens cached, "
            f"{restart['cold_to_warm']:,} times as fast"
        ),
        (
            f"{shared['clients']} clients with one system prompt of {shared['system_tokens']:,} "
            f"tokens: {shared['stored_bytes'] / 1e6:,.1f} MB for {shared['stored_tokens']:,} of "
            f"{shared['prompt_tokens']:,} tokens, {shared['all_to_one']} times those of one client"
        ),
    ]
    return "\n".join(lines)
