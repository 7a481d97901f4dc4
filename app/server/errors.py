"""What a request can be refused for, and how each kind of client is told.

Threads: values only, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.core.phrases import NO_WORDS

if TYPE_CHECKING:
    from app.core.errors import Problem

OK: Final = 200
BAD_REQUEST: Final = 400
WRONG_KEY: Final = 401
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
WRONG_METHOD: Final = 405
TOO_SLOW: Final = 408
CONFLICT: Final = 409
TOO_LARGE: Final = 413
WRONG_TYPE: Final = 415
NOT_USABLE: Final = 422
TOO_MANY: Final = 429
FAILED: Final = 500
NOT_READY: Final = 503

SEND_LESS: Final = "Send less, or have Hearth load the model with a larger context."

# The same again gets the same: their clients, which would try for minutes, are told so.
FINAL: Final = frozenset(
    [
        BAD_REQUEST,
        WRONG_KEY,
        FORBIDDEN,
        NOT_FOUND,
        WRONG_METHOD,
        TOO_LARGE,
        WRONG_TYPE,
        NOT_USABLE,
    ]
)

# What OpenAI's and Anthropic's clients call these; they raise errors of their own by the status.
_KINDS = {
    BAD_REQUEST: "invalid_request_error",
    WRONG_KEY: "authentication_error",
    FORBIDDEN: "permission_error",
    NOT_FOUND: "not_found_error",
    WRONG_METHOD: "invalid_request_error",
    TOO_SLOW: "timeout_error",
    CONFLICT: "conflict_error",
    TOO_LARGE: "request_too_large",
    WRONG_TYPE: "invalid_request_error",
    TOO_MANY: "rate_limit_error",
    FAILED: "api_error",
    NOT_READY: "overloaded_error",
}


class ApiError(Exception):
    """A request gets no answer.

    Args:
        status: of HTTP.
        message: whole sentences for whoever reads the log of the client.
        field: of the request that is wrong; "" where it is not about one.
        code: a word that programs compare; "" for none.
        retry_after_s: when it is worth another try; 0 for no such promise.

    Attributes:
        request_id: of the request, as its answer and the log have it; "" before anybody is told.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        field: str = "",
        code: str = "",
        retry_after_s: int = 0,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = self.message_for_anthropic = message
        self.field = field
        self.code = code
        self.retry_after_s = retry_after_s
        self.request_id = ""

    @property
    def kind(self) -> str:
        """What clients call this kind of failure."""
        return _KINDS.get(self.status, _KINDS[FAILED])

    def for_openai(self) -> dict[str, object]:
        """Return the body that OpenAI's clients expect."""
        return {
            "error": {
                "message": self.message,
                "type": self.kind,
                "param": self.field or None,
                "code": self.code or None,
            }
        }

    def for_anthropic(self) -> dict[str, object]:
        """Return the body that Anthropic's clients expect."""
        return {
            "type": "error",
            "error": {"type": self.kind, "message": self.message_for_anthropic},
            "request_id": self.request_id or None,
        }


def bad_field(field: str, objection: str) -> ApiError:
    """Return what is told of a field that cannot be used as it is."""
    return ApiError(BAD_REQUEST, f'"{field}" {objection}', field=field, code="invalid_value")


def unsupported(field: str, remedy: str = "", *, together_with: str = "") -> ApiError:
    """Return what is told of something that Hearth does not do.

    Args:
        field: of the request.
        remedy: a sentence.
        together_with: another field, without which it would be done.
    """
    beside = f' together with "{together_with}"' if together_with else ""
    sentence = f'Hearth does not support "{field}"{beside}. {remedy}'.rstrip()
    return ApiError(BAD_REQUEST, sentence, field=field, code="unsupported_parameter")


class TooLong(ApiError):
    """What a request has the model read is longer than its context.

    Programs shorten the conversation when they find the words of the interface that they speak, and
    the numbers in them: no other words stand before these.

    Args:
        field: of the request that is too long.
        n_tokens, n_most: of it, and of what fits; 0 where nobody has counted.
        remedy: a sentence.
    """

    def __init__(
        self, field: str, n_tokens: int = 0, n_most: int = 0, remedy: str = SEND_LESS
    ) -> None:
        code = "context_length_exceeded"  # some see the message alone
        words = _TOO_LONG.get(field, _TOO_LONG["messages"]) if n_most else _NO_ROOM
        words = words.format(n_tokens=n_tokens, n_most=n_most)
        super().__init__(BAD_REQUEST, f"{words} ({code}). {remedy}", field=field, code=code)
        counts = f": {n_tokens} tokens > {n_most} maximum" if n_most else ""
        self.message_for_anthropic = f"prompt is too long{counts}. {remedy}"


_NO_ROOM: Final = (
    "Your input exceeds the context window of this model. Please adjust your input and try again"
)
_MOST: Final = "This model's maximum context length is {n_most} tokens"
_TOO_LONG: Final = {
    "messages": f"{_MOST}. However, your messages resulted in {{n_tokens}} tokens. Please reduce "
    "the length of the messages",
    "prompt": f"{_MOST}, however you requested {{n_tokens}} tokens ({{n_tokens}} in your prompt; "
    "0 for the completion). Please reduce your prompt",
    "input": f"{_NO_ROOM}. {_MOST}, and your input resulted in {{n_tokens}} tokens",
}


_LIMITS: Final = frozenset(["n_ctx", "most"])  # values of problems with what is too long


def too_long(problem: Problem | None, field: str) -> TooLong:
    """Return what is told of what is too long, with the numbers of the problem."""
    told = NO_WORDS if problem is None else problem.what
    numbers = {
        name: int(float(value.replace(",", "")))
        for name, value in told.values
        if name in told.numbers
    }
    if problem is not None and "most" in numbers:  # one of several texts: it says which
        remedy = f"{problem.what} {problem.remedy}"
        return TooLong(field, numbers["n_tokens"], numbers["most"], remedy)
    n_most = numbers.pop("n_ctx", 0)
    return TooLong(field, max(numbers.values(), default=0), n_most)


def of_problem(problem: Problem, status: int = FAILED) -> ApiError:
    """Return what is told of a failure; nothing of chats, which programs do not have."""
    return ApiError(status, f"{problem.what} {problem.remedy}".rstrip())


def of_failed_load(problem: Problem, remedy: str) -> ApiError:
    """Return what is told of a model that cannot be loaded.

    Args:
        problem: whose own remedy is told in words of the window.
        remedy: a sentence.
    """
    return ApiError(NOT_READY, f"{problem.what} {remedy}")


def of_refused(problem: Problem, field: str = "") -> ApiError:
    """Return what is told of a request that the engine did not serve.

    Args:
        problem: why.
        field: of the request that is wrong, where it is the request's fault.
    """
    if _LIMITS.intersection(problem.what.numbers):
        return too_long(problem, field)
    if problem.is_bug:
        return of_problem(problem)
    if problem.may_pass:
        return ApiError(NOT_READY, f"{problem.what} Ask again.")
    # What helps is told in words of the window; a program corrects its request.
    place = dict(problem.effect.values)
    where = f" (line {place['line']}, column {place['column']})" if "line" in place else ""
    return ApiError(BAD_REQUEST, f"{problem.what}{where}", field=field)
