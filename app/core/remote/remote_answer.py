"""One answer of a server, from the request to its end.

Threads: `run` on one of its own; `stop` from any.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.core.errors import KnownError, problem_of
from app.core.net.errors import NetError
from app.core.net.event_stream import Comment, Data, EventCutter, EventTooLarge
from app.core.protocol import AnswerFinished, AnswerStats, FinishReason, PrefillProgress, TextDelta
from app.core.remote.errors import (
    AnswerBrokeOff,
    AnswerNotUnderstood,
    AnswerWithheld,
    TooLongForServer,
    of_net,
)
from app.core.remote.reply import NotAnAnswer, ReplyReader, SaidError
from app.core.remote.request_body import body_of, endpoint_of
from app.core.system.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.content.media import RawMedia
    from app.core.errors import Problem
    from app.core.net.transfer import Transfer
    from app.core.protocol import AnswerNews, Generate
    from app.core.remote.connection import Connection
    from app.core.remote.reply import NewText


_log = logging.getLogger(__name__)

LONGEST_ANSWER: Final = 8 << 20  # characters: no model means to say more
_FOR_THE_REST_S: Final = 3.0  # that may come behind the end of an answer: counts, a last line
_LAST_DATA: Final = "[DONE]"
_PROGRESS: Final = re.compile(r"reading (\d{1,9}) of (\d{1,9})")  # as another Hearth says it


class _TooLong(Exception):
    """The answer goes on and on."""


@dataclass(slots=True)
class RemoteAnswer:
    """An answer that is asked for.

    Attributes:
        connection: to the model.
        media: has the pictures and sounds of the chat.
        tell: receives what comes of it.
        finish: receives its end.
    """

    connection: Connection
    request: Generate
    media: RawMedia
    tell: Callable[[AnswerNews], None]
    finish: Callable[[AnswerFinished], None]
    _signal: StopSignal = field(default_factory=StopSignal)
    _reader: ReplyReader = field(default_factory=ReplyReader)
    _why_stopped: FinishReason = FinishReason.STOPPED
    _is_complete: bool = False  # only what may follow is waited for
    _n_pieces: int = 0
    _n_called: int = 0  # characters of what tools are called with
    _first_s: float = 0.0

    def stop(self, why: FinishReason = FinishReason.STOPPED) -> None:
        """End it now: the connection is closed, by which the server sees it."""
        self._why_stopped = why
        self._signal.stop()

    @property
    def n_tokens_asked(self) -> int:
        """Tokens of the prompt as the server has counted them; 0 where it has not said."""
        return self._reader.usage.n_prompt

    def run(self) -> None:
        """Ask, tell what comes, and how it ended; raises nothing."""
        began_s = time.monotonic()
        reason, problem = FinishReason.FAILED, None
        try:
            reason, problem = self._answered()
        except TransferStopped:
            reason = self._why_stopped
        except KnownError as error:
            is_too_long = isinstance(error, TooLongForServer)
            reason = FinishReason.TOO_LONG if is_too_long else FinishReason.FAILED
            problem = error.problem()
        except Exception as error:  # noqa: BLE001 - it is told, whatever it is
            _log.exception("an answer of a server failed")
            problem = problem_of(error)
        self._tell_text(self._reader.finish())
        stats = self._stats(began_s)
        self.finish(AnswerFinished(reason, stats, None, problem, self._reader.parts))

    def _answered(self) -> tuple[FinishReason, Problem | None]:
        """Ask and receive; return how it ended.

        Raises:
            KnownError: it failed.
            TransferStopped: it was stopped.
        """
        connection, name = self.connection, self.connection.server.name
        body = body_of(self.request, connection.server, connection.model, self.media)
        try:
            with connection.ask(endpoint_of(self.request), body, self._signal) as transfer:
                self._receive(transfer)
        except SaidError as error:
            raise connection.failure(error) from error
        except (NotAnAnswer, EventTooLarge) as error:
            raise AnswerNotUnderstood(str(error), server=name) from error
        except NetError as error:
            raise of_net(error, name) from error
        except _TooLong:
            return FinishReason.LENGTH, None
        if self._reader.is_withheld:
            return FinishReason.FAILED, AnswerWithheld(server=name).problem()
        if self._reader.reason is None and not self._is_complete:
            raise AnswerBrokeOff(server=name)
        return self._reader.reason or FinishReason.END, None

    def _receive(self, transfer: Transfer) -> None:
        if "json" in transfer.headers.get("content-type", ""):  # a server that does not stream
            self._tell(self._reader.feed_value(self.connection.whole(transfer)))
            return
        timer: threading.Timer | None = None
        try:
            for event in _events(transfer):
                if isinstance(event, Comment):
                    self._tell_progress(event.text)
                    continue
                if event.text.strip() == _LAST_DATA:
                    self._is_complete = True
                    return
                self._tell(self._reader.feed(event.text))
                if self._reader.reason is not None and timer is None:
                    # A server may forget to close the connection, and keep its counts for the end.
                    self._is_complete = True
                    timer = threading.Timer(_FOR_THE_REST_S, self._signal.stop)
                    timer.start()
        except (TransferStopped, NetError):
            if not self._is_complete:
                raise
        finally:
            if timer is not None:
                timer.cancel()
                timer.join()

    def _tell(self, new: NewText | None) -> None:
        if new is None:
            return
        self._n_pieces += 1
        self._n_called += sum(len(call.arguments) for call in new.calls)
        self._first_s = self._first_s or time.monotonic()
        self._tell_text(new)
        if self._reader.n_chars + self._n_called > LONGEST_ANSWER:
            raise _TooLong

    def _tell_text(self, new: NewText) -> None:
        tokens, calls = new.tokens, new.calls
        if not new.pieces and (tokens or calls):
            self.tell(TextDelta("", tokens=tokens, calls=calls))
        for text, kind in new.pieces:
            self.tell(TextDelta(text, kind, new.is_guessed, tokens, calls))
            tokens, calls = (), ()

    def _tell_progress(self, text: str) -> None:
        found = _PROGRESS.search(text)
        if found is not None:
            self.tell(PrefillProgress(int(found[1]), int(found[2])))

    def _stats(self, began_s: float) -> AnswerStats:
        usage, now_s = self._reader.usage, time.monotonic()
        n_generated = usage.n_answer or self._n_pieces
        said_s = now_s - self._first_s if self._first_s else 0.0
        return AnswerStats(
            n_prompt=usage.n_prompt,
            n_reused=min(usage.n_cached, usage.n_prompt),
            n_generated=n_generated,
            ttft_ms=(self._first_s - began_s) * 1000.0 if self._first_s else 0.0,
            decode_tps=(n_generated - 1) / said_s if said_s > 0 and n_generated > 1 else 0.0,
        )


def _events(transfer: Transfer) -> Iterator[Data | Comment]:
    stream = EventCutter()
    for chunk in transfer.chunks():
        yield from stream.feed(chunk)
    yield from stream.finish()
