"""`hearth hardware` and `hearth self-test`: what llama.cpp finds here, and what of it is used."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.core.errors import EXIT_KNOWN_ERROR
from app.core.hardware.probe import report_here
from app.core.hardware.report import builds_besides, report_lines

if TYPE_CHECKING:
    import argparse

    from app.core.engine.load.self_test_report import SelfTestReport
    from app.core.system.paths import Paths


def hardware(options: argparse.Namespace, paths: Paths) -> int:
    """Print what is found, and return the exit code."""
    report = report_here(paths.trusted_backends)
    if options.json:
        print(json.dumps(report.as_json()))
        return 0
    print("\n".join(report_lines(report)))
    print("\nOther builds, in the folder of Hearth's source code:")
    for build in builds_besides(report.backends):
        print(f"  {build.backend}: {build.command}")
    return 0


_GREETING = ({"role": "user", "content": "Hello"},)


def self_test(options: argparse.Namespace, paths: Paths) -> int:
    """Run the self-test, print what it chose, and return the exit code."""
    from app.core.engine.load.self_test import SelfTest

    report = SelfTest(paths.trusted_backends).choose(again=True)
    has_chat_formats = _has_chat_formats()
    if options.json:
        print(json.dumps(report.as_json() | {"has_chat_formats": has_chat_formats}))
    else:
        print(_report_text(report))
        print(f"llama.cpp's chat formats: {'installed' if has_chat_formats else 'not installed'}")
    return 0 if report.chosen is not None else EXIT_KNOWN_ERROR


def _has_chat_formats() -> bool:
    from app.core.prompts.chat_formats import ChatFormatsMissing, ChatRequest, find_chat_formats

    try:
        find_chat_formats().apply(ChatRequest("{{ messages[0].content }}", _GREETING))
    except ChatFormatsMissing:
        return False
    return True


def _report_text(report: SelfTestReport) -> str:
    from app.core.engine.load.self_test_report import describe_backend

    lines = [f"{name}: {value}" for name, value in report.machine.items()]
    lines += [
        f"tried: {describe_backend(trial.backend)}: {trial.outcome}" for trial in report.trials
    ]
    chosen = describe_backend(report.chosen) if report.chosen else "none"
    return "\n".join([*lines, f"chosen: {chosen}", f"why: {report.explanation()}"])
