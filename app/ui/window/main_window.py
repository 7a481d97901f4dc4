"""The one window: arranges sidebar, header, notices, transcript and composer; holds no logic.

What it is made of is imported where it is built or met, so that the frame alone can be shown first.

Longer than other files: here every action and view is joined with what answers to it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QMainWindow,
    QMenu,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from app.ui.kit.layouts import add_to, vertical
from app.ui.window import window_state
from app.ui.window.first_picture import lay_over, picture_of

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QCloseEvent,
        QDragEnterEvent,
        QDragLeaveEvent,
        QDropEvent,
        QImage,
        QKeyEvent,
        QResizeEvent,
    )

    from app.core.chats.records import ChatId
    from app.core.conversations.chat_tools import ChatTools
    from app.core.conversations.conversations import Doors
    from app.core.documents.library import DocumentLibrary, Reader
    from app.core.media.library import MediaLibrary
    from app.core.messages import Attachment
    from app.core.remote.servers import Servers
    from app.core.settings.setting import Setting
    from app.core.settings.settings import Settings
    from app.core.system.paths import Paths
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.window.welcome import WelcomeKind

_SIDEBAR_WIDTH = 264


class MainWindow(QMainWindow):
    """Shows chats at the left, the open one at the right, once it is furnished.

    Until then it is a frame, of few modules: it can show what it showed when it was closed.

    Args:
        paths: where everything lies.

    Attributes:
        last_picture: what it showed when it was closed, unless nothing of that may be kept.

    Signals:
        closed: the user has closed it.
        reopening_wanted: the user wants it to be closed and opened again.
    """

    closed = Signal()
    reopening_wanted = Signal()

    def __init__(self, paths: Paths) -> None:
        super().__init__()
        self.setWindowTitle("Hearth")
        self.setMinimumSize(420, 360)
        self.last_picture: QImage | None = None
        self._paths = paths
        self._state = window_state.open_state(paths.window_state)
        window_state.restore_window(self._state, self)

    @property
    def last_chat(self) -> ChatId | None:
        """The chat that was shown last; None for a new one."""
        return window_state.saved_open_chat(self._state)

    def furnish(  # noqa: PLR0913 - by name
        self,
        doors: Doors,
        bridge: EventBridge,
        settings: Settings,
        media: MediaLibrary,
        documents: DocumentLibrary,
        servers: Servers,
        tools: ChatTools,
    ) -> None:
        """Build all that is in it.

        Args:
            doors: of the use cases.
            bridge: where their events arrive.
            settings: what the user has set.
            media: the pictures and sounds that users attach.
            documents: that the user has listed; its reader reads all other files that are attached.
            servers: whose models answer, too.
            tools: that models may call.
        """
        from app.core.settings.table import LANGUAGE, SYSTEM_PROMPT
        from app.ui.kit.actions import add_menu_bar, build_actions, colour_actions
        from app.ui.kit.theme import Theme
        from app.ui.servers.servers_presenter import ServersPresenter
        from app.ui.settings.settings_presenter import LOOK, look_of
        from app.ui.state.chat_facts import know_chats
        from app.ui.state.known_servers import KnownServers
        from app.ui.words.translation import language_of

        self.setAcceptDrops(True)
        self._bridge = bridge
        self._opened_in = language_of(settings.get(LANGUAGE))
        self.theme = Theme(look_of(settings), self)
        self.actions_by_key = build_actions(self)
        # Before the views: without an icon, a button takes room for its words.
        colour_actions(self.actions_by_key, self.theme.colours)
        self._facts = know_chats(doors.chats, bridge, self)
        self.open_chat = self._facts.open_chat
        self._known_servers = KnownServers(servers, bridge, self)
        self._make_views(media, documents.reader)
        self._arrange()
        add_menu_bar(self, self.actions_by_key)
        self._present(doors, bridge, settings)
        self._present_pages(doors, bridge, settings)
        self._present_documents(doors, documents, bridge)
        self._present_projects(doors, documents, bridge)
        self._present_tools(doors, tools, bridge)
        self._present_more(doors, bridge, settings)
        looks = (bridge, self.theme, self._file_dialogs, self)
        self.servers = ServersPresenter(servers, self._known_servers, self.models, *looks)
        self.interchange.show_pictures_by(media.thumbnail)
        self._connect()
        self.setStyleSheet(self.theme.style_sheet())
        self._refresh()
        settings.on_change(LOOK, partial(self._wear, settings))
        settings.on_change((SYSTEM_PROMPT,), partial(self._set_up_new_chats, settings))
        settings.on_change((LANGUAGE,), partial(self._offer_reopening, settings))
        self._set_up_new_chats(settings)
        self._restore()

    def _restore(self) -> None:
        """Show what was shown when it was closed."""
        window_state.restore_sidebar(self._state, self._splitter)
        self._list_visibility.fit_width(0, self.width())
        self.installEventFilter(self)
        self.composer.edit.setFocus()
        self._facts.chat_list.close_folders(window_state.saved_closed_folders(self._state))
        # The chats are on their way: they are told as soon as they are opened.
        if (read := window_state.saved_place(self._state)) is not None:
            self.chat.transcript.return_to(*read)
        self.open_chat.show_when_listed(self.last_chat)

    def _make_views(self, media: MediaLibrary, documents: Reader) -> None:
        from app.ui.chat.status_line import StatusLine
        from app.ui.composer.composer import Composer
        from app.ui.kit.dropped_files import DropHint
        from app.ui.kit.file_dialogs import FileDialogs
        from app.ui.kit.notices import NoticeArea
        from app.ui.media.media_actions import MediaActions
        from app.ui.media.thumbnails import Thumbnails
        from app.ui.models.model_bar import ModelBar
        from app.ui.sidebar.sidebar import Sidebar, SidebarVisibility
        from app.ui.transcript.satellites.find_bar import FindBar
        from app.ui.transcript.transcript_view import TranscriptView
        from app.ui.window.header import Header
        from app.ui.window.welcome import Welcome

        self.thumbnails = Thumbnails(media.thumbnail, self)
        self.sidebar = Sidebar(self.theme, self.actions_by_key, self._facts)
        self.model_bar = ModelBar(self.theme, self.actions_by_key)
        self.notices = NoticeArea(self.theme)
        self.transcript = TranscriptView(
            self.theme, self.open_chat.messages, thumbnails=self.thumbnails
        )
        self.find_bar = FindBar(self.theme, self.transcript)
        self.welcome = Welcome(self.theme)
        self.composer = Composer(self.theme, media, documents, self.thumbnails)
        self._file_dialogs = FileDialogs(self._state)
        self.media_actions = MediaActions(media, self._file_dialogs, self.theme, self)
        self.status = StatusLine(self.theme)
        self._drop_hint = DropHint(self)
        self.header = Header(self.theme, self.actions_by_key, self.model_bar)
        self._list_visibility = SidebarVisibility(self.sidebar, self.header.show_sidebar)

    def _present(self, doors: Doors, bridge: EventBridge, settings: Settings) -> None:
        """Join the views with the facts and the use cases."""
        from app.core.previews import Pages
        from app.ui.chat.chat_gestures import ChatViews
        from app.ui.chat.chat_setup.chat_setup_presenter import ChatSetupPresenter
        from app.ui.chat.chat_setup.presets import Presets
        from app.ui.chat.message_gestures import MediaGestures
        from app.ui.chat.page_opener import PageOpener
        from app.ui.chat.presenters import join
        from app.ui.chat.search_presenter import MessageJump, SearchPresenter
        from app.ui.models.model_presenter import ModelPresenter
        from app.ui.settings.settings_presenter import SettingsPresenter
        from app.ui.window.attention import AttentionPresenter

        self.settings = SettingsPresenter(settings, self.actions_by_key, self.theme, bridge, self)
        self.models = ModelPresenter(
            *(doors.models, bridge, self._facts, self.model_bar, self.notices),
            *(self._state, self._known_servers),
        )
        views = self._views = ChatViews(
            self.sidebar, self.transcript, self.composer, self.status, self.notices
        )
        self.chat = join(doors, bridge, self._facts, self.models, views, self._paths.drafts)
        self._jump = jump = MessageJump(
            doors.chats, bridge, self.open_chat, self.transcript, self.find_bar
        )
        self.search = SearchPresenter(
            *(doors.chats, bridge, self.open_chat),
            *(self.sidebar.search, jump, self._paths.database),
        )
        MediaGestures(
            *(doors.media, bridge, self.open_chat),
            *(self.media_actions, self.transcript, self.notices),
        )
        pages = Pages(self._paths.cache, self._paths.data)
        self.page_opener = PageOpener(pages, settings, self.notices, self)
        self.transcript.requests.open_page.connect(self.page_opener.open)
        self._attention = AttentionPresenter(doors.chats, self.open_chat, self)
        self._chat_setup = ChatSetupPresenter(
            self._facts, self.chat.gestures, Presets(settings), self.theme, self
        )

    def _present_pages(self, doors: Doors, bridge: EventBridge, settings: Settings) -> None:
        """Join what pages and dialogs show, which are built when they are opened."""
        from app.ui.api.api_host import ApiHost
        from app.ui.api.api_presenter import ApiPresenter
        from app.ui.chat.composer_presenter import AttachingPresenter, SensesPresenter
        from app.ui.chat.scan_presenter import ScanPresenter
        from app.ui.hardware.hardware_presenter import HardwarePresenter
        from app.ui.interchange.interchange_presenter import InterchangePresenter
        from app.ui.model_setup.model_setup_presenter import ModelSetupPresenter
        from app.ui.models.chat_model_presenter import ChatModelPresenter
        from app.ui.models.model_pages import ModelPages
        from app.ui.upkeep.about_presenter import AboutPresenter
        from app.ui.upkeep.care_presenter import CarePresenter
        from app.ui.upkeep.folders_presenter import FoldersPresenter
        from app.ui.upkeep.memory_presenter import MemoryPresenter

        paths, listed = self._paths, self._facts.chat_list
        self.memory = MemoryPresenter(doors.memory, bridge, listed, self.theme, self)
        dialogs, settings_of = self._file_dialogs, doors.models.settings_of
        self.model_pages = ModelPages(
            paths, settings, settings_of, bridge, self.theme, self.notices, dialogs, self
        )
        self.model_setup = ModelSetupPresenter(
            doors.models, bridge, self.model_pages.gpus, self.theme, dialogs, self
        )
        self._attaching = AttachingPresenter(
            settings, self.settings, self.media_actions, self.composer
        )
        self._senses = SensesPresenter(
            bridge, self.models, self.composer, self.model_pages.senses_search
        )
        self._scans = ScanPresenter(
            *(doors.media, bridge, self.open_chat, self.models),
            *(self._views, self.model_pages.senses_search),
        )
        self.hardware = HardwarePresenter(paths, bridge, self._facts.running, self)
        self._chat_model = ChatModelPresenter(
            *(self.open_chat, self.models, self.notices),
            *(self.actions_by_key, self._known_servers, bridge),
        )
        self.interchange = InterchangePresenter(doors.store, self._facts, self.theme, dialogs, self)
        self.care = CarePresenter(bridge, self.notices)
        self.folders = FoldersPresenter(paths, self.theme, listed.n_chats, dialogs, self)
        self.about = AboutPresenter(bridge, self.theme, self)
        self.api_host = ApiHost(settings, bridge, self)
        self.api = ApiPresenter(
            self.api_host, self.settings, self.status.api, self.notices, self.theme, self
        )

    def _present_documents(
        self, doors: Doors, documents: DocumentLibrary, bridge: EventBridge
    ) -> None:
        """Join the documents with their page, and with what the open chat searches."""
        from app.ui.documents.documents_presenter import DocumentsPresenter
        from app.ui.documents.passage_search import PassageSearch
        from app.ui.documents.searched_presenter import SearchedPresenter

        self.documents = DocumentsPresenter(
            *(documents, doors.memory, bridge, self.theme, self._file_dialogs, self)
        )
        self.memory.file_chosen.connect(self.documents.keep)
        self.documents.changed.connect(self.memory.look)
        self.chat.transcript.source_requested.connect(self._show_passage)
        self._passage_search = PassageSearch(documents, self.documents, bridge, self.sidebar.search)
        self._searched = SearchedPresenter(
            *(documents, self.documents, doors.memory, bridge),
            *(self.open_chat, self.chat.gestures, self.composer),
        )

    def _present_projects(
        self, doors: Doors, documents: DocumentLibrary, bridge: EventBridge
    ) -> None:
        """Join folders with their projects, and with the chats that begin with them."""
        from app.ui.chat.projects.projects_presenter import ProjectsPresenter

        self.projects = ProjectsPresenter(
            *(doors, documents, bridge, self.open_chat, self.composer),
            *(self.sidebar.lists(), self.theme, self._file_dialogs),
        )

    def _present_tools(self, doors: Doors, tools: ChatTools, bridge: EventBridge) -> None:
        """Join the tools with their page, and with the open chat."""
        from app.ui.tools.approval_presenter import ApprovalPresenter
        from app.ui.tools.chat_tools_presenter import ChatToolsPresenter
        from app.ui.tools.tools_presenter import ToolsPresenter

        self.tools = ToolsPresenter(tools, bridge, self.theme, self._file_dialogs, self)
        self._chat_tools = ChatToolsPresenter(
            *(tools, doors.memory, bridge, self.open_chat, self.chat.gestures, self.composer)
        )
        ApprovalPresenter(
            *(doors, bridge, self.open_chat, self._facts.chat_list),
            *(self.composer, self.notices),
        )
        self._chat_tools.page_wanted.connect(self.tools.show_page)

    def _present_more(self, doors: Doors, bridge: EventBridge, settings: Settings) -> None:
        """Join what stands beside the chat: prompts, the small window, tray and palette."""
        from app.core.prompts.prompt_library import FILE_NAME, PromptLibrary
        from app.ui.composer.prompts_presenter import PromptsPresenter, supplied_prompts
        from app.ui.kit.actions import Group
        from app.ui.window.palette.command_palette import CommandPalette
        from app.ui.window.palette.sources import PaletteDoors
        from app.ui.window.quick_ask import QuickAsk
        from app.ui.window.tray import LongAnswers, Tray

        self.model_pages.library.opened = lambda: self.models.recent
        self.settings.restart_requested.connect(self.reopening_wanted)
        for menu in self.findChildren(QMenu, Group.APPEARANCE.name):
            self.settings.offer_look(menu)
        listed = self._facts.chat_list
        library = PromptLibrary(self._paths.config / FILE_NAME, supplied_prompts)
        self.prompts = PromptsPresenter(library, self.composer, bridge, self.theme, self)
        self.quick_ask = QuickAsk(
            doors.chats, bridge, self.models, self._facts.running, settings, self.theme, self
        )
        self._attention.elsewhere = self.quick_ask.looked_at
        self.tray = Tray(settings, self.actions_by_key, self._state, self.notices, self)
        self._long_answers = LongAnswers(self._facts, settings, self.tray)
        self.palette_of_commands = CommandPalette(
            self.actions_by_key,
            self.settings.shortcuts,
            settings,
            listed,
            PaletteDoors(
                self.open_chat.show,
                self.settings.show_setting,
                self.settings.change,
                self.models.choose,
                self._known_models,
            ),
            self._state,
            self.theme,
            self,
        )

    def _known_models(self) -> dict[str, str]:
        """Return models by path that need not be looked for."""
        seen = {entry.path: entry.name for entry in self.model_pages.library.seen}
        return self.models.recent | seen

    # -- arranging --

    def _arrange(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.transcript)
        content = QWidget()
        content.setObjectName("content")
        content.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = vertical(content, margins=0, spacing=0)
        for part in (self.header, self.notices, self.find_bar):
            column.addWidget(part)
        add_to(column, (self._pages, 1), self.composer, self.status)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.sidebar)
        self._splitter.addWidget(content)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([_SIDEBAR_WIDTH, 900])
        picture = self.takeCentralWidget()
        self.setCentralWidget(self._splitter)
        if picture is not None and self.last_chat is not None:  # which comes a moment later
            lay_over(picture, self, self.transcript.shown, self.composer.edit.textChanged)

    def _connect(self) -> None:
        actions = self.actions_by_key
        for key, slot in (
            ("new_chat", self.chat.gestures.new_chat),
            ("new_temporary_chat", self.chat.gestures.new_temporary_chat),
            ("use_guide", self.models.use_guide),
            ("library", self.model_pages.library.show_page),
            ("get_model", self.model_pages.show_get_model),
            ("servers", self.servers.show_page),
            ("open_model", self.ask_model),
            ("model_setup", self.model_setup.ask),
            ("unload_model", self.models.unload),
            ("memory", self.show_memory),
            ("documents", self.documents.show_page),
            ("hardware", self.hardware.show_page),
            ("api", self.api.show_page),
            ("settings", self.settings.show_page),
            ("prompts", self.prompts.show_page),
            ("shortcuts", self.settings.show_shortcuts),
            ("folders", self.show_folders),
            ("stop", self.chat.gestures.stop),
            ("regenerate", self.chat.messages.regenerate),
            ("edit_last", self.chat.messages.edit_last),
            ("continue", self.chat.messages.go_on),
            ("copy_answer", self.chat.gestures.copy_answer),
            ("begin_answer", self.chat.messages.begin_last_answer),
            ("attach", self.ask_files),
            ("chat_setup", self._chat_setup.ask),
            ("find", self.find_bar.open_bar),
            ("rename_chat", self._rename_chat),
            ("export_chat", self.interchange.export_open),
            ("export_all", self.interchange.export_all),
            ("import_chats", self.interchange.ask_import),
            ("delete_chat", self.chat.gestures.delete_chat),
            ("undo_delete", self.chat.deletions.undo_latest),
            ("pin_chat", self.chat.listing.pin_open_chat),
            ("archive_chat", self.chat.listing.archive_open_chat),
            ("focus_prompt", self.composer.edit.setFocus),
            ("quick_ask", self.quick_ask.show),
            ("palette", self.palette_of_commands.toggle),
            ("zoom_in", partial(self._zoom, 1)),
            ("zoom_out", partial(self._zoom, -1)),
            ("zoom_reset", partial(self._zoom, 0)),
            ("about", self.show_about),
            ("quit", self.close),
        ):
            actions[key].triggered.connect(slot)
        self._connect_list()
        self._connect_views()
        self._connect_other_windows()

    def _connect_list(self) -> None:
        actions = self.actions_by_key
        for key, slot in (
            ("new_folder", self._new_folder),
            ("archived_chats", self._show_archive),
            ("trash", self._show_trash),
            ("focus_chats", self._focus_chats),
            ("toggle_sidebar", self._list_visibility.toggle),
            ("search", self._focus_search),
        ):
            actions[key].triggered.connect(slot)

    def _connect_views(self) -> None:
        self.interchange.others_dropped.connect(self.composer.attach_files)
        self.sidebar.search.left.connect(self.composer.edit.setFocus)
        for chats in self.sidebar.lists():
            chats.setup_requested.connect(self._chat_setup.ask_of)
            chats.export_requested.connect(self.interchange.export)
        self._facts.chat_list.folded.connect(self._keep_folded)
        self.welcome.open_model_requested.connect(self.ask_model)
        self.welcome.get_model_requested.connect(self.model_pages.show_get_model)
        self.welcome.guide_requested.connect(self.models.use_guide)
        self.welcome.folders_requested.connect(self.show_folders)
        self.welcome.question_chosen.connect(self._on_question)
        self.composer.open_model_requested.connect(self.ask_model)
        self.composer.files_wanted.connect(self.ask_files)
        self.model_pages.load_requested.connect(self.models.choose)
        self.model_pages.open_file_requested.connect(self.ask_model)
        self.model_pages.library.setup_requested.connect(self.model_setup.ask_of)
        self.models.setup_requested.connect(self.model_setup.ask_of)
        self._senses.setup_requested.connect(self.model_setup.ask_of)
        self.models.library_requested.connect(self.model_pages.library.show_page)
        self.models.get_model_requested.connect(self.model_pages.show_get_model)
        self.models.servers_requested.connect(self.servers.show_page)
        self.settings.page_requested.connect(self._show_page_of)
        self.model_setup.load_requested.connect(self.models.open_path)
        self.model_setup.page_opened.connect(self.model_pages.follow_setup)
        self.hardware.reload_requested.connect(self.models.open_path)
        self.hardware.setup_requested.connect(self.model_setup.ask_of)
        self.models.state_changed.connect(self._on_model_state)
        self.models.note_changed.connect(self.status.set_note)
        self.transcript.requests.zoom.connect(self._zoom)
        self.transcript.requests.return_keyboard.connect(self._on_keyboard_returned)
        self.composer.edit.escaped.connect(self._close_nearest)
        self.chat.deletions.changed.connect(self._refresh)
        self.find_bar.closed.connect(self.transcript.setFocus)
        self.open_chat.switched.connect(self._on_switched)
        self.open_chat.created.connect(self._keep_open_chat)
        self.model_setup.model_changed.connect(self._refresh)
        self.chat.rules.changed.connect(self._refresh)
        self.chat.composer.refreshed.connect(self._refresh)
        listed = self._facts.chat_list
        for signal in (listed.modelReset, listed.rowsInserted, listed.rowsRemoved):
            signal.connect(self._refresh)
        self.theme.changed.connect(self._on_theme_changed)

    def _connect_other_windows(self) -> None:
        self.actions_by_key["tools"].triggered.connect(self.tools.show_page)
        self._long_answers.chat_wanted.connect(self._show_chat)
        self.quick_ask.chat_wanted.connect(self._show_chat)
        self.quick_ask.link_activated.connect(self._ask_about_link)
        self.quick_ask.changed.connect(self._attention.tell)

    # -- reacting --

    @Slot()
    def ask_model(self) -> None:
        """Let the user choose a model file."""
        self.models.ask(self)

    @Slot()
    def ask_files(self) -> None:
        """Let the user choose files that go along with the message."""
        self.composer.attach_files(self._file_dialogs.ask_attachments(self))

    @Slot(object)
    def _show_passage(self, passage: Attachment) -> None:
        """Show what a passage is of: a message, or a document with the passage marked."""
        from app.core.messages import message_of

        source, text = passage.source, passage.text
        if source is not None and (number := message_of(source)) is not None:
            self._jump.go_to_words(text, number)
        elif source is not None:
            place = (source.digest, source.begin, source.begin + len(text))
            self.documents.show_passage(*place, text=text, name=passage.name)

    @Slot()
    def show_memory(self) -> None:
        """Show what is kept of each chat."""
        self.memory.show_page(self)

    @Slot()
    def show_folders(self) -> None:
        """Show where everything lies."""
        self.folders.show_page(self)

    @Slot()
    def show_about(self) -> None:
        """Show which version this is, and what it is made of."""
        self.about.show_page(self)

    @Slot(int)
    def _zoom(self, step: int, *_: object) -> None:
        """Make what is read larger (1) or smaller (-1), or as usual again (0)."""
        from app.core.settings.table import ZOOM
        from app.ui.kit.theme import MAX_ZOOM, MIN_ZOOM, ZOOM_STEP

        zoom = round(self.theme.zoom + step * ZOOM_STEP, 1) if step else ZOOM.default
        self.settings.change(ZOOM, min(MAX_ZOOM, max(MIN_ZOOM, zoom)))

    def _wear(self, settings: Settings) -> None:
        from app.ui.settings.settings_presenter import look_of

        self.theme.wear(look_of(settings))

    def _set_up_new_chats(self, settings: Settings) -> None:
        from app.core.chats.records import ChatSetup
        from app.core.settings.table import SYSTEM_PROMPT

        self.open_chat.set_default_setup(ChatSetup(settings.get(SYSTEM_PROMPT).strip()))

    def _offer_reopening(self, settings: Settings) -> None:
        """The words of a window are those it was opened with."""
        from app.core.settings.table import LANGUAGE
        from app.ui.kit.notices import NoticeAction
        from app.ui.words.translation import language_of, tr

        if language_of(settings.get(LANGUAGE)) == self._opened_in:
            self.notices.dismiss("language")
            return
        self.notices.show_note(
            "language",
            tr("The language changes when you restart Hearth"),
            NoticeAction(tr("Restart now"), self.reopening_wanted.emit),
        )

    @Slot(object)
    def _show_page_of(self, setting: Setting[Any]) -> None:
        """Show the page where a setting is changed, or that says more of it."""
        from app.core.settings.setting import SettingGroup

        if setting.group is SettingGroup.API:
            self.api.show_page()
        else:
            self.model_pages.library.show_page()

    @Slot(object)
    def _show_chat(self, chat_id: ChatId) -> None:
        """Come to the front with a chat."""
        from app.ui.window.attention import bring_to_front

        bring_to_front(self)
        if chat_id != self.open_chat.id:
            self.open_chat.show(chat_id)

    @Slot(str)
    def _ask_about_link(self, address: str) -> None:
        """Ask about a link of the small window where there is room to."""
        from app.ui.window.attention import bring_to_front

        bring_to_front(self)
        self.chat.transcript.ask_to_open(address)

    @Slot()
    def _new_folder(self) -> None:
        self._list_visibility.show()
        self.chat.listing.new_folder()

    @Slot()
    def _show_archive(self) -> None:
        was_there = self.sidebar.isVisible()
        self._list_visibility.show()
        self.sidebar.show_archive(toggles=was_there)

    @Slot()
    def _show_trash(self) -> None:
        was_there = self.sidebar.isVisible()
        self._list_visibility.show()
        self.sidebar.show_trash(toggles=was_there)

    @Slot()
    def _keep_folded(self) -> None:
        window_state.save_closed_folders(self._state, self._facts.chat_list.closed_folders())

    @Slot()
    def _focus_chats(self) -> None:
        self._list_visibility.show()
        self.sidebar.show_chats()
        self.sidebar.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def _focus_search(self) -> None:
        self._list_visibility.show()
        self.sidebar.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.sidebar.search.field.selectAll()

    @Slot()
    def _rename_chat(self) -> None:
        self._list_visibility.show()  # the title is edited there
        self.sidebar.show_list_of(self.open_chat.record)
        self.chat.gestures.rename_chat()

    @Slot()
    def _on_model_state(self) -> None:
        from app.ui.models.model_presenter import ModelState
        from app.ui.window.welcome import WelcomeKind

        if self.models.state is ModelState.NONE:
            self.welcome.show_kind(WelcomeKind.NO_MODEL)
        else:
            self.welcome.show_kind(self._welcome_kind())
        self._refresh()

    def _welcome_kind(self) -> WelcomeKind:
        from app.ui.window.welcome import WelcomeKind

        if self.models.is_guide:
            return WelcomeKind.GUIDE
        return WelcomeKind.MODEL if self.models.place is None else WelcomeKind.SERVER

    @Slot(str, str)
    def _on_question(self, text: str, answer: str) -> None:
        self.chat.outbox.ask(text, answer)
        self.composer.edit.setFocus()

    @Slot()
    def _on_switched(self) -> None:
        self._keep_open_chat()
        self.find_bar.close_bar()

    @Slot()
    def _keep_open_chat(self) -> None:
        """Let the next start show this chat."""
        chat = self.open_chat
        window_state.save_open_chat(self._state, None if chat.is_temporary else chat.id)

    @Slot()
    def _refresh(self) -> None:
        from app.ui.composer.composer import ComposerState
        from app.ui.words.plain_text import window_title

        chat = self.open_chat
        self.header.title.setText(chat.title)
        self.setWindowTitle(window_title(chat.title, "Hearth"))
        is_known_empty = chat.is_empty and not chat.is_opening
        is_new = chat.is_new or chat.is_temporary
        is_welcome = is_known_empty and (is_new or self.models.is_guide)
        self._pages.setCurrentIndex(0 if is_welcome else 1)
        self.composer.keep_room_for_reason(keeps=is_welcome)
        self.welcome.set_temporary(is_temporary=chat.is_temporary)
        self.welcome.set_first(is_first=self._facts.chat_list.n_chats() == 0)
        self.welcome.starters.set_can_ask(possible=self.composer.state is ComposerState.READY)
        actions = self.actions_by_key
        actions["stop"].setEnabled(chat.is_answering)
        actions["regenerate"].setEnabled(self.chat.rules.can_regenerate)
        actions["edit_last"].setEnabled(self.chat.rules.can_change)
        actions["begin_answer"].setEnabled(self.chat.rules.can_change)
        actions["find"].setEnabled(not chat.is_empty)
        actions["continue"].setEnabled(self.chat.rules.can_continue)
        actions["copy_answer"].setEnabled(not chat.is_empty)
        actions["model_setup"].setEnabled(self.model_setup.can_ask)
        actions["unload_model"].setEnabled(self.models.can_unload)
        for key in ("model_setup", "unload_model"):  # of a server, only that decides
            actions[key].setVisible(self.models.place is None)
        actions["undo_delete"].setEnabled(self.chat.deletions.can_undo)
        for key in ("rename_chat", "delete_chat", "pin_chat", "archive_chat"):
            actions[key].setEnabled(chat.id is not None and not chat.is_temporary)
        actions["export_chat"].setEnabled(chat.id is not None)
        actions["export_all"].setEnabled(self._facts.chat_list.n_chats() > 0)

    @Slot()
    def _on_theme_changed(self) -> None:
        from app.ui.kit.actions import colour_actions

        colour_actions(self.actions_by_key, self.theme.colours)
        self.setStyleSheet(self.theme.style_sheet())

    # -- Escape --

    @Slot()
    def _close_nearest(self) -> None:
        """Escape closes what is nearest; an answer is stopped only where there is nothing else."""
        if self.find_bar.isVisible():
            self.find_bar.close_bar()
        else:
            self.composer.cancel_edit()

    @Slot()
    def _on_keyboard_returned(self) -> None:
        if self.find_bar.isVisible():
            self.find_bar.close_bar()
        else:
            self.composer.edit.setFocus()

    # -- Qt events --

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: what comes to the window once it is furnished.

        Escape is the answer's shortcut only while nothing nearer wants it. A narrow window hides
        the chats, a wide one brings them back.
        """
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride:
            is_escape = cast("QKeyEvent", event).key() == Qt.Key.Key_Escape
            if is_escape and (self.find_bar.isVisible() or self.composer.is_editing):
                event.accept()
                return True
        elif kind == QEvent.Type.Resize:
            was = cast("QResizeEvent", event).oldSize()
            self._list_visibility.fit_width(was.width(), self.width())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: a key that nobody else wanted."""
        if event.key() == Qt.Key.Key_Escape:
            self._close_nearest()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Qt: anything may be dropped anywhere: a model, chats to import, files to go along."""
        from app.ui.kit.dropped_files import dropped_files, has_picture, take_copies

        take_copies(event)
        mime = event.mimeData()
        self._drop_hint.show_for(dropped_files(mime), has_picture=has_picture(mime))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Qt: they are dragged elsewhere."""
        self._drop_hint.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Qt: open the dropped model, offer dropped chats, and attach all else."""
        from app.ui.kit.dropped_files import (
            dropped_files,
            dropped_picture,
            model_and_others,
            take_copies,
        )

        self._drop_hint.hide()
        take_copies(event)
        model, others = model_and_others(dropped_files(event.mimeData()))
        picture = dropped_picture(event.mimeData())
        if model:
            self.models.open_path(model)
        if others:
            self.interchange.take_dropped(others)
        if picture is not None:
            self.composer.attaching.take_picture(picture)

    @Slot()
    def close_at_once(self) -> None:
        """Close without a question: whoever asks waits for no answer."""
        self.open_chat.may_leave = lambda _then: True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Qt: keep size and place; not where the window stays, in the tray or for its user."""
        if self.tray.takes(event):
            self._attention.stay_open()
            return
        if self.open_chat.is_temporary and not self.open_chat.may_leave(self.close):
            event.ignore()
            return
        for page in self.findChildren(QDialog):
            page.close()  # what is being written there counts; nothing hears it afterwards
        self.tray.close()
        self.quick_ask.close()
        self.chat.outbox.close()
        self.model_pages.close()
        self.interchange.close()
        self.search.close()
        self.thumbnails.close()
        self.media_actions.close()
        self.page_opener.close()
        self._passage_search.close()
        self._searched.close()
        self._chat_tools.close()
        self.projects.close()
        self.documents.close()
        self.tools.close()
        window_state.save_place(self._state, self.open_chat.id, self.chat.transcript.place())
        window_state.save_window(self._state, self, self._splitter)
        if self.isVisible() and not self.open_chat.is_temporary:
            self.last_picture = picture_of(self)
        super().closeEvent(event)
        self.closed.emit()
