"""Where the instructions of a chat stand: here with the chat, elsewhere often as a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.messages import Role
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.interchange.loose_chats import LooseNode


def without_instructions(nodes: Sequence[LooseNode]) -> tuple[list[LooseNode], str]:
    """Take the instructions at the beginning out of the messages; return them beside what is left.

    Where a chat gives others later, they stay where they are, as words of the user's.
    """
    kept: list[LooseNode] = []
    instructions = ""
    has_begun = False
    for node in nodes:
        message = node.message
        if message is None or message.role is not Role.SYSTEM:
            has_begun |= message is not None
            kept.append(node)
        elif not has_begun:
            instructions = "\n\n".join(filter(None, (instructions, message.text.strip())))
            kept.append(replace(node, message=None))
        elif message.text.strip():
            as_said = replace(message, role=Role.USER, text=f"[Instructions]\n\n{message.text}")
            kept.append(replace(node, message=as_said))
        else:
            kept.append(replace(node, message=None))
    return kept, instructions
