"""The filters of chat templates whose cost has to be known beforehand.

Each pays for what it is about to make from the `RenderBudget` of the rendering. They go by the
names templates know, or by longer ones where Python has a use for those.

Threads: the engine thread only.
"""

from __future__ import annotations

import json
import math
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Protocol

import markupsafe
from jinja2.filters import do_batch, do_title, do_urlencode, do_wordcount, sync_do_slice

from app.core.engine.prompts.template_budget import MAX_PIECES
from app.core.engine.prompts.template_methods import (
    MAX_LINES_CHARS,
    joined,
    pay_for_fields,
    pay_for_replacing,
    require_small,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.core.engine.prompts.template_budget import RenderBudget

_MAX_RANGE = 100_000
_MAX_PRECISION = 100
_MAX_JSON_CHARS = 4_000_000
_MAX_JSON_INDENT = 32
_CHARS_PER_TITLE_STEP = 8  # each word is a call of a function in Python


class FilterEnvironment(Protocol):
    """What a filter needs of the environment it is rendered in.

    Attributes:
        budget: of the rendering that goes on.
    """

    budget: RenderBudget

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return `obj[argument]`, or an undefined value."""

    def list_of(self, value: Iterable[Any]) -> list[Any]:
        """Return the items of a value that a template made, each of which is a step."""


def short_range(environment: FilterEnvironment, *bounds: int) -> range:
    """Return a range of not too many numbers."""
    environment.budget.step()
    numbers = range(*map(require_small, bounds))
    if len(numbers) > _MAX_RANGE:
        raise OverflowError(f"Range too big: it has more than {_MAX_RANGE:,} numbers")
    return numbers


def center(environment: FilterEnvironment, value: Any, width: int = 80) -> str:
    """Return text in the middle of `width` characters."""
    text = _text(environment, value)
    environment.budget.chars(width)
    return text.center(width)


def formatted(environment: FilterEnvironment, value: Any, *args: Any, **kwargs: Any) -> str:
    """Return `value % args`."""
    if args and kwargs:
        raise TypeError("positions and names cannot both be given")
    text, values = _text(environment, value), kwargs or args
    pay_for_fields(environment.budget, text, values)
    return text % values


def indent(
    environment: FilterEnvironment,
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
    if len(text) > MAX_LINES_CHARS:
        raise OverflowError("a text is too long to be split into lines")
    head, *lines = f"{text}\n".splitlines()
    moved = [space + line if line or blank else line for line in lines]
    return "\n".join([space + head if first else head, *moved])


def join(
    environment: FilterEnvironment,
    value: Iterable[Any],
    d: Any = "",
    attribute: str | int | None = None,
) -> str:
    """Return all items as one text."""
    separator = _text(environment, d)
    items = environment.list_of(value)
    if attribute is not None:
        items = [_attribute_of(environment, item, attribute) for item in items]
    return joined(environment.budget, separator, [_text(environment, item) for item in items])


def as_list(environment: FilterEnvironment, value: Iterable[Any]) -> list[Any]:
    """Return the items of a value."""
    return environment.list_of(value)


def plain(environment: FilterEnvironment, value: Any) -> str:
    """Return a value as text; nothing is escaped anyway."""
    return _text(environment, value)


def escaped(environment: FilterEnvironment, s: Any) -> str:
    """Return text in which HTML's marks are written out."""
    text = _text(environment, s)
    environment.budget.chars(len(text))
    return str(markupsafe.escape(text))


def titled(environment: FilterEnvironment, s: Any) -> str:
    """Return text with each word capitalised."""
    text = _text(environment, s)
    if len(text) > MAX_PIECES:
        raise OverflowError("a text is too long for a title")
    environment.budget.step(len(text) // _CHARS_PER_TITLE_STEP)
    return do_title(text)


def to_json(
    environment: FilterEnvironment,
    value: Any,
    ensure_ascii: bool = False,  # noqa: FBT001, FBT002 - as Hugging Face has it
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,  # noqa: FBT001, FBT002
) -> str:
    """Return a value as JSON; Jinja2's own filter escapes HTML, which would change the prompt."""
    budget = environment.budget
    if isinstance(value, GeneratorType):  # what other filters give
        items = []
        for item in value:
            budget.step()
            items.append(item)
        value = items
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


def from_json(environment: FilterEnvironment, value: Any) -> Any:
    """Return what a JSON text says."""
    text = _text(environment, value)
    if len(text) > _MAX_JSON_CHARS:
        raise OverflowError("a JSON text is too long")
    result = json.loads(text)
    environment.budget.weigh(result)
    return result


def replace(
    environment: FilterEnvironment, s: Any, old: Any, new: Any, count: int | None = None
) -> str:
    """Return text with `new` where `old` was."""
    text, before, after = (_text(environment, value) for value in (s, old, new))
    pay_for_replacing(environment.budget, text, before, after)
    return text.replace(before, after, -1 if count is None else count)


def rounded(
    environment: FilterEnvironment, value: Any, precision: int = 0, method: str = "common"
) -> Any:
    """Return a number with fewer digits."""
    environment.budget.step()
    require_small(value)
    if abs(precision) > _MAX_PRECISION:
        raise OverflowError("a precision is too large")
    if method == "common":
        return round(value, precision)
    scale = 10**precision
    return {"ceil": math.ceil, "floor": math.floor}[method](value * scale) / scale


def total(
    environment: FilterEnvironment,
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
    return require_small(sum(map(require_small, items), require_small(start)))


def batch(
    environment: FilterEnvironment, value: Iterable[Any], linecount: int, fill_with: Any = None
) -> Iterator[list[Any]]:
    """Return the items in lists of `linecount`, the last one filled up."""
    items = environment.list_of(value)
    if fill_with is not None and items:
        environment.budget.step(max(0, linecount))
    return do_batch(items, linecount, fill_with)


def in_slices(
    environment: FilterEnvironment, value: Iterable[Any], slices: int, fill_with: Any = None
) -> Iterator[list[Any]]:
    """Return the items in so many lists of about one length."""
    items = environment.list_of(value)
    environment.budget.step(max(0, slices))
    return sync_do_slice(items, slices, fill_with)


def counted_words(environment: FilterEnvironment, s: Any) -> int:
    """Return how many words a text has."""
    text = _text(environment, s)
    environment.budget.step(len(text))
    return do_wordcount(text)


def url_encoded(environment: FilterEnvironment, value: Any) -> str:
    """Return text as an address may hold it: up to twelve characters for one."""
    given = value if isinstance(value, str | dict) else environment.list_of(value)
    environment.budget.chars(12 * environment.budget.weigh(given))
    return do_urlencode(given)


def _attribute_of(environment: FilterEnvironment, item: Any, path: str | int) -> Any:
    """Return what a path with dots leads to, step by step."""
    for part in str(path).split("."):
        item = environment.getitem(item, int(part) if part.isdigit() else part)
    return item


def _text(environment: FilterEnvironment, value: Any) -> str:
    """Return a value as it is printed."""
    n_chars = environment.budget.weigh(value)
    if isinstance(value, str):
        return value
    environment.budget.chars(n_chars)
    return str(value)
