"""The methods and operators of chat templates whose cost has to be known beforehand.

Each pays for what it is about to make from the `RenderBudget` of the rendering.

Threads: the engine thread only.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from app.core.engine.prompts.template_budget import MAX_BITS, MAX_PIECES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.core.engine.prompts.template_budget import RenderBudget

_MAX_DIGITS = 4  # of a width or a precision
_MAX_COMPARISONS = 100_000_000  # of two characters, where Python compares each with each
MAX_LINES_CHARS = 16_000_000

STRING_METHODS = frozenset(
    [
        "capitalize",
        "casefold",
        "center",
        "count",
        "endswith",
        "expandtabs",
        "find",
        "format",
        "format_map",
        "index",
        "isalnum",
        "isalpha",
        "isascii",
        "isdecimal",
        "isdigit",
        "islower",
        "isnumeric",
        "isprintable",
        "isspace",
        "istitle",
        "isupper",
        "join",
        "ljust",
        "lower",
        "lstrip",
        "partition",
        "removeprefix",
        "removesuffix",
        "replace",
        "rfind",
        "rindex",
        "rjust",
        "rpartition",
        "rsplit",
        "rstrip",
        "split",
        "splitlines",
        "startswith",
        "strip",
        "swapcase",
        "title",
        "upper",
        "zfill",
    ]
)
LIST_METHODS = frozenset(
    [
        "append",
        "clear",
        "copy",
        "count",
        "extend",
        "index",
        "insert",
        "pop",
        "remove",
        "reverse",
        "sort",
    ]
)
MAPPING_METHODS = frozenset(
    ["clear", "copy", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"]
)
_PADDING = frozenset({"center", "ljust", "rjust", "zfill"})
_EACH_WITH_EACH = frozenset(
    {"lstrip", "rfind", "rindex", "rpartition", "rsplit", "rstrip", "strip"}
)
_THROUGH_ALL = frozenset({"count", "index", "remove", "sort"})
_FIELD = re.compile(r"%(?:\([^)]*\))?[-+ #0]*(\*|\d+)?(?:\.(\*|\d*))?")


# -- operators --


def pay_for_operator(budget: RenderBudget, operator: str, left: Any, right: Any) -> None:
    """Pay for `left operator right`.

    Raises:
        OverflowError: it would be far too large.
        TemplateTooCostly: it is more than is left.
    """
    match operator:
        case "**":
            _require_small_power(left, right)
        case "*":
            _pay_for_repetition(budget, left, right)
        case "%" if isinstance(left, str):
            pay_for_fields(budget, left, right)
        case "+":
            for value in (left, right):
                _pay_for_copy(budget, value)
        case _:
            pass


def require_small(value: Any) -> Any:
    """Return `value`, unless it is a number of too many digits.

    Raises:
        OverflowError: it is.
    """
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise OverflowError("a number has too many digits")
    return value


def _require_small_power(left: Any, right: Any) -> None:
    is_whole = isinstance(left, int) and isinstance(right, int)
    if is_whole and right > 0 and left.bit_length() * right > MAX_BITS:
        raise OverflowError("a power has too many digits")


def _pay_for_repetition(budget: RenderBudget, left: Any, right: Any) -> None:
    for many, count in ((left, right), (right, left)):
        if isinstance(many, str) and isinstance(count, int):
            budget.chars(len(many) * max(0, count))
        elif isinstance(many, list | tuple) and isinstance(count, int):
            budget.step(len(many) * max(0, count))
    if isinstance(left, int) and isinstance(right, int):
        require_small(left)
        require_small(right)


def _pay_for_copy(budget: RenderBudget, value: Any) -> None:
    if isinstance(value, str):
        budget.chars(len(value))
    elif isinstance(value, list | tuple):
        budget.step(len(value))


def pay_for_fields(budget: RenderBudget, text: str, values: Any) -> None:
    """Pay for `text % values`.

    Raises:
        ValueError: a field is too wide.
        TemplateTooCostly: it is more than is left.
    """
    weight = budget.weigh(values)
    budget.chars(len(text))
    for width, precision in _FIELD.findall(text):
        for number in (width, precision):
            if number == "*" or len(number) > _MAX_DIGITS:
                raise ValueError("a field is too wide")
            budget.chars(int(number or 0))
        budget.chars(weight)


def require_narrow(format_spec: str) -> None:
    """Refuse a format specification with a number of many digits.

    Raises:
        ValueError: it has one.
    """
    if re.search(rf"\d{{{_MAX_DIGITS + 1}}}", format_spec):
        raise ValueError("a field is too wide")


# -- methods --


def call_string(
    budget: RenderBudget,
    name: str,
    text: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Call a method of a string and pay for it.

    Raises:
        OverflowError: it would take too long.
        TemplateTooCostly: it is more than is left.
    """
    method = getattr(text, name)
    budget.look_at(len(text))
    for value in args:
        budget.weigh(value)
    if name == "join":
        return joined(budget, text, *args)
    _pay_for_string(budget, name, text, args, kwargs)
    if name in ("split", "rsplit"):
        return _split(budget, method, *args, **kwargs)
    result = method(*args, **kwargs)
    if isinstance(result, str):
        budget.chars(len(result))
    elif isinstance(result, list | tuple):
        budget.step(len(result))
        budget.chars(len(text))
    return result


def _pay_for_string(
    budget: RenderBudget, name: str, text: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    first = args[0] if args else kwargs.get("sep")
    if name in _PADDING and isinstance(first, int):
        budget.chars(first)
    elif name == "expandtabs":
        width = args[0] if args else kwargs.get("tabsize", 8)
        budget.chars(len(text) + text.count("\t") * max(0, width))
    elif name == "replace":
        pay_for_replacing(budget, text, *args[:2])
    elif name == "splitlines" and len(text) > MAX_LINES_CHARS:
        raise OverflowError("a text is too long to be split into lines")
    elif name in _EACH_WITH_EACH and isinstance(first, str):
        is_long = len(first) > 1 and len(first) * len(text) > _MAX_COMPARISONS
        if is_long:
            raise OverflowError("a text is too long to be searched for another one")


def pay_for_replacing(budget: RenderBudget, text: str, old: Any = None, new: Any = None) -> None:
    """Pay for `text.replace(old, new)`.

    Raises:
        TemplateTooCostly: it is more than is left.
    """
    if isinstance(old, str) and isinstance(new, str):
        budget.look_at(len(text))
        budget.chars(len(text) + text.count(old) * max(0, len(new) - len(old)))


def _split(
    budget: RenderBudget, method: Callable[..., list[str]], sep: Any = None, maxsplit: int = -1
) -> list[str]:
    limit = MAX_PIECES if maxsplit < 0 else min(maxsplit, MAX_PIECES)
    pieces = method(sep, limit)
    budget.step(len(pieces))
    budget.chars(sum(map(len, pieces)))
    if limit != maxsplit and len(pieces) > MAX_PIECES:
        raise OverflowError("a text has too many pieces")
    return pieces


def joined(budget: RenderBudget, separator: str, items: Iterable[Any]) -> str:
    """Return `separator.join(items)` and pay for it.

    Raises:
        TemplateTooCostly: it is more than is left.
    """
    texts = list(budget.counted(items))
    for text in texts:
        budget.chars(budget.weigh(text) + len(separator))
    return separator.join(texts)


def pay_for_collection(budget: RenderBudget, name: str, owner: Any, args: tuple[Any, ...]) -> None:
    """Pay for calling a method of a list or a mapping.

    Raises:
        TemplateTooCostly: it is more than is left.
    """
    if name in _THROUGH_ALL:
        budget.weigh(owner)
    elif name in ("copy", "extend", "insert", "reverse", "update"):
        budget.step(len(owner))
    if name in ("append", "insert", "extend"):
        budget.step(sum(len(value) for value in args if isinstance(value, list | tuple | str)))
        return
    for value in args:
        budget.weigh(value)
