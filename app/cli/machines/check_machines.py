"""`hearth machines check`: go there by ssh, and ask the rpc-server what it offers."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

from app.cli.machines.machine_list import machines_of
from app.cli.models.output import in_gb
from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.machines import MachineFailure

if TYPE_CHECKING:
    import argparse

    from app.core.machines import Machines, SshMachine
    from app.core.paths import Paths


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*", help="only these (default: all)")


def _run(options: argparse.Namespace, paths: Paths) -> int:
    with contextlib.closing(machines_of(paths)) as machines:
        wanted = tuple(map(machines.find, options.names)) or machines.all()
        found = [_facts(machines, machine) for machine in wanted]
    if options.json:
        print(json.dumps({"machines": found}))
    else:
        for facts in found:
            print(_line(facts))
        if not found:
            print("No machines were added. `hearth machines add NAME user@host` adds one.")
    return 0 if all(facts["ok"] for facts in found) else EXIT_KNOWN_ERROR


def _facts(machines: Machines, machine: SshMachine) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": machine.name, "target": machine.target}
    try:
        server = machines.check(machine).server
    except MachineFailure as error:
        problem = error.problem()
        return {**facts, "ok": False, "reason": problem.text(), "detail": problem.detail}
    devices = [{"free_bytes": free, "total_bytes": total} for free, total in server.memory]
    latency_ms = round(1e3 * server.round_trip_s, 3)
    said = {"version": server.version, "devices": devices, "round_trip_ms": latency_ms}
    return {**facts, "ok": True, **said}


def _line(facts: dict[str, Any]) -> str:
    name = printable(facts["name"])
    if not facts["ok"]:
        return f"{name}: {printable(facts['reason'])}"
    memory = ", ".join(
        f"{in_gb(one['free_bytes'])} of {in_gb(one['total_bytes'])} free"
        for one in facts["devices"]
    )
    return (
        f"{name}: {memory}; {facts['round_trip_ms']} ms there and back; "
        f"rpc-server {facts['version']}"
    )


CHECK = Verb(_add_arguments, _run)
