"""The tools of an installation, opened for one command, and what the user is asked.

Whoever types a call has looked at it; on a terminal Hearth asks all the same, and elsewhere it
takes `--yes` for the word. Nothing else allows anything.
"""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Final

from app.cli.documents import look, open_library
from app.cli.output import print_problem, printable
from app.core.chats.records import MessageStatus
from app.core.conversations.texts.chat_sampling import with_tools
from app.core.conversations.tool_sources import open_toolbox
from app.core.documents.reader import DocumentReader
from app.core.net.addresses import WebOrigin
from app.core.settings.settings import Settings
from app.core.tools.errors import TOOL_UNKNOWN, TOOLS_NOT_SAVED
from app.core.tools.masking import masked_arguments, shown
from app.core.tools.values import READ_MORE, Decision, ToolSet

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from app.core.chats.records import ChatSetup, Message
    from app.core.conversations.chat_tools import ChatTools
    from app.core.conversations.events import ToolAsked
    from app.core.system.paths import Paths
    from app.core.tools.servers import ToolServer
    from app.core.tools.toolbox import Toolbox


_DOCUMENT_TOOLS: Final = ("search_documents", "read_document")


@contextlib.contextmanager
def open_toolbox_of(options: argparse.Namespace, paths: Paths) -> Iterator[Toolbox]:
    """Give the tools of the user; what is wrong with their files is told."""
    settings, reader = Settings.load(paths.settings_file, options.given), DocumentReader()
    with open_library(options, paths) as library:
        if getattr(options, "tool", "") in _DOCUMENT_TOOLS:
            look(library)
        toolbox = open_toolbox(paths, settings, library, reader)
        for problem in (toolbox.servers.take_problem(), toolbox.permissions.take_problem()):
            if problem is not None:
                print_problem(problem)
        try:
            yield toolbox
        finally:
            toolbox.close()
            reader.close()


def says_yes(question: str) -> bool:
    """Whether the user says yes; nobody does where there is no terminal."""
    if not sys.stdin.isatty():
        return False
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def agree(toolbox: Toolbox, server: ToolServer, *, is_agreed: bool = False) -> None:
    """Have the user agree to a server whose whole command or address is shown."""
    if toolbox.permissions.start_question(server.name, server.digest) is None:
        if server.address:
            print(f"hearth: contacting {WebOrigin.of(server.address).host}", file=sys.stderr)
        return
    verb = "Contact" if server.address else "Start"
    print(f"{server.name}: {in_ascii(server.origin)}", file=sys.stderr)
    if is_agreed or says_yes(f"{verb} it whenever its tools are wanted?"):
        toolbox.permissions.agree(server.name, server.digest)


def in_ascii(text: str) -> str:
    """Return a command with nothing in it that looks like something else."""
    return "".join(char if " " <= char <= "~" else ascii(char)[1:-1] for char in text)


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
