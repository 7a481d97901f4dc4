"""The page of an empty chat: what it offers, and the questions the guide is begun with."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.core.chats.records import ChatId
from app.core.conversations.events import (
    ChatCreated,
    ChatOpened,
    ChatsListed,
    MessageAdded,
    SendRefused,
)
from app.core.errors import Problem
from app.core.models.builtin import GUIDE_DESCRIPTION, STARTER_QUESTIONS
from app.core.phrases import phrase
from app.core.protocol import ModelLoaded, ModelLoadFailed, ModelLoading
from app.ui.composer.composer import ComposerState
from tests.unit.ui.conftest import make_chat, make_model, question

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from tests.unit.ui.conftest import Desk

FULL = Problem(
    phrase("The disk is full."), phrase("It is shown but not saved."), phrase("Free some space.")
)


@pytest.fixture
def guided(guide: Path, desk: Desk) -> Desk:
    """A new chat with the guide."""
    desk.post(ChatsListed((make_chat(1),)), ModelLoaded(make_model(str(guide))))
    return desk


def cards(desk: Desk) -> list[QPushButton]:
    return [card for card in desk.window.welcome.starters.cards if card.isVisible()]


def click(desk: Desk, button: QPushButton) -> None:
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_guide_offers_four_questions_and_says_what_it_is(guided: Desk) -> None:
    assert [card.text() for card in cards(guided)] == list(STARTER_QUESTIONS)
    assert [card.accessibleName() for card in cards(guided)] == list(STARTER_QUESTIONS)
    assert GUIDE_DESCRIPTION.text in guided.window.welcome.words()
    assert guided.window.welcome.get_button.isVisible()
    assert not guided.window.welcome.button.isVisible()
    assert not guided.window.welcome.guide_button.isVisible()


def test_somebody_without_a_chat_is_told_the_three_things_to_know(guide: Path, desk: Desk) -> None:
    desk.post(ChatsListed(()), ModelLoaded(make_model(str(guide))))
    welcome = desk.window.welcome
    assert welcome.points.isVisible()
    for words in ("stays on this machine", GUIDE_DESCRIPTION.text, "downloaded once"):
        assert welcome.words().count(words) == 1
    assert not welcome.get_button.isVisible()
    assert len(cards(desk)) == 4
    asked: list[str] = []
    welcome.get_model_requested.connect(lambda: asked.append("model"))
    welcome.folders_requested.connect(lambda: asked.append("folders"))
    welcome.open_model_requested.connect(lambda: asked.append("file"))
    welcome.open_model_requested.disconnect(desk.window.ask_model)
    welcome.get_model_requested.disconnect(desk.window.model_pages.show_get_model)
    welcome.folders_requested.disconnect(desk.window.show_folders)
    click(desk, welcome.points.model_button)
    click(desk, welcome.points.folders_button)
    click(desk, welcome.points.open_button)
    assert asked == ["model", "folders", "file"]


def test_with_the_first_chat_the_page_becomes_short(guide: Path, desk: Desk) -> None:
    desk.post(ChatsListed(()), ModelLoaded(make_model(str(guide))))
    desk.post(ChatsListed((make_chat(1),)))
    assert not desk.window.welcome.points.isVisible()
    assert desk.window.welcome.get_button.isVisible()


@pytest.mark.usefixtures("no_guide")
def test_without_the_guide_nothing_is_said_of_it(desk: Desk) -> None:
    desk.post(ChatsListed(()))
    assert not desk.window.welcome.points.isVisible()
    assert desk.window.welcome.button.isVisible()


@pytest.mark.parametrize("number", range(4))
def test_a_click_on_a_card_sends_its_question_as_a_new_chat(guided: Desk, number: int) -> None:
    click(guided, cards(guided)[number])
    assert guided.sent == [(None, STARTER_QUESTIONS[number])]
    guided.post(
        ChatCreated(make_chat(5, STARTER_QUESTIONS[number]), guided.ticket),
        MessageAdded(ChatId(5), question(STARTER_QUESTIONS[number], chat=5), guided.ticket),
    )
    assert guided.window.transcript.isVisible()
    assert STARTER_QUESTIONS[number] in guided.window.transcript.visible_text()
    assert guided.window.composer.text() == ""
    assert guided.window.composer.edit.hasFocus()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_card_is_pressed_by_the_keyboard_as_well(guided: Desk, key: Qt.Key) -> None:
    first, second, *_ = cards(guided)
    first.setFocus()
    guided.qtbot.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()
    guided.qtbot.keyClick(second, key)
    assert guided.sent == [(None, STARTER_QUESTIONS[1])]


def test_a_card_clicked_twice_asks_once(guided: Desk) -> None:
    click(guided, cards(guided)[0])
    click(guided, cards(guided)[0])
    assert len(guided.sent) == 1


def test_a_refused_question_is_in_the_field_and_the_cards_can_be_pressed_again(
    guided: Desk,
) -> None:
    click(guided, cards(guided)[0])
    guided.post(SendRefused(None, STARTER_QUESTIONS[0], FULL, (), guided.ticket))
    assert guided.window.composer.text() == STARTER_QUESTIONS[0]
    click(guided, cards(guided)[1])
    assert len(guided.sent) == 2


def test_a_card_leaves_what_is_being_written_alone(guided: Desk) -> None:
    guided.qtbot.keyClicks(guided.window.composer.edit, "half a thought")
    click(guided, cards(guided)[0])
    guided.post(
        ChatCreated(make_chat(5), guided.ticket),
        MessageAdded(ChatId(5), question(STARTER_QUESTIONS[0], chat=5), guided.ticket),
    )
    assert guided.window.composer.text() == "half a thought"


def test_cards_wait_until_the_guide_is_loaded(guide: Path, desk: Desk) -> None:
    desk.post(ModelLoading(str(guide), 0.5))
    assert [card.text() for card in cards(desk)] == list(STARTER_QUESTIONS)
    click(desk, cards(desk)[0])
    assert desk.sent == []
    desk.post(ModelLoaded(make_model(str(guide))))
    click(desk, cards(desk)[0])
    assert len(desk.sent) == 1


def test_a_chat_that_is_empty_but_exists_is_begun_with_the_same_cards(guided: Desk) -> None:
    guided.window.open_chat.show(ChatId(1))
    guided.post(ChatOpened(make_chat(1), ()))
    click(guided, cards(guided)[2])
    assert guided.sent == [(ChatId(1), STARTER_QUESTIONS[2])]


def test_a_chat_on_its_way_from_the_disk_shows_no_cards_meanwhile(guided: Desk) -> None:
    guided.window.open_chat.show(ChatId(1))
    assert cards(guided) == []
    guided.post(ChatOpened(make_chat(1), (question("here"),)))
    assert cards(guided) == []
    assert guided.window.transcript.isVisible()


def test_with_another_model_the_page_has_words_only(guided: Desk) -> None:
    guided.post(ModelLoading("/models/tiny.gguf", 0.1))
    assert cards(guided) == []
    guided.post(ModelLoaded(make_model()))
    assert cards(guided) == []
    assert "talk about" in guided.window.welcome.words()
    buttons = guided.window.welcome.findChildren(QPushButton)
    assert [button.text() for button in buttons if button.isVisible()] == []


def test_with_another_model_an_empty_chat_that_exists_is_an_empty_page(desk: Desk) -> None:
    desk.open()
    assert desk.window.transcript.isVisible()


def test_a_model_that_cannot_be_loaded_is_not_replaced_but_the_guide_is_one_click_away(
    guide: Path, desk: Desk
) -> None:
    desk.post(
        ModelLoadFailed(
            "/gone.gguf", Problem(phrase("There is no gone.gguf."), phrase("a."), phrase("b."))
        )
    )
    desk.until(lambda: bool(desk.window.notices.texts()))
    assert "gone.gguf" in desk.window.notices.texts()[0]
    assert desk.window.composer.state is ComposerState.NO_MODEL
    assert not [call for call in desk.calls if call[0] == "load"]
    click(desk, desk.window.welcome.guide_button)
    assert ("load", str(guide)) in desk.calls


def test_an_installation_without_the_guide_does_not_offer_it(no_guide: None, desk: Desk) -> None:
    assert desk.window.welcome.button.isVisible()
    assert desk.window.welcome.get_button.isVisible()
    assert not desk.window.welcome.guide_button.isVisible()
    assert not desk.window.actions_by_key["use_guide"].isVisible()
    desk.window.models.use_guide()
    assert not [call for call in desk.calls if call[0] == "load"]


def test_cards_stand_two_by_two_and_below_each_other_in_a_narrow_window(guided: Desk) -> None:
    def columns() -> int:
        return len({card.x() for card in cards(guided)})

    guided.until(lambda: columns() == 2)
    guided.window.resize(440, 700)
    guided.until(lambda: columns() == 1)
    guided.until(lambda: all(card.width() > 300 for card in cards(guided)))
    guided.window.resize(1000, 700)
    guided.until(lambda: columns() == 2)


def is_all_seen(widget: QWidget) -> bool:
    return widget.visibleRegion().boundingRect() == widget.rect()


def test_every_card_can_be_reached_in_the_smallest_window(guided: Desk) -> None:
    guided.window.resize(420, 360)
    area = guided.window.welcome
    guided.until(lambda: area.horizontalScrollBar().maximum() == 0)
    first, *others = cards(guided)
    first.setFocus()
    guided.until(partial(is_all_seen, first))
    before = first
    for card in others:
        guided.qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert card.hasFocus()
        guided.until(partial(is_all_seen, card))
        before = card


def test_the_page_stays_where_it_is_when_the_model_is_there(guide: Path, desk: Desk) -> None:
    desk.post(ChatsListed(()), ModelLoading(str(guide), 0.5))
    title = desk.window.welcome._title
    assert "loading" in desk.window.composer.reason()
    before = desk.window.composer.height()

    desk.post(ModelLoaded(make_model(str(guide))))

    assert desk.window.composer.reason() == ""
    desk.until(lambda: title.isVisible())
    assert desk.window.composer.sizeHint().height() == before


def test_a_conversation_gets_the_room_of_a_reason_that_is_not_there(guided: Desk) -> None:
    on_the_first_page = guided.window.composer.sizeHint().height()
    guided.open(question("Hello"))
    assert guided.window.composer.sizeHint().height() < on_the_first_page


@pytest.mark.usefixtures("german")
def test_the_first_page_fits_its_window_in_german(guide: Path, desk: Desk) -> None:
    desk.post(ChatsListed(()), ModelLoaded(make_model(str(guide))))
    page = desk.window.welcome
    desk.window.resize(1184, 780)
    desk.until(lambda: page.viewport().width() > 800)
    assert page.starters.isVisible()
    assert page.points.isVisible()
    assert page.verticalScrollBar().maximum() == 0


@pytest.mark.usefixtures("german")
def test_a_given_answer_names_keys_as_the_system_writes_them(guided: Desk) -> None:
    click(guided, cards(guided)[0])
    (call,) = [call for call in guided.calls if call[0] == "send"]
    assert "`Strg+O`" in str(call)
    assert "Ctrl" not in str(call)
