"""The second front end: the same engine and stores without a window, and without Qt."""

from __future__ import annotations

import argparse
import json
import queue
import signal
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app import __version__
from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import (
    AnswerDelta,
    AnswerRefused,
    ChatCreated,
    MessageAdded,
    MessageChanged,
    SendRefused,
)
from app.core.engine.protocol import (
    EngineStopped,
    ModelLoaded,
    ModelLoadFailed,
    ProblemRaised,
    SamplingParams,
)
from app.core.errors import (
    EXIT_BUG,
    EXIT_INTERRUPTED,
    EXIT_KNOWN_ERROR,
    KnownError,
    Problem,
    problem_of,
)
from app.core.log import start_logging
from app.core.messages import Role
from app.core.models.builtin import path_of_remembered, remembered_as
from app.core.paths import Paths
from app.core.settings import MODEL_PATH, TEMPERATURE, Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.conversations.assembly import Assembly
    from app.core.conversations.events import ConversationEvent
    from app.core.engine.self_test import SelfTestReport

_FIGURES = {
    "prompt_tokens": "n_prompt",
    "reused_tokens": "n_reused",
    "restored_tokens": "n_restored",
    "generated_tokens": "n_generated",
    "restore_ms": "restore_ms",
    "ttft_ms": "ttft_ms",
    "prefill_tps": "prefill_tps",
    "decode_tps": "decode_tps",
    "finish_reason": "reason",
}


class NothingAsked(KnownError):
    """The question is blank."""

    def __init__(self) -> None:
        super().__init__(
            what="The question is empty.",
            effect="Nothing was asked.",
            remedy="Write what to ask, in quotes, as the last argument.",
        )


class NoModelChosen(KnownError):
    """Neither `--model` nor an earlier choice names a model, and the guide is not installed."""

    def __init__(self) -> None:
        super().__init__(
            what="No model was named, none was used before, and the built-in guide is missing.",
            effect="Nothing was asked.",
            remedy="Name a GGUF file with --model, or install Hearth again.",
        )


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line of both front ends; `command` is None for the window."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--data-dir",
        metavar="DIR",
        # A subcommand must not undo what stands before it.
        default=argparse.SUPPRESS,
        help="keep everything Hearth writes in DIR (also HEARTH_DATA_DIR)",
    )
    common.add_argument(
        "--verbose", action="store_true", default=argparse.SUPPRESS, help="log to the terminal too"
    )
    parser = argparse.ArgumentParser(
        prog="hearth",
        description="Chat with language models on your own machine. Without a command: the window.",
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"hearth {__version__}")
    parser.add_argument("--model", metavar="FILE", help="GGUF model to open in the window")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    ask = commands.add_parser("ask", parents=[common], help="ask and print the answer")
    _add_ask_arguments(ask)
    test = commands.add_parser(
        "self-test", parents=[common], help="find out which llama.cpp configuration is safe here"
    )
    test.add_argument("--json", action="store_true", help="print one line of JSON")
    bench = commands.add_parser("bench", help="measure what Hearth promises, on this machine")
    kinds = bench.add_subparsers(dest="bench", metavar="WHAT", required=True)
    interface = kinds.add_parser("interface", help="is the window smooth while the engine works?")
    interface.add_argument("--model", metavar="FILE", required=True, help="GGUF model")
    interface.add_argument("--seconds", type=float, default=15.0, help="how long to stream")
    interface.add_argument("--json", action="store_true", help="print one line of JSON")
    child = commands.add_parser("self-test-child")
    child.add_argument("backend")
    options = parser.parse_args(list(arguments))
    options.data_dir = getattr(options, "data_dir", None)
    options.verbose = getattr(options, "verbose", False)
    return options


def _add_ask_arguments(ask: argparse.ArgumentParser) -> None:
    ask.add_argument("text", metavar="TEXT", help="what to ask")
    ask.add_argument(
        "--model", metavar="FILE", help="GGUF model (default: the one used last, or Hearth Guide)"
    )
    which = ask.add_mutually_exclusive_group()
    which.add_argument("--chat", metavar="ID", type=int, help="go on with this chat")
    which.add_argument("--new", action="store_true", help="begin a new chat (the default)")
    ask.add_argument("--system", metavar="TEXT", default="", help="system prompt of a new chat")
    ask.add_argument("--max-tokens", metavar="N", type=int, default=0, help="0: no limit")
    ask.add_argument("--temp", metavar="T", type=float, help="0: always the likeliest token")
    ask.add_argument("--seed", metavar="S", type=int, help="same seed, same answer")
    ask.add_argument("--json", action="store_true", help="print figures as a last line of JSON")


def run(options: argparse.Namespace) -> int:
    """Run one subcommand and return its exit code; failures are told on stderr."""
    if options.command == "self-test-child":
        from app.core.engine.self_test import run_child

        return run_child(options.backend)
    try:
        paths = Paths.locate(options.data_dir)
        paths.create()
        with start_logging(paths, verbose=options.verbose):
            return _ask(options, paths) if options.command == "ask" else _self_test(options, paths)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the program's outermost frame
        _tell(problem_of(error))
        return error.exit_code if isinstance(error, KnownError) else EXIT_BUG


def _tell(problem: Problem) -> None:
    print(f"hearth: {problem.text()}", file=sys.stderr)
    if problem.is_bug:
        print(problem.detail, file=sys.stderr)


# -- self-test --


def _self_test(options: argparse.Namespace, paths: Paths) -> int:
    from app.core.engine.self_test import SelfTest

    report = SelfTest(paths.trusted_backends).choose(again=True)
    print(json.dumps(report.as_json()) if options.json else _report_text(report))
    return 0 if report.chosen is not None else EXIT_KNOWN_ERROR


def _report_text(report: SelfTestReport) -> str:
    from app.core.engine.self_test import describe

    lines = [f"{name}: {value}" for name, value in report.machine.items()]
    lines += [f"tried: {describe(trial.backend)}: {trial.outcome}" for trial in report.trials]
    chosen = describe(report.chosen) if report.chosen else "none"
    return "\n".join([*lines, f"chosen: {chosen}", f"why: {report.reason()}"])


# -- ask --


def _ask(options: argparse.Namespace, paths: Paths) -> int:
    from app.core.conversations.assembly import assemble

    settings = Settings.load(paths.settings_file)
    if not options.text.strip():
        raise NothingAsked
    model = options.model or path_of_remembered(settings.get(MODEL_PATH))
    if not model:
        raise NoModelChosen
    events: queue.SimpleQueue[ConversationEvent] = queue.SimpleQueue()
    parts = assemble(paths, settings, events.put)
    engine_thread = threading.Thread(target=parts.engine.run, name="engine")
    engine_thread.start()
    try:
        parts.conversations.start().result()
        return _Asker(parts, events, options).run(model)
    finally:
        parts.begin_shutdown()
        engine_thread.join()
        parts.finish_shutdown()


@dataclass(slots=True)
class _Asker:
    """One question from loading the model to the last line of JSON."""

    parts: Assembly
    events: queue.SimpleQueue[ConversationEvent]
    options: argparse.Namespace
    chat_id: ChatId | None = None
    is_interrupted: bool = False

    def run(self, model: str) -> int:
        """Ask and print; return the exit code."""
        self.parts.conversations.load_model(model)
        self._wait_for_model()
        options = self.options
        self.chat_id = ChatId(options.chat) if options.chat is not None else None
        self.parts.conversations.send(
            self.chat_id,
            options.text,
            system_prompt=options.system,
            sampling=SamplingParams(
                temperature=self.parts.settings.chosen(TEMPERATURE)
                if options.temp is None
                else options.temp,
                seed=options.seed,
            ),
            max_tokens=max(0, options.max_tokens),
        )
        previous = signal.signal(signal.SIGINT, lambda *_: self._stop())
        try:
            return self._print_answer()
        finally:
            signal.signal(signal.SIGINT, previous)

    def _stop(self) -> None:
        """Stop the answer; asked again, or without an answer, leave at once."""
        if self.is_interrupted or self.chat_id is None:
            raise KeyboardInterrupt
        self.is_interrupted = True
        self.parts.conversations.stop(self.chat_id)

    def _wait_for_model(self) -> None:
        while True:
            match self.events.get():
                case ModelLoaded(info):
                    self._remember(info.path)
                    if info.note:
                        print(f"hearth: {info.note}", file=sys.stderr)
                    return
                case ModelLoadFailed(problem=problem):
                    raise _Told(problem)
                case ProblemRaised(problem):
                    _tell(problem)
                case EngineStopped(problem):
                    raise _Told(problem or problem_of(RuntimeError("the engine stopped")))
                case _:
                    pass

    def _remember(self, model: str) -> None:
        try:
            self.parts.settings.set(MODEL_PATH, remembered_as(model))
        except KnownError as error:
            _tell(error.problem())

    def _print_answer(self) -> int:
        answer_id = None
        while True:
            match self.events.get():
                case ChatCreated(chat):
                    self.chat_id = chat.id
                case MessageAdded(_, message) if message.role is Role.ASSISTANT:
                    answer_id = message.id
                case AnswerDelta(text=text):
                    print(text, end="", flush=True)
                case MessageChanged(_, message) if message.id == answer_id:
                    return self._end(message.text, message.status, dict(message.stats))
                case SendRefused(problem=problem) | AnswerRefused(problem=problem):
                    raise _Told(problem)
                case ProblemRaised(problem) if problem.is_bug:
                    raise _Told(problem)
                case ProblemRaised(problem):
                    _tell(problem)
                case EngineStopped(problem):
                    raise _Told(problem or problem_of(RuntimeError("the engine stopped")))
                case _:
                    pass

    def _end(self, text: str, status: MessageStatus, stats: dict[str, Any]) -> int:
        print()
        if self.options.json:
            figures = {name: stats.get(key) for name, key in _FIGURES.items()}
            print(json.dumps({"chat_id": self.chat_id, "text": text, **figures}))
        if self.is_interrupted:
            return EXIT_INTERRUPTED
        return EXIT_KNOWN_ERROR if status is MessageStatus.FAILED else 0


class _Told(KnownError):
    """A problem that came as an event."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what, problem.effect, problem.remedy, problem.detail)
