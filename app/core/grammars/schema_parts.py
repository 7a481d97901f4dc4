"""What the values of a JSON schema are, by type: what is read of a schema and written as rules.

A node is all that holds at one place of a value at once; its parts are alternatives. Nodes may lead
back to themselves, so that they are filled one after the other.

Threads: pure values, one thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from app.core.grammars.faults import Fault


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound of numbers; of less than 16 digits."""

    value: Decimal
    is_exclusive: bool = False


@dataclass(frozen=True, slots=True)
class Literals:
    """Values that are written out."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers between bounds, if there are any.

    Attributes:
        is_whole: no other numbers.
        is_broken: no whole numbers; then there are no bounds.
        multiple: which whole numbers are multiples of.
    """

    low: Limit | None = None
    high: Limit | None = None
    is_whole: bool = False
    is_broken: bool = False
    multiple: int = 1


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts.

    Attributes:
        least, most: characters.
        pattern: rules of what stands between the quotation marks; "" for anything.
        form: "date" and the like.
        but: texts that it is not; then there is nothing else.
    """

    least: int = 0
    most: int | None = None
    pattern: str = ""
    form: str = ""
    but: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Items:
    """Arrays.

    Attributes:
        first: the first items, each by its place.
        rest: those behind them; None where there are none.
    """

    first: tuple[Node, ...]
    rest: Node | None
    least: int
    most: int | None

    def longest(self, fillable: Iterable[Node]) -> int | None:
        """Return how many items there can be; None for any number."""
        known = set(fillable)
        for index, node in enumerate(self.first):
            if node not in known:
                return index if self.most is None else min(index, self.most)
        n_first = len(self.first)
        longest = None if self.rest is not None and self.rest in known else n_first
        return min((n for n in (longest, self.most) if n is not None), default=None)


@dataclass(frozen=True, slots=True)
class Members:
    """Objects.

    Attributes:
        named: properties, in the order in which they are said.
        required: those of them that are always there.
        rest: all other properties; None where there are none.
        least, most: properties.
        others: names that no other property has, besides those of `named`.
    """

    named: dict[str, Node] = field(hash=False)
    required: frozenset[str]
    rest: Node | None
    least: int = 0
    most: int | None = None
    others: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Unsayable:
    """Values that no grammar says exactly."""

    fault: Fault


Part: TypeAlias = Literals | Numbers | Texts | Items | Members | Unsayable


class Node:
    """What holds at one place.

    Attributes:
        parts: alternatives; None while they are not known.
        is_anything: any value.
    """

    def __init__(self) -> None:
        self.parts: list[Part] | None = None
        self.is_anything = False


def reachable(start: Node) -> list[Node]:
    """Return all nodes that a node leads to, itself first."""
    found = {start: None}
    todo = [start]
    while todo:
        for part in todo.pop().parts or ():
            for node in _inner(part):
                if node not in found:
                    found[node] = None
                    todo.append(node)
    return list(found)


def fillable(nodes: Iterable[Node]) -> set[Node]:
    """Return the nodes that have a value; one whose parts are not known counts as one."""
    todo = list(nodes)
    found = {node for node in todo if node.is_anything or node.parts is None}
    is_news = True
    while is_news:
        is_news = False
        for node in todo:
            if node not in found and any(has_value(part, found) for part in node.parts or ()):
                found.add(node)
                is_news = True
    return found


def has_value(part: Part, known: set[Node]) -> bool:
    """Whether a part has a value, where nodes that are not known have none."""
    match part:
        case Literals(values):
            return bool(values)
        case Items():
            longest = part.longest(known)
            return longest is None or part.least <= longest
        case Members():
            n_named = sum(node in known for node in part.named.values())
            return (
                all(part.named[name] in known for name in part.required)
                and (part.most is None or max(part.least, len(part.required)) <= part.most)
                and part.least <= n_named + (part.rest is not None and part.rest in known)
            )
        case _:
            return True


def _inner(part: Part) -> Iterable[Node]:
    match part:
        case Items(first, rest):
            return first if rest is None else (*first, rest)
        case Members(named, _, rest):
            return named.values() if rest is None else (*named.values(), rest)
        case _:
            return ()
