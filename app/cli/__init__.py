"""The second front end: the same engine and stores without a window, and without Qt.

Longer than other files: the options of all commands that have no file of their own.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, assert_never

from app import __version__
from app.cli.arguments import (
    add_launch_arguments,
    add_projector_argument,
    add_serve_arguments,
    chat_number,
    day,
    number,
    positive,
    take_launch_options,
    whole_number,
)
from app.cli.output import is_refused_output, print_problem
from app.cli.verbs import CacheAction, Command, command_of
from app.core.errors import EXIT_BUG, EXIT_INTERRUPTED, BugError, KnownError, problem_of
from app.core.system.paths import Paths, StartedNowhere

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.cli.verbs import Verbs

_CHILDREN = ("probe-child", "engine-child", "decoder-child", "embedder-child")


_WithVerbs: TypeAlias = Literal[
    Command.CHATS, Command.DOCUMENTS, Command.MODELS, Command.PROJECTS, Command.TOOLS
]
_WITH_VERBS: dict[_WithVerbs, str] = {
    Command.CHATS: "list, export and import chats",
    Command.DOCUMENTS: "list documents, and find passages in them",
    Command.MODELS: "list, find, download and delete models",
    Command.PROJECTS: "list, make and change projects, with which chats begin",
    Command.TOOLS: "list and call tools, and add servers that have some (MCP)",
}


class _Gather(argparse.Action):
    """Adds each value to the list that is its `const`."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> None:
        """Argparse: the option was given."""
        self.const.append(values)


_MOST_TOKENS = 1 << 30  # more than any context holds


def _common_options(given: list[str]) -> argparse.ArgumentParser:
    """Return the options of every command; settings for this run are added to `given`."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--data-dir",
        metavar="DIR",
        # A subcommand must not undo what stands before it.
        default=argparse.SUPPRESS,
        help="store all of Hearth's data in DIR (or set HEARTH_DATA_DIR); on Windows, choose a "
        "folder that only you can open",
    )
    common.add_argument(
        "--in-process",
        action="store_true",
        default=argparse.SUPPRESS,
        help="run the engine in the main process; an engine crash then ends Hearth",
    )
    common.add_argument(
        "--set",
        metavar="KEY=VALUE",
        action=_Gather,
        const=given,  # a subcommand must add to what stands before it
        default=argparse.SUPPRESS,
        help="override a setting for this run, such as look.theme=dark; repeatable",
    )
    common.add_argument(
        "--verbose", action="store_true", default=argparse.SUPPRESS, help="also log to the terminal"
    )
    return common


def _add_window_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", metavar="FILE", help="GGUF model to open in the window")
    parser.add_argument(
        "--quick-ask",
        action="store_true",
        help="open a small window for one question; bind it to a desktop shortcut",
    )
    parser.add_argument(
        "--link",
        metavar="LINK",
        default="",
        help="open a link to a model of the hub, such as hearth://open_from_hf?model=AUTHOR/NAME, "
        "in the window; nothing is downloaded before you say so",
    )


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line of both front ends; `command` is None for the window.

    A link alone is the value of `--link`.
    """
    if arguments and ":" in arguments[0]:
        from app.core.models.hub_link import is_link

        arguments = ["--link", *arguments] if is_link(arguments[0]) else arguments
    given: list[str] = []
    common = _common_options(given)
    parser = argparse.ArgumentParser(
        prog="hearth",
        description="Chat with language models on your own machine. Without a command, Hearth "
        "opens its window.",
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"hearth {__version__}")
    _add_window_arguments(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    ask = commands.add_parser("ask", parents=[common], help="ask a question and print the answer")
    _add_ask_arguments(ask)
    test = commands.add_parser(
        "self-test", parents=[common], help="find a safe llama.cpp configuration for this machine"
    )
    test.add_argument("--json", action="store_true", help="print one line of JSON")
    hardware = commands.add_parser(
        "hardware", parents=[common], help="show the devices that llama.cpp finds and uses"
    )
    hardware.add_argument("--json", action="store_true", help="print one line of JSON")
    _add_search_arguments(commands, common)
    add_serve_arguments(commands, common)
    add_launch_arguments(commands, common)
    _add_doctor_arguments(commands, common)
    _add_cache_arguments(
        commands.add_parser("cache", help="show, check or delete stored conversation memory"),
        common,
    )
    _add_parts(commands, common, arguments)
    if any(
        child in arguments for child in (*_CHILDREN, "start-window")
    ):  # no error is to name them
        _add_children(commands)
    options = parser.parse_args(list(arguments))
    if options.command == Command.LAUNCH:
        take_launch_options(options, common)
    options.data_dir = getattr(options, "data_dir", None)
    options.given = _settings_of(given, parser)
    options.verbose = getattr(options, "verbose", False)
    options.in_process = getattr(options, "in_process", False)
    return options


def _settings_of(given: list[str], parser: argparse.ArgumentParser) -> dict[str, str | int | float]:
    if not given:
        return {}
    from app.core.settings.settings import given_settings

    try:
        return given_settings(given)
    except KnownError as error:
        parser.error(error.problem().text())


def _add_doctor_arguments(commands: Any, common: argparse.ArgumentParser) -> None:
    doctor = commands.add_parser(
        "doctor", parents=[common], help="check all of Hearth's data for damage; changes nothing"
    )
    doctor.add_argument("--json", action="store_true", help="print one line of JSON")
    doctor.add_argument(
        "--recover",
        action="store_true",
        help="first repair damaged chats, keeping the damaged file",
    )


def _add_children(commands: Any) -> None:
    """Add what this program starts itself as."""
    probe = commands.add_parser("probe-child")
    probe.add_argument("what")
    probe.add_argument("arguments", nargs="*")
    commands.add_parser("engine-child")
    commands.add_parser("decoder-child")
    commands.add_parser("embedder-child")
    window = commands.add_parser("start-window")  # for whoever measures the start
    window.add_argument("--model", required=True)
    window.add_argument("--moments", required=True)
    window.add_argument("--question", required=True)
    window.add_argument("--first-words", type=whole_number(0, _MOST_TOKENS), default=0)


def _add_cache_arguments(cache: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    actions = cache.add_subparsers(dest="cache", metavar="WHAT", required=True)
    helps = {
        CacheAction.LIST: "list stored memory by chat and model",
        CacheAction.VERIFY: "verify the checksums of all stored files",
        CacheAction.DROP: "delete the stored memory of a chat, a model, or everything",
        CacheAction.GC: "delete unneeded memory, down to the size limit",
    }
    for action, words in helps.items():
        parser = actions.add_parser(action.value, parents=[common], help=words)
        parser.add_argument("--json", action="store_true", help="print one line of JSON")
        if action is CacheAction.DROP:
            which = parser.add_mutually_exclusive_group(required=True)
            which.add_argument("--chat", metavar="ID", type=chat_number, help="memory of this chat")
            which.add_argument("--model", metavar="NAME", help="memory of this model")
            which.add_argument("--all", action="store_true", help="memory of all chats and models")


def _add_parts(commands: Any, common: argparse.ArgumentParser, arguments: Sequence[str]) -> None:
    """Add what has verbs of its own."""
    for command, words in _WITH_VERBS.items():
        parser = commands.add_parser(command.value, help=words)
        if command in arguments:
            _verbs_of(command).add_to(parser, common, arguments)


def _verbs_of(command: _WithVerbs) -> Verbs:
    match command:
        case Command.CHATS:
            from app.cli.chats import VERBS

            return VERBS
        case Command.DOCUMENTS:
            from app.cli.documents import VERBS

            return VERBS
        case Command.MODELS:
            from app.cli.models import VERBS

            return VERBS
        case Command.PROJECTS:
            from app.cli.projects import VERBS

            return VERBS
        case Command.TOOLS:
            from app.cli.tools import VERBS

            return VERBS
        case _:
            assert_never(command)


def _add_search_arguments(commands: Any, common: argparse.ArgumentParser) -> None:
    search = commands.add_parser("search", parents=[common], help="search all chats")
    search.add_argument(
        "words",
        metavar="WORD",
        nargs="+",
        help='all of these words; "quoted words" as a phrase; -word (after --) excludes a word',
    )
    search.add_argument("--chat", metavar="ID", type=chat_number, help="only in this chat")
    search.add_argument(
        "--role", choices=("user", "assistant"), help="only messages by this author"
    )
    search.add_argument("--model", metavar="NAME", help="only answers by this model")
    search.add_argument(
        "--since", metavar="DAY", type=day, help="on or after this day, such as 2026-01-31"
    )
    search.add_argument("--until", metavar="DAY", type=day, help="on or before this day")
    search.add_argument(
        "--limit",
        metavar="N",
        type=positive,
        default=20,
        help="maximum number of results (default: 20)",
    )
    search.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_what_goes_along(ask: argparse.ArgumentParser) -> None:
    for name, words in (
        ("--image", "a picture for the question; repeatable; -: from stdin"),
        ("--audio", "a sound for the question; repeatable; -: from stdin"),
        ("--document", "a document or text for the question; repeatable"),
    ):
        ask.add_argument(name, metavar="FILE", action="append", default=[], help=words)
    ask.add_argument(
        "--pages-as-pictures",
        action="store_true",
        help="let the model see the pages of a document that is a scan",
    )
    ask.add_argument(
        "--search",
        metavar="PATH",
        action="append",
        default=[],
        help="find passages in this file or folder, which is listed among your documents; "
        "repeatable; all: in all that are listed",
    )
    ask.add_argument(
        "--tools",
        metavar="NAME",
        nargs="+",
        default=[],
        help="let the model call these tools (all: every tool), as `hearth tools list` names them",
    )
    ask.add_argument(
        "--allow",
        metavar="NAME",
        nargs="+",
        default=[],
        help="run calls of these tools without asking; without a terminal no others are run",
    )


def _add_ask_arguments(ask: argparse.ArgumentParser) -> None:
    ask.add_argument("text", metavar="TEXT", help="the question")
    ask.add_argument(
        "--model",
        metavar="FILE",
        default=argparse.SUPPRESS,  # it may stand before the command
        help="GGUF model for this question (default: the window's model)",
    )
    ask.add_argument(
        "--server",
        metavar="NAME",
        help="use this server; --model then names one of its models",
    )
    ask.add_argument("--key-file", metavar="FILE", help="file with the server's key on one line")
    add_projector_argument(ask)
    _add_what_goes_along(ask)
    which = ask.add_mutually_exclusive_group()
    which.add_argument("--chat", metavar="ID", type=chat_number, help="continue this chat")
    which.add_argument("--new", action="store_true", help="start a new chat (default)")
    ask.add_argument("--system", metavar="TEXT", default="", help="system prompt for a new chat")
    ask.add_argument(
        "--project",
        metavar="NAME",
        help="begin a new chat with the instructions, documents and settings of this project",
    )
    ask.add_argument(
        "--max-tokens",
        metavar="N",
        type=whole_number(0, _MOST_TOKENS),
        default=0,
        help="maximum length of the answer; 0: no limit",
    )
    ask.add_argument(
        "--temp", metavar="T", type=number(0, 10), help="temperature; 0: the likeliest token"
    )
    ask.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(0, 2**32 - 1),
        help="random seed; answers with the same seed can still differ, because rounding depends "
        "on how much of the chat is in memory",
    )
    ask.add_argument("--json", action="store_true", help="print statistics as a last line of JSON")


def run(options: argparse.Namespace) -> int:
    """Run one subcommand and return its exit code; failures are told on stderr."""
    if options.command in _CHILDREN:
        from app.core.system.own_program import run_and_leave

        run_and_leave(lambda: _run_child(options))
    try:
        from app.core.system.log import start_logging

        paths = Paths.locate(options.data_dir)
        paths.create()
        with start_logging(paths, verbose=options.verbose):
            return _run(options, paths)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        raise  # for `until_output_closes`
    except Exception as error:
        if isinstance(error, OSError) and is_refused_output(error):
            raise  # for the same
        if StartedNowhere.explains(error):
            error = StartedNowhere()
        print_problem(problem_of(error))
        return error.exit_code if isinstance(error, KnownError) else EXIT_BUG


def _run_child(options: argparse.Namespace) -> int:
    match options.command:
        case "engine-child":
            from app.core.engine_link.child_main import run_engine_child

            return run_engine_child()
        case "decoder-child":
            from app.core.decoding.child import run_decoder_child
            from app.core.documents.tasks import DOCUMENT_TASKS
            from app.core.media.tasks import MEDIA_TASKS

            return run_decoder_child({**MEDIA_TASKS, **DOCUMENT_TASKS})
        case "embedder-child":
            from app.core.decoding.child import run_decoder_child
            from app.core.documents.embedder_child import EMBEDDER_TASKS

            return run_decoder_child(EMBEDDER_TASKS, max_memory_bytes=None)
        case _:
            return _run_probe(options.what, options.arguments)


def _run_probe(what: str, arguments: Sequence[str]) -> int:
    from app.core.system.own_program import die_with_parent

    die_with_parent()
    match what:
        case "self-test":
            from app.core.engine.load.self_test_child import run_child

            return run_child(*arguments)
        case "devices":
            from app.core.ggml.devices_child import run_devices_child

            return run_devices_child()
        case "fit":
            from app.core.engine.load.fit_probe import run_fit_child

            return run_fit_child(*arguments)
        case "hardware":
            from app.core.hardware.probe import run_hardware_child

            return run_hardware_child(*arguments)
        case "chat-format":
            from app.core.engine.output.format_child import run_chat_format_child

            return run_chat_format_child()
        case "projector":
            from app.core.engine.load.projectors import run_projector_child

            return run_projector_child(*arguments)
        case unknown:
            raise BugError(f"no child finds out {unknown}")


def _run(options: argparse.Namespace, paths: Paths) -> int:
    command = command_of(Command, options.command)
    match command:
        case Command.ASK:
            from app.core.system.started_engine import engine_ahead

            with engine_ahead(is_wanted=not options.in_process) as engine:
                from app.cli.ask import ask

                return ask(options, paths, engine)
        case Command.CACHE:
            from app.cli.cache import cache

            return cache(options, paths)
        case Command.CHATS | Command.DOCUMENTS | Command.MODELS | Command.PROJECTS | Command.TOOLS:
            return _verbs_of(command).run(options, paths)
        case Command.DOCTOR:
            from app.cli.doctor import doctor

            return doctor(options, paths)
        case Command.HARDWARE:
            from app.cli.hardware import hardware

            return hardware(options, paths)
        case Command.LAUNCH:
            from app.cli.launch import launch

            return launch(options, paths)
        case Command.SEARCH:
            from app.cli.search import search

            return search(options, paths)
        case Command.SELF_TEST:
            from app.cli.hardware import self_test

            return self_test(options, paths)
        case Command.SERVE:
            from app.core.system.started_engine import engine_ahead

            with engine_ahead(is_wanted=not options.in_process) as engine:
                from app.cli.serve import serve

                return serve(options, paths, engine)
        case _:
            assert_never(command)
