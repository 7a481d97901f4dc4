"""Chooses the front end from the command line; Qt is imported only for the window."""

from __future__ import annotations

import contextlib
import gc
import sys
from typing import TYPE_CHECKING

from app import __version__

if TYPE_CHECKING:
    import argparse


def main(argv: list[str] | None = None) -> int:
    """Run Hearth and return its exit code.

    With a subcommand this is a command-line program that never touches Qt; without one it opens
    the window.
    """
    arguments = sys.argv[1:] if argv is None else argv
    # Needs nothing else; what cannot be printed is told below. A window of Windows has no stdout.
    if arguments == ["--version"] and sys.stdout is not None:
        with contextlib.suppress(OSError):
            sys.stdout.write(f"hearth {__version__}\n")
            sys.stdout.flush()
            return 0
    if arguments[:2] == ["empty-window", "--moments"]:  # measures Python and Qt alone
        from app.ui.measured_start.empty_window import run

        return run(arguments[2])
    from app.cli.output import until_output_closes

    return until_output_closes(lambda: _run(arguments))


def _run(argv: list[str]) -> int:
    from app import cli

    options = cli.parse(argv)
    if options.command == "start-window":
        return _measured_start(options)
    if options.command is not None:
        return cli.run(options)
    from app.core.system.started_engine import engine_ahead

    with engine_ahead(is_wanted=not options.in_process) as engine:
        gc.disable()  # it would look at every module while they are imported; the window collects
        from app.ui.app import run  # with Qt

        return run(options, engine)


def _measured_start(options: argparse.Namespace) -> int:
    """Open the window and note when what has happened, for whoever measures this very program."""
    from app.core.system.started_engine import engine_ahead

    with engine_ahead() as engine:
        from app.ui.measured_start.window import run

        return run(options, engine)


if __name__ == "__main__":
    sys.exit(main())
