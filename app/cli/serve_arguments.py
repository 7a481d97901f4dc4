"""The options of `hearth serve`, apart from what it does: every start reads these.

Pure functions.
"""

from __future__ import annotations

import argparse
from typing import Any

from app.cli.arguments import port, projector


def add_serve_arguments(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add them."""
    serve = commands.add_parser(
        "serve", parents=[common], help="let other programs ask the model, over HTTP"
    )
    serve.add_argument(
        "--model",
        metavar="FILE",
        default=argparse.SUPPRESS,  # it may stand before the command
        help="GGUF model (default: the one of the window)",
    )
    add_projector_argument(serve)
    serve.add_argument("--port", metavar="N", type=port, default=11435, help="(11435); 0: any")
    serve.add_argument(
        "--address",
        metavar="ADDRESS",
        default="127.0.0.1",
        help="where it listens; without it only this machine can ask",
    )
    serve.add_argument(
        "--key-file", metavar="FILE", help="one line: the key that requests must show"
    )
    serve.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another name by which this machine may be asked; may be given several times",
    )
    serve.add_argument(
        "--allow-origin",
        metavar="URL",
        action="append",
        default=[],
        help="a web page that may ask, such as http://localhost:3000; may be given several times",
    )
    serve.add_argument(
        "--pair",
        action="store_true",
        help="print one line for another Hearth: the address and the key; keep it to yourself",
    )
    _add_switches(serve)


def add_projector_argument(parser: argparse.ArgumentParser) -> None:
    """Let the command line say with what a model sees and hears."""
    parser.add_argument(
        "--projector",
        metavar="FILE",
        type=projector,
        help="with which the model sees or hears, for this time (default: the one that was chosen "
        "for it, else the one beside it); none: without",
    )


def _add_switches(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--load-models",
        action="store_true",
        help="load the model of the library that a request names, one at a time",
    )
    serve.add_argument(
        "--share-chats",
        action="store_true",
        help="let programs that show the key read your chats and go on with them",
    )
    serve.add_argument(
        "--keep-chats",
        action="store_true",
        help="keep what programs ask as chats, in a folder of the chat list",
    )
    serve.add_argument(
        "--no-keep", action="store_true", help="store no memory of these conversations"
    )
