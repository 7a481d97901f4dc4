"""A request declares its one answer, and says itself what that is when there can be none.

A `Call` takes a request to whoever answers it; a `Reply` brings the answer back, and `News` what
comes before it. Only these three carry the id: a request and its answer do not know it.

Threads: `PendingCalls` and `Pending` any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NewType, TypeVar

from app.core.plain_value import PlainValue, TaggedValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import Problem

A = TypeVar("A")
N = TypeVar("N")
R_co = TypeVar("R_co", bound="Request[Any, Any]", covariant=True)

RequestId = NewType("RequestId", int)


class Request(TaggedValue, Generic[A, N], frozen=True):
    """What gets exactly one answer, of the type `A`, and before it news of the type `N`.

    Attributes:
        needs_model: the loaded model answers it, here or on a server.
    """

    needs_model = True

    def failed(self, _problem: Problem | None = None, /) -> A:
        """Return the answer where there can be no other.

        Args:
            _problem: why; None where nothing is wrong and nobody wants it any more.
        """
        raise NotImplementedError


class Call(PlainValue, frozen=True):
    """A request on its way to whoever answers it."""

    id: RequestId
    request: Request[Any, Any]


class Reply(PlainValue, frozen=True):
    """The one answer to a call."""

    id: RequestId
    answer: Any


class News(PlainValue, frozen=True):
    """What comes of a call before its answer."""

    id: RequestId
    news: Any


class Pending(Generic[R_co]):
    """A call that is to be answered once; whatever is told after that is dropped.

    Attributes:
        id: of the call.
        request: what is asked.
    """

    __slots__ = ("_calls", "_request", "id")

    def __init__(self, id_: RequestId, request: R_co, calls: PendingCalls) -> None:
        self.id = id_
        self._request = request
        self._calls = calls

    @property
    def request(self) -> R_co:
        """What is asked."""
        return self._request

    def tell(self: Pending[Request[A, N]], news: N) -> None:
        """Tell something before the answer."""
        self._calls.tell(self.id, news)

    def answer(self: Pending[Request[A, N]], answer: A) -> None:
        """Answer it."""
        self._calls.answer(self.id, answer)

    def fail(self, problem: Problem | None = None) -> None:
        """Answer that there is no answer; `problem` as in `Request.failed`."""
        self._calls.answer(self.id, self._request.failed(problem))


class PendingCalls:
    """The calls that one side has to answer.

    Args:
        send: takes replies and news to whoever asked; must not block.
    """

    def __init__(self, send: Callable[[Reply | News], None]) -> None:
        self._send = send
        self._open: dict[RequestId, Pending[Any]] = {}  # each call of a method changes it once

    def begin(self, call: Call) -> Pending[Any]:
        """Take a call."""
        pending = self._open[call.id] = Pending(call.id, call.request, self)
        return pending

    def tell(self, request: RequestId, news: object) -> None:
        """Send news of a call that is not answered."""
        if request in self._open:
            self._send(News(request, news))

    def answer(self, request: RequestId, answer: object) -> None:
        """Send the answer to a call, unless it has one."""
        if self._open.pop(request, None) is not None:
            self._send(Reply(request, answer))

    def fail_all(
        self,
        problem: Problem | None = None,
        is_meant: Callable[[Request[Any, Any]], bool] = lambda _request: True,
    ) -> None:
        """Answer all calls that `is_meant` says so of that there is no answer."""
        for pending in list(self._open.values()):
            if is_meant(pending.request):
                pending.fail(problem)
