"""What one rendering of a chat template may cost: steps, characters, depth, seconds.

Every step of a template is paid for before it is done, so that not even one that runs in native
code can take long or fill the memory. What a rendering may spend grows with the chat.

Threads: the engine thread only.
"""

from __future__ import annotations

import time
from collections.abc import ItemsView, KeysView, ValuesView
from typing import TYPE_CHECKING, Any

from jinja2.utils import Namespace

from app.core.engine.errors import TemplateTooCostly

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_BITS = 4096  # of a whole number
MAX_PIECES = 1_000_000  # that a string is split into
_STEPS, _STEPS_PER_MESSAGE = 1_000_000, 1_000
_CHARS, _CHARS_PER_CHAR = 64_000_000, 32
_CHARS_PER_STEP = 64  # that native code looks at in the time of a step
_MAX_DEPTH = 100  # of values in values, of calls in calls
_STEPS_PER_LOOK = 1_024  # at the clock
STEPS_PER_SLICE = 10_000  # after which the next piece of output ends the slice
# Between two pieces of output nobody looks for commands: a macro or a block that is kept gives none
# before it is done. About a tenth of a second.
_AT_ONCE, _AT_ONCE_PER_MESSAGE, _CHARS_PER_AT_ONCE = 30_000, 30, 8

_PLAIN = (int, float, bool, type(None))
_VIEWS = (KeysView, ValuesView, ItemsView)


class RenderBudget:
    """What is left of the cost of one rendering.

    Args:
        n_messages: of the chat.
        n_chars: of all its messages.
        seconds: until it ends in any case; steps differ, and so do machines.

    Attributes:
        at_once: steps that may lie between two pieces of output.
    """

    def __init__(self, n_messages: int, n_chars: int, seconds: float) -> None:
        self._steps = _STEPS + _STEPS_PER_MESSAGE * n_messages + n_chars
        self._chars = _CHARS + _CHARS_PER_CHAR * n_chars
        self._depth = 0
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._next_look = self._steps - _STEPS_PER_LOOK
        self.at_once = _AT_ONCE + _AT_ONCE_PER_MESSAGE * n_messages + n_chars // _CHARS_PER_AT_ONCE
        self._slice_from = self._stretch_from = self._steps

    def pause(self) -> None:
        """Let the clock stand still until `resume`: somebody else is computing."""
        self._seconds = self._deadline - time.monotonic()

    def resume(self) -> None:
        """Go on after `pause`, with a new slice."""
        self._deadline = time.monotonic() + self._seconds
        self._slice_from = self._stretch_from = self._steps

    def is_slice_over(self) -> bool:
        """Take note of a piece of output; return whether it is time to look for commands."""
        self._stretch_from = self._steps
        return self._slice_from - self._steps >= STEPS_PER_SLICE

    def step(self, count: int = 1) -> None:
        """Pay for steps.

        Raises:
            TemplateTooCostly: there are none left.
        """
        self._steps -= count
        if self._steps < self._next_look:
            self._next_look = self._steps - _STEPS_PER_LOOK
            if self._steps < 0 or time.monotonic() > self._deadline:
                raise TemplateTooCostly("it computed for too long without an end")
            if self._stretch_from - self._steps > self.at_once:
                raise TemplateTooCostly("it computes too much at once")

    def step_ahead(self, count: int) -> None:
        """Pay for steps that are still to be done, and that others may come between.

        Raises:
            TemplateTooCostly: there are none left.
        """
        self._slice_from -= count
        self._stretch_from -= count
        self.step(count)

    def pass_item(self) -> None:
        """Do one of the steps that were paid for ahead.

        Raises:
            TemplateTooCostly: too many were done without a piece of output.
        """
        self._slice_from += 1
        self._stretch_from += 1
        if self._stretch_from - self._steps > self.at_once:
            raise TemplateTooCostly("it computes too much at once")

    def chars(self, count: int) -> None:
        """Pay for characters that are to be made.

        Raises:
            TemplateTooCostly: there are none left.
        """
        self._chars -= max(0, count)
        if self._chars < 0:
            raise TemplateTooCostly("its output has no end")

    def look_at(self, n_chars: int) -> None:
        """Pay for characters that are only read."""
        self.step(1 + n_chars // _CHARS_PER_STEP)

    def enter(self) -> None:
        """Begin a call; `leave` ends it.

        Raises:
            TemplateTooCostly: too many calls are inside each other.
        """
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise TemplateTooCostly("it calls itself without an end")

    def leave(self) -> None:
        """End a call."""
        self._depth -= 1

    def weigh(self, value: Any) -> int:
        """Pay for a walk through all of a value; return about how many characters it would print.

        A list that holds another one twice counts it twice, for that is what comparing, hashing
        and printing do: thirty such lists in each other are a thousand million values.

        Raises:
            TemplateTooCostly: it is too large or too deep.
        """
        if isinstance(value, str):
            self.look_at(len(value))
            return len(value)
        if isinstance(value, _PLAIN):
            return 8
        n_chars = 0
        stack = [(value, 0)]
        while stack:
            item, depth = stack.pop()
            if isinstance(item, str):
                self.look_at(len(item))
                n_chars += len(item) + 4
                continue
            self.step()
            n_chars += 8
            if depth > _MAX_DEPTH:
                raise TemplateTooCostly("its values lie too deep in each other")
            stack += [(part, depth + 1) for part in _parts(item)]
        return n_chars

    def counted(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield the items, each of which is a step."""
        for item in items:
            self.step()
            yield item


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, Namespace):
        value = value._Namespace__attrs  # noqa: SLF001 - printing it prints them
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple, set, frozenset, *_VIEWS)):
        return value
    return ()
