"""Joins folders and the empty page with projects: their page, and chats that begin with them.

Threads: the interface thread; chats, documents and files are asked on a lane.
Longer than other files: page, new chats and the line above the field show what a folder gives.
"""

from __future__ import annotations

from concurrent.futures import CancelledError
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot

from app.core.chats.records import ProjectPlace, ProjectStart
from app.core.conversations.cases.warmth import TICKETS
from app.core.conversations.events import ChatWarmthMeasured, FoldersListed
from app.core.conversations.texts.project_setup import project_setup, renewed_setup
from app.core.errors import KnownError, Problem, problem_of
from app.core.plain_value import PlainValue, replace
from app.core.projects.values import ProjectContent
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.core.system.lanes import Lane
from app.ui.chat.projects.project_dialog import ProjectDialog
from app.ui.composer.project_bar import ProjectKey
from app.ui.kit.message_box import agrees
from app.ui.kit.timers import timer
from app.ui.words.stats_text import reread_cost, whole_cost
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import ChatId, ChatSetup, FolderId
    from app.core.chats.store import ChatStore
    from app.core.conversations.conversations import Doors
    from app.core.documents.index import KnownFile
    from app.core.documents.library import DocumentLibrary
    from app.core.messages import Attachment
    from app.ui.composer.composer import Composer
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme
    from app.ui.sidebar.chat_list_view import ChatListView
    from app.ui.state.open_chat import OpenChat

_PAUSE_MS: Final = 250
_SOME_WORDS: Final = "?"  # for a prompt has a message


class _Renewed(PlainValue, frozen=True):
    """What a chat that has begun would go on with is known."""

    chat_id: ChatId
    setup: ChatSetup
    version: int
    documents: tuple[Attachment, ...]


class _Read(PlainValue, frozen=True):
    """A project is to be shown on its page."""

    folder_id: FolderId
    content: ProjectContent


class _Begun(PlainValue, frozen=True):
    """What a new chat begins with is known."""

    start: ProjectStart


class _Taken(PlainValue, frozen=True):
    """A file was read."""

    content: ProjectContent


class _Saved(PlainValue, frozen=True):
    """A project was saved, or exported; `problem` says why not."""

    folder_id: FolderId
    problem: Problem | None = None
    is_exported: bool = False


class _Failed(PlainValue, frozen=True):
    """What was asked for could not be had."""

    problem: Problem


class ProjectsPresenter(QObject):
    """Opens the page of a project and begins chats with one.

    Args:
        lists: of chats, whose folders are projects.

    Sends `failed` with a problem.
    """

    failed = Signal(object)

    def __init__(  # noqa: PLR0913 - what it joins
        self,
        doors: Doors,
        library: DocumentLibrary,
        bridge: EventBridge,
        open_chat: OpenChat,
        composer: Composer,
        lists: tuple[ChatListView, ...],
        theme: Theme,
        dialogs: FileDialogs,
    ) -> None:
        super().__init__(composer)
        self._doors, self._library, self._bridge = doors, library, bridge
        self._open_chat, self._composer = open_chat, composer
        self._theme, self._dialogs = theme, dialogs
        self._aside = Lane("projects")
        self._dialog: ProjectDialog | None = None
        self._folder_id: FolderId | None = None  # of the project on the page
        self._ticket = self._n_ctx = 0
        self._cost = ""
        self._asked: object = None
        self._pause = timer(self, _PAUSE_MS, self._ask_cost)
        for view in lists:
            view.project_requested.connect(self.show_page)
            view.folder_chat_requested.connect(self.begin_chat)
        self._folders = lists[0].items
        self._renewing: tuple[int, _Renewed] | None = None  # by the ticket of its cost
        composer.project_bar.pressed.connect(self._on_bar)
        bridge.subscribe(FoldersListed, self._on_folders)
        bridge.subscribe(_Renewed, self._on_renewed)
        open_chat.changed.connect(self._refresh)
        self.failed.connect(composer.attaching.refused)
        bridge.subscribe(_Read, self._on_read)
        bridge.subscribe(_Begun, self._on_begun)
        bridge.subscribe(_Taken, self._on_taken)
        bridge.subscribe(_Saved, self._on_saved)
        bridge.subscribe(_Failed, self._on_failed)
        bridge.subscribe(ChatWarmthMeasured, self._on_warmth)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    def close(self) -> None:
        """Ask for nothing more."""
        self._aside.close()

    def _do(self, work: Callable[[], object]) -> None:
        """Do something aside, and tell what comes of it."""

        def told() -> None:
            try:
                self._bridge.post(work())
            except CancelledError:  # the window closes
                return
            except Exception as error:  # noqa: BLE001 - the user waits for what comes of it
                self._bridge.post(_Failed(problem_of(error)))

        self._aside.add(told)

    def _content(self, folder_id: FolderId) -> tuple[ProjectContent, int]:
        """Return what a folder gives its chats, and the version of that."""

        def look(store: ChatStore) -> tuple[ProjectContent, int]:
            content = store.folders.project(folder_id)  # says so where the folder is gone
            folder = next(one for one in store.folders.all() if one.id == folder_id)
            return content or ProjectContent(folder.name), folder.project_version

        return self._doors.store.run(look)

    # -- a chat that begins with it --

    @Slot(object)
    def begin_chat(self, folder_id: FolderId) -> None:
        """Show the empty page, whose first message makes a chat in a folder."""
        default = self._open_chat.default_setup.system_prompt
        self._do(lambda: self._start(folder_id, default))

    def _start(self, folder_id: FolderId, default: str) -> _Begun:
        content, version = self._content(folder_id)
        attachments, missing = self._documents(content)
        setup = project_setup(content, default)
        place = ProjectPlace(folder_id, version)
        return _Begun(ProjectStart(place, content.name, setup, attachments, missing))

    def _documents(self, content: ProjectContent) -> tuple[tuple[Attachment, ...], tuple[str, ...]]:
        """Return the documents of a project, and the names of those that cannot be had.

        Those that are not read yet are, which takes as long as it takes.
        """
        found = self._read_files()
        new = [one for one in content.documents if one not in found and Path(one).exists()]
        if new:
            self._library.add(new)
            self._library.look().result()
            found = self._read_files()
        wholes = {
            path: self._library.whole(found[path]) if path in found else None
            for path in content.documents
        }
        missing = tuple(Path(path).name for path, whole in wholes.items() if whole is None)
        return tuple(one for one in wholes.values() if one is not None), missing

    def _read_files(self) -> dict[str, KnownFile]:
        return {str(file.path): file for file in self._library.documents() if file.digest}

    def _on_begun(self, event: _Begun) -> None:
        self._open_chat.show_new(project=event.start)
        self._composer.edit.setFocus()

    @Slot(object)
    def _on_bar(self, key: ProjectKey) -> None:
        record = self._open_chat.record
        if key is ProjectKey.LEAVE:
            self._open_chat.show_new()
        elif record is not None and record.folder_id is not None:
            chat_id, folder_id, setup = record.id, record.folder_id, record.setup
            default = self._open_chat.default_setup.system_prompt
            self._do(lambda: self._renewed(chat_id, folder_id, setup, default))
        self._composer.edit.setFocus()

    # -- a chat whose project has changed --

    @property
    def _is_behind(self) -> bool:
        """Whether the open chat began with what its project gave before."""
        record = self._open_chat.record
        if record is None or not record.project_version or record.folder_id is None:
            return False
        versions = {one.id: one.project_version for one in self._folders.folders()}
        return versions.get(record.folder_id, 0) > record.project_version

    def _on_folders(self, _event: FoldersListed) -> None:
        self._refresh()

    def _renewed(
        self, chat_id: ChatId, folder_id: FolderId, setup: ChatSetup, default: str
    ) -> _Renewed:
        content, version = self._content(folder_id)
        renewed = renewed_setup(setup, content, default)
        return _Renewed(chat_id, renewed, version, self._documents(content)[0])

    def _on_renewed(self, event: _Renewed) -> None:
        """Ask what it costs, before anything changes."""
        if not self._n_ctx or event.setup == self._open_chat.setup:
            self._renew(event)
            return
        ticket = next(TICKETS)
        self._renewing = (ticket, event)
        self._doors.memory.measure_warmth(event.chat_id, setup=event.setup, ticket=ticket)

    def _renew(self, wanted: _Renewed) -> None:
        """Go on with it; documents that the chat has not go along with its next message."""
        if wanted.chat_id != self._open_chat.id:
            return
        self._doors.chats.set_up(wanted.chat_id, wanted.setup, wanted.version)
        messages = self._open_chat.messages
        rows = [messages.message(row) for row in range(len(messages))]
        sent = [one for message in rows for one in message.attachments]
        chips = self._composer.attachments
        known = {one.source.digest for one in (*sent, *chips.attachments()) if one.source}
        new = [one for one in wanted.documents if one.source and one.source.digest not in known]
        chips.set_attachments((*chips.attachments(), *new))

    # -- what it costs --

    @Slot()
    def _refresh(self) -> None:
        start = self._open_chat.project
        about = (start, self._open_chat.setup if start else None, self._n_ctx)
        if about != self._asked:
            self._asked, self._cost, self._ticket = about, "", 0
            self._pause.start()
        if start is None and self._is_behind:
            self._composer.project_bar.show_changed()
        else:
            self._composer.project_bar.show_start(start, self._cost)

    @Slot()
    def _ask_cost(self) -> None:
        start = self._open_chat.project
        if start is None or not self._n_ctx:
            return
        self._ticket = next(TICKETS)
        self._doors.memory.measure_warmth(
            None,
            _SOME_WORDS,
            start.attachments,
            setup=self._open_chat.setup,
            ticket=self._ticket,
        )

    def _on_warmth(self, event: ChatWarmthMeasured) -> None:
        if self._renewing is not None and event.ticket == self._renewing[0] and event.chat_id:
            wanted, self._renewing = self._renewing[1], None
            if wanted.chat_id != self._open_chat.id:
                return
            title, what = tr("Project"), tr("Update this chat to the project as it is now?")
            window = self._composer.window()
            if agrees(window, title, what, reread_cost(event.warmth), tr("Update")):
                self._renew(wanted)
            return
        if event.chat_id is None and event.ticket == self._ticket and self._open_chat.project:
            # What is wrong is said where the context is counted.
            self._cost = "" if event.warmth.problem else whole_cost(event.warmth, self._n_ctx)
            self._refresh()

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        self._n_ctx = event.info.n_ctx if isinstance(event, ModelLoaded) else 0
        self._refresh()

    # -- the page --

    @Slot(object)
    def show_page(self, folder_id: FolderId) -> None:
        """Show the page of a project."""
        self._do(lambda: _Read(folder_id, self._content(folder_id)[0]))

    def _on_read(self, event: _Read) -> None:
        if self._dialog is not None:
            self._dialog.close()
        self._folder_id = event.folder_id
        dialog = ProjectDialog(event.content, self._theme, self._composer.window())
        dialog.saved.connect(self._save)
        dialog.import_wanted.connect(self._import)
        dialog.export_wanted.connect(self._export)
        dialog.finished.connect(self._on_finished)
        for field in (dialog.documents, dialog.searched):
            field.files_wanted.connect(
                lambda field=field: field.add(self._dialogs.ask_documents(dialog))
            )
            field.folder_wanted.connect(
                lambda field=field: field.add(
                    filter(None, (self._dialogs.ask_documents_folder(dialog),))
                )
            )
        self._dialog = dialog
        dialog.show()

    @Slot(int)
    def _on_finished(self, _result: int) -> None:
        self._dialog = self._folder_id = None

    @Slot(object)
    def _save(self, content: ProjectContent) -> None:
        folder_id = self._folder_id
        if folder_id is not None:
            self._do(lambda: self._saved(folder_id, content))

    def _saved(self, folder_id: FolderId, content: ProjectContent) -> _Saved:
        """Keep a project, and have its documents read."""
        try:
            self._doors.store.run(lambda store: store.folders.set_project(folder_id, content))
            self._doors.listing.list_folders()
            # What is away now is found again when it is back; a chat that begins says so.
            new = [one for one in (*content.documents, *content.searched) if Path(one).exists()]
            if new:
                self._library.add(new)
                self._library.look()
        except KnownError as error:
            return _Saved(folder_id, error.problem())
        return _Saved(folder_id)

    def _on_saved(self, event: _Saved) -> None:
        if self._dialog is None or event.folder_id != self._folder_id:
            return
        if event.problem is not None:
            self._dialog.show_refusal(event.problem)
        elif not event.is_exported:
            self._dialog.accept()

    def _on_failed(self, event: _Failed) -> None:
        if self._dialog is not None:
            self._dialog.show_refusal(event.problem)
        else:
            self.failed.emit(event.problem)

    # -- files --

    @Slot()
    def _import(self) -> None:
        assert self._dialog is not None
        chosen = self._dialogs.ask_project(self._dialog)
        if chosen:
            self._do(lambda: _Taken(_content_of(Path(chosen))))

    def _on_taken(self, event: _Taken) -> None:
        """Show what a file says, with the documents that the page has."""
        if self._dialog is not None:
            there = self._dialog.content()
            self._dialog.show_content(
                replace(event.content, documents=there.documents, searched=there.searched)
            )

    @Slot(object)
    def _export(self, content: ProjectContent) -> None:
        from app.core.interchange.export import safe_name  # which a start does without

        folder_id = self._folder_id
        assert self._dialog is not None
        assert folder_id is not None
        name = safe_name(content.name, tr("Project")) + (".png" if content.picture else ".json")
        chosen = self._dialogs.ask_project_target(self._dialog, name)
        if chosen:
            self._do(lambda: _written(folder_id, Path(chosen), content))


def _content_of(path: Path) -> ProjectContent:
    """Return the project of a file, without the tools that a stranger's file names.

    Raises:
        KnownError: it holds none, or cannot be read.
    """
    from app.core.decoding.decoder import Decoder
    from app.core.projects.files import read_project_file, read_whole

    with closing(Decoder()) as decoder:
        content = read_project_file(read_whole(path), path.name, decoder)
    return replace(content, tools=(), documents=(), searched=())


def _written(folder_id: FolderId, path: Path, content: ProjectContent) -> _Saved:
    from app.core.projects.files import write_project, written_project

    write_project(path, written_project(content)[0])
    return _Saved(folder_id, is_exported=True)
