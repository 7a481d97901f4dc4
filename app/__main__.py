"""Chooses the front end from the command line; Qt is imported only for the window."""

from __future__ import annotations

import sys


def main(argv: list[str] | None = None) -> int:
    """Run Hearth and return its exit code.

    With a subcommand this is a command-line program that never touches Qt; without one it opens
    the window.
    """
    from app import cli

    options = cli.parse(sys.argv[1:] if argv is None else argv)
    if options.command == "bench":
        from app.bench.interface import run as bench

        return bench(options)
    if options.command is not None:
        return cli.run(options)
    from app.ui.app import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())
