"""All parts of the program without a front end, put together and taken apart in the right order.

The window and the command line differ only in who runs `EngineLink.run` and who receives events.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.chats.search.chat_search import ChatSearch
from app.core.content.media import RawMedia
from app.core.conversations.api_records import ApiRecords
from app.core.conversations.cases.memory import store_limits
from app.core.conversations.chat_media import MediaUpkeep
from app.core.conversations.chat_tools import ChatTools
from app.core.conversations.conversations import Conversations
from app.core.conversations.session import Preferences
from app.core.conversations.upkeep import Upkeep
from app.core.documents.library import DocumentLibrary
from app.core.documents.reader import DocumentReader
from app.core.engine_link import ChildProcess, EngineLink
from app.core.media.library import MediaLibrary
from app.core.models.model_settings import ModelSettings
from app.core.plain_value import PlainValue, replace
from app.core.protocol import EngineConfig, SamplingParams, Shutdown
from app.core.remote.host import HostWithServers
from app.core.remote.servers import Servers
from app.core.settings.table import (
    CHAT_TITLES,
    CONTEXT_TOKENS,
    EMBEDDER,
    KEEP_MODEL,
    MEMORY_BUDGET,
    MEMORY_DAILY,
    MEMORY_KEEP_FREE,
    PROXY,
    READ_UNSENT,
    TEMPERATURE,
)
from app.core.system.paths import (
    API_RECORDS,
    DOCUMENTS,
    DOCUMENTS_LIST,
    MEDIA,
    RAW_MEDIA,
    SERVERS,
    TOOL_PERMISSIONS,
    TRIED_PROJECTORS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.search.values import SearchAnswered, SearchFailed
    from app.core.chats.store import ChatStore
    from app.core.conversations.events import ConversationEvent
    from app.core.hardware.report import HardwareReport
    from app.core.hardware.speed_measure import SpeedMeasure, SpeedMeasured, SpeedNotMeasured
    from app.core.models.downloads.values import DownloadEvent
    from app.core.models.fits import FitQuestion, FitTold, ModelFits
    from app.core.models.hub.model_hub import HubEvent
    from app.core.models.library.chosen_folders import LibraryChoices
    from app.core.models.library.library import ModelLibrary
    from app.core.models.library.scanner import LibraryFolders
    from app.core.models.model_source import ModelSource
    from app.core.protocol import EngineClient, EngineHost, LoadSettings
    from app.core.settings.settings import Settings
    from app.core.system.paths import Paths
    from app.core.system.started_engine import StartedEngine
    from app.core.tools.toolbox import Toolbox

logger = logging.getLogger(__name__)


class Assembly(PlainValue, frozen=True):
    """The parts of one running program.

    Attributes:
        link: to the engine; its `run` takes a thread of its own.
        engine: this program's own way to it.
        api_records: what makes conversations of other programs resume.
        media: the pictures and sounds that users attach.
        documents: that the user has listed, and the reader of those that are attached.
        media_upkeep: deletes those that nobody needs, from when a front end that knows of all
            drafts has it begin.
        servers: whose models answer as those of this machine do.
        tools: that models may call, where chats have them.
    """

    settings: Settings
    link: EngineLink
    engine: EngineClient
    conversations: Conversations
    api_records: ApiRecords
    media: MediaLibrary
    documents: DocumentLibrary
    media_upkeep: MediaUpkeep
    servers: Servers
    tools: ChatTools

    def begin_shutdown(self) -> None:
        """Ask the engine to end; running answers keep what was said. Returns at once."""
        self.media_upkeep.end()
        self.conversations.end()
        # Behind the purge in the worker's queue, so that the engine still hears of deleted chats.
        self.conversations.after_pending(lambda: self.engine.post(Shutdown()))

    def finish_shutdown(self) -> None:
        """Close the chats; to be called when `EngineLink.run` has returned."""
        if not self.conversations.close():
            logger.error("the chats could not be closed in time")
        self.api_records.close()
        self.media.close()
        self.documents.close()
        self.tools.close()


def assemble(  # noqa: PLR0913 - by name
    paths: Paths,
    settings: Settings,
    emit: Callable[[ConversationEvent], None],
    *,
    chats_apart: Path | None = None,
    in_process: bool = False,
    is_brief: bool = False,
    has_tools: bool = False,
    engine: StartedEngine | None = None,
) -> Assembly:
    """Build the parts; nothing runs yet but their worker threads.

    They follow what is changed in the settings from now on.

    Args:
        emit: receives every event, on any thread but the interface; must not block.
        chats_apart: a database for the chats of this run alone, while another Hearth uses the
            usual one; the stored memory of chats is only looked at then.
        in_process: run the engine on a thread of this process; else it has one of its own, which
            can die alone.
        is_brief: the program ends after one answer, so that nothing is begun for later.
        has_tools: the front end asks about calls of models; else chats go on without tools.
        engine: that was started before; None to start one.
    """
    config = engine_config(paths, settings, chats_apart)
    servers = Servers(paths.config / SERVERS, lambda: settings.get(PROXY))
    here = _in_process(config) if in_process else ChildProcess(config, started=engine)
    link = EngineLink(HostWithServers(here, servers, RawMedia(paths.cache / RAW_MEDIA)))
    may_title = chats_apart is None and not is_brief
    api_records = ApiRecords(paths.cache / API_RECORDS)
    media = MediaLibrary(paths.data / MEDIA, paths.cache / RAW_MEDIA)
    database, listed = paths.data / DOCUMENTS, paths.data / DOCUMENTS_LIST
    documents = DocumentLibrary(database, listed, DocumentReader(), _embedder(settings))
    tools = _tools(paths, settings, documents)
    conversations: Conversations
    client = link.connect(lambda event: conversations.handle(event))
    conversations = Conversations(
        open_store=lambda: _open_chats(chats_apart or paths.database),
        engine=client,
        emit=emit,
        model_settings=ModelSettings(paths.model_settings),
        preferences=_preferences(settings, paths, may_title=may_title),
        upkeep=Upkeep(emit) if may_title else None,
        media=media,
        documents=documents,
        tools=tools if has_tools else None,
    )
    conversations.memory.follow_others(api_records)

    def prefer() -> None:
        conversations.prefer(_preferences(settings, paths, may_title=may_title))

    settings.on_change((TEMPERATURE, CONTEXT_TOKENS, KEEP_MODEL, CHAT_TITLES, READ_UNSENT), prefer)
    settings.on_change((EMBEDDER,), lambda: documents.set_embedder(_embedder(settings)))
    settings.on_change(
        (MEMORY_BUDGET, MEMORY_DAILY, MEMORY_KEEP_FREE),
        lambda: conversations.memory.limit(store_limits(settings)),
    )
    conversations.listen((media_upkeep := MediaUpkeep(conversations.media, media)).hear)
    return Assembly(
        *(settings, link, client, conversations, api_records),
        *(media, documents, media_upkeep, servers, tools),
    )


def _tools(paths: Paths, settings: Settings, documents: DocumentLibrary) -> ChatTools:
    permissions = paths.config / TOOL_PERMISSIONS
    return ChatTools(paths.data, lambda: _toolbox(paths, settings, documents), permissions)


def _toolbox(paths: Paths, settings: Settings, documents: DocumentLibrary) -> Toolbox:
    from app.core.conversations.tool_sources import open_toolbox  # not before a chat has tools

    assert isinstance(documents.reader, DocumentReader)
    return open_toolbox(paths, settings, documents, documents.reader)


def _embedder(settings: Settings) -> Path | None:
    path = settings.get(EMBEDDER)
    return Path(path) if path else None


def _open_chats(path: Path) -> ChatStore:
    from app.core.chats.store import ChatStore  # with SQLAlchemy, which takes its time

    return ChatStore.open(path)


def _preferences(settings: Settings, paths: Paths, *, may_title: bool) -> Preferences:
    return Preferences(
        SamplingParams(temperature=settings.chosen(TEMPERATURE)),
        settings.get(CONTEXT_TOKENS),
        60.0 * settings.get(KEEP_MODEL),
        has_model_titles=may_title and settings.get(CHAT_TITLES) == "model",
        reads_unsent=settings.get(READ_UNSENT) == "on",
        folders=tuple(map(str, (paths.data, paths.config, paths.cache, paths.state))),
    )


def folders_of_library(paths: Paths, choices: LibraryChoices) -> LibraryFolders:
    """Return where a library looks for models."""
    from app.core.models.library.chosen_folders import library_folders
    from app.core.models.library.machine import Machine

    return library_folders(choices, Machine.here(), paths.beside, paths.models)


def new_library(paths: Paths, choices: LibraryChoices) -> ModelLibrary:
    """Return a library of the models on this machine; it looks when it is told to."""
    from app.core.models.library.library import ModelLibrary

    return ModelLibrary(folders_of_library(paths, choices), paths.model_index)


def model_folder(paths: Paths, folder: str) -> Path:
    """Return where a folder is that the settings name among those with models."""
    from app.core.models.library.chosen_folders import absolute_folder
    from app.core.models.library.machine import Machine

    return absolute_folder(folder, Machine.here().home, paths.beside)


def open_model_source(
    paths: Paths, settings: Settings, emit: Callable[[HubEvent | DownloadEvent], None]
) -> ModelSource:
    """Return a hub of models and the downloads from it; nobody is asked yet.

    Raises:
        KnownError: see `ModelSource.open`.
    """
    from app.core.models.model_source import ModelSource  # which most starts never need

    return ModelSource.open(paths, settings.get(PROXY), emit)


def new_fits(
    paths: Paths,
    settings: Settings,
    settings_of: Callable[[str], LoadSettings] | None,
    tell: Callable[[FitTold], None],
) -> ModelFits:
    """Return what finds out how models fit; nothing is asked yet.

    Args:
        settings_of: returns what was set for a model; called on a thread of its own. None takes
            what the questions say.
    """
    from app.core.models.fits import ModelFits  # which most starts never need

    n_ctx = settings.get(CONTEXT_TOKENS)

    def loaded_with(question: FitQuestion) -> LoadSettings:
        found = question.settings if settings_of is None else settings_of(question.path)
        return replace(found, n_ctx=found.n_ctx or n_ctx)

    return ModelFits(paths.trusted_backends, tell, loaded_with)


def new_search(database: Path, tell: Callable[[SearchAnswered | SearchFailed], None]) -> ChatSearch:
    """Return the search over all chats; its thread begins with the first question."""
    return ChatSearch(database, tell)


def new_speed_measure(
    link: EngineLink, tell: Callable[[SpeedMeasured | SpeedNotMeasured], None]
) -> SpeedMeasure:
    """Return what measures the loaded model, as a client of its own; nothing is measured yet."""
    from app.core.hardware.speed_measure import SpeedMeasure  # which most starts never need

    return SpeedMeasure(link.connect(), tell)


def look_at_hardware(paths: Paths) -> HardwareReport:
    """Let a child look at what llama.cpp finds on this machine; waits for it.

    Raises:
        HardwareUnknown: it did not answer.
    """
    from app.core.hardware.probe import ask_hardware  # which most starts never need

    return ask_hardware(paths.trusted_backends)


def forget_self_test(paths: Paths) -> None:
    """Forget what the self-test has found out, so that the next load tests again.

    Raises:
        KnownError: that cannot be deleted.
    """
    from app.core.engine.load.self_test import forget_choices  # which most starts never need

    forget_choices(paths.trusted_backends)


def _in_process(config: EngineConfig) -> EngineHost:
    from app.core.engine.hosting import InProcess

    return InProcess(config)


def engine_config(paths: Paths, settings: Settings, chats_apart: Path | None) -> EngineConfig:
    """Return what a host of the engine must know; `chats_apart` as in `assemble`."""
    # What the other Hearth notes of its own load is not a guest's to delete.
    marker = paths.load_marker if chats_apart is None else chats_apart.with_suffix(".loading")
    return EngineConfig(
        rows_folder=os.fspath(paths.kv_store),
        choices_file=os.fspath(paths.retention_choices_file),
        limits=store_limits(settings),
        is_onlooker=chats_apart is not None,
        trusted_backends_file=os.fspath(paths.trusted_backends),
        load_marker=os.fspath(marker),
        identities_file=os.fspath(paths.model_identities),
        log_folder=os.fspath(paths.log_file.parent),
        media_folder=os.fspath(paths.cache / RAW_MEDIA),
        projectors_file=os.fspath(paths.state / TRIED_PROJECTORS),
    )
