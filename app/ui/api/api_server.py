"""The window's way to `app/server`, which is imported here and only once it is switched on.

Threads: `start`, `stop` and `new_key` take longer than a frame and run aside, one after the other;
all else from any thread.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final, Protocol

from app.core.assembly import Assembly, folders_of_library, new_library
from app.core.errors import KnownError, Problem, problem_of
from app.core.models.library.chosen_folders import LibraryChoices, library_choices
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.settings import table
from app.core.system.paths import API_KEY, Paths
from app.ui.api import api_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.library.library import ModelLibrary
    from app.core.settings.settings import Settings
    from app.server import AccessRules, ApiService, LoggedRequest


API_ROWS = (
    table.API_ENABLED,
    table.API_PORT,
    table.API_KEEP_MEMORY,
    table.API_LOAD_MODELS,
    table.API_SHARE_CHATS,
    table.API_KEEP_CHATS,
    table.API_NAMES,
    table.API_ORIGINS,
    table.MODEL_FOLDERS,
    table.OTHER_PROGRAMS,
)


class ApiChoices(PlainValue, frozen=True):
    """The settings of the group "API".

    Attributes:
        port: that it listens at.
        keeps_memory: whether the memory of other programs' conversations is kept.
        may_load: whether a program may have another model loaded.
        library: where models are looked for.
        shares_chats: whether a program may read the user's chats and go on with them.
        keeps_chats: whether what programs ask becomes chats.
        names: by which this machine may be asked, beside its own.
        origins: of web pages that may ask.
    """

    is_on: bool = False
    port: int = table.API_PORT.default
    keeps_memory: bool = True
    may_load: bool = False
    library: LibraryChoices = LibraryChoices()
    shares_chats: bool = False
    keeps_chats: bool = False
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


def api_choices(settings: Settings) -> ApiChoices:
    """Return what is chosen now."""
    return ApiChoices(
        is_on=settings.get(table.API_ENABLED) == "on",
        port=settings.get(table.API_PORT),
        keeps_memory=settings.get(table.API_KEEP_MEMORY) == "on",
        may_load=settings.get(table.API_LOAD_MODELS) == "on",
        library=library_choices(settings),
        shares_chats=settings.get(table.API_SHARE_CHATS) == "on",
        keeps_chats=settings.get(table.API_KEEP_CHATS) == "on",
        names=tuple(name.lower() for name in _parts(settings.get(table.API_NAMES))),
        origins=tuple(origin.rstrip("/") for origin in _parts(settings.get(table.API_ORIGINS))),
    )


def _parts(text: str) -> list[str]:
    """Return what stands on the lines of a text, or between its commas and blanks."""
    return text.replace(",", " ").split()


logger = logging.getLogger(__name__)

_GRACE_S: Final = 3  # for answers that are under way when it is switched off
_LAST_GRACE_S: Final = 1  # and when Hearth is closed
_MOST_SHOWN: Final = 500


def ended_by_itself() -> Problem:
    """Return what is told when the server has ended and nobody asked it to."""
    return Problem(
        what=phrase("The API stopped unexpectedly."),
        effect=phrase("Other programs cannot use Hearth; your chats are not affected."),
        remedy=phrase("Try again. If it keeps happening, see the log."),
    )


class ApiDoor(Protocol):
    """What serves other programs."""

    def watch(self, on_activity: Callable[[], None], on_end: Callable[[], None]) -> None:
        """Have it told when somebody asks, and when the server has ended; on threads of its own."""

    def choose(self, choices: ApiChoices) -> None:
        """Follow other choices from the next request on; a port, from the next start on."""

    def start(self) -> api_state.Listening | api_state.CannotListen:
        """Begin to serve."""

    def stop(self, *, is_closing: bool = False) -> None:
        """End what serves, if there is something."""

    def new_key(self) -> str:
        """Put a new key in the place of the one in force, and return it.

        Raises:
            KnownError: it cannot be kept; the old one stays.
        """

    def activity(self) -> api_state.ApiActivity:
        """Return who asks."""

    def model(self) -> api_state.ServedModelName:
        """Return which model answers."""


class ApiServer:
    """Serves other programs: an `ApiDoor`.

    Args:
        parts: of the program; those who chat go on beside it.
        paths: where the key lies, which is that of `hearth serve`, too.
    """

    def __init__(self, parts: Assembly, paths: Paths) -> None:
        self._parts = parts
        self._paths = paths
        self._key_file = paths.config / API_KEY
        self._on_activity: Callable[[], None] = lambda: None
        self._on_end: Callable[[], None] = lambda: None
        self._choices = ApiChoices()
        self._lock = threading.Lock()
        self._key = ""  # guarded by _lock
        self._service: ApiService | None = None  # guarded by _lock
        self._library: ModelLibrary | None = None  # guarded by _lock
        self._earlier: tuple[LoggedRequest, ...] = ()  # of services that have ended

    def watch(self, on_activity: Callable[[], None], on_end: Callable[[], None]) -> None:
        """See `ApiDoor`."""
        self._on_activity, self._on_end = on_activity, on_end

    def choose(self, choices: ApiChoices) -> None:
        """See `ApiDoor`."""
        earlier, self._choices = self._choices, choices
        self._apply_rules()
        self._look_for_models(earlier)

    def start(self) -> api_state.Listening | api_state.CannotListen:
        """See `ApiDoor`."""
        from app.server import KeyNotUsable

        port = self._choices.port
        try:
            return self._start(port)
        except KeyNotUsable as error:
            return api_state.CannotListen(port, error.problem(), is_about_key=True)
        except Exception as error:
            if not isinstance(error, KnownError):
                logger.exception("the API could not be started")
            return api_state.CannotListen(port, problem_of(error))

    def _start(self, port: int) -> api_state.Listening:
        from app.server import ApiOptions, ApiService, key_in

        self.stop()  # one that has ended by itself
        key = key_in(self._key_file)
        library = new_library(self._paths, self._choices.library)
        service = ApiService(
            ApiOptions(self._rules_with(key), port=port),
            self._parts.link,
            self._parts.api_records,
            wake=self._parts.conversations.models.use,
            keeps=lambda: self._choices.keeps_memory,
            media=self._parts.media,
            conversations=self._parts.conversations,
            library=library,
            may_load=lambda: self._choices.may_load,
            shares_chats=lambda: self._choices.shares_chats,
            keeps_chats=lambda: self._choices.keeps_chats,
            documents=self._parts.documents,
            on_end=lambda: self._on_end(),
        )
        service.log.on_change = self._on_activity
        with self._lock:
            self._key, self._service, self._library = key, service, library
        self._apply_rules()  # which may have been changed meanwhile
        self._look_for_models(self._choices)
        return api_state.Listening(port, service.address, key)

    def stop(self, *, is_closing: bool = False) -> None:
        """See `ApiDoor`."""
        service = self._service
        if service is None:
            return
        service.close(_LAST_GRACE_S if is_closing else _GRACE_S)
        with self._lock:
            self._service, library, self._library = None, self._library, None
            self._earlier = (*self._earlier, *service.log.newest())[-_MOST_SHOWN:]

        if library is not None:
            library.close()

    def new_key(self) -> str:
        """See `ApiDoor`."""
        from app.server import new_key

        key = new_key(self._key_file)
        with self._lock:
            self._key = key
        self._apply_rules()
        return key

    def activity(self) -> api_state.ApiActivity:
        """See `ApiDoor`."""
        with self._lock:
            service, ended = self._service, self._earlier
        if service is None:
            return api_state.ApiActivity((), ended)
        asking = tuple(api_state.AskingProgram(*one) for one in service.log.open_requests())
        return api_state.ApiActivity(asking, (*ended, *service.log.newest())[-_MOST_SHOWN:])

    def model(self) -> api_state.ServedModelName:
        """See `ApiDoor`."""
        loaded = self._parts.link.loaded
        if loaded is None:
            return api_state.ServedModelName()
        from app.server import model_name

        return api_state.ServedModelName(model_name(loaded.info), loaded.info.n_ctx)

    def _look_for_models(self, earlier: ApiChoices) -> None:
        """Look for models where programs may have them loaded, and not before."""
        with self._lock:
            library, chosen = self._library, self._choices
        if library is None or not chosen.may_load:
            return
        if chosen.library != earlier.library:
            library.set_folders(folders_of_library(self._paths, chosen.library))
        library.start()

    def _apply_rules(self) -> None:
        with self._lock:
            if self._service is not None:
                self._service.change_rules(self._rules_with(self._key))

    def _rules_with(self, key: str) -> AccessRules:
        from app.server import AccessRules

        return AccessRules(key, self._choices.names, self._choices.origins)
