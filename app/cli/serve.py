"""`hearth serve`: other programs ask the model over HTTP, without a window."""

from __future__ import annotations

import _thread
import contextlib
import queue
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import filelock

from app.cli.graceful_exit import GracefulExit, join, next_of
from app.cli.launch.leases import Leases
from app.cli.output import ReportedProblem, print_problem, printable
from app.core.chats.errors import ChatsInUse
from app.core.chats.lock import remove_left_by_guests
from app.core.errors import EXIT_KNOWN_ERROR, ErrorRow
from app.core.models.builtin import path_of_remembered
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.protocol import (
    EngineRestarted,
    EngineStopped,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ProblemRaised,
)
from app.core.remote.server import Pairing
from app.core.settings.settings import Settings
from app.core.settings.table import MODEL_PATH
from app.core.system.paths import API_KEY

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from app.core.assembly import Assembly
    from app.core.conversations.events import ConversationEvent
    from app.core.system.paths import Paths
    from app.core.system.started_engine import StartedEngine
    from app.server import ApiOptions, ApiService, LoggedRequest

_MOST_NOTES = 1000  # that are told
_LOOK_S = 0.5  # between two looks for launchers

# Neither `--model` nor an earlier choice names a model, and the guide is not installed.
NOTHING_TO_SERVE = ErrorRow(
    what=phrase("No model was given, none was used before, and the built-in guide is missing."),
    effect=phrase("The server did not start."),
    remedy=phrase("Give a GGUF file with --model, or reinstall Hearth."),
)


# Other machines are to be told how they reach this one, and no name of it was given.
NO_NAME_TO_PAIR_WITH = ErrorRow(
    what=phrase("--pair needs the name that other machines use for this one."),
    effect=phrase("Nothing was started."),
    remedy=phrase("Add it with --allow-host, such as --allow-host studio.local."),
)


# The window, or another `hearth serve`, has the chats and their memory.
HEARTH_IS_OPEN = ErrorRow(
    what=phrase("Hearth is open or already serving, and only one can use the conversation memory."),
    effect=phrase("This server did not start; the other Hearth keeps running."),
    remedy=phrase(
        "Switch on the same API in the window's settings instead, or close Hearth and run "
        "`hearth serve` again."
    ),
)


def serve(options: argparse.Namespace, paths: Paths, engine: StartedEngine | None = None) -> int:
    """Serve until a signal ends it, and return the exit code.

    Args:
        engine: that was started already; None to start one.
    """
    settings = Settings.load(paths.settings_file, options.given)
    model = options.model or path_of_remembered(settings.get(MODEL_PATH), paths.beside)
    if not model:
        raise NOTHING_TO_SERVE()
    api = _api_options(options, paths)
    if options.pair and not api.is_local and not api.names:
        raise NO_NAME_TO_PAIR_WITH()
    leases = Leases(paths) if options.for_launch else None
    remove_left_by_guests(paths)
    with GracefulExit() as graceful_exit:
        try:
            if leases is not None:
                leases.be_server()
                _end_after(leases)
            return _serve(_Serving(options, paths, settings, api, model, engine), graceful_exit)
        except (ChatsInUse, filelock.Timeout):
            raise HEARTH_IS_OPEN() from None
        except KeyboardInterrupt:
            return 0  # whoever ends a server wants it to end


def _end_after(leases: Leases) -> None:
    """End the program when no `hearth launch` is left that uses it."""

    def wait() -> None:
        while not leases.close_unused():
            time.sleep(_LOOK_S)
        _thread.interrupt_main(signal.SIGTERM)

    threading.Thread(target=wait, name="leases", daemon=True).start()


def _api_options(options: argparse.Namespace, paths: Paths) -> ApiOptions:
    from app.server import AccessRules, ApiOptions, key_in

    key_file = Path(options.key_file).absolute() if options.key_file else paths.config / API_KEY
    rules = AccessRules(key_in(key_file), tuple(options.allow_host), tuple(options.allow_origin))
    print(f"hearth: the API key is in {printable(str(key_file))}", file=sys.stderr)
    return ApiOptions(rules, options.address, options.port)


class _Note(PlainValue, frozen=True):
    """What is told of the requests of a program."""

    program: str
    words: str


_Events: TypeAlias = "queue.SimpleQueue[ConversationEvent | _Note]"


class _Serving(PlainValue, frozen=True):
    """What is served, and by what engine; None to start one."""

    options: argparse.Namespace
    paths: Paths
    settings: Settings
    api: ApiOptions
    model: str
    engine: StartedEngine | None


def _serve(serving: _Serving, graceful_exit: GracefulExit) -> int:
    """Put a program together, and serve with it.

    Raises:
        ChatsInUse: another Hearth uses the chats; nothing was begun.
    """
    from app.core.assembly import assemble, new_library
    from app.core.models.library.chosen_folders import library_choices
    from app.server import ApiService

    events: _Events = queue.SimpleQueue()
    options, settings = serving.options, serving.settings
    parts = assemble(
        serving.paths,
        settings,
        events.put,
        in_process=options.in_process,
        engine=serving.engine,
    )
    engine = threading.Thread(target=parts.link.run, name="engine")
    library = new_library(serving.paths, library_choices(settings))
    service: ApiService | None = None
    try:
        parts.conversations.start().result()
        engine.start()
        if options.load_models:
            library.scan()
            library.start()
        parts.conversations.models.load(serving.model, projector=options.projector)
        is_asked = threading.Event()  # who asks at once finds it named, and waits for it
        parts.conversations.after_pending(is_asked.set)
        is_asked.wait()
        service = ApiService(
            serving.api,
            parts.link,
            parts.api_records,
            wake=parts.conversations.models.use,
            keeps=lambda: not options.no_keep,
            media=parts.media,
            conversations=parts.conversations,
            library=library,
            may_load=lambda: options.load_models,
            shares_chats=lambda: options.share_chats,
            keeps_chats=lambda: options.keep_chats,
            documents=parts.documents,
        )
        service.log.on_notes = _noted_once(events.put)
        _announce(service, serving)
        if options.pair:
            print(_pairing(service, serving.api).text, flush=True)
        return _follow(events)
    finally:
        graceful_exit.begin_clean_up()
        _end(parts, engine, service)
        library.close()


def _end(parts: Assembly, engine: threading.Thread, service: ApiService | None) -> None:
    if service is not None:
        service.close()
    if engine.ident is not None:
        parts.begin_shutdown()
        join(engine)
    parts.finish_shutdown()


def _announce(service: ApiService, serving: _Serving) -> None:
    api = serving.api
    if not api.is_local:
        print(
            f"hearth: warning: every machine that can reach {api.address} can send requests, and "
            "the key and all messages travel unencrypted. Use it only in a network you trust.",
            file=sys.stderr,
        )
    print(f"Hearth answers at {service.address}/v1", flush=True)
    if serving.options.for_launch:
        Leases(serving.paths).announce(service.address)


def _noted_once(put: Callable[[_Note], None]) -> Callable[[LoggedRequest], None]:
    """Return what passes the notes of requests on; programs send the same again and again.

    The server does not tell them itself: its requests would wait where nobody reads.
    """
    told: set[tuple[str, str]] = set()

    def note(done: LoggedRequest) -> None:
        for words in done.notes:
            said = (done.client, str(words))
            if said not in told and len(told) < _MOST_NOTES:
                told.add(said)
                put(_Note(printable(done.client) or done.path, printable(str(words))))

    return note


def _pairing(service: ApiService, api: ApiOptions) -> Pairing:
    """Return what another Hearth is given: the first name by which this machine may be called."""
    port = service.address.rpartition(":")[2]
    name = next(iter(api.names), "localhost")
    host = f"[{name}]" if ":" in name else name
    return Pairing(f"http://{host}:{port}/v1", api.rules.key)


def _follow(events: _Events) -> int:
    """Tell what happens until it ends; return the exit code.

    Raises:
        ReportedProblem: the first load failed.
    """
    has_served, loading = False, ""
    while True:
        event = next_of(events)
        match event:
            case ModelLoading(path) if path != loading:
                loading = path
                print(f"hearth: loading {printable(Path(path).name)}", file=sys.stderr)
            case ModelLoaded(info):
                has_served, loading = True, ""
                print(f"hearth: {printable(info.name)} is loaded.", file=sys.stderr)
            case ModelLoadFailed(problem=problem):
                if not has_served:
                    raise ReportedProblem(problem)
                loading = ""
                print_problem(problem)
            case ProblemRaised(problem):
                print_problem(problem)
            case EngineRestarted():
                print("hearth: the engine was restarted.", file=sys.stderr)
            case _Note(program, words):
                with contextlib.suppress(OSError):  # nobody reads it any more
                    print(f"hearth: {program}: {words}", file=sys.stderr)
            case EngineStopped():
                return EXIT_KNOWN_ERROR
            case _:
                continue
