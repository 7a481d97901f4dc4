"""What was asked and how it went: counts and times, never a word of it.

Threads: written on the server's event loop, where `on_change` is called, too; `newest` and
`open_requests` from any thread.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.phrases import Phrase
    from app.core.protocol import AnswerStats

_KEPT: Final = 500
_MOST_CLIENT_CHARS: Final = 80
_MOST_PATH_CHARS: Final = 120
_TTFT_BOUNDS_S: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)


class LoggedRequest(PlainValue, frozen=True):
    """One request.

    Attributes:
        began_at: Unix time.
        client: how the program calls itself; "" where it does not.
        path: that it asked.
        status: of HTTP; 499 where the client went away before the end.
        seconds: until its end.
        n_prompt, n_cached, n_generated: tokens of its answers.
        ttft_ms: to the first token of the first of them.
        request_id: that the answer had.
        notes: what was done otherwise than it asked for, each once.
    """

    began_at: float
    client: str
    path: str
    status: int
    seconds: float
    n_prompt: int = 0
    n_cached: int = 0
    n_generated: int = 0
    ttft_ms: float = 0.0
    request_id: str = ""
    notes: tuple[Phrase, ...] = ()


CLIENT_GONE: Final = 499  # nginx's number; there is none in the standard


@dataclass(slots=True, eq=False)
class OpenRequest:
    """One that is being answered."""

    began_at: float
    client: str
    path: str
    request_id: str
    answers: list[AnswerStats] = field(default_factory=list)
    notes: list[Phrase] = field(default_factory=list)
    status: int = CLIENT_GONE


class RequestLog:
    """The requests of one server, the newest of them one by one.

    Args:
        clock: Unix time.

    Attributes:
        on_change: called when a request has begun, has ended or was refused.
        on_notes: called with a request that has ended and has some.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self.on_change: Callable[[], None] = lambda: None
        self.on_notes: Callable[[LoggedRequest], None] = lambda _done: None
        self._newest: deque[LoggedRequest] = deque(maxlen=_KEPT)
        self._open: list[OpenRequest] = []
        self._n_requests: Counter[tuple[str, int]] = Counter()
        self._n_tokens: Counter[str] = Counter()
        self._ttft = _Histogram(_TTFT_BOUNDS_S)

    @property
    def n_open(self) -> int:
        """How many are being answered."""
        return len(self._open)

    def newest(self) -> tuple[LoggedRequest, ...]:
        """Return the newest that have ended, the latest last."""
        return tuple(self._newest)

    def open_requests(self) -> tuple[tuple[float, str, str], ...]:
        """Return since when, by whom and what is being asked."""
        return tuple((one.began_at, one.client, one.path) for one in tuple(self._open))

    def begin(self, client: str, path: str, request_id: str = "") -> OpenRequest:
        """Take note of a request; to be given to `end`."""
        request = OpenRequest(self._clock(), _cut(client, _MOST_CLIENT_CHARS), path, request_id)
        self._open.append(request)
        self.on_change()
        return request

    def refuse(self, client: str, path: str, status: int, request_id: str = "") -> None:
        """Take note of a request that nothing was done for; the same again stands there once.

        It is counted nowhere: whoever may not ask shall not make names for counts.
        """
        client, path = _cut(client, _MOST_CLIENT_CHARS), _cut(path, _MOST_PATH_CHARS)
        refused = LoggedRequest(self._clock(), client, path, status, 0.0, request_id=request_id)
        last = self._newest[-1] if self._newest else None
        if last is not None and refused == replace(
            last, began_at=refused.began_at, request_id=request_id
        ):
            self._newest.pop()
        self._newest.append(refused)
        self.on_change()

    def end(self, request: OpenRequest) -> None:
        """Take note of how it went."""
        answers = request.answers
        first = answers[0] if answers else None
        done = LoggedRequest(
            request.began_at,
            request.client,
            request.path,
            request.status,
            max(0.0, self._clock() - request.began_at),
            sum(one.n_prompt for one in answers),
            sum(one.n_reused + one.n_restored for one in answers),
            sum(one.n_generated for one in answers),
            0.0 if first is None else first.ttft_ms,
            request.request_id,
            tuple(dict.fromkeys(request.notes)),
        )
        self._newest.append(done)
        self._n_requests[done.path, done.status] += 1
        self._n_tokens["prompt"] += done.n_prompt
        self._n_tokens["cached"] += done.n_cached
        self._n_tokens["generated"] += done.n_generated
        if first is not None:
            self._ttft.add(first.ttft_ms / 1e3)
        self._open.remove(request)  # last: other threads find each request in one of the lists
        self.on_change()
        if done.notes:
            self.on_notes(done)

    def metrics(self, *, is_loaded: bool) -> str:
        """Return all counts as Prometheus reads them (text format 0.0.4)."""
        return "\n".join([*self._lines(is_loaded=is_loaded), ""])

    def _lines(self, *, is_loaded: bool) -> Iterator[str]:
        yield "# HELP hearth_requests_total Requests that have ended, by address and status."
        yield "# TYPE hearth_requests_total counter"
        for (path, status), count in sorted(self._n_requests.items()):
            yield f'hearth_requests_total{{path="{path}",status="{status}"}} {count}'
        words = {
            "prompt": "Tokens of prompts.",
            "cached": "Tokens of prompts that were not computed again.",
            "generated": "Tokens of answers.",
        }
        for kind, said in words.items():
            yield f"# HELP hearth_{kind}_tokens_total {said}"
            yield f"# TYPE hearth_{kind}_tokens_total counter"
            yield f"hearth_{kind}_tokens_total {self._n_tokens[kind]}"
        gauges = {
            "requests_running": ("Requests that are being answered.", self.n_open),
            "model_loaded": ("1 while a model is loaded.", int(is_loaded)),
        }
        for name, (said, value) in gauges.items():
            yield f"# HELP hearth_{name} {said}"
            yield f"# TYPE hearth_{name} gauge"
            yield f"hearth_{name} {value}"
        yield from self._ttft.lines(
            "hearth_time_to_first_token_seconds", "From a request to its first token."
        )


def _cut(text: str, most: int) -> str:
    return "".join(char for char in text[: 4 * most] if char.isprintable())[:most]


class _Histogram:
    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * len(bounds)
        self._n, self._sum = 0, 0.0

    def add(self, value: float) -> None:
        self._n += 1
        self._sum += value
        for at, bound in enumerate(self._bounds):
            self._counts[at] += value <= bound

    def lines(self, name: str, said: str) -> Iterator[str]:
        yield f"# HELP {name} {said}"
        yield f"# TYPE {name} histogram"
        for bound, count in zip(self._bounds, self._counts, strict=True):
            yield f'{name}_bucket{{le="{bound:g}"}} {count}'
        yield f'{name}_bucket{{le="+Inf"}} {self._n}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {self._n}"
