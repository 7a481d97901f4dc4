"""`hearth launch`: another program, set up for the model of this machine.

It asks the Hearth that is running, or a server that is started for it and ends with the last
program that uses it. Nothing of what the user has set up in that program is read by Hearth or
changed.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from pathlib import PurePath
from typing import TYPE_CHECKING

from app.cli.launch.clients import CLIENTS, SHORT_BELOW, LaunchedProgram, Served
from app.cli.launch.run import past_proxies, run
from app.cli.launch.server import LaunchServer, key_of
from app.cli.output import printable
from app.core.errors import ErrorRow
from app.core.phrases import phrase
from app.core.system.files import write_atomically

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from app.cli.launch.server import ToldModel
    from app.core.system.paths import Paths

_LEAST_ROOM = 4_096  # tokens of a conversation that is of some use
_PART = re.compile(r"-\d{5}-of-\d{5}$")  # of a model in several files, which is named without it


# The program is not installed, or not where programs are looked for.
NO_SUCH_PROGRAM = ErrorRow(
    what=phrase("{name} is not installed: there is no program {program} on the PATH."),
    effect=phrase("Nothing was started."),
    remedy=phrase("With Node.js, `npm install -g {package}` installs it."),
)


def launch(options: argparse.Namespace, paths: Paths) -> int:
    """Start a program of others, wait for its end, and return its exit code.

    Raises:
        KnownError: it is not installed.
        KnownError: no model answers.
    """
    client = CLIENTS[options.client]
    program = shutil.which(client.program)
    if program is None:
        raise NO_SUCH_PROGRAM(name=client.name, program=client.program, package=client.package)
    with _served(options, paths) as served:
        folder = paths.config / "clients" / options.client
        folder.mkdir(parents=True, exist_ok=True)
        setup = client.setup(served, folder)
        for name, text in setup.files.items():
            write_atomically(folder / name, [text.encode()])
        given = {name: value for name, value in os.environ.items() if name not in setup.without}
        arguments = (*setup.arguments, *options.arguments)
        return run(program, arguments, {**given, **past_proxies(given), **setup.environment})


@contextlib.contextmanager
def _served(options: argparse.Namespace, paths: Paths) -> Iterator[Served]:
    """Give the model of a server that runs, or of one that is started."""
    wanted = getattr(options, "model", None)
    server = LaunchServer(options, paths)
    try:
        with server:
            key = key_of(paths)  # which the server has made, where there was none
            if server.is_own:
                print("hearth: loading the model", file=sys.stderr)
            model = server.model(key)
            if not server.is_own and wanted and _PART.sub("", PurePath(wanted).stem) != model.name:
                raise server.other_model(model.name)
            yield _told(CLIENTS[options.client], server.address, key, model)
    except BaseException:
        if said := server.said():
            print(said, file=sys.stderr)
        raise


def _told(client: LaunchedProgram, address: str, key: str, model: ToldModel) -> Served:
    """Return what the program is told, and say where the model will hardly do."""
    name = printable(model.name)
    print(f"hearth: {client.name} uses {name} at {address}", file=sys.stderr)
    n_prompt = client.n_prompt
    if client.n_short and model.n_ctx < SHORT_BELOW:
        n_prompt = client.n_short
        print(
            f"hearth: {client.name} gets short instructions, as its own would leave too little of "
            f"a context of {model.n_ctx:,} tokens.",
            file=sys.stderr,
        )
    if model.n_ctx < n_prompt + _LEAST_ROOM:
        print(
            f"hearth: warning: the instructions of {client.name} take about {n_prompt:,} "
            f"tokens, and the context of {name} holds {model.n_ctx:,}. Choose a larger one, such "
            f"as --set model.context_tokens={_advised(client)}.",
            file=sys.stderr,
        )
    if model.knows_tools is False:
        print(
            f"hearth: warning: the chat template of {name} knows no tools, so {client.name} can "
            "only talk: it will run no command and change no file.",
            file=sys.stderr,
        )
    return Served(address, key, model.name, model.n_ctx)


def _advised(client: LaunchedProgram) -> int:
    return 32_768 if client.n_prompt < 10_000 else 65_536
