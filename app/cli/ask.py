"""`hearth ask`: one question to the engine and the stores, its answer on stdout.

Longer than other files: what goes along, and each way in which an answer fails, is told here.
"""

from __future__ import annotations

import itertools
import json
import queue
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.answer_printer import AnswerPrinter
from app.cli.attachments import ModelLacksSense, attached, documents, lacking
from app.cli.graceful_exit import GracefulExit, join, next_of
from app.cli.output import ReportedProblem, print_problem, printable
from app.cli.searched import searching, told_of
from app.core.chats.errors import ChatsInUse
from app.core.chats.lock import database_of_guest, remove_left_by_guests
from app.core.chats.records import ChatId, ChatSetup, MessageStatus, ProjectPlace
from app.core.content.media import MediaKind
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.events import (
    AnswerDelta,
    AnswerFailed,
    AnswerRefused,
    ChatCreated,
    MessageAdded,
    MessageChanged,
    SendRefused,
    ToolAsked,
    ToolLoopStopped,
)
from app.core.conversations.texts.chat_sampling import chat_sampling, searched_of, tools_of
from app.core.conversations.texts.project_setup import project_setup
from app.core.errors import EXIT_KNOWN_ERROR, ErrorRow, problem_of
from app.core.messages import Role, TextKind
from app.core.models.builtin import path_of_remembered
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    EngineStopped,
    ModelLoaded,
    ModelLoadFailed,
    ProblemRaised,
    RemoteModel,
    SamplingParams,
)
from app.core.settings.settings import Settings
from app.core.settings.table import MODEL_PATH, TEMPERATURE
from app.core.system.paths import in_home

if TYPE_CHECKING:
    import argparse

    from app.core.assembly import Assembly
    from app.core.chats.records import Message
    from app.core.conversations.events import ConversationEvent
    from app.core.protocol import ModelInfo
    from app.core.system.paths import Paths
    from app.core.system.started_engine import StartedEngine


_MOST_NAMED = 3  # models that could answer instead
_STATS_KEYS = {
    "prompt_tokens": "n_prompt",
    "reused_tokens": "n_reused",
    "restored_tokens": "n_restored",
    "generated_tokens": "n_generated",
    "drafted_tokens": "n_drafted",
    "accepted_tokens": "n_accepted",
    "restore_ms": "restore_ms",
    "ttft_ms": "ttft_ms",
    "prefill_tps": "prefill_tps",
    "decode_tps": "decode_tps",
    "finish_reason": "reason",
}


# The question is blank.
NOTHING_ASKED = ErrorRow(
    what=phrase("The question is empty."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("Put your question in quotes as the last argument."),
)


# Neither `--model` nor an earlier choice names a model, and the guide is not installed.
NO_MODEL_CHOSEN = ErrorRow(
    what=phrase("No model was given, none was used before, and the built-in guide is missing."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("Give a GGUF file with --model, or reinstall Hearth."),
)


# A server has no model, as far as is known.
SERVER_HAS_NO_MODEL = ErrorRow(
    what=phrase("Hearth knows of no models on {server}."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("Give one with --model, or run `hearth models servers --check`."),
)


# A chat is to be gone on with while another Hearth uses the chats.
CHAT_IN_USE = ErrorRow(
    what=phrase("Hearth is open, so only its window can continue a chat."),
    effect=phrase("Nothing was asked; the chat is unchanged."),
    remedy=phrase("Ask in the window, or close it first; or leave out --chat."),
)


# A project is named for a chat that has begun.
PROJECT_FOR_NEW_CHATS = ErrorRow(
    what=phrase("A chat that has begun keeps what it began with."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("Leave out --chat to begin a new chat in the project."),
)
# Another Hearth has the chats, and with them the projects.
PROJECTS_IN_USE = ErrorRow(
    what=phrase("Hearth is open, so only its window can use projects."),
    effect=phrase("Nothing was sent to the model."),
    remedy=phrase("Ask in the window, or close it first; or leave out --project."),
)


def ask(options: argparse.Namespace, paths: Paths, engine: StartedEngine | None = None) -> int:
    """Ask, print the answer as it comes, and return the exit code.

    Args:
        engine: that was started already; None to start one.
    """
    settings = Settings.load(paths.settings_file, options.given)
    if not options.text.strip():
        raise NOTHING_ASKED()
    model = options.model or path_of_remembered(settings.get(MODEL_PATH), paths.beside)
    if options.server is not None:
        model = _model_of_server(options, paths)
    if not model:
        raise NO_MODEL_CHOSEN()
    remove_left_by_guests(paths)
    with GracefulExit() as graceful_exit:
        try:
            asked = _Question(options, paths, settings, model, graceful_exit, engine)
            return _ask_here_or_apart(asked)
        except KeyboardInterrupt:
            return graceful_exit.exit_code


def _model_of_server(options: argparse.Namespace, paths: Paths) -> str:
    """Return where the model is that a server is to answer with, and say who that is.

    Raises:
        KnownError: it was not added.
        KnownError: it has none, as far as is known.
    """
    from app.cli.models.servers import (  # which most questions never need
        NO_SUCH_SERVER,
        key_of_file,
        servers_of,
        surveyed,
    )

    servers = servers_of(options, paths)
    server = servers.find(options.server)
    if server is None:
        raise NO_SUCH_SERVER(name=options.server)
    if options.key_file:
        servers.keys.use(server, key_of_file(Path(options.key_file)))
    if not options.model and not server.models:  # it may have been starting when it was added
        server = surveyed(servers, server)
    if not options.model and not server.models:
        raise SERVER_HAS_NO_MODEL(server=server.name)
    model = options.model or server.models[0].name
    print(printable(f"hearth: contacting {model} at {server.origin.host}"), file=sys.stderr)
    return RemoteModel(server.name, model).path


class _Question(PlainValue, frozen=True):
    """What is asked of which model, and by what engine; None to start one."""

    options: argparse.Namespace
    paths: Paths
    settings: Settings
    model: str
    graceful_exit: GracefulExit
    engine: StartedEngine | None


def _ask_here_or_apart(asked: _Question) -> int:
    try:
        return _ask(asked)
    except ChatsInUse:
        if asked.options.chat is not None:
            raise CHAT_IN_USE() from None
    print("hearth: Hearth is open, so this chat is not saved.", file=sys.stderr)
    with database_of_guest(asked.paths) as database:
        return _ask(asked, database)


def _ask(asked: _Question, chats_apart: Path | None = None) -> int:
    """Ask one question of a program put together for it.

    Raises:
        ChatsInUse: another Hearth uses the chats; nothing was begun.
    """
    from app.core.assembly import assemble

    options, graceful_exit = asked.options, asked.graceful_exit
    events: queue.SimpleQueue[ConversationEvent] = queue.SimpleQueue()
    parts = assemble(
        asked.paths,
        asked.settings,
        events.put,
        chats_apart=chats_apart,
        in_process=options.in_process,
        is_brief=True,
        has_tools=True,
        engine=asked.engine,
    )
    try:
        parts.conversations.start().result()
    except BaseException:
        parts.finish_shutdown()
        raise
    engine_thread = threading.Thread(target=parts.link.run, name="engine")
    engine_thread.start()
    try:
        is_kept = chats_apart is None
        asker = _Asker(parts, asked.paths, events, options, graceful_exit, is_kept=is_kept)
        return asker.run(asked.model)
    finally:
        graceful_exit.begin_clean_up()
        parts.begin_shutdown()
        join(engine_thread)
        parts.finish_shutdown()


@dataclass(slots=True)
class _Asker:
    """One question from loading the model to the last line of JSON."""

    parts: Assembly
    paths: Paths
    events: queue.SimpleQueue[ConversationEvent]
    options: argparse.Namespace
    graceful_exit: GracefulExit
    is_kept: bool
    chat_id: ChatId | None = None
    searches: bool = False
    calls_tools: bool = False
    project: ProjectPlace | None = None
    n_gpu_layers: int = 0
    _is_deciding: bool = False

    def run(self, model: str) -> int:
        """Ask and print; return the exit code."""
        options = self.options
        self.chat_id = ChatId(options.chat) if options.chat is not None else None
        # Before a model is loaded for nothing.
        setup = self._setup()
        texts, pages = documents(options, self.parts.documents.reader, self.parts.media)
        media = (*pages, *attached(options, self.parts.media))
        self._use_key()
        models = self.parts.conversations.models
        models.load(model, first_chat=self.chat_id, projector=options.projector)
        info = self._wait_for_model()
        for kind in lacking(info.senses, media):
            raise ModelLacksSense(info.name, kind, self._names_of_others(kind))
        if self.calls_tools and not info.takes_tools:
            print("hearth: this model's chat template does not mention tools.", file=sys.stderr)
        chats = self.parts.conversations.chats
        if self.chat_id is not None and (options.search or options.tools):
            chats.set_up(self.chat_id, setup)
        chats.send(
            self.chat_id,
            options.text,
            texts,
            setup=setup,
            options=AnswerOptions(self._sampling(setup), max(0, options.max_tokens)),
            media=media,
            project=self.project,
        )
        self.graceful_exit.stop_with(self._stop)
        return self._print_answer()

    def _sampling(self, setup: ChatSetup) -> SamplingParams:
        """Return how tokens are chosen: as the command line says, else the chat, else all chats."""
        options = self.options
        everywhere = SamplingParams(temperature=self.parts.settings.chosen(TEMPERATURE))
        given = {"temperature": options.temp, "seed": options.seed}
        wanted = {name: value for name, value in given.items() if value is not None}
        return replace(chat_sampling(everywhere, setup), **wanted)

    def _setup(self) -> ChatSetup:
        """Return what the chat wants of its answers, when what it searches has been read.

        Raises:
            KnownError: there is no such chat or project, or nothing to search in what was named.
        """
        setup, chat_id = ChatSetup(self.options.system.strip()), self.chat_id
        if self.options.project is not None:
            setup = self._project_setup(setup)
        if chat_id is not None:
            setup = self.parts.conversations.doors.store.run(
                lambda store: store.chat(chat_id).setup
            )
        setup = searching(setup, self.options.search, self.parts.documents)
        if self.options.tools:
            from app.cli.tools.opened import with_chosen_tools  # which most questions never need

            setup = with_chosen_tools(setup, self.options.tools, self.parts.conversations.tools)
        self.calls_tools = bool(tools_of(setup))
        self.searches = bool(searched_of(setup))
        return setup

    def _project_setup(self, setup: ChatSetup) -> ChatSetup:
        """Return the setup of a new chat in the project; its documents go along.

        Raises:
            KnownError: there is no such project, or it is not for a chat that has begun.
        """
        from app.cli.projects import find_project  # which most questions never need

        options = self.options
        if self.chat_id is not None:
            raise PROJECT_FOR_NEW_CHATS()
        if not self.is_kept:
            raise PROJECTS_IN_USE()
        folder, content = self.parts.conversations.doors.store.run(
            lambda store: find_project(store, options.project)
        )
        self.project = ProjectPlace(folder.id, folder.project_version)
        # By their paths, so that none goes along twice.
        given_paths = (str(in_home(one).absolute()) for one in options.document)
        options.document = list(dict.fromkeys((*content.documents, *given_paths)))
        options.search = [*content.searched, *options.search]
        given = project_setup(content)
        return replace(given, system_prompt=setup.system_prompt) if setup.system_prompt else given

    def _use_key(self) -> None:
        """Take the key of the server out of a file, for this time.

        Raises:
            KnownError: there is no such file.
            KnownError: no key is in it.
        """
        options = self.options
        server = self.parts.servers.find(options.server) if options.server else None
        if server is not None and options.key_file:
            from app.cli.models.servers import key_of_file  # which most questions never need

            self.parts.servers.keys.use(server, key_of_file(Path(options.key_file)))

    def _names_of_others(self, kind: MediaKind) -> tuple[str, ...]:
        """Return the names of a few models on this machine that can take what this one cannot."""
        from app.core.assembly import new_library  # which most questions never need
        from app.core.models.library.chosen_folders import library_choices
        from app.core.models.projectors import models_with_senses

        library = new_library(self.paths, library_choices(self.parts.settings))
        try:
            entries = library.scan().entries
        finally:
            library.close()
        models = models_with_senses(entries)
        is_image = kind is MediaKind.IMAGE
        able = (one.name for one in models if (one.sees if is_image else one.hears))
        return tuple(itertools.islice(able, _MOST_NAMED))

    def _stop(self) -> bool:
        """Stop the answer; False when there is none, or the terminal is waited for."""
        if self.chat_id is None or self._is_deciding:
            return False
        self.parts.conversations.chats.stop(self.chat_id)
        return True

    def _wait_for_model(self) -> ModelInfo:
        while True:
            match next_of(self.events):
                case ModelLoaded(info):
                    self.n_gpu_layers = info.n_gpu_layers
                    for note in info.notes:
                        print(f"hearth: {printable(str(note))}", file=sys.stderr)
                    return info
                case ModelLoadFailed(problem=problem):
                    raise ReportedProblem(problem)
                case event:
                    self._heed(event)

    def _print_answer(self) -> int:
        answer: Message | None = None
        printer = AnswerPrinter()
        while True:
            match next_of(self.events):
                case ChatCreated(chat):
                    self.chat_id = chat.id
                case MessageAdded(_, message) if message.role is Role.ASSISTANT:
                    answer = message
                case AnswerDelta(text=text, kind=kind) if not self.calls_tools:
                    printer.add(text, kind)
                case MessageChanged(_, message) if answer is not None and message.id == answer.id:
                    answer = message
                    if self.calls_tools:  # what calls them is among its words while they come
                        printer.add(message.said.answer, TextKind.ANSWER)
                    if not message.calls.calls:
                        return self._end(message)
                case ToolLoopStopped(_, why) if answer is not None:
                    print(f"hearth: {printable(str(why))}", file=sys.stderr)
                    return self._end(answer) or EXIT_KNOWN_ERROR
                case MessageChanged(_, message) if message.step and self.graceful_exit.exit_code:
                    return self.graceful_exit.exit_code  # it was stopped while a tool ran
                case event:
                    self._heed(event)

    def _heed(self, event: ConversationEvent) -> None:
        """Tell what went wrong, and what tools do.

        Raises:
            ReportedProblem: nothing can be answered.
        """
        match event:
            case MessageAdded(_, message) | MessageChanged(_, message) if message.step:
                self._tell_step(message)
            case ToolAsked():
                self._decide(event)
            case SendRefused(problem=problem) | AnswerRefused(problem=problem):
                raise ReportedProblem(problem)
            case AnswerFailed(problem=problem):  # behind a result
                raise ReportedProblem(problem)
            case ProblemRaised(problem) if problem.is_bug:
                raise ReportedProblem(problem)
            case ProblemRaised(problem):
                print_problem(problem)
            case EngineStopped(problem):
                raise ReportedProblem(problem or problem_of(RuntimeError("the engine stopped")))
            case _:
                pass

    def _tell_step(self, message: Message) -> None:
        from app.cli.tools.opened import tell_step  # which most questions never need

        tell_step(message)

    def _decide(self, asked: ToolAsked) -> None:
        from app.cli.tools.opened import decided  # which most questions never need

        self._is_deciding = True
        try:
            decision = decided(asked, self.options.allow)
        finally:
            self._is_deciding = False
        self.parts.conversations.calls.decide(asked, decision)

    def _end(self, answer: Message) -> int:
        print(flush=True)
        found = self._tell_passages(answer)
        if self.options.json:
            stats = dict(answer.stats)
            chosen_stats = {name: stats.get(key) for name, key in _STATS_KEYS.items()}
            chat_id = self.chat_id if self.is_kept else None
            figures = {"gpu_layers": self.n_gpu_layers, **chosen_stats}
            said = answer.said
            words = {"text": said.answer, "thinking": said.thinking}
            figures["media_tokens"] = _media_tokens(answer)
            print(json.dumps({"chat_id": chat_id, **words, **figures, **found}))
        if self.graceful_exit.exit_code:
            return self.graceful_exit.exit_code
        if answer.status is MessageStatus.FAILED:
            if answer.problem is not None:
                print_problem(answer.problem)
            return EXIT_KNOWN_ERROR
        return 0

    def _tell_passages(self, answer: Message) -> dict[str, Any]:
        """Say what the answer was given to read, and return it for scripts."""
        chat_id = self.chat_id
        assert chat_id is not None
        branch = self.parts.conversations.doors.store.run(lambda store: store.path(chat_id))
        return told_of(answer, branch, searches=self.searches)


def _media_tokens(answer: Message) -> int | None:
    """Return how many tokens of pictures and sounds went before an answer; None if unknown."""
    if answer.record is None:
        return None
    return sum(token < 0 for token in answer.record.token_ids)  # as no token of text is
