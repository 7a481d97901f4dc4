"""Pure functions on a chat's tree of messages.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def branch_end(links: Iterable[tuple[int, int | None]], start: int) -> int:
    """Return the leaf a user means by the branch through `start`: follow the newest answer down.

    Args:
        links: every (message, parent) of one chat, in any order.
        start: where the branch is entered; returned when nothing follows it.
    """
    newest_child: dict[int, int] = {}
    for message_id, parent_id in links:
        if parent_id is not None:
            newest_child[parent_id] = max(message_id, newest_child.get(parent_id, message_id))
    end = start
    while end in newest_child:
        end = newest_child[end]
    return end
