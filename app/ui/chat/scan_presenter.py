"""Offers the pages of a scan to a model that sees, where its text cannot go along.

The first page is drawn and counted before anything is asked, so that it is known that pages can be
drawn, and what one takes.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.conversations.events import MediumMeasured
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.ui.composer.draft import TooManyMedia
from app.ui.composer.scan_pages import ScannedFile, pages_offer
from app.ui.kit.notices import NoticeAction, key_of
from app.ui.words.plain_text import button_text
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from app.core.content.media import MediaFile
    from app.core.conversations.chat_media import ChatMedia
    from app.core.models.projectors import ModelWithSenses
    from app.ui.chat.chat_gestures import ChatViews
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.models.library.senses_search import SensesSearch
    from app.ui.models.model_presenter import ModelPresenter
    from app.ui.state.open_chat import OpenChat

_MOST_MODELS = 2  # that are offered
_NAME_CHARS = 24


class ScanPresenter(QObject):
    """Asks, and has the pages drawn.

    Args:
        door: says what a page takes.
        bridge: tells of models, and that.
        open_chat: whose messages go elsewhere when it is left.
        models: opens one that sees.
        views: the composer, and where it is asked.
        search: looks for models that see.
    """

    def __init__(
        self,
        door: ChatMedia,
        bridge: EventBridge,
        open_chat: OpenChat,
        models: ModelPresenter,
        views: ChatViews,
        search: SensesSearch,
    ) -> None:
        super().__init__(views.composer)
        self._door = door
        self._models = models
        self._attaching = views.composer.attaching
        self._chips = views.composer.attachments
        self._notices = views.notices
        self._search = search
        self._sees = False
        self._asked: list[tuple[str, ScannedFile]] = []  # with the digest of the first page
        self._shown: dict[str, ScannedFile] = {}  # of which a notice tells, by its key
        self._unseen: dict[str, ScannedFile] = {}  # of these, those that wait for a model that sees
        self._attaching.scan_found.connect(self._on_scan)
        self._attaching.first_page_drawn.connect(self._on_first_page)
        search.found.connect(self._on_found)
        open_chat.leaving.connect(self._forget)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)
        bridge.subscribe(MediumMeasured, self._on_measured)

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        self._sees = isinstance(event, ModelLoaded) and event.info.senses.sees
        if self._sees:
            waiting, self._unseen = self._unseen, {}
            for key, scan in waiting.items():
                if self._notices.is_shown(key):  # else the user has put it away
                    self._notices.dismiss(key)
                    self._on_scan(scan)

    @Slot()
    def _forget(self) -> None:
        """Take away what is asked of what is being written in the chat that is left."""
        for key in self._shown:
            self._notices.dismiss(key)
        self._asked.clear()
        self._shown.clear()
        self._unseen.clear()

    @Slot(object)
    def _on_scan(self, scan: ScannedFile) -> None:
        if scan.address != self._attaching.address or not self._attaching.takes_files:
            self._notices.show_problem(scan.problem)
        elif not self._sees:
            problem = scan.seen_by_others()
            key = key_of(problem)
            self._shown[key] = self._unseen[key] = scan
            self._notices.show_problem(problem)
            self._search.begin()
        elif not scan.n_attached(len(self._chips.media())):
            self._notices.show_problem(TooManyMedia().problem())
        else:
            self._attaching.draw_first_page(scan)

    @Slot(object)
    def _on_found(self, found: tuple[ModelWithSenses, ...]) -> None:
        """Offer to open models that see, now that it is known which there are."""
        recent = list(self._models.recent)
        seeing = {one.name: one for one in found if one.sees and one.path != self._models.path}
        last_used = sorted(
            seeing.values(),
            key=lambda one: recent.index(one.path) if one.path in recent else len(recent),
        )
        actions = [
            NoticeAction(
                tr("Open {model}", model=button_text(one.name, _NAME_CHARS)),
                partial(self._models.choose, one.path),
                keeps_open=True,
            )
            for one in last_used[:_MOST_MODELS]
        ]
        for key, scan in self._unseen.items():
            if actions and self._notices.is_shown(key):
                self._notices.dismiss(key)
                self._notices.show_problem(scan.seen_by_others(), *actions)

    @Slot(object, object)
    def _on_first_page(self, scan: ScannedFile, page: MediaFile) -> None:
        self._asked.append((page.digest, scan))
        self._door.measure(page)

    def _on_measured(self, measured: MediumMeasured) -> None:
        counted = [scan for digest, scan in self._asked if digest == measured.digest]
        self._asked = [one for one in self._asked if one[0] != measured.digest]
        for scan in counted:
            if self._sees and scan.address == self._attaching.address:
                self._offer(scan, measured)
            else:  # of another model than was loaded when it was drawn, or for what is elsewhere
                self._on_scan(scan)

    def _offer(self, scan: ScannedFile, measured: MediumMeasured) -> None:
        n_pages = scan.n_attached(len(self._chips.media()))
        if not n_pages:
            self._notices.show_problem(TooManyMedia().problem())
            return
        key = key_of(scan.problem)
        self._shown[key] = scan
        offer = pages_offer(scan, n_pages, measured.n_tokens, measured.seconds)
        action = NoticeAction(tr("Attach pages"), partial(self._attach, scan, n_pages))
        self._notices.show_note(key, offer.question, action, more=offer.cost)

    def _attach(self, scan: ScannedFile, n_pages: int) -> None:
        self._attaching.draw_pages(scan, min(n_pages, scan.n_attached(len(self._chips.media()))))
