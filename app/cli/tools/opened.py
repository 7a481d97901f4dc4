"""The tools of an installation, opened for one command, and what the user is asked.

Whoever types a call has looked at it; on a terminal Hearth asks all the same, and elsewhere it
takes `--yes` for the word. Nothing else allows anything.
"""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Final

from app.cli.documents import look, open_library
from app.cli.output import print_problem
from app.core.conversations.tool_sources import open_toolbox
from app.core.documents.reader import DocumentReader
from app.core.settings.settings import Settings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

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
        return
    verb = "Contact" if server.address else "Start"
    print(f"{server.name}: {in_ascii(server.origin)}", file=sys.stderr)
    if is_agreed or says_yes(f"{verb} it whenever its tools are wanted?"):
        toolbox.permissions.agree(server.name, server.digest)


def in_ascii(text: str) -> str:
    """Return a command with nothing in it that looks like something else."""
    return "".join(char if " " <= char <= "~" else ascii(char)[1:-1] for char in text)
