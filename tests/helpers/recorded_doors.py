"""Stand-ins for the doors of the use cases: they remember every call, and refuse a wrong one."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from app.core.conversations import Chats, Doors, Memory, Models

if TYPE_CHECKING:
    from collections.abc import Callable

Call = tuple[Any, ...]  # the name, the arguments, and a dict of those given by name, if any


@dataclass
class RecordedDoor:
    """Stands in for one door.

    Args:
        kind: the door; what it could not be called with cannot be said here either.
        calls: every call is added to it.
    """

    kind: type
    calls: list[Call]

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        signature = inspect.signature(getattr(self.kind, name))

        def record(*arguments: Any, **named: Any) -> None:
            signature.bind(self, *arguments, **named)
            self.calls.append((name, *arguments, *([named] if named else [])))

        return record


@dataclass
class RecordedDoors:
    """Stands in for all of them."""

    calls: list[Call] = field(default_factory=list)

    def doors(self, chats: object = None) -> Doors:
        """Return the doors.

        Args:
            chats: stands in for the chats, where recording calls is not enough.
        """
        return Doors(
            cast("Chats", chats or RecordedDoor(Chats, self.calls)),
            cast("Models", RecordedDoor(Models, self.calls)),
            cast("Memory", RecordedDoor(Memory, self.calls)),
        )
