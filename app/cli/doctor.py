"""`hearth doctor`: says what is wrong with what Hearth keeps, and mends the chats when asked."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from app.core.conversations.cases.memory import store_limits
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.upkeep.doctor import Level, Patient, examined
from app.core.upkeep.mending import RecoverChats, report_lines

if TYPE_CHECKING:
    import argparse

    from app.core.system.paths import Paths
    from app.core.upkeep.doctor import Check

_MARKS = {Level.WELL: "ok  ", Level.NOTE: "note", Level.FAULT: "!!  "}


def doctor(options: argparse.Namespace, paths: Paths) -> int:
    """Look through everything, print what is found, and return 1 if anything is wrong.

    With `--recover` damaged chats are recovered first; sound ones are not touched.

    Raises:
        ChatsInUse: the chats are to be recovered, and a Hearth has them open.
        KnownError: they cannot be recovered; everything is as it was.
    """
    recovered: list[str] = []
    if options.recover:
        report = RecoverChats().run(paths)
        if report is None:
            recovered = ["Your chats are intact; nothing was changed."]
        else:
            recovered = [str(line) for line in report_lines(report)]
        if not options.json:
            print("\n".join(recovered))
    checks: list[Check] = []
    for check in examined(Patient.of(paths, store_limits)):
        checks.append(check)
        if not options.json:
            print(_line(check), flush=True)
    is_well = all(check.level is not Level.FAULT for check in checks)
    if options.json:
        facts = {
            "is_well": is_well,
            "checks": [check.as_json() for check in checks],
            "recovery": recovered,
        }
        print(json.dumps(facts))
    elif is_well:
        print("No problems found.")
    else:
        print("Problems found; see the lines with !! above.", file=sys.stderr)
    return 0 if is_well else EXIT_KNOWN_ERROR


def _line(check: Check) -> str:
    line = f"{_MARKS[check.level]}  {check.words}"
    remedy = str(check.remedy)
    return f"{line}\n      {remedy}" if remedy else line
