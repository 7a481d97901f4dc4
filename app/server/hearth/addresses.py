"""Which addresses Hearth has of its own.

Threads: the server's event loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from app.server.hearth.chats import ChatAddresses
from app.server.hearth.warmth import WarmthAddress

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from typing import Any

    from app.server.answering import Answerer
    from app.server.desk import Desk, Taken
    from app.server.hearth.chat_access import ChatAccess
    from app.server.model_switch import ModelSwitch

    Serve = Callable[[Taken], Coroutine[Any, Any, None]]

_ROOT = "/hearth/v1"


def hearth_routes(
    desk: Desk, switch: ModelSwitch, answering: Answerer, chats: ChatAccess | None
) -> Iterator[Route]:
    """Give them all.

    Args:
        desk: takes the requests.
        switch: keeps the model loaded meanwhile.
        answering: asks it.
        chats: of the user; None where there are no addresses for them.
    """
    warmth = WarmthAddress(switch, answering, chats)
    path = f"{_ROOT}/warmth"
    yield Route(path, desk.endpoint(warmth.measure), methods=["POST"])
    if chats is None:
        return
    own = ChatAddresses(switch, chats)
    one = f"{_ROOT}/chats/{{id}}"
    yield _reading(desk, f"{_ROOT}/chats", own.list)
    yield _reading(desk, one, own.read)
    path = f"{one}/messages"
    yield Route(path, desk.endpoint(own.go_on, named=path), methods=["POST"])


def _reading(desk: Desk, path: str, serve: Serve) -> Route:
    return Route(path, desk.endpoint(serve, named=path, has_body=False), methods=["GET"])
