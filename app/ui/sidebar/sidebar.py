"""The left side of the window, and when it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtWidgets import QPushButton, QStackedWidget, QToolButton, QWidget

from app.ui.kit.labels import icon, label, picture, symbol
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, Theme
from app.ui.sidebar.chat_list_view import ChatListView
from app.ui.sidebar.list_page import ListPage, TrashPage, empty_page
from app.ui.sidebar.search_panel import SearchPanel
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from app.core.chats.records import Chat
    from app.ui.state.chat_facts import ChatFacts


_LEAST_WIDTH = 200
_FLAME = 22


class Sidebar(QWidget):
    """App name, "New chat" and the chats; below them the ways to the archive and the trash.

    While something is looked for, `search` is in the place of the list.

    Attributes:
        chats: the item model of the chats.
        view: their list; `archive` is a page of its own, as is `trash`.
    """

    def __init__(self, theme: Theme, actions: dict[str, QAction], facts: ChatFacts) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chats = facts.chat_list
        self.view = ChatListView(facts.chat_list, facts.open_chat, theme)
        self._archived_list = ChatListView(facts.archived, facts.open_chat, theme)
        self._archived_list.setAccessibleName(tr("Archived chats"))
        nothing = tr("No archived chats.\nArchived chats are hidden from the list but kept.")
        self.archive = ListPage(
            theme, tr("Archived chats"), nothing, self._archived_list, facts.archived.listed
        )
        self.trash = TrashPage(theme)
        self._flame = symbol()
        self._name = label("appName", "Hearth", wraps=False)
        self._hide = QToolButton()
        self._hide.setDefaultAction(actions["toggle_sidebar"])
        self._hide.setAccessibleName(tr("Hide chat list"))
        self._new = QPushButton(tr("New chat"))
        self._new.setObjectName("newChat")
        set_tip(self._new, actions["new_chat"].toolTip())
        self._new.clicked.connect(actions["new_chat"].trigger)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        nothing = tr("No chats yet.\nYour first message starts one.")
        self._pages.addWidget(empty_page(nothing, self.chats.listed))
        self.search = SearchPanel(theme, actions["search"])
        self._pages.addWidget(self.search)
        self.search.active_changed.connect(self._choose_page)
        self._foot = self._add_foot(actions)
        self._arrange()
        for signal in (self.chats.modelReset, self.chats.rowsInserted, self.chats.rowsRemoved):
            signal.connect(self._choose_page)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._choose_page()

    def _add_foot(self, actions: dict[str, QAction]) -> list[QToolButton]:
        """Add the archive and the trash; return the buttons that lead there."""
        buttons = []
        for page, key in ((self.archive, "archived_chats"), (self.trash, "trash")):
            self._pages.addWidget(page)
            page.left.connect(self._back_to_chats)
            button = QToolButton()
            button.setDefaultAction(actions[key])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            buttons.append(button)
        return buttons

    def _arrange(self) -> None:
        top = add_to(horizontal(spacing=SPACE_S), self._flame, (self._name, 1), self._hide)
        head = vertical(margins=(SPACE_M, SPACE_M, SPACE_M, SPACE_S), spacing=SPACE_M)
        add_to(head, top, self._new, self.search.field)
        column = vertical(self, margins=(0, 0, 0, SPACE_S), spacing=0)
        add_to(column, head, (self._pages, 1))
        foot = horizontal(margins=(SPACE_M, SPACE_S, SPACE_M, 0), spacing=SPACE_S)
        for button in self._foot:
            foot.addWidget(button)
        foot.addStretch(1)
        column.addLayout(foot)

    def minimumSizeHint(self) -> QSize:
        """Qt: what is in it has room, and titles have some in any case."""
        return super().minimumSizeHint().expandedTo(QSize(_LEAST_WIDTH, 0))

    def lists(self) -> tuple[ChatListView, ...]:
        """Return the lists of chats, the usual one first."""
        return (self.view, self._archived_list)

    def active_list(self) -> ChatListView:
        """Return the list of chats that is on the screen, or the usual one."""
        is_archive = self._pages.currentWidget() is self.archive
        return self._archived_list if is_archive else self.view

    @Slot()
    def show_chats(self) -> None:
        """Show the usual list; what was looked for is given up."""
        self.search.field.clear()
        self._pages.setCurrentIndex(0 if self.chats.rowCount() else 1)

    def show_list_of(self, chat: Chat | None) -> None:
        """Show the list that a chat is in, with its folder open."""
        if chat is not None and chat.archived_at is not None:
            self._pages.setCurrentWidget(self.archive)
            return
        self.show_chats()
        if chat is not None and chat.folder_id is not None:
            self.chats.set_open(chat.folder_id, is_open=True)

    def show_archive(self, *, toggles: bool = True) -> None:
        """Show the archive; the chats again where that is shown and this `toggles`."""
        self._show_page(self.archive, toggles=toggles)

    def show_trash(self, *, toggles: bool = True) -> None:
        """Show the trash; as `show_archive`."""
        self._show_page(self.trash, toggles=toggles)

    def _show_page(self, page: ListPage, *, toggles: bool) -> None:
        if toggles and self._pages.currentWidget() is page:
            self._back_to_chats()
        else:
            self.search.field.clear()
            self._pages.setCurrentWidget(page)
            page.enter()

    @Slot()
    def _back_to_chats(self) -> None:
        self.show_chats()
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def _choose_page(self) -> None:
        if self.search.is_active:
            self._pages.setCurrentWidget(self.search)
        elif not isinstance(self._pages.currentWidget(), ListPage):
            self.show_chats()

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        self._flame.setPixmap(picture("flame", colours.accent, self._theme.scaled(_FLAME)))
        self._new.setIcon(icon("plus", colours.accent))
        for view in self.lists():
            view.set_row_height()
            view.viewport().update()
        self.trash.view.scheduleDelayedItemsLayout()  # rows grow with the words
        self.trash.view.viewport().update()


NARROW = 760  # pixels; a window that is narrower hides the list


class SidebarVisibility(QObject):
    """Shows and hides the list.

    Args:
        sidebar: with the list.
        show_button: stands in the header while the list is hidden.
    """

    def __init__(self, sidebar: QWidget, show_button: QWidget) -> None:
        super().__init__(sidebar)
        self._sidebar = sidebar
        self._show_button = show_button
        self._hidden_by_width = False

    @Slot()
    def toggle(self) -> None:
        """Show or hide the list."""
        self._hidden_by_width = False
        self._set(visible=self._sidebar.isHidden())

    def show(self) -> None:
        """Show the list: something in it is needed."""
        self._set(visible=True)

    def fit_width(self, was: int, now: int) -> None:
        """A window that becomes narrow hides the list, one that becomes wide brings it back.

        Args:
            was: width of the window before, in pixels; not above 0 at its first showing.
            now: its width.
        """
        if now < NARROW and not self._sidebar.isHidden() and not 0 < was < NARROW:
            self._hidden_by_width = True
            self._set(visible=False)
        elif now >= NARROW and self._hidden_by_width:
            self._hidden_by_width = False
            self._set(visible=True)

    def _set(self, *, visible: bool) -> None:
        self._sidebar.setVisible(visible)
        self._show_button.setVisible(not visible)
