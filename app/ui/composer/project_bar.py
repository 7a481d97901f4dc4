"""Above the field of a new chat: the project that it begins with, and what reading it takes."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.ui.composer.composer_bar import BarButton, ComposerBar
from app.ui.words.plain_text import isolated
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.chats.records import ProjectStart
    from app.ui.kit.theme import Theme


class ProjectKey(enum.Enum):
    """Its buttons."""

    LEAVE = enum.auto()
    RENEW = enum.auto()


class ProjectBar(ComposerBar):
    """Hidden without a project, and in a chat that has what its project gives now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        leave = BarButton(
            ProjectKey.LEAVE, tr("Leave project"), tr("Start a chat without this project")
        )
        renew = BarButton(
            ProjectKey.RENEW, tr("Update this chat"), tr("Use the project as it is now")
        )
        super().__init__(theme, "folder", (leave, renew), parent)
        self.setObjectName("projectBar")

    def show_start(self, start: ProjectStart | None, cost: str) -> None:
        """Name the project, its documents, and what reading all of it takes; None hides it."""
        self._show_button(ProjectKey.LEAVE)
        if start is None:
            self.show_words("")
            return
        parts = [tr("Project {name}", name=isolated(start.name))]
        n_documents = len(start.attachments)
        if n_documents:
            parts.append(
                tr("1 document") if n_documents == 1 else tr("{n} documents", n=n_documents)
            )
        if start.missing:
            names = listed([isolated(name) for name in start.missing])
            parts.append(tr("not found: {names}", names=names))
        if cost:
            parts.append(cost)
        self.show_words(" · ".join(parts))

    def show_changed(self) -> None:
        """Say that the open chat began with what the project gave before."""
        self._show_button(ProjectKey.RENEW)
        self.show_words(tr("The project has changed since this chat began."))

    def _show_button(self, shown: ProjectKey) -> None:
        for key, button in self.buttons.items():
            button.setVisible(key is shown)
