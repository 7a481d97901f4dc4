"""The page "Tools": shows what the toolbox has, and takes the user's word for it.

Whatever starts a server, asks one, the disk or the keyring is done aside. Nothing is started before
`StartDialog` has shown it whole and the user has agreed; opening the page starts nothing.

Longer than other files: all that is opened from the page, and what is done aside for it.

Threads: the interface thread.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from app.core.errors import KnownError, Problem, problem_of
from app.core.plain_value import PlainValue
from app.core.system.desktop_words import keyring
from app.core.system.keyring_entry import KeyringRefused
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.ui.kit.message_box import PagePresenter, agrees
from app.ui.kit.timers import timer
from app.ui.words.formatting import count
from app.ui.words.plain_text import isolated
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.conversations.chat_tools import ChatTools
    from app.core.tools.importing import FoundServer
    from app.core.tools.permissions import Allowed
    from app.core.tools.servers import ToolChoices, ToolServer
    from app.core.tools.toolbox import ServerState, Toolbox
    from app.core.tools.values import Question, Tool
    from app.ui.kit.dialog_page import MessageDialog
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme
    from app.ui.tools.import_dialog import FoundList, ServerImportDialog
    from app.ui.tools.server_form import ServerForm
    from app.ui.tools.tool_dialogs import OwnToolsDialog, PermissionsDialog
    from app.ui.tools.tools_dialog import ToolsDialog
    from app.ui.tools.tools_model import ToolGroup

_LOOK_MS: Final = 1000  # between two looks at servers that may have ended, and at their logs
_ASK_EACH_S: Final = 15.0  # running servers, which may have other tools by now
logger = logging.getLogger(__name__)


class _Listed(PlainValue, frozen=True, eq=False):
    """What there is.

    Attributes:
        lacking: why tools of Hearth's own cannot be used on this machine, by their names.
        changed: names of tools that are others than the user has allowed.
        to_ask: names of servers under which the user has allowed something else.
        problems: of the files.
    """

    states: tuple[ServerState, ...]
    own: tuple[Tool, ...]
    lacking: Mapping[str, Problem]
    changed: frozenset[str]
    to_ask: frozenset[str]
    choices: ToolChoices
    has_key: bool
    allowed: tuple[Allowed, ...]
    problems: tuple[Problem, ...]


class _Answered(PlainValue, frozen=True, eq=False):
    """What a server has said; neither tools nor a problem where it was stopped."""

    server: ToolServer
    stop: StopSignal
    tools: tuple[Tool, ...] | None = None
    problem: Problem | None = None


class _Saved(PlainValue, frozen=True, eq=False):
    """What became of a change.

    Attributes:
        server: that is in the list now; None for another change.
        question: why the user has to be asked before it is started; None where it may be.
        said: of it.
        problem: why it was not done.
        asked_in: the window in which it was asked for; None for the page.
    """

    server: ToolServer | None = None
    question: Question | None = None
    said: str = ""
    problem: Problem | None = None
    asked_in: ServerForm | OwnToolsDialog | None = None


class _Found(PlainValue, frozen=True, eq=False):
    lists: tuple[FoundList, ...]


class ToolsPresenter(PagePresenter["ToolsDialog"]):
    """One page at a time, and what is opened from it.

    Args:
        tools: has the toolbox, which is made when the page is opened first.
        bridge: brings what is done aside to the interface thread.
        dialogs: ask for a file or a folder.
        window: the page belongs to it.
    """

    def __init__(
        self,
        tools: ChatTools,
        bridge: EventBridge,
        theme: Theme,
        dialogs: FileDialogs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._tools, self._post, self._theme = tools, bridge.post, theme
        self._dialogs, self._window = dialogs, window
        self._aside = Lane("tools page")
        self._timer = timer(self, _LOOK_MS, self._look)
        self._known: dict[ToolServer, tuple[Tool, ...]] = {}  # of servers that were asked
        self._asks_again_s: dict[ToolServer, float] = {}
        self._asking: dict[ToolServer, StopSignal] = {}
        self._listed: _Listed | None = None
        self._groups: tuple[ToolGroup, ...] = ()
        self._new = ""  # a server that is to be chosen as soon as it is listed
        self._form: ServerForm | None = None
        self._own: OwnToolsDialog | None = None
        self._import: ServerImportDialog | None = None
        self._permissions: PermissionsDialog | None = None
        self._log: MessageDialog | None = None
        self._logged = ""  # name of the server whose log is shown
        bridge.subscribe(_Listed, self._on_listed)
        bridge.subscribe(_Answered, self._on_answered)
        bridge.subscribe(_Saved, self._on_saved)
        bridge.subscribe(_Found, self._on_found)

    @Slot()
    def show_page(self) -> ToolsDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.tools.tools_dialog import ToolsDialog

        if self._dialog is None:
            page = self._begin(ToolsDialog(self._theme, self._window))
            page.add_requested.connect(self._add)
            page.import_requested.connect(self._show_import)
            page.own_requested.connect(self._show_own)
            page.permissions_requested.connect(self._show_permissions)
            page.start_requested.connect(self._start)
            page.stop_requested.connect(self._stop)
            page.edit_requested.connect(self._edit)
            page.remove_requested.connect(self._remove)
            page.log_requested.connect(self._show_log)
            self._asks_again_s.clear()
            self._look()
        return self._to_front()

    def close(self) -> None:
        """Ask nothing more."""
        for stop in self._asking.values():
            stop.stop()
        self._aside.close()

    # -- on lanes --

    def _load(self, known: Mapping[ToolServer, tuple[Tool, ...]], before: _Listed | None) -> None:
        from app.core.tools.own.web_search import ENGINES, key_of_engine
        from app.core.tools.values import Question

        box = self._tools.box
        permissions, servers = box.permissions, box.servers
        states, own, choices = box.states(), box.own_tools(), servers.choices()
        usable = tuple(one.tool for one in own if one.lacks is None)
        lacking = {one.tool.name: one.lacks for one in own if one.lacks is not None}
        tools = [*usable, *(tool for server in known for tool in known[server])]
        engine = ENGINES.get(choices.engine)
        if before is not None and before.choices == choices:
            has_key = before.has_key  # the keyring is asked once, for it may ask its user
        else:
            has_key = engine is not None and bool(key_of_engine(engine.name).secret())
        self._post(
            _Listed(
                states,
                usable,
                lacking,
                frozenset(tool.name for tool in tools if permissions.has_changed(tool)),
                frozenset(
                    one.server.name
                    for one in states
                    if permissions.start_question(one.server.name, one.server.digest)
                    is Question.CHANGED
                ),
                choices,
                has_key,
                permissions.all(),
                tuple(filter(None, (servers.take_problem(), permissions.take_problem()))),
            )
        )

    def _ask(self, server: ToolServer, stop: StopSignal, *, is_agreed: bool, is_anew: bool) -> None:
        """Have a server say which tools it has."""
        box, answer = self._tools.box, _Answered(server, stop)
        try:
            if is_agreed:
                box.permissions.agree(server.name, server.digest)
            if is_anew:
                box.restart(server.name)
            answer = _Answered(server, stop, box.tools_of(server, stop))
        except TransferStopped:
            pass
        except Exception as error:  # noqa: BLE001 - the page says it
            answer = _Answered(server, stop, problem=_told(error))
        self._post(answer)

    def _do(
        self,
        work: Callable[[Toolbox], object],
        server: ToolServer | None,
        said: str,
        asked_in: ServerForm | OwnToolsDialog | None,
    ) -> None:
        """Change something, and tell what became of it."""
        try:
            box, question = self._tools.box, None
            work(box)
            if server is not None:
                question = box.permissions.start_question(server.name, server.digest)
            self._post(_Saved(server, question, said, asked_in=asked_in))
        except Exception as error:  # noqa: BLE001 - the page says it
            self._post(_Saved(server, problem=_told(error), asked_in=asked_in))

    # -- what comes back --

    @Slot()
    def _look(self) -> None:
        """Show what there is by now, unless that is being found out anyway."""
        if self._dialog is not None and not self._aside.has_waiting:
            self._aside.add(self._load, dict(self._known), self._listed)

    def _on_listed(self, event: _Listed) -> None:
        if self._dialog is None:
            return
        self._listed = event
        for state in event.states:
            is_due = self._asks_again_s.get(state.server, 0.0) <= time.monotonic()
            if state.is_running and is_due and state.server not in self._asking:
                self._begin_asking(state.server, is_anew=False)
        self._show()
        for problem in event.problems:
            self._dialog.show_file_problem(problem)
        if self._permissions is not None:
            self._permissions.show_rows(event.allowed)
        self._timer.start()

    def _show(self) -> None:
        from app.ui.tools.tools_model import groups_of

        listed = self._listed
        if listed is None or self._dialog is None:
            return
        self._groups = groups_of(
            listed.states, listed.own, listed.choices,
            lacking=listed.lacking, has_key=listed.has_key, known=self._known,
            asking=self._asking, changed=listed.changed, to_ask=listed.to_ask,
        )  # fmt: skip
        self._dialog.show_groups(self._groups)
        if self._new and any(one.name == self._new for one in self._groups):
            self._dialog.select(self._new)
            self._new = ""
        self._show_logged()

    def _on_answered(self, event: _Answered) -> None:
        if self._asking.get(event.server) is event.stop:
            del self._asking[event.server]
            if event.tools is not None or event.problem is not None:
                self._known[event.server] = event.tools or ()
        if self._dialog is not None and event.problem is not None:
            self._dialog.show_problem(event.problem)
        self._look()

    def _on_saved(self, event: _Saved) -> None:
        page = self._dialog
        if page is None:
            return
        # Meanwhile that window may be closed, and another one open.
        dialog = next((one for one in (self._form, self._own) if one is event.asked_in), None)
        if event.problem is not None:
            (dialog or page).show_problem(event.problem)
        else:
            page.say(event.said)
            if dialog is not None:
                dialog.accept()
        # Behind what was done; the keyring may have another key now.
        self._aside.add(self._load, dict(self._known), None)
        if event.server is not None and event.problem is None:
            self._new = event.server.name
            self._start_server(event.server, event.question)

    def _on_found(self, event: _Found) -> None:
        if self._import is not None:
            self._import.show_lists(event.lists)

    # -- starting and stopping --

    @Slot(object)
    def _start(self, group: ToolGroup) -> None:
        from app.core.tools.values import Question
        from app.ui.tools.tools_model import State

        if group.server is not None:
            why = {State.NEW: Question.NEW, State.CHANGED: Question.CHANGED}.get(group.state)
            self._start_server(group.server, why)

    def _start_server(self, server: ToolServer, question: Question | None) -> None:
        """Start a server, or ask the user first, who is shown this very one."""
        from app.core.tools.values import Question
        from app.ui.tools.tool_dialogs import StartDialog

        if question is None:
            self._begin_asking(server, is_anew=True)
            return
        is_changed = question is Question.CHANGED
        dialog = StartDialog(server, self._dialog or self._window, is_changed=is_changed)
        dialog.accepted.connect(partial(self._begin_asking, server, is_anew=True, is_agreed=True))
        dialog.open()

    def _begin_asking(self, server: ToolServer, *, is_anew: bool, is_agreed: bool = False) -> None:
        if is_anew:
            self._known.pop(server, None)
        self._asks_again_s[server] = time.monotonic() + _ASK_EACH_S
        stop = self._asking[server] = StopSignal()
        Lane("tool server of the page").add(
            self._ask, server, stop, is_agreed=is_agreed, is_anew=is_anew
        )
        self._show()

    @Slot(object)
    def _stop(self, group: ToolGroup) -> None:
        server = group.server
        if server is None:
            return
        if (asking := self._asking.get(server)) is not None:
            asking.stop()
        self._change(None, "", lambda box: box.restart(server.name))

    # -- the list --

    def _change(
        self,
        server: ToolServer | None,
        said: str,
        work: Callable[[Toolbox], object],
        asked_in: ServerForm | OwnToolsDialog | None = None,
    ) -> None:
        self._aside.add(self._do, work, server, said, asked_in)

    @Slot()
    def _add(self) -> None:
        self._show_form(None)

    @Slot(object)
    def _edit(self, group: ToolGroup) -> None:
        self._show_form(group.server)

    def _show_form(self, server: ToolServer | None) -> None:
        from app.ui.tools.server_form import ServerForm

        def save(written: ToolServer, secrets: Mapping[str, str]) -> None:
            work = partial(_save, written, secrets, is_new=server is None)
            self._change(written, "", work, form)

        def choose_folder() -> None:
            if folder := self._dialogs.ask_tool_folder(form):
                form.folder.setText(folder)

        taken = [one.name for one in self._groups if one.server is not None]
        form = self._form = ServerForm(server, taken, self._dialog)
        form.saved.connect(save)
        form.folder_wanted.connect(choose_folder)
        form.finished.connect(lambda: setattr(self, "_form", None))
        form.open()

    @Slot(object)
    def _remove(self, group: ToolGroup) -> None:
        name = group.name
        is_wanted = agrees(
            self._dialog,
            tr("Remove server"),
            tr("Remove {server} from the list?", server=isolated(name)),
            tr(
                "Hearth ends it, forgets what you allowed it, and removes its keys from the "
                "{keyring}. Chats keep what it has answered.",
                keyring=translated(keyring()),
            ),
            tr("Remove"),
            QMessageBox.ButtonRole.DestructiveRole,
        )
        if is_wanted:
            said = tr("Removed {name}", name=isolated(name))
            self._change(None, said, partial(_remove, name))

    # -- what is opened from the page --

    @Slot()
    def _show_import(self) -> None:
        from app.ui.tools.import_dialog import ServerImportDialog

        def choose_file() -> None:
            if path := self._dialogs.ask_tool_list(dialog):
                self._aside.add(self._find, Path(path))

        def add(found: list[FoundServer]) -> None:
            said = tr("Added: {n}. Hearth asks before it starts one.", n=count(len(found)))
            self._change(None, said, partial(_add_all, found))

        known = [one.server for one in self._groups if one.server is not None]
        assert self._dialog is not None
        dialog = self._import = ServerImportDialog(self._theme, known, self._dialog)
        dialog.file_wanted.connect(choose_file)
        dialog.chosen.connect(add)
        dialog.finished.connect(lambda: setattr(self, "_import", None))
        dialog.open()
        self._aside.add(self._find, None)

    def _find(self, path: Path | None) -> None:
        """Read a list of another program, or those that are where such lists are; on the lane."""
        from app.core.tools.importing import known_files, servers_in
        from app.ui.tools.import_dialog import FoundList

        lists = []
        for program, one in known_files() if path is None else [("", path)]:
            try:
                servers, left_out = servers_in(one)
                lists.append(FoundList(program, one, tuple(servers), tuple(left_out)))
            except KnownError as error:
                lists.append(FoundList(program, one, problem=error.problem()))
        self._post(_Found(tuple(lists)))

    @Slot()
    def _show_own(self) -> None:
        from app.ui.tools.tool_dialogs import OwnToolsDialog

        def save(choices: ToolChoices, key: str) -> None:
            self._change(None, tr("Saved."), partial(_choose, choices, key), dialog)

        def choose_folder() -> None:
            if folder := self._dialogs.ask_tool_folder(dialog):
                dialog.folder.setText(folder)

        if self._listed is None or self._dialog is None:
            return
        dialog = self._own = OwnToolsDialog(self._theme, self._listed.choices, self._dialog)
        dialog.saved.connect(save)
        dialog.folder_wanted.connect(choose_folder)
        dialog.finished.connect(lambda: setattr(self, "_own", None))
        dialog.open()

    @Slot()
    def _show_permissions(self) -> None:
        from app.ui.tools.tool_dialogs import PermissionsDialog

        if self._listed is None or self._dialog is None:
            return
        dialog = self._permissions = PermissionsDialog(self._theme, self._dialog)
        dialog.show_rows(self._listed.allowed)
        dialog.revoked.connect(lambda row: self._change(None, "", partial(_revoke, row)))
        dialog.finished.connect(lambda: setattr(self, "_permissions", None))
        dialog.open()

    @Slot(object)
    def _show_log(self, group: ToolGroup) -> None:
        from app.ui.kit.dialog_page import MessageDialog

        if self._log is not None:
            self._log.close()
        title = tr("Log of {server}", server=isolated(group.name))
        self._logged, self._log = (
            group.name,
            MessageDialog(title, "", self._dialog, is_message=False),
        )
        self._log.finished.connect(lambda: setattr(self, "_log", None))
        self._show_logged()
        self._log.show()

    def _show_logged(self) -> None:
        """Show what the server has printed by now."""
        if self._log is not None:
            group = next((one for one in self._groups if one.name == self._logged), None)
            if group is not None:
                self._log.show_text("\n".join(group.log))


# -- done aside --


def _told(error: Exception) -> Problem:
    if isinstance(error, KeyringRefused):
        from app.core.tools.errors import TOOL_SECRETS_NOT_KEPT

        return TOOL_SECRETS_NOT_KEPT(str(error), keyring=keyring()).problem()
    if not isinstance(error, KnownError):
        logger.error("the page of tools failed", exc_info=error)
    return problem_of(error)


def _save(server: ToolServer, secrets: Mapping[str, str], box: Toolbox, *, is_new: bool) -> None:
    from app.core.tools.errors import DROPPED_SECRETS_LEFT

    if is_new:
        box.servers.add(server, secrets)
    else:
        left = box.servers.change(server, secrets)
        box.restart(server.name)
        if left:
            names = ", ".join(f"“tool server {server.name}: {name}”" for name in left)
            raise DROPPED_SECRETS_LEFT(server=server.name, keyring=keyring(), names=names)


def _remove(name: str, box: Toolbox) -> None:
    from app.core.tools.errors import TOOL_SECRETS_LEFT

    box.permissions.forget(server=name)
    box.restart(name)
    try:
        box.servers.remove(name)
    except KeyringRefused as error:
        raise TOOL_SECRETS_LEFT(str(error), server=name, keyring=keyring()) from None


def _add_all(found: list[FoundServer], box: Toolbox) -> None:
    """Add all that can be added; raise what was wrong with one of the others."""
    failure: Exception | None = None
    for one in found:
        try:
            box.servers.add(one.server, one.secrets)
        except (KnownError, KeyringRefused) as error:
            failure = error
    if failure is not None:
        raise failure


def _choose(choices: ToolChoices, key: str, box: Toolbox) -> None:
    from app.core.tools.errors import FOLDER_UNKNOWN
    from app.core.tools.own.web_search import key_of_engine

    if choices.folder and not Path(choices.folder).is_dir():
        raise FOLDER_UNKNOWN(name=choices.folder)
    if key:
        key_of_engine(choices.engine).keep(key)
    box.servers.choose(choices)


def _revoke(row: Allowed, box: Toolbox) -> None:
    box.permissions.revoke(row)
    if not row.name:  # the start of a server
        box.restart(row.server)
