"""A chat that another model than the loaded one has answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatId
from app.core.conversations.events import ChatChanged, ChatOpened, ChatResumed, ChatsListed
from app.core.models.builtin import guide_path
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, ModelLoading, ModelUnloaded, PrefixSource
from tests.helpers.spellings import spelled_otherwise
from tests.unit.ui.conftest import answer, make_chat, make_model, notice_button, question

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def show(desk: Desk, path: str, *, chat: int = 1) -> None:
    """Open a chat that a model has answered."""
    listed = tuple(replace(make_chat(number), model_path=path) for number in (1, 2))
    desk.post(ChatsListed(listed))
    desk.window.open_chat.show(ChatId(chat))
    words = (question("Hello"), answer("Hi", model="Large 8B"))
    desk.post(ChatOpened(listed[chat - 1], words))


def said(desk: Desk) -> str:
    return "\n".join(
        text for text in desk.window.notices.texts() if "answered in this chat" in text
    )


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.gguf"
    path.write_bytes(b"GGUF")
    return path


def test_the_model_of_a_chat_is_offered_and_loaded(desk: Desk, large: Path) -> None:
    desk.post(ModelLoaded(make_model()))
    show(desk, str(large))
    desk.until(lambda: "Large 8B answered in this chat." in said(desk))

    notice_button(desk, "Switch back to Large 8B").click()

    assert [call[1] for call in desk.calls if call[0] == "load"] == [str(large)]
    desk.post(ModelLoading(str(large), 0.5))
    assert not said(desk)
    desk.post(ModelLoaded(make_model(str(large))))
    assert not said(desk)


def test_it_is_said_how_long_the_loaded_model_would_read_the_chat(desk: Desk, large: Path) -> None:
    desk.post(ModelLoaded(make_model()))
    show(desk, str(large))
    name = make_model().name
    desk.until(lambda: f"{name} can continue, but must first read the chat." in said(desk))
    desk.post(ChatResumed(ChatId(1), 24, 1385, 9.0, PrefixSource.DISK, read_ms=15_900.0))
    desk.until(lambda: "must first read the chat (about 16 s)." in said(desk))


def test_a_model_that_was_chosen_for_the_open_chat_needs_no_word(desk: Desk, large: Path) -> None:
    desk.post(ModelLoaded(make_model(str(large))))
    show(desk, str(large))
    other = make_model()
    desk.window.models.choose(other.path)
    desk.post(ModelLoaded(other))
    assert desk.window._chat_model._aside.wait(60)
    assert not said(desk)
    show(desk, str(large), chat=2)
    desk.until(lambda: "Large 8B answered in this chat." in said(desk))


def test_a_model_that_is_gone_has_replacements_and_the_chat_is_there(
    desk: Desk, tmp_path: Path
) -> None:
    desk.post(ModelLoaded(make_model()))
    show(desk, str(tmp_path / "gone.gguf"))
    desk.until(lambda: "no longer on this machine" in said(desk))
    assert len(list(desk.window.open_chat.messages)) == 2

    notice_button(desk, "Choose another…").click()

    assert desk.window.model_pages.library._dialog is not None


def test_the_loaded_model_under_another_path_is_the_model_of_the_chat(
    desk: Desk, large: Path, tmp_path: Path
) -> None:
    linked = spelled_otherwise(large, tmp_path)
    moved = tmp_path / "elsewhere" / large.name
    desk.post(ModelLoaded(make_model(str(large))))
    for path in (linked, moved):
        show(desk, str(path))
        assert desk.window._chat_model._aside.wait(60)
        desk.post()
        assert not said(desk)


def test_a_model_in_a_folder_that_cannot_be_looked_into_counts_as_gone(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model()))
    show(desk, "/models/" + "x" * 300 + ".gguf")  # the system refuses the name itself

    desk.until(lambda: "no longer on this machine" in said(desk))


def test_without_a_model_the_one_of_the_chat_is_offered_too(desk: Desk, large: Path) -> None:
    desk.post(ModelLoaded(make_model()), ModelUnloaded())
    show(desk, str(large))

    desk.until(lambda: bool(said(desk)))

    assert "can continue it" not in said(desk)


@pytest.mark.parametrize("path", ["", make_model().path])
def test_nothing_is_said_of_the_loaded_model_or_of_an_unknown_one(desk: Desk, path: str) -> None:
    desk.post(ModelLoaded(make_model()))
    show(desk, path)
    assert not said(desk)
    assert desk.window._chat_model._told is None


def test_the_guide_is_the_guide_wherever_it_lies(desk: Desk) -> None:
    desk.post(ModelLoaded(make_model(str(guide_path()))))
    show(desk, str(guide_path()))
    assert desk.window._chat_model._told is None


def test_a_notice_that_was_closed_stays_away_until_another_chat_is_opened(
    desk: Desk, large: Path
) -> None:
    desk.post(ModelLoaded(make_model()))
    show(desk, str(large))
    desk.until(lambda: bool(said(desk)))
    desk.window.notices.dismiss("model of the chat")
    desk.post(ChatChanged(replace(make_chat(1, "Other title"), model_path=str(large))))
    assert not said(desk)

    show(desk, str(large), chat=2)

    desk.until(lambda: bool(said(desk)))


def test_once_the_loaded_model_answers_it_is_the_model_of_the_chat(desk: Desk, large: Path) -> None:
    desk.post(ModelLoaded(make_model()))
    show(desk, str(large))
    desk.until(lambda: bool(said(desk)))

    desk.post(ChatChanged(replace(make_chat(1), model_path=make_model().path)))

    assert not said(desk)
