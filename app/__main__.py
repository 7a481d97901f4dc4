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
    if arguments[:3] == ["bench", "empty-window", "--moments"]:  # measures Python and Qt alone
        from app.bench.empty_window import run

        return run(arguments[3])
    from app.cli.output import until_output_closes

    return until_output_closes(lambda: _run(arguments))


def _run(argv: list[str]) -> int:
    from app import cli

    options = cli.parse(argv)
    if options.command == "bench":
        return _bench(options)
    if options.command is not None:
        return cli.run(options)
    from app.core.started_engine import engine_ahead

    with engine_ahead(is_wanted=not options.in_process) as engine:
        gc.disable()  # it would look at every module while they are imported; the window collects
        from app.ui.app import run  # with Qt

        return run(options, engine)


def _bench(options: argparse.Namespace) -> int:
    """Run one measurement; only those of the window need Qt."""
    match options.bench:
        case "interface":
            from app.bench.interface import run
        case "ui":
            from app.bench.transcript import run
        case "chats":
            from app.bench.chat_list import run
        case "start":
            from app.bench.start import run
        case "start-window":
            from app.core.started_engine import engine_ahead

            with engine_ahead() as engine:
                from app.bench.start_window import run as run_window

                return run_window(options, engine)
        case "rpc-server":
            return _bench_child(options)
        case _:
            return _bench_without_window(options)
    return run(options)


def _bench_without_window(options: argparse.Namespace) -> int:
    match options.bench:
        case "resume":
            from app.bench.resume import run
        case "media":
            from app.bench.media import run
        case "decode":
            from app.bench.decode import run
        case "serve":
            from app.bench.serve import run
        case "save":
            from app.bench.save import run
        case "search":
            from app.bench.search import run
        case "machines":
            from app.bench.machines import run
        case unknown:
            from app.core.errors import BugError

            raise BugError(f"no measurement is called {unknown}")
    return run(options)


def _bench_child(options: argparse.Namespace) -> int:
    """Be what a measurement starts."""
    match options.bench:
        case "rpc-server":
            from app.bench.rpc_server import run
        case unknown:
            from app.core.errors import BugError

            raise BugError(f"no measurement starts {unknown}")
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
