"""Whatever a user, a slow disk and a power cut do: each word is in one place, where it belongs.

Hypothesis plays them against a model: a word is a number that is typed once, and the model says in
which draft, edit or waiting message it must be, or that it is on its way or stored.

Longer than other files: the machine and its model of a user are read together.
"""

from __future__ import annotations

import gc
import itertools
import re
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from PySide6.QtCore import QCoreApplication, QEvent, Qt

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import BranchShown, ChatsListed
from app.core.messages import Attachment, Role
from app.core.protocol import ModelLoaded
from app.core.system.paths import Paths
from app.ui.composer.composer import BarKey, ComposerState
from app.ui.composer.draft import MOST_MEDIA
from app.ui.composer.unsent.places import SentEdit
from app.ui.kit.event_bridge import EventBridge
from tests.helpers.attached_media import picture
from tests.helpers.harm import how_often
from tests.helpers.recorded_doors import RecordedDoors
from tests.helpers.slow_disk import SlowDisk
from tests.unit.ui.conftest import make_model, new_window, worn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.core.chats.records import MessageId
    from app.ui.composer.draft import Draft

N_EXAMPLES = how_often("HEARTH_WORDS_EXAMPLES", 8, 25)
N_STEPS = 40
WORD = re.compile(r"w\d+")

Page = ChatId | None
Place = tuple[object, ...]


def words_of(draft: Draft) -> set[str]:
    texts = [one.text for one in draft.attachments]
    return set(WORD.findall(" ".join([draft.text, *texts, *(one.name for one in draft.media)])))


@dataclass
class Truth:
    """Where each word must be.

    Attributes:
        places: of each word: ("draft", page), ("edit", page, target), ("waiting", page),
            ("sent", ticket), ("stored",), or ("gone",) when the user has dropped it.
        edits: targets of the edits begun on a page, the one in the field last.
        sent: for each ticket its page, its chat and the message that is edited.
        unsaved: typed since everything was last known to be on disk.
    """

    places: dict[str, Place] = field(default_factory=dict)
    edits: dict[Page, list[MessageId]] = field(default_factory=dict)
    sent: dict[int, tuple[Page, Page, MessageId | None]] = field(default_factory=dict)
    unsaved: set[str] = field(default_factory=set)
    becomes_shown: int = 0

    def at(self, *place: object) -> set[str]:
        return {word for word, one in self.places.items() if one == place}

    def move(self, old: Place, *new: object) -> None:
        for word in self.at(*old):
            self.places[word] = new

    def field_of(self, page: Page) -> Place:
        edits = self.edits.get(page)
        return ("edit", page, edits[-1]) if edits else ("draft", page)

    def is_sending(self, page: Page) -> bool:
        return any(sent[0] == page for sent in self.sent.values())

    def leave(self, page: Page) -> None:
        self.becomes_shown = 0
        edits = self.edits.get(page, [])
        self.edits[page] = [one for one in edits if self.at("edit", page, one)]

    def came_back(self, ticket: int) -> None:
        """What was sent is where it was written."""
        page, _chat, target = self.sent.pop(ticket)
        if target is None:
            self.move(("sent", ticket), "draft", page)
        else:
            self.came_back_as_edit(page, target, ticket)

    def came_back_as_edit(self, page: Page, target: MessageId, ticket: int) -> None:
        """One message has one edit."""
        others = [one for one in self.edits.get(page, []) if one != target]
        self.edits[page] = [*others, target]
        self.move(("sent", ticket), "edit", page, target)

    def keep_edits_of(self, page: Page, there: Iterable[MessageId]) -> None:
        for target in [one for one in self.edits.get(page, []) if one not in there]:
            self.edits[page].remove(target)
            self.move(("edit", page, target), "draft", page)


def ticks() -> Iterator[float]:
    """Yield times of a user who is quick, however slow the machine is that runs this."""
    return itertools.count(time.time(), 0.001)


class WordsNeverLost(RuleBasedStateMachine):
    """One user, who has chats on a slow disk."""

    qtbot: QtBot
    folder: Path
    n_started = 0

    def __init__(self) -> None:
        super().__init__()
        WordsNeverLost.n_started += 1
        self.paths = Paths.locate(self.folder / str(self.n_started))
        self.paths.create()
        self.truth = Truth()
        self.n_words = self.n_pictures = 0
        self.disk = SlowDisk(tell=self.tell, now=partial(next, ticks()))
        self.start()

    # -- the program --

    def tell(self, event: object) -> None:
        self.bridge._deliver(event)

    def start(self) -> None:
        self.bridge = EventBridge()
        doors = RecordedDoors().doors(chats=self.disk)
        self.window = new_window(doors, self.bridge, worn("light"), self.paths)
        self.chat = self.window.chat
        self.chat.outbox.words._now = self.disk.now
        self.open_chat = self.window.open_chat
        self.edit = self.window.composer.edit
        self.tell(ChatsListed(tuple(self.disk.chats.values())))
        self.tell(ModelLoaded(make_model()))

    def end(self) -> None:
        self.bridge.close()
        self.window.hide()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def teardown(self) -> None:
        self.end()
        gc.collect()  # many windows make one test

    @property
    def shown(self) -> Page:
        return self.open_chat.id

    def look_at(self, page: Page) -> None:
        """Show a page, and take note of what that means."""
        self.truth.leave(self.shown)
        if page is None:
            self.chat.gestures.new_chat()
        else:
            self.open_chat.show(page)
            self.truth.keep_edits_of(page, [one.id for one in self.disk.paths[page]])

    # -- what the user does --

    @rule()
    def type_a_word(self) -> None:
        self.n_words += 1
        word = f"w{self.n_words}"
        if self.window.composer.is_editing and not self.truth.at(*self.truth.field_of(self.shown)):
            self.edit.setPlainText("")  # of the message as it was
            self.window.composer.attachments.set_all((), ())
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self.qtbot.keyClicks(self.edit, f" {word}")
        self.put(word)

    @rule()
    @precondition(lambda self: not self.window.composer.is_editing)
    def attach_a_text(self) -> None:
        self.n_words += 1
        word = f"w{self.n_words}"
        self.window.composer.attachments.add(Attachment(f"file {self.n_words}", word))
        self.put(word)

    @rule()
    @precondition(lambda self: not self.window.composer.is_editing)
    @precondition(lambda self: self.n_pictures < MOST_MEDIA)
    def attach_a_picture(self) -> None:
        self.n_words += 1
        self.n_pictures += 1
        word = f"w{self.n_words}"
        self.window.composer.attachments.add_medium(picture(word, word.encode()))
        self.put(word)

    def put(self, word: str) -> None:
        self.truth.places[word] = self.truth.field_of(self.shown)
        self.truth.unsaved.add(word)

    @rule(n_times=st.integers(1, 2))
    def press_return(self, n_times: int) -> None:
        for _ in range(n_times):
            self._press_return()

    def _press_return(self) -> None:
        page, truth = self.shown, self.truth
        place, edits = truth.field_of(page), truth.edits.get(page, [])
        is_empty = self.window.composer.written().is_empty
        known = set(self.disk.waiting)
        self.qtbot.keyClick(self.edit, Qt.Key.Key_Return)
        sent = set(self.disk.waiting) - known
        if is_empty or (self.open_chat.is_answering and edits):
            assert not sent
        elif self.open_chat.is_answering:  # also while the window was not told of what it answers
            assert not sent
            truth.move(place, "waiting", page)
        elif truth.is_sending(page):
            assert not sent
        else:
            [ticket] = sent
            truth.move(place, "sent", ticket)
            truth.sent[ticket] = (page, page, edits.pop() if edits else None)
            if page is None:
                truth.becomes_shown = ticket

    @rule(data=st.data())
    @precondition(lambda self: self.disk.chats)
    def open_a_chat(self, data: st.DataObject) -> None:
        self.look_at(data.draw(st.sampled_from(sorted(self.disk.chats))))

    @rule()
    def begin_a_new_chat(self) -> None:
        self.look_at(None)

    @rule()
    def move_to_a_new_chat(self) -> None:
        page, truth = self.shown, self.truth
        self.chat.gestures.move_to_new_chat()
        truth.becomes_shown = 0
        truth.move(("draft", page), "draft", None)
        for target in truth.edits.pop(page, []):
            truth.move(("edit", page, target), "draft", None)

    @rule(data=st.data())
    @precondition(lambda self: self.shown is not None and self.disk.paths[self.shown])
    def edit_a_message(self, data: st.DataObject) -> None:
        page = self.shown
        assert page is not None
        asked = [one.id for one in self.disk.paths[page] if one.role is Role.USER]
        shown = [one for one in asked if self.window.transcript.messages.row_of(one) >= 0]
        if not shown or not self.chat.rules.can_regenerate:
            return
        target = data.draw(st.sampled_from(shown))
        self.window.transcript.requests.edit.emit(target)
        others = [one for one in self.truth.edits.get(page, []) if one != target]
        others = [one for one in others if self.truth.at("edit", page, one)]
        self.truth.edits[page] = [*others, target]

    @rule()
    @precondition(lambda self: self.window.composer.is_editing)
    def give_the_edit_up(self) -> None:
        self.truth.move(self.truth.field_of(self.shown), "gone")
        self.truth.edits[self.shown].pop()
        self.window.composer.cancel_edit()

    @rule(takes_back=st.booleans())
    @precondition(lambda self: self.truth.at("waiting", self.shown))
    def change_what_waits(self, *, takes_back: bool) -> None:
        button = BarKey.EDIT if takes_back else BarKey.REMOVE
        last = words_of(self.chat.outbox.words.page(self.shown).waiting[-1])
        self.window.composer.waiting_bar.buttons[button].click()
        for word in last:
            self.truth.places[word] = ("draft", self.shown) if takes_back else ("gone",)

    # -- what the disk does --

    @rule(data=st.data(), is_told=st.booleans())
    @precondition(lambda self: self.disk.waiting)
    def store(self, data: st.DataObject, *, is_told: bool) -> None:
        ticket = data.draw(st.sampled_from(sorted(self.disk.waiting)))
        if not self.disk.store(ticket):
            self.truth.came_back(ticket)
        elif is_told:
            self.report(ticket)

    @rule(data=st.data())
    @precondition(lambda self: self.disk.untold)
    def report_later(self, data: st.DataObject) -> None:
        self.report(data.draw(st.sampled_from(sorted(self.disk.untold))))

    def report(self, ticket: int) -> None:
        page, _chat, target = self.truth.sent[ticket]
        self.note_created(ticket, self.disk.untold[ticket].chat_id)
        job = self.disk.report(ticket)
        self.truth.move(("sent", ticket), "stored")
        del self.truth.sent[ticket]
        if target is not None and page == self.shown:
            shown = [event for event in job.events if isinstance(event, BranchShown)]
            self.truth.keep_edits_of(page, [one.id for one in shown[0].messages])

    def note_created(self, ticket: int, chat_id: Page) -> None:
        page, chat, target = self.truth.sent[ticket]
        if chat is not None:
            return
        if ticket == self.truth.becomes_shown and self.shown is None:
            self.truth.becomes_shown = 0
            self.truth.move(("draft", None), "draft", chat_id)
            page = chat_id
        self.truth.sent[ticket] = (page, chat_id, target)

    @rule(data=st.data())
    @precondition(lambda self: any(job.chat_id is None for job in self.disk.waiting.values()))
    def create_the_chat_alone(self, data: st.DataObject) -> None:
        jobs = [job.ticket for job in self.disk.waiting.values() if job.chat_id is None]
        ticket = data.draw(st.sampled_from(jobs))
        was_shown = self.shown
        chat_id = self.disk.create(ticket)
        is_shown = self.shown != was_shown
        assert is_shown == (ticket == self.truth.becomes_shown and was_shown is None)
        if is_shown:
            self.truth.becomes_shown = 0
            self.truth.move(("draft", None), "draft", chat_id)
        page = chat_id if is_shown else None
        self.truth.sent[ticket] = (page, chat_id, None)

    @rule(data=st.data())
    @precondition(lambda self: self.disk.waiting)
    def refuse(self, data: st.DataObject) -> None:
        ticket = data.draw(st.sampled_from(sorted(self.disk.waiting)))
        self.disk.refuse(ticket)
        self.truth.came_back(ticket)

    @rule(data=st.data(), is_well=st.booleans())
    @precondition(lambda self: any(self.disk.is_answering(one) for one in self.disk.chats))
    def end_an_answer(self, data: st.DataObject, *, is_well: bool) -> None:
        untold = {job.chat_id for job in self.disk.untold.values()}
        chats = [one for one in self.disk.chats if self.disk.is_answering(one)]
        told = [one for one in chats if one not in untold]
        if not told:
            return
        chat_id = data.draw(st.sampled_from(told))
        known = set(self.disk.waiting)
        self.disk.end_answer(chat_id, MessageStatus.COMPLETE if is_well else MessageStatus.FAILED)
        for ticket in set(self.disk.waiting) - known:
            self.truth.sent[ticket] = (chat_id, chat_id, None)
            for word in WORD.findall(" ".join(self.disk.waiting[ticket].texts)):
                assert self.truth.places[word] == ("waiting", chat_id)
                self.truth.places[word] = ("sent", ticket)
        if not is_well:
            self.truth.move(("waiting", chat_id), "draft", chat_id)

    # -- the end, and another start --

    @rule()
    def save(self) -> None:
        self.chat.outbox.file.write()
        self.chat.outbox.file.wait()
        self.truth.unsaved.clear()

    @rule()
    def close_and_start_again(self) -> None:
        self.window.close()
        self.truth.unsaved.clear()
        for ticket in sorted(self.disk.waiting):  # the worker does what it was given
            if not self.disk.is_answering(self.disk.waiting[ticket].chat_id):
                self.disk.store(ticket)
        self.restart(self.paths.drafts.read_bytes() if self.paths.drafts.exists() else b"")

    @rule()
    def kill_and_start_again(self) -> None:
        file = self.chat.outbox.file
        file.wait()  # as long as a disk takes for one write
        kept = file.path.read_bytes() if file.path.exists() else b""
        self.restart(kept)

    def restart(self, kept: bytes) -> None:
        """Start over a file of drafts as it was found."""
        truth = self.truth
        file = self.chat.outbox.file
        self.end()
        file.wait()
        self.paths.drafts.write_bytes(kept)
        for ticket in list(truth.sent):
            page, chat, target = truth.sent.pop(ticket)
            if ticket in self.disk.untold:
                truth.move(("sent", ticket), "stored")
            elif target is not None:
                truth.came_back_as_edit(page, target, ticket)
            else:
                truth.move(("sent", ticket), "draft", chat)
        for page in [None, *self.disk.chats]:
            truth.move(("waiting", page), "draft", page)
            truth.leave(page)
        self.disk.die()
        self.start()
        for page in [*sorted(self.disk.chats), None]:
            self.look_at(page)
        there = {word for words in self.found().values() for word in words}
        for word in truth.unsaved - there:
            if truth.places[word][0] in ("draft", "edit"):
                truth.places[word] = ("gone",)
        truth.unsaved.clear()
        for page, targets in truth.edits.items():
            truth.edits[page] = [one for one in targets if truth.at("edit", page, one)]

    # -- what must be true --

    def found(self) -> dict[Place, set[str]]:
        """Return which words are where."""
        words = self.chat.outbox.words
        found: dict[Place, set[str]] = {}
        for page in [None, *self.disk.chats]:
            here = words.page(page)
            found["draft", page] = words_of(here.draft)
            found["waiting", page] = set().union(*map(words_of, here.waiting))
            for edit in here.edits:
                if edit.is_changed:
                    found["edit", page, edit.target] = words_of(edit.words)
        for ticket, flight in words._flights.items():
            unchanged = isinstance(flight, SentEdit) and not flight.edit.is_changed
            found["sent", ticket] = set() if unchanged else words_of(flight.words)
        told = set(WORD.findall(" ".join(self.disk.every_text)))
        for job in self.disk.untold.values():
            told -= set(WORD.findall(" ".join(job.texts)))
        found["stored",] = told | self.truth.at("stored")
        assert self.truth.at("stored") <= set(WORD.findall(" ".join(self.disk.every_text)))
        return found

    @invariant()
    def each_word_is_where_it_belongs(self) -> None:
        wanted: dict[Place, set[str]] = {}
        for word, place in self.truth.places.items():
            if place != ("gone",):
                wanted.setdefault(place, set()).add(word)
        assert {place: words for place, words in self.found().items() if words} == wanted

    @invariant()
    def the_field_shows_what_is_written(self) -> None:
        page = self.chat.outbox.words.page(self.shown)
        assert self.window.composer.written() == page.field
        assert self.window.composer.is_editing == bool(page.edits)
        targets = [edit.target for edit in page.edits]
        assert targets == self.truth.edits.get(self.shown, [])
        is_sending = self.window.composer.state is ComposerState.SENDING
        is_expected = self.truth.is_sending(self.shown) and not self.open_chat.is_answering
        assert is_sending == is_expected


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_each_word_is_in_one_place_whatever_happens(qtbot: QtBot, tmp_path: Path) -> None:
    WordsNeverLost.qtbot, WordsNeverLost.folder = qtbot, tmp_path
    run_state_machine_as_test(
        WordsNeverLost,
        settings=settings(max_examples=N_EXAMPLES, stateful_step_count=N_STEPS),
    )
