"""Tools in `hearth ask`: which a chat has, what the user is asked, and what is told of calls."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.cli.output import print_problem, printable
from app.cli.tools.opened import says_yes
from app.core.chats.records import MessageStatus
from app.core.conversations.texts.chat_sampling import with_tools
from app.core.tools.errors import TOOL_UNKNOWN, TOOLS_NOT_SAVED
from app.core.tools.masking import masked_arguments, shown
from app.core.tools.values import READ_MORE, Decision, ToolSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import ChatSetup, Message
    from app.core.conversations.chat_tools import ChatTools
    from app.core.conversations.events import ToolAsked

_ALL = "all"


def with_chosen_tools(setup: ChatSetup, names: Sequence[str], tools: ChatTools) -> ChatSetup:
    """Return a setup with the tools of these names, as they are now.

    Raises:
        KnownError: there is no such tool, or the disk refuses.
    """
    offered = tools.box.offered()
    wanted = [one for name, one in offered.lacking.items() if name in names]
    for problem in (*offered.problems.values(), *wanted):
        print_problem(problem)
    found = offered.tools
    if _ALL not in names:
        for name in names:
            if found.find(name) is None:
                raise TOOL_UNKNOWN(name=name[:100])
        found = ToolSet(tuple(one for one in found.tools if one.name in {*names, READ_MORE}))
    try:
        return with_tools(setup, tools.keep(found))
    except OSError as error:
        raise TOOLS_NOT_SAVED(path=str(error.filename), reason=str(error.strerror)) from None


def decided(asked: ToolAsked, allowed: Sequence[str]) -> Decision | None:
    """Return what the user says to a call: by `--allow`, or on the terminal; else no."""
    if asked.tool.name in allowed:
        return Decision.ONCE
    print(f"{asked.tool.name}: {shown(asked.call.arguments)}", file=sys.stderr)
    return Decision.ONCE if says_yes("Allow this call?") else None


def tell_step(message: Message) -> None:
    """Say which tool is called, and what went wrong with it."""
    step = message.step
    assert step is not None
    if message.status is MessageStatus.STREAMING:
        arguments = masked_arguments(step.call.arguments)
        print(printable(f"hearth: {step.call.name} {arguments}"), file=sys.stderr)
    elif step.is_error:
        first = message.text.strip().partition("\n")[0]
        print(printable(f"hearth: {step.call.name}: {first}"), file=sys.stderr)
