"""Which rules begin with themselves or never come to anything, and how long llama.cpp would look.

llama.cpp refuses a rule that begins with itself, but takes a rule for empty only where it has an
alternative without a word. Where a rule becomes empty by way of others, it finds nothing, and then
adds to a stack for ever, or is left without one and ends the process. It also looks at a rule once
for each way that leads to it.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.core.errors import BugError
from app.core.grammars.elements import ElementKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.grammars.elements import Element

_MOST_STEPS: Final = 20_000_000  # that llama.cpp may take: a tenth of a second
_LONGEST_WAY: Final = 4000  # of its calls within calls, for the stack of a thread

# A rule at the beginning of another, and whether something comes behind it there.
_Edge = tuple[int, bool]


class LeftRecursion(Exception):
    """A rule begins with itself; `is_hidden` where llama.cpp does not find that."""

    def __init__(self, rule: int, *, is_hidden: bool) -> None:
        super().__init__(rule)
        self.rule = rule
        self.is_hidden = is_hidden


class Endless(Exception):
    """A rule leads to itself, and never to an end."""

    def __init__(self, rule: int) -> None:
        super().__init__(rule)
        self.rule = rule


class TooDeep(Exception):
    """llama.cpp would look for too long."""

    def __init__(self, rule: int) -> None:
        super().__init__(rule)
        self.rule = rule


def examine(rules: Sequence[Sequence[Element]]) -> None:
    """Look for rules that begin with themselves.

    Raises:
        LeftRecursion: there is one.
        Endless: there is a rule that comes to nothing.
        TooDeep: llama.cpp could not say in time.
    """
    blank = [_has_blank_alternative(rule) for rule in rules]
    seen_by_llama = [_beginnings(rule, blank.__getitem__) for rule in rules]
    order = _in_order(seen_by_llama)
    _limit_steps(rules, seen_by_llama, order)
    empty = _resting_on(rules, lambda _kind: False)
    really = [_beginnings(rule, empty.__getitem__) for rule in rules]
    circle_of = _circles(really)
    for rule, edges in enumerate(really):
        for other, is_followed in edges:
            # What is last in a rule leaves nothing on the stack, and comes to an end.
            if is_followed and circle_of[rule] == circle_of[other]:
                raise LeftRecursion(rule, is_hidden=True)
    _refuse_endless(rules)


def _refuse_endless(rules: Sequence[Sequence[Element]]) -> None:
    comes_to_end = _resting_on(rules, lambda _kind: True)
    for rule, ends in enumerate(comes_to_end):
        if not ends:
            raise Endless(rule)


def _alternatives(rule: Sequence[Element]) -> list[list[Element]]:
    found: list[list[Element]] = [[]]
    for element in rule:
        if element[0] is ElementKind.ALTERNATIVE:
            found.append([])
        elif element[0] is not ElementKind.END:
            found[-1].append(element)
    return found


def _has_blank_alternative(rule: Sequence[Element]) -> bool:
    return any(not alternative for alternative in _alternatives(rule))


def _resting_on(
    rules: Sequence[Sequence[Element]], rests_on: Callable[[ElementKind], bool]
) -> list[bool]:
    """Return of each rule whether it can stand for elements of some kinds alone, or for nothing."""
    found = [False] * len(rules)
    # Each alternative waits for the first of its rules that is not found yet.
    waiting: dict[int, list[tuple[int, list[int], int]]] = {}
    news: list[int] = []

    def go_on(rule: int, parts: list[int], at: int) -> None:
        while at < len(parts) and found[parts[at]]:
            at += 1
        if at < len(parts):
            waiting.setdefault(parts[at], []).append((rule, parts, at))
        elif not found[rule]:
            found[rule] = True
            news.append(rule)

    for number, rule in enumerate(rules):
        for alternative in _alternatives(rule):
            if all(kind is ElementKind.RULE or rests_on(kind) for kind, _ in alternative):
                go_on(
                    number,
                    [int(value) for kind, value in alternative if kind is ElementKind.RULE],
                    0,
                )
    while news:
        for rule_parts_at in waiting.pop(news.pop(), ()):
            go_on(*rule_parts_at)
    return found


def _beginnings(rule: Sequence[Element], is_empty: Callable[[int], bool]) -> list[_Edge]:
    """Return the rules with which a rule may begin, each as often as it is there."""
    found: list[_Edge] = []
    for alternative in _alternatives(rule):
        for index, (kind, value) in enumerate(alternative):
            if kind is not ElementKind.RULE:
                break
            found.append((int(value), index + 1 < len(alternative)))
            if not is_empty(int(value)):
                break
    return found


def _in_order(edges: list[list[_Edge]]) -> list[int]:
    """Return all rules, each behind those with which it begins.

    Raises:
        LeftRecursion: one begins with itself.
    """
    new, open_, done = 0, 1, 2
    state = [new] * len(edges)
    order: list[int] = []
    for start in range(len(edges)):
        if state[start] != new:
            continue
        state[start] = open_
        way = [(start, iter(edges[start]))]
        while way:
            rule, rest = way[-1]
            for other, _ in rest:
                if state[other] == open_:
                    raise LeftRecursion(other, is_hidden=False)
                if state[other] == new:
                    state[other] = open_
                    way.append((other, iter(edges[other])))
                    break
            else:
                state[rule] = done
                order.append(rule)
                way.pop()
    return order


def _limit_steps(
    rules: Sequence[Sequence[Element]], edges: list[list[_Edge]], order: list[int]
) -> None:
    n_steps, depth, n_all = [0] * len(rules), [1] * len(rules), 0
    for rule in order:
        n_steps[rule] = len(rules[rule]) + sum(n_steps[other] for other, _ in edges[rule])
        depth[rule] = 1 + max((depth[other] for other, _ in edges[rule]), default=0)
        n_all += n_steps[rule]
        if n_all > _MOST_STEPS or depth[rule] > _LONGEST_WAY:
            raise TooDeep(rule)


def _circles(edges: list[list[_Edge]]) -> list[int]:
    """Return of each rule the number of its circle: those that begin with each other (Tarjan)."""
    index: dict[int, int] = {}
    low = [0] * len(edges)
    circle_of = [-1] * len(edges)
    stack: list[int] = []
    for start in range(len(edges)):
        if start in index:
            continue
        way = [(start, iter(edges[start]))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while way:
            rule, rest = way[-1]
            for other, _ in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    way.append((other, iter(edges[other])))
                    break
                if circle_of[other] < 0:
                    low[rule] = min(low[rule], index[other])
            else:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[rule])
                if low[rule] == index[rule]:
                    _close_circle(rule, stack, circle_of)
    return circle_of


def _close_circle(rule: int, stack: list[int], circle_of: list[int]) -> None:
    while True:
        if not stack:
            raise BugError("a circle of rules without a beginning")
        member = stack.pop()
        circle_of[member] = rule
        if member == rule:
            return
