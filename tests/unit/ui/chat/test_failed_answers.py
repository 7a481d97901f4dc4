"""Why an answer failed is told once: at the answer where it is shown, else above the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import AnswerFailed, ChatOpened, ChatsListed, MessageChanged
from app.core.errors import Cause
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.protocol import EngineStopped, ModelLoaded, ProblemRaised
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.model.message_facts import footer_words
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.speech.accessible import spoken_name
from tests.unit.ui.conftest import FULL, STREAMING, answer, make_chat, make_model, question

if TYPE_CHECKING:
    from app.core.chats.records import Message
    from app.ui.transcript.model.click_targets import ClickTarget
    from app.ui.transcript.render.message_layout import MessageLayout
    from tests.unit.ui.conftest import Desk

HERE, OTHER = ChatId(1), ChatId(2)


def failed(text: str = "Once", chat: ChatId = HERE) -> Message:
    return answer(text, MessageStatus.FAILED, number=12, chat=chat, problem=FULL)


def fail(desk: Desk, *also: object) -> None:
    desk.post(ModelLoaded(make_model()))
    desk.open(question("Tell me.", number=11), answer("Once", STREAMING, number=12))
    desk.post(MessageChanged(HERE, failed()), AnswerFailed(HERE, FULL), *also)


def shown(desk: Desk) -> MessageLayout:
    last = desk.window.transcript.stack.last()
    assert last is not None
    return last


def offered(desk: Desk) -> dict[TargetKind, ClickTarget]:
    canvas = desk.window.transcript.canvas
    desk.until(lambda: TargetKind.COPY_MESSAGE in {t.click_target.kind for t in canvas.targets})
    return {one.click_target.kind: one.click_target for one in canvas.targets}


@pytest.mark.parametrize("also", [None, ProblemRaised(FULL), EngineStopped(FULL)])
def test_it_is_told_at_the_answer_alone_where_that_is_shown(desk: Desk, also: object) -> None:
    fail(desk, *([] if also is None else [also]))
    assert desk.window.notices.texts() == []
    assert shown(desk).problem.text == FULL.text()
    assert footer_words(failed(), is_hovered=False) == ""
    assert FULL.text() in spoken_name(desk.window.transcript.surface, failed().id)


def test_all_that_helps_is_offered_there(desk: Desk) -> None:
    fail(desk)
    found = offered(desk)
    assert {TargetKind.RETRY, TargetKind.CONTINUE, TargetKind.COPY_DETAILS} <= set(found)
    desk.window.transcript.surface.press(found[TargetKind.COPY_DETAILS])
    assert QGuiApplication.clipboard().text() == f"{FULL.text()}\n\nENOSPC"
    desk.window.transcript.surface.press(found[TargetKind.RETRY])
    assert desk.calls[-1] == ("regenerate", HERE, failed().id)


def test_nothing_is_said_there_of_an_engine_that_is_back_before_long(desk: Desk) -> None:
    crash = replace(FULL, remedy=phrase("The model is loaded again."), cause=Cause.ENGINE)
    ended = replace(failed(), problem=crash)
    fail(desk, MessageChanged(HERE, ended), EngineStopped(crash), ModelLoaded(make_model()))
    assert shown(desk).problem.text == "The disk is full. It is shown but not saved."
    assert footer_words(ended, is_hovered=False) == ""


def test_where_there_is_no_room_for_all_buttons_the_menu_has_them(desk: Desk) -> None:
    desk.window.theme.set_zoom(2.0)
    desk.window.resize(420, 700)
    fail(desk)
    view = desk.window.transcript
    assert TargetKind.COPY_DETAILS not in offered(desk)
    assert all(one.rect.right() <= view.viewport().width() for one in view.canvas.targets)
    menu = message_menu(view.surface, shown(desk))
    assert "Copy details" in [action.text() for action in menu.actions()]


def test_all_of_the_words_are_there_in_a_narrow_window(desk: Desk) -> None:
    fail(desk)
    layout = shown(desk)
    wide = layout.height()
    layout.set_width(200.0)
    assert " ".join(layout.problem.lines(200.0, layout.zoom)) == FULL.text()
    assert layout.height() > wide
    below, footer = layout.outline().problem(), layout.outline().footer()
    assert max(rect.bottom() for _number, _slot, rect in layout.slot_rects()) <= below.top()
    assert below.bottom() <= footer.top()


def test_an_answer_that_is_asked_for_again_says_nothing_of_before(desk: Desk) -> None:
    fail(desk)
    desk.post(MessageChanged(HERE, replace(failed(), status=STREAMING, problem=None)))
    assert shown(desk).problem.text == ""


def test_of_another_chat_a_notice_tells_until_that_chat_says_it(desk: Desk) -> None:
    desk.post(ChatsListed((make_chat(1), make_chat(2))))
    desk.open(question("One?", number=1))
    desk.post(AnswerFailed(OTHER, FULL))
    assert str(FULL.what) in desk.window.notices.texts()[0]
    desk.window.open_chat.show(OTHER)
    desk.post(ChatOpened(make_chat(2), (question("Tell me.", chat=2), failed(chat=OTHER))))
    assert desk.window.notices.texts() == []
    assert shown(desk).problem.text == FULL.text()


def test_what_no_shown_answer_says_is_told_above_the_chat(desk: Desk) -> None:
    desk.open(question("Tell me.", number=11))
    desk.post(AnswerFailed(HERE, FULL))
    assert desk.window.notices.texts() == [FULL.text()]
