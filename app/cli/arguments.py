"""What stands behind an option on the command line, read: days, numbers, chats.

Each function raises `ArgumentTypeError` for what cannot be meant. Threads: pure functions, any.
"""

from __future__ import annotations

import argparse
import contextlib
import math
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


_FIRST_YEAR, _LAST_YEAR = 1971, 3000  # what every system can make a time of
_LAST_PORT, _PORT_DIGITS = 65_535, 5
LAUNCHED = ("claude", "codex", "opencode", "qwen", "continue")
_MOST_DIGITS = 18  # any number of so many fits into a database


def day(text: str) -> date:
    """Read a day."""
    with contextlib.suppress(ValueError):
        found = date.fromisoformat(text)
        if _FIRST_YEAR <= found.year < _LAST_YEAR:
            return found
    raise argparse.ArgumentTypeError(f"{text!r} is not a day such as 2026-01-31")


def positive(text: str) -> int:
    """Read a number above 0."""
    if not text.isdecimal() or len(text) > _MOST_DIGITS or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return int(text)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        is_number = digits.isdecimal() and digits.isascii() and len(digits) <= _MOST_DIGITS
        if not is_number or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number from {least:,} to {most:,}"
            )
        return int(text)

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """Return a reader of numbers from `least` to `most`, fractions included."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not least <= found <= most:  # which no NaN is
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")
        return found

    return read


def chat_number(text: str) -> int:
    """Read the number of a chat."""
    try:
        return positive(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a chat number") from None


def projector(text: str) -> str:
    """Read the path of a projector, or the word for none."""
    from app.core.protocol import NO_PROJECTOR  # here, because it brings the whole protocol

    if text == NO_PROJECTOR:
        return text
    path = Path(text).absolute()
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}; {NO_PROJECTOR!r} means none")
    return str(path)


def port(text: str) -> int:
    """Read the number of a port; 0 for any that is free."""
    if not text.isdecimal() or len(text) > _PORT_DIGITS or int(text) > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: 0 to {_LAST_PORT}")
    return int(text)


def add_serve_arguments(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add them."""
    serve = commands.add_parser(
        "serve", parents=[common], help="let other programs use the model over HTTP"
    )
    serve.add_argument(
        "--model",
        metavar="FILE",
        default=argparse.SUPPRESS,  # it may stand before the command
        help="GGUF model (default: the window's model)",
    )
    add_projector_argument(serve)
    serve.add_argument(
        "--port",
        metavar="N",
        type=port,
        default=11435,
        help="port to listen on (default: 11435); 0: any free port",
    )
    serve.add_argument(
        "--address",
        metavar="ADDRESS",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1, this machine only)",
    )
    serve.add_argument("--key-file", metavar="FILE", help="file with the API key on one line")
    serve.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="additional host name that clients may use; repeatable",
    )
    serve.add_argument(
        "--allow-origin",
        metavar="URL",
        action="append",
        default=[],
        help="web page that may use the API, such as http://localhost:3000; repeatable",
    )
    serve.add_argument(
        "--pair",
        action="store_true",
        help="print the address and key as one line to paste into another Hearth; keep it secret",
    )
    serve.add_argument("--for-launch", action="store_true", help=argparse.SUPPRESS)
    _add_switches(serve)


def add_launch_arguments(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add them; what stands behind the program's name is read by `take_launch_options`."""
    launch = commands.add_parser(
        "launch",
        parents=[common, _launch_options()],
        help="start Claude Code, Codex, opencode, Qwen Code or Continue with the model",
        usage="hearth launch [OPTION]... PROGRAM [OPTION]... [-- ARGUMENT...]",
    )
    launch.add_argument(  # with all that stands behind it: argparse would drop the first "--"
        "client",
        metavar="PROGRAM",
        nargs=argparse.PARSER,
        choices=LAUNCHED,
        help=f"{', '.join(LAUNCHED)}; what stands behind -- is for it",
    )


def take_launch_options(options: argparse.Namespace, common: argparse.ArgumentParser) -> None:
    """Read the options that stand between the name of a program and "--".

    Args:
        options: `client` is then its name, and `arguments` what it is given.
        common: has the options of all commands.
    """
    options.client, *own = options.client
    behind = own.index("--") if "--" in own else len(own)
    parser = argparse.ArgumentParser(
        prog=f"hearth launch {options.client}", parents=[common, _launch_options()]
    )
    parser.parse_args(own[:behind], options)
    options.arguments = own[behind + 1 :]


def _launch_options() -> argparse.ArgumentParser:
    own = argparse.ArgumentParser(add_help=False)
    own.add_argument(
        "--model",
        metavar="FILE",
        default=argparse.SUPPRESS,  # it may stand before the command
        help="GGUF model (default: that of the Hearth that is running, or the window's)",
    )
    own.add_argument(
        "--port",
        metavar="N",
        type=port,
        default=None,
        help="port of the Hearth that is running, or for the server that is started",
    )
    return own


def add_projector_argument(parser: argparse.ArgumentParser) -> None:
    """Let the command line say with what a model sees and hears."""
    parser.add_argument(
        "--projector",
        metavar="FILE",
        type=projector,
        help="projector for pictures and sounds, for this run (default: the chosen one, or the "
        "one in the model's folder); none: no projector",
    )


def _add_switches(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--load-models",
        action="store_true",
        help="load the model that a request names from the library, one at a time",
    )
    serve.add_argument(
        "--share-chats",
        action="store_true",
        help="let programs with the key read and continue your chats, and have files read as "
        "documents",
    )
    serve.add_argument(
        "--keep-chats",
        action="store_true",
        help="save requests from other programs as chats, in a folder of the chat list",
    )
    serve.add_argument(
        "--no-keep", action="store_true", help="do not store the memory of these conversations"
    )
