"""Stand-ins for the doors of the use cases: they remember every call, and refuse a wrong one."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from app.core.conversations.cases.alternatives import Alternatives
from app.core.conversations.cases.chat_list import ChatList
from app.core.conversations.cases.memory import Memory
from app.core.conversations.chat_media import ChatMedia
from app.core.conversations.chats import Chats
from app.core.conversations.conversations import CallDoor, Doors
from app.core.conversations.models import Models
from app.core.conversations.store_access import StoreAccess
from app.core.protocol import DEFAULT_LOAD

if TYPE_CHECKING:
    from collections.abc import Callable

Call = tuple[Any, ...]  # the name, the arguments, and a dict of those given by name, if any


@dataclass
class RecordedDoor:
    """Stands in for one door.

    Args:
        kind: the door; what it could not be called with cannot be said here either.
        calls: every call is added to it.
        answers: what methods return, by name; the others return None.
    """

    kind: type
    calls: list[Call]
    answers: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        signature = inspect.signature(getattr(self.kind, name))

        def record(*arguments: Any, **named: Any) -> Any:
            signature.bind(self, *arguments, **named)
            self.calls.append((name, *arguments, *([named] if named else [])))
            return self.answers.get(name)

        return record


@dataclass
class RecordedDoors:
    """Stands in for all of them."""

    calls: list[Call] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=lambda: {"settings_of": DEFAULT_LOAD})

    def doors(self, chats: object = None, store: object = None) -> Doors:
        """Return the doors.

        Args:
            chats: stands in for the chats, where recording calls is not enough.
            store: stands in for the way to whole chats, likewise.
        """
        return Doors(
            cast("Chats", chats or RecordedDoor(Chats, self.calls)),
            cast("Models", RecordedDoor(Models, self.calls, self.answers)),
            cast("Memory", RecordedDoor(Memory, self.calls)),
            cast("ChatList", RecordedDoor(ChatList, self.calls)),
            cast("StoreAccess", store or RecordedDoor(StoreAccess, self.calls)),
            cast("Alternatives", RecordedDoor(Alternatives, self.calls)),
            cast("ChatMedia", RecordedDoor(ChatMedia, self.calls)),
            cast("CallDoor", RecordedDoor(CallDoor, self.calls)),
        )
