"""The page "API for other programs": the switch, address and key, and what was asked.

Longer than other files: the page and its card of address and key change together.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QStackedWidget, QWidget

from app.ui.api.api_state import ApiActivity, CannotListen, Listening, Off, Starting, Stopping
from app.ui.api.request_table_model import RequestColumn, RequestTableModel, status_width
from app.ui.api.setup_dialog import SetupDialog
from app.ui.kit.accessibility import announce
from app.ui.kit.boxes import TickBox
from app.ui.kit.dialog_page import DialogPage, empty_page, page_head, scrolling_page
from app.ui.kit.labels import SELECTABLE, ElidedLabel, label, push_button
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.page_table import on_page, page_table
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from app.ui.words.formatting import counted
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QLabel, QTableView

    from app.ui.api.api_state import ApiState, ServedModelName


def _launched() -> dict[str, str]:
    """Return what starts each program with the model, by the name that its makers give it."""
    return {
        "Claude Code": "hearth launch claude",
        "Codex": "hearth launch codex",
        "opencode": "hearth launch opencode",
        "Qwen Code": "hearth launch qwen",
        "Continue CLI": "hearth launch continue",
    }


class _AccessCard(QFrame):
    """Shows address and key of a server that listens.

    Sends `copied` with what was put on the clipboard, "" for the key; `renew_requested` for a new
    key and `setup_requested` for how programs are set up.
    """

    copied = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("suggestions")
        self.setAccessibleName(tr("Address and key"))
        self._listening: Listening | None = None
        self._is_key_shown = False
        self._address, self._key = label("codeText"), label("codeText")
        self._hidden = label("dialogText", tr("Hidden until you show it"))
        for words in (self._address, self._key):
            words.setTextInteractionFlags(SELECTABLE)
        self.copy_address = _button(tr("Copy"), tr("Copy the address"))
        self.show_key = _button(tr("Show"), tr("Show the key"))
        self.copy_key = _button(tr("Copy"), tr("Copy the key"))
        self.renew_button = _button(tr("New key…"), tr("Create a new key"))
        set_tip(self.renew_button, tr("Programs with the old key will be refused"))
        self.launch_button = _button(tr("Use with…"), tr("Use with a program"))
        set_tip(self.launch_button, tr("Copy the command that starts a program with this model"))
        self.launch_menu = self._make_launch_menu()
        self.launch_button.setMenu(self.launch_menu)
        self.setup_button = _button(tr("Set up a program…"), tr("Set up a program"))
        set_tip(
            self.setup_button,
            tr("Configuration to paste for curl, Python, Zed, Continue and others"),
        )
        add_to(
            vertical(self, margins=1, spacing=0),
            _row(
                tr("Address"),
                (self._address,),
                (self.copy_address, self.launch_button, self.setup_button),
                is_first=True,
            ),
            _row(
                tr("Key"),
                (self._key, self._hidden),
                (self.show_key, self.copy_key, self.renew_button),
            ),
        )
        self.copy_address.clicked.connect(self._on_copy_address)
        self.copy_key.clicked.connect(self._on_copy_key)
        self.show_key.clicked.connect(self._on_show_key)

    def _make_launch_menu(self) -> QMenu:
        menu = QMenu(self)
        for name, command in _launched().items():
            menu.addAction(name).triggered.connect(partial(self._copy, command, said=command))
        return menu

    def show_access(self, listening: Listening) -> None:
        """Show where it listens, and the key, which stays hidden until it is asked for."""
        self._listening = listening
        self._refresh()

    def words(self) -> str:
        """Return the address and what is seen of the key."""
        return f"{self._address.text()}\n{self._key.text()}"

    def _refresh(self) -> None:
        listening = self._listening
        if listening is None:
            return
        self._address.setText(listening.base_url)
        self._key.setText(listening.key if self._is_key_shown else "")
        self._key.setVisible(self._is_key_shown)
        self._hidden.setVisible(not self._is_key_shown)
        self.show_key.setText(tr("Hide") if self._is_key_shown else tr("Show"))
        name = tr("Hide the key") if self._is_key_shown else tr("Show the key")
        self.show_key.setAccessibleName(name)

    @Slot()
    def _on_copy_address(self) -> None:
        if self._listening is not None:
            self._copy(self._listening.base_url, said=self._listening.base_url)

    @Slot()
    def _on_copy_key(self) -> None:
        if self._listening is not None:
            self._copy(self._listening.key)

    def _copy(self, text: str, *_: object, said: str = "") -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.emit(said)

    @Slot()
    def _on_show_key(self) -> None:
        self._is_key_shown = not self._is_key_shown
        self._refresh()


def _button(text: str, spoken: str) -> QPushButton:
    button = push_button("", text)
    button.setAccessibleName(spoken)
    return button


def _row(
    heading: str,
    values: Sequence[QLabel],
    buttons: Sequence[QPushButton],
    *,
    is_first: bool = False,
) -> QFrame:
    row = QFrame()
    row.setObjectName("suggestionRow")
    row.setProperty("first", is_first)
    words = add_to(vertical(spacing=SPACE_XS), label("suggestionName", heading))
    for value in values:
        words.addWidget(value)
    line = horizontal(row, margins=(SPACE_L, SPACE_M, SPACE_M, SPACE_M), spacing=SPACE_S)
    add_to(line, (words, 1), SPACE_S)
    for button in buttons:
        line.addWidget(button)
    return row


_SIZE = QSize(940, 680)
_TABLE_HEIGHT = 150
_LEAST_WIDTH = 60
_WIDTHS = {
    RequestColumn.TIME: 78,
    RequestColumn.ADDRESS: 160,
    RequestColumn.PROMPT: 64,
    RequestColumn.CACHED: 64,
    RequestColumn.GENERATED: 64,
    RequestColumn.FIRST_TOKEN: 76,
}


class ApiDialog(DialogPage):
    """Shows what the API does.

    Sends `switched` with whether it shall be on, `retry_requested`, `renew_requested` for a new key
    and `settings_requested`.

    Args:
        theme: of the window.
        model: returns which model answers.
    """

    switched = Signal(bool)
    retry_requested = Signal()
    renew_requested = Signal()
    settings_requested = Signal()

    def __init__(
        self, theme: Theme, model: Callable[[], ServedModelName], parent: QWidget | None = None
    ) -> None:
        super().__init__("api", tr("API for other programs"), parent)
        self._theme = theme
        self._model = model
        self._state: ApiState = Off()
        self._setup: SetupDialog | None = None
        self.switch = TickBox(theme, tr("Let other programs use the model"))
        self._said = label("dialogText")
        self.retry_button = push_button("", tr("Try again"), self.retry_requested)
        self.renew_button = push_button("", tr("New key…"), self.renew_requested)
        self.access = _AccessCard()
        self._connected = ElidedLabel("dialogText")
        self.rows = RequestTableModel(theme, self)
        self.table = self._make_table()
        self._empty = label("emptyMemory")
        self._pages = QStackedWidget()
        self.settings_button = push_button("", tr("Settings…"), self.settings_requested)
        self.close_button = push_button("", tr("Close"), self.reject)
        self.close_button.setDefault(True)
        self._arrange()
        self._connect()
        self.show_state(Off(), is_wished=False)
        self.show_activity(ApiActivity())
        self._fit_screen(_SIZE)
        self.switch.setFocus()

    # -- showing --

    def show_state(self, state: ApiState, *, is_wished: bool) -> None:
        """Show what it does.

        Args:
            is_wished: whether it shall be on.
        """
        self._state = state
        self._problem.hide()
        self.switch.blockSignals(True)
        self.switch.setChecked(is_wished)
        self.switch.blockSignals(False)
        words = _state_words(state)
        if self._said.text() != words:
            self._said.setText(words)
            announce(self, words)
        is_failed = isinstance(state, CannotListen)
        if isinstance(state, CannotListen):
            self.show_problem(state.problem)
        self.retry_button.setVisible(is_failed)
        self.renew_button.setVisible(isinstance(state, CannotListen) and state.is_about_key)
        self.access.setVisible(isinstance(state, Listening))
        if isinstance(state, Listening):
            self.access.show_access(state)
        self._show_setup()
        self._refresh()

    def show_activity(self, activity: ApiActivity) -> None:
        """Show who asks, and what was asked."""
        self.rows.show_activity(activity)
        names = dict.fromkeys(one.client or tr("Unknown") for one in activity.asking)
        words = tr("No program is connected.")
        if names:
            words = tr(
                "{programs} connected: {names}",
                programs=counted(activity.n_programs, "program"),
                names=listed(names),
            )
        self._connected.setText(words)
        self._refresh()

    def words(self) -> str:
        """Return what stands above the table, and what stands in its place."""
        shown = (self._said, self._problem, self._connected, self._status, self._empty)
        said = [one.text() for one in shown if one.text() and one.isVisibleTo(self)]
        if self.access.isVisibleTo(self):
            said.append(self.access.words())
        return "\n".join(said)

    def _refresh(self) -> None:
        has_rows = bool(self.rows.rowCount())
        is_listening = isinstance(self._state, Listening)
        self._pages.setCurrentIndex(0 if has_rows else 1)
        self._connected.setVisible(is_listening)
        self._empty.setText(
            tr(
                "No requests yet.\nRequests from other programs appear here with their time, "
                "program and status, but without their text."
            )
            if is_listening
            else tr(
                "No other program can reach Hearth now.\nOnce the API is on, the address and "
                "key for your editor appear here."
            )
        )

    # -- arranging --

    def _make_table(self) -> QTableView:
        words = tr("Requests from other programs")
        theme = self._theme
        widths = {column: theme.scaled(width) for column, width in _WIDTHS.items()}
        widths[RequestColumn.STATUS] = status_width(theme)
        table = page_table(
            "apiTable", words, self.rows, stretched=RequestColumn.PROGRAM, widths=widths
        )
        table.setSelectionMode(table.SelectionMode.SingleSelection)
        table.setMinimumHeight(_TABLE_HEIGHT)
        table.horizontalHeader().setMinimumSectionSize(_LEAST_WIDTH)
        return table

    def _arrange(self) -> None:
        line = horizontal(spacing=SPACE_M)
        add_to(line, self.switch, (self._said, 1), self.renew_button, self.retry_button)
        told = tr(
            "Lets editors and other programs use the model through the APIs of OpenAI "
            "and Anthropic. Hearth answers only programs on this machine that have the "
            "key."
        )
        head = page_head(tr("API for other programs"), told, SPACE_S)
        add_to(head, line, self._problem, self.access, SPACE_S, self._connected)
        self._pages.addWidget(on_page(self.table, below=SPACE_S))
        self._pages.addWidget(empty_page(self._empty))
        self._fill(
            scrolling_page("api", head, (self._pages, 1)),
            buttons=(self.settings_button, self.close_button),
            left=self._status,
        )

    def _connect(self) -> None:
        self.switch.toggled.connect(self.switched)
        self.access.renew_button.clicked.connect(self.renew_requested)
        self.access.setup_button.clicked.connect(self.show_setup)
        self.access.copied.connect(self._on_copied)

    # -- reacting --

    @Slot(str)
    def _on_copied(self, text: str) -> None:
        self.say(tr("Copied: {text}", text=text) if text else tr("Copied"))

    @Slot()
    def show_setup(self) -> None:
        """Show how programs are set up."""
        if self._setup is None:
            self._setup = SetupDialog(self._theme, self)
            self._setup.finished.connect(self._on_setup_closed)
            self._setup.show()
        self._show_setup()
        if self._setup is not None:
            self._setup.raise_()
            self._setup.activateWindow()

    def _show_setup(self) -> None:
        """Keep it true, as long as there is a server to set up programs for."""
        if self._setup is None:
            return
        if isinstance(self._state, Listening):
            self._setup.show_server(self._state, self._model())
        elif not self.switch.isChecked() or isinstance(self._state, CannotListen):
            self._setup.close()  # else it starts again, perhaps at another port

    @Slot()
    def _on_setup_closed(self) -> None:
        self._setup = None


def _state_words(state: ApiState) -> str:
    match state:
        case Off():
            return tr("Off")
        case Starting():
            return tr("Starting…")
        case Listening():
            return tr("On")
        case CannotListen():
            return tr("Could not start")
        case Stopping():
            return tr("Ending…")
