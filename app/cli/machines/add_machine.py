"""`hearth machines add`: how ssh reaches a machine, and where its rpc-server listens."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli.arguments import port
from app.cli.machines.machine_list import machine_facts, machines_of
from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.machines import ALLOWED_OPTIONS, USUAL_PORT, SshMachine, normal_option

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="what you call it")
    parser.add_argument("target", metavar="TARGET", help="for ssh: user@host or user@host:port")
    parser.add_argument(
        "--port",
        metavar="N",
        type=port,
        default=USUAL_PORT,
        help=f"that llama.cpp's rpc-server listens at there, on 127.0.0.1 ({USUAL_PORT})",
    )
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        dest="ssh_options",
        action="append",
        default=[],
        help=f"for ssh; may be given several times: {', '.join(ALLOWED_OPTIONS)}",
    )
    parser.add_argument(
        "--replace", action="store_true", help="change the one that has this name already"
    )


def _run(options: argparse.Namespace, paths: Paths) -> int:
    ssh_options = tuple(map(normal_option, options.ssh_options))
    machine = SshMachine(options.name, options.target, options.port, ssh_options)
    machines_of(paths).put(machine, instead_of=options.name if options.replace else "")
    if options.json:
        print(json.dumps(machine_facts(machine)))
    else:
        name = printable(machine.name)
        print(f"added: {name}")
        print(f"`hearth machines check {name}` tries the way there.")
    return 0


ADD = Verb(_add_arguments, _run)
