"""The methods, operators and filters of chat templates whose cost has to be known beforehand.

Each pays for what it is about to make from the `Budget` of the rendering.

Threads: the engine thread only.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

import markupsafe
from jinja2.filters import do_batch, do_title, do_urlencode, do_wordcount, sync_do_slice

from app.core.engine.template_budget import MAX_BITS, MAX_PIECES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from app.core.engine.template_budget import Budget
    from app.core.engine.template_sandbox import TemplateEnvironment

_MAX_RANGE = 100_000
_MAX_DIGITS = 4  # of a width or a precision
_MAX_PRECISION = 100
_MAX_COMPARISONS = 100_000_000  # of two characters, where Python compares each with each
_MAX_LINES_CHARS = 16_000_000
_MAX_JSON_CHARS = 4_000_000
_MAX_JSON_INDENT = 32
_CHARS_PER_TITLE_STEP = 8  # each word is a call of a function in Python

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


def pay_for_operator(budget: Budget, operator: str, left: Any, right: Any) -> None:
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


def small(value: Any) -> Any:
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


def _pay_for_repetition(budget: Budget, left: Any, right: Any) -> None:
    for many, count in ((left, right), (right, left)):
        if isinstance(many, str) and isinstance(count, int):
            budget.chars(len(many) * max(0, count))
        elif isinstance(many, list | tuple) and isinstance(count, int):
            budget.step(len(many) * max(0, count))
    if isinstance(left, int) and isinstance(right, int):
        small(left)
        small(right)


def _pay_for_copy(budget: Budget, value: Any) -> None:
    if isinstance(value, str):
        budget.chars(len(value))
    elif isinstance(value, list | tuple):
        budget.step(len(value))


def pay_for_fields(budget: Budget, text: str, values: Any) -> None:
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
    budget: Budget,
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
        return _joined(budget, text, *args)
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
    budget: Budget, name: str, text: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    first = args[0] if args else kwargs.get("sep")
    if name in _PADDING and isinstance(first, int):
        budget.chars(first)
    elif name == "expandtabs":
        width = args[0] if args else kwargs.get("tabsize", 8)
        budget.chars(len(text) + text.count("\t") * max(0, width))
    elif name == "replace":
        _pay_for_replacing(budget, text, *args[:2])
    elif name == "splitlines" and len(text) > _MAX_LINES_CHARS:
        raise OverflowError("a text is too long to be split into lines")
    elif name in _EACH_WITH_EACH and isinstance(first, str):
        is_long = len(first) > 1 and len(first) * len(text) > _MAX_COMPARISONS
        if is_long:
            raise OverflowError("a text is too long to be searched for another one")


def _pay_for_replacing(budget: Budget, text: str, old: Any = None, new: Any = None) -> None:
    if isinstance(old, str) and isinstance(new, str):
        budget.look_at(len(text))
        budget.chars(len(text) + text.count(old) * max(0, len(new) - len(old)))


def _split(
    budget: Budget, method: Callable[..., list[str]], sep: Any = None, maxsplit: int = -1
) -> list[str]:
    limit = MAX_PIECES if maxsplit < 0 else min(maxsplit, MAX_PIECES)
    pieces = method(sep, limit)
    budget.step(len(pieces))
    budget.chars(sum(map(len, pieces)))
    if limit != maxsplit and len(pieces) > MAX_PIECES:
        raise OverflowError("a text has too many pieces")
    return pieces


def _joined(budget: Budget, separator: str, items: Iterable[Any]) -> str:
    texts = list(budget.counted(items))
    for text in texts:
        budget.chars(budget.weigh(text) + len(separator))
    return separator.join(texts)


def pay_for_collection(budget: Budget, name: str, owner: Any, args: tuple[Any, ...]) -> None:
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


# -- filters --


def short_range(environment: TemplateEnvironment, *bounds: int) -> range:
    """Return a range of not too many numbers."""
    environment.budget.step()
    numbers = range(*map(small, bounds))
    if len(numbers) > _MAX_RANGE:
        raise OverflowError(f"Range too big: it has more than {_MAX_RANGE:,} numbers")
    return numbers


def center(environment: TemplateEnvironment, value: Any, width: int = 80) -> str:
    """Return text in the middle of `width` characters."""
    text = _text(environment, value)
    environment.budget.chars(width)
    return text.center(width)


def formatted(environment: TemplateEnvironment, value: Any, *args: Any, **kwargs: Any) -> str:
    """Return `value % args`."""
    if args and kwargs:
        raise TypeError("positions and names cannot both be given")
    text, values = _text(environment, value), kwargs or args
    pay_for_fields(environment.budget, text, values)
    return text % values


def indent(
    environment: TemplateEnvironment,
    value: Any,
    width: int | str = 4,
    first: bool = False,  # noqa: FBT001, FBT002 - as Jinja2 has it
    blank: bool = False,  # noqa: FBT001, FBT002
) -> str:
    """Return text with each line but the first moved to the right."""
    text = _text(environment, value)
    budget = environment.budget
    if isinstance(width, int):
        budget.chars(width)
    space = " " * width if isinstance(width, int) else width
    n_lines = text.count("\n") + 1
    budget.step(n_lines)
    budget.chars(len(text) + n_lines * len(space))
    if len(text) > _MAX_LINES_CHARS:
        raise OverflowError("a text is too long to be split into lines")
    head, *lines = f"{text}\n".splitlines()
    moved = [space + line if line or blank else line for line in lines]
    return "\n".join([space + head if first else head, *moved])


def join(
    environment: TemplateEnvironment,
    value: Iterable[Any],
    d: Any = "",
    attribute: str | int | None = None,
) -> str:
    """Return all items as one text."""
    separator = _text(environment, d)
    items = environment.list_of(value)
    if attribute is not None:
        items = [_attribute_of(environment, item, attribute) for item in items]
    return _joined(environment.budget, separator, [_text(environment, item) for item in items])


def as_list(environment: TemplateEnvironment, value: Iterable[Any]) -> list[Any]:
    """Return the items of a value."""
    return environment.list_of(value)


def plain(environment: TemplateEnvironment, value: Any) -> str:
    """Return a value as text; nothing is escaped anyway."""
    return _text(environment, value)


def escaped(environment: TemplateEnvironment, s: Any) -> str:
    """Return text in which HTML's marks are written out."""
    text = _text(environment, s)
    environment.budget.chars(len(text))
    return str(markupsafe.escape(text))


def titled(environment: TemplateEnvironment, s: Any) -> str:
    """Return text with each word capitalised."""
    text = _text(environment, s)
    if len(text) > MAX_PIECES:
        raise OverflowError("a text is too long for a title")
    environment.budget.step(len(text) // _CHARS_PER_TITLE_STEP)
    return do_title(text)


def to_json(
    environment: TemplateEnvironment,
    value: Any,
    ensure_ascii: bool = False,  # noqa: FBT001, FBT002 - as Hugging Face has it
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,  # noqa: FBT001, FBT002
) -> str:
    """Return a value as JSON; Jinja2's own filter escapes HTML, which would change the prompt."""
    budget = environment.budget
    budget.chars(budget.weigh(value))
    width = len(indent) if isinstance(indent, str) else indent or 0
    if width > _MAX_JSON_INDENT or (separators and sum(map(len, separators)) > _MAX_JSON_INDENT):
        raise OverflowError("an indentation is too wide")
    encoder = json.JSONEncoder(
        ensure_ascii=bool(ensure_ascii),
        indent=indent,
        separators=separators,
        sort_keys=bool(sort_keys),
    )
    if indent is None and not separators and not ensure_ascii:
        return encoder.encode(value)
    chunks = []
    for chunk in encoder.iterencode(value):
        budget.step()
        budget.chars(len(chunk))
        chunks.append(chunk)
    return "".join(chunks)


def from_json(environment: TemplateEnvironment, value: Any) -> Any:
    """Return what a JSON text says."""
    text = _text(environment, value)
    if len(text) > _MAX_JSON_CHARS:
        raise OverflowError("a JSON text is too long")
    result = json.loads(text)
    environment.budget.weigh(result)
    return result


def replace(
    environment: TemplateEnvironment, s: Any, old: Any, new: Any, count: int | None = None
) -> str:
    """Return text with `new` where `old` was."""
    text, before, after = (_text(environment, value) for value in (s, old, new))
    _pay_for_replacing(environment.budget, text, before, after)
    return text.replace(before, after, -1 if count is None else count)


def rounded(
    environment: TemplateEnvironment, value: Any, precision: int = 0, method: str = "common"
) -> Any:
    """Return a number with fewer digits."""
    environment.budget.step()
    small(value)
    if abs(precision) > _MAX_PRECISION:
        raise OverflowError("a precision is too large")
    if method == "common":
        return round(value, precision)
    scale = 10**precision
    return {"ceil": math.ceil, "floor": math.floor}[method](value * scale) / scale


def total(
    environment: TemplateEnvironment,
    iterable: Iterable[Any],
    attribute: str | int | None = None,
    start: Any = 0,
) -> Any:
    """Return the sum of numbers."""
    items = environment.list_of(iterable)
    if attribute is not None:
        items = [_attribute_of(environment, item, attribute) for item in items]
    if not all(isinstance(item, int | float) for item in [start, *items]):
        raise TypeError("only numbers can be summed up")
    return small(sum(map(small, items), small(start)))


def batch(
    environment: TemplateEnvironment, value: Iterable[Any], linecount: int, fill_with: Any = None
) -> Iterator[list[Any]]:
    """Return the items in lists of `linecount`, the last one filled up."""
    items = environment.list_of(value)
    if fill_with is not None and items:
        environment.budget.step(max(0, linecount))
    return do_batch(items, linecount, fill_with)


def in_slices(
    environment: TemplateEnvironment, value: Iterable[Any], slices: int, fill_with: Any = None
) -> Iterator[list[Any]]:
    """Return the items in so many lists of about one length."""
    items = environment.list_of(value)
    environment.budget.step(max(0, slices))
    return sync_do_slice(items, slices, fill_with)


def counted_words(environment: TemplateEnvironment, s: Any) -> int:
    """Return how many words a text has."""
    text = _text(environment, s)
    environment.budget.step(len(text))
    return do_wordcount(text)


def url_encoded(environment: TemplateEnvironment, value: Any) -> str:
    """Return text as an address may hold it: up to twelve characters for one."""
    given = value if isinstance(value, str | dict) else environment.list_of(value)
    environment.budget.chars(12 * environment.budget.weigh(given))
    return do_urlencode(given)


def _attribute_of(environment: TemplateEnvironment, item: Any, path: str | int) -> Any:
    """Return what a path with dots leads to, step by step."""
    for part in str(path).split("."):
        item = environment.getitem(item, int(part) if part.isdigit() else part)
    return item


def _text(environment: TemplateEnvironment, value: Any) -> str:
    """Return a value as it is printed."""
    n_chars = environment.budget.weigh(value)
    if isinstance(value, str):
        return value
    environment.budget.chars(n_chars)
    return str(value)
