"""A way to one model of one server, and what goes wrong on it in plain sentences.

Threads: any.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from app.core.net.errors import ConnectionNotAccepted, NetError
from app.core.plain_value import PlainValue
from app.core.remote.errors import (
    AddressNotServed,
    AnswerNotUnderstood,
    KeyRefused,
    RequestRefused,
    ServerBroken,
    ServerBusy,
    TooLongForServer,
    of_net,
)
from app.core.remote.reply import SaidError, error_in

if TYPE_CHECKING:
    from app.core.errors import KnownError
    from app.core.net.client import HttpClient
    from app.core.net.transfer import Transfer
    from app.core.remote.server import Server
    from app.core.system.stop_signal import StopSignal

_N_TRIES: Final = 4
_FIRST_WAIT_S: Final = 0.5
_LONGEST_WAIT_S: Final = 30.0
_LONGEST_ERROR: Final = 64 << 10  # bytes of what a server says of one
_LONGEST_ANSWER: Final = 32 << 20
_BUSY: Final = (429, 503)
_TOO_LONG: Final = ("context_length_exceeded", "exceed_context_size_error")
_TOO_LONG_WORDS: Final = ("context length", "context size", "context window", "too many tokens")
_NO_MONEY: Final = ("insufficient_quota", "billing_hard_limit_reached")


class Connection(PlainValue, frozen=True):
    """What is needed to ask a model of a server.

    Attributes:
        key: that the server wants; "" for none.
    """

    server: Server
    model: str
    client: HttpClient
    key: str

    def ask(self, end: str, body: dict[str, Any], stop: StopSignal) -> Transfer:
        """Send a request, and return the answer that has begun.

        What was certainly not begun there, because nobody listens or the server has too much to do,
        is sent again some times; nothing else is.

        Args:
            end: of the address.

        Raises:
            ServerFailure: there is no answer, in its many kinds.
            TransferStopped: `stop` was called.
        """
        data = json.dumps(body).encode()
        wait_s = _FIRST_WAIT_S
        for n_left in reversed(range(_N_TRIES)):
            failure, asked_s = self._try(end, data, stop)
            if not isinstance(failure, _Refused):
                return failure
            if not failure.may_repeat or not n_left or (asked_s or 0.0) > _LONGEST_WAIT_S:
                raise failure.error
            stop.wait(wait_s if asked_s is None else asked_s)
            wait_s *= 3
        raise AssertionError("unreachable")

    def ask_json(self, address: str, body: dict[str, Any], stop: StopSignal) -> Any:
        """Send a request, and return the whole answer.

        Args:
            address: whole.

        Raises:
            ServerFailure: there is none.
            TransferStopped: `stop` was called.
        """
        try:
            with self.client.post(
                address, json.dumps(body).encode(), token=self.key, stop=stop
            ) as (transfer):
                if transfer.status != 200:
                    raise self.failure(_error(transfer))
                return self.whole(transfer)
        except NetError as error:
            raise of_net(error, self.server.name) from error

    def whole(self, transfer: Transfer) -> Any:
        """Read an answer in JSON to its end.

        Raises:
            AnswerNotUnderstood: it is no JSON, or too long.
        """
        data = _read(transfer, _LONGEST_ANSWER)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise AnswerNotUnderstood(repr(data[:300]), server=self.server.name) from error

    def failure(self, said: SaidError) -> KnownError:
        """Return an error of the server in plain sentences."""
        name, words, detail = self.server.name, said.words, f"{said.status} {said.code}".strip()
        is_too_long = said.code in _TOO_LONG or any(
            part in words.lower() for part in _TOO_LONG_WORDS
        )
        match said.status:
            case 401 | 403:
                return KeyRefused(f"{detail} {words}"[:500], server=name)
            case 404 | 405 | 410:
                return AddressNotServed(f"{detail} {words}"[:500], server=name)
            case 429 if said.code in _NO_MONEY:
                return RequestRefused(name, words, detail)
            case 429 | 503:
                return ServerBusy(f"{detail} {words}"[:500], server=name)
            case status if is_too_long and status < 500:
                return TooLongForServer(words[:300], server=name)
            case status if 400 <= status < 500:
                return RequestRefused(name, words, detail)
            case _:
                return ServerBroken(name, words, detail)

    def _try(
        self, end: str, data: bytes, stop: StopSignal
    ) -> tuple[Transfer | _Refused, float | None]:
        """Ask once; return the answer or why there is none, and how long the server has us wait."""
        try:
            transfer = self.client.post(
                f"{self.server.address}{end}", data, token=self.key, stop=stop
            )
        except NetError as error:
            failed = of_net(error, self.server.name)
            return _Refused(failed, isinstance(error, ConnectionNotAccepted)), None
        if transfer.status == 200:
            return transfer, None
        with transfer:
            said = _error(transfer)
            may_repeat = said.status in _BUSY and said.code not in _NO_MONEY
            return _Refused(self.failure(said), may_repeat), transfer.retry_after_s


class _Refused(PlainValue, frozen=True):
    """A request that came to nothing.

    Attributes:
        may_repeat: it was certainly not begun.
    """

    error: KnownError
    may_repeat: bool


def _error(transfer: Transfer) -> SaidError:
    """Return what a server says of the failure of a request."""
    try:
        said = json.loads(_read(transfer, _LONGEST_ERROR))
    except (NetError, AnswerNotUnderstood, ValueError, RecursionError):
        return SaidError("", transfer.status)
    return error_in(said, transfer.status)


def _read(transfer: Transfer, most: int) -> bytes:
    """Read an answer to its end.

    Raises:
        AnswerNotUnderstood: it is longer than `most` bytes.
    """
    received = bytearray()
    for chunk in transfer.chunks():
        received += chunk
        if len(received) > most:
            raise AnswerNotUnderstood("it is too long", server=transfer.host)
    return bytes(received)
