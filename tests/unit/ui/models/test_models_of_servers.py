"""A model of a server in the window: its mark, the menu, what is not offered, and what fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QPushButton

from app.core.chats.records import ChatId
from app.core.conversations.events import ChatOpened, ChatsListed, ContextUse
from app.core.errors import Problem
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.protocol import ModelInfo, ModelLoaded, ModelLoadFailed, ModelLoading, RemoteModel
from app.core.remote.server import OfferedModel, Server
from app.core.system.paths import Paths
from app.ui.composer.composer import ComposerState
from app.ui.kit.event_bridge import EventBridge
from app.ui.transcript.model.message_facts import speaker
from app.ui.transcript.satellites.message_menu import message_menu
from tests.helpers.memory_keyring import keyring_in_memory
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import (
    STREAMING,
    answer,
    make_chat,
    make_model,
    new_window,
    notice_button,
    notice_buttons,
    question,
    worn,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

STUDIO = Server(
    "studio", "http://192.168.1.5:8080/v1", models=(OfferedModel("big"),), is_plain_agreed=True
)
HERE = Server("here", "http://localhost:1/v1", models=(OfferedModel("near"),))
PATH, NEAR = RemoteModel("studio", "big").path, RemoteModel("here", "near").path
LINE = "Messages go to studio (192.168.1.5)"
PROBLEM = Problem(phrase("studio refused the connection."), phrase("a."), phrase("b."))


@pytest.fixture(autouse=True)
def backend() -> Iterator[object]:
    with keyring_in_memory() as backend:
        yield backend


def of_server(path: str = PATH, *, n_ctx: int = 0) -> ModelInfo:
    model = RemoteModel.of(path)
    assert model is not None
    return replace(
        make_model(path), name=model.model, server=model.server, description="", size_bytes=0,
        n_params=0, n_ctx=n_ctx, n_ctx_train=n_ctx, n_layers=0, resumable=False, drafts=False,
    )  # fmt: skip


def add(desk: Desk, *servers: Server) -> None:
    for server in servers:
        desk.servers.put(server, "")
    desk.until(lambda: len(desk.window._known_servers.all) == len(servers))


def buttons(desk: Desk) -> list[str]:
    return [one.text() for one in notice_buttons(desk)]


def loads(desk: Desk) -> list[str]:
    return [call[1] for call in desk.calls if call[0] == "load"]


def recent(desk: Desk) -> dict[str, str]:
    actions = desk.window.model_bar.button.menu().actions()
    return {str(one.data()): one.text() for one in actions if one.data()}


# -- the mark --


def test_as_long_as_a_model_elsewhere_answers_the_window_says_so(desk: Desk) -> None:
    add(desk, STUDIO)
    bar, line = desk.window.model_bar, desk.window.composer.server_bar
    assert not line.isVisible()
    desk.post(ModelLoading(PATH, 0.0))
    assert line.words() == LINE  # a message that is written now goes there, too

    desk.post(ModelLoaded(of_server()))

    assert bar.text() == "big — studio"
    assert bar.button.accessibleName() == "Model big — studio"
    assert bar.button.accessibleDescription() == LINE
    assert line.isVisible()
    assert line.words() == LINE
    assert LINE in bar.button.toolTip()
    assert "Hearth sends the chat to studio, which reads it there." in bar.button.toolTip()

    desk.post(ModelLoaded(make_model()))

    assert not line.isVisible()
    assert bar.text() == "Tiny 1B"
    assert bar.button.accessibleDescription() == ""


def test_a_server_on_this_machine_has_its_name_and_no_more(desk: Desk) -> None:
    add(desk, HERE)
    desk.post(ModelLoaded(of_server(NEAR)))
    assert desk.window.model_bar.text() == "near — here"
    assert not desk.window.composer.server_bar.isVisible()
    assert desk.window.model_bar.button.accessibleDescription() == ""
    assert "In another program on this machine" in desk.window.model_bar.button.toolTip()


def test_of_a_server_that_is_not_known_the_worst_is_assumed(desk: Desk) -> None:
    desk.post(ModelLoaded(of_server()))
    assert desk.window.composer.server_bar.words() == "Messages go to studio"
    add(desk, STUDIO)
    desk.until(lambda: desk.window.composer.server_bar.words() == LINE)


def test_the_mark_goes_with_the_theme(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.post(ModelLoaded(of_server()))
    seen = []
    for scheme in ("light", "dark"):
        desk.window.theme.choose(scheme)
        seen.append(desk.window.model_bar.button.icon().cacheKey())
    assert len(set(seen)) == 2


def test_the_small_window_says_it_too(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.post(ModelLoaded(of_server()))
    small = desk.window.quick_ask.show_window()
    assert small.note.text() == LINE
    desk.post(ModelLoaded(make_model()))
    assert small.note.text() == ""


def test_an_empty_chat_does_not_promise_that_everything_stays_here(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.post(ModelLoaded(of_server()))
    words = desk.window.welcome.words()
    assert "runs on a server; your chats are stored on this machine" in words
    assert "stays warm" not in words


# -- the menu --


def test_models_of_servers_stand_among_the_recent_ones(desk: Desk, tmp_path: Path) -> None:
    add(desk, STUDIO)
    file = tmp_path / "tiny.gguf"
    file.touch()
    desk.post(ModelLoaded(make_model(str(file))), ModelLoaded(of_server()))
    assert recent(desk) == {PATH: "big — studio", str(file): "Tiny 1B"}
    (entry,) = [one for one in desk.window.model_bar.button.menu().actions() if one.data() == PATH]
    assert entry.isChecked()
    assert entry.toolTip() == "Hearth sends the chat to studio, which reads it there."

    desk.post(ModelLoaded(make_model(str(file))))
    entry = next(one for one in desk.window.model_bar.button.menu().actions() if one.data() == PATH)
    entry.trigger()

    assert loads(desk) == [PATH]
    desk.servers.remove("studio")
    desk.until(lambda: PATH not in recent(desk))


def test_they_are_there_after_a_restart(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    add(desk, STUDIO)
    desk.post(ModelLoaded(of_server()))
    desk.window.close()
    bridge, recorded = EventBridge(), RecordedDoors()
    again = new_window(recorded.doors(), bridge, worn("light"), Paths.locate(tmp_path))
    qtbot.addWidget(again)
    qtbot.waitUntil(lambda: again._known_servers.are_read)
    assert again.models.recent == {PATH: "big — studio"}
    bridge.close()


def test_opening_one_while_an_answer_runs_says_what_it_costs(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.open(question("One?"), answer("", STREAMING))
    desk.window.models.open_path(PATH)
    told = desk.window.notices.texts()[0]
    assert "Open big — studio now?" in told
    assert "Hearth sends the chat to studio, which reads it there." in told


# -- what is not offered --


def test_what_a_server_cannot_be_asked_for_is_not_offered(desk: Desk) -> None:
    add(desk, STUDIO)
    window, actions = desk.window, desk.window.actions_by_key
    desk.open(question("Hello?"), answer("Hello."))
    for info, is_here in ((of_server(), False), (make_model(), True)):
        desk.post(ModelLoaded(info))
        assert actions["model_setup"].isVisible() is is_here
        assert actions["unload_model"].isVisible() is is_here
        menu = message_menu(window.transcript.surface, window.transcript.stack[1])
        words = [one.text() for one in menu.actions()]
        assert ("Show likely alternatives" in words) is is_here
        menu.close()


def test_thinking_that_a_server_does_cannot_be_cut_short(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.open(question("Hello?"), answer("<think>Hm", STREAMING))
    view = desk.window.transcript
    for info, is_here in ((of_server(), False), (make_model(), True)):
        desk.post(ModelLoaded(info))
        assert view.surface.paint_state(view.stack[1]).can_end_thinking is is_here


def test_a_context_that_no_server_has_told_of_is_not_shown(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.open(question("Hello?"), answer("Hello."))
    desk.post(ModelLoaded(of_server()), ContextUse(ChatId(1), 0, 900, n_messages=900, n_chat=900))
    window = desk.window
    assert not window.status.meter.isVisible()
    assert "token" not in window.model_bar.button.toolTip()
    assert not window.composer.context_bar.isVisible()
    assert window.composer.state is ComposerState.READY


def test_no_larger_context_is_offered_of_a_server(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.open(question("Hello?"), answer("Hello."))
    desk.post(ModelLoaded(of_server(n_ctx=1000)))
    desk.post(ContextUse(ChatId(1), 1000, 1200, n_messages=1200, n_chat=1200))
    assert "This does not fit" in desk.window.composer.context_bar.words()
    assert "Larger context…" not in [
        one.text()
        for one in desk.window.composer.context_bar.findChildren(QPushButton)
        if one.isVisible()
    ]


def test_the_page_hardware_says_that_the_model_is_elsewhere(desk: Desk) -> None:
    add(desk, STUDIO)
    page = desk.window.hardware.show_page()
    desk.post(ModelLoaded(of_server()))
    assert "big — studio" in page.words()
    assert "It runs on a server" in page.words()
    assert "0 tokens" not in page.words()
    assert not page.measure_button.isEnabled()
    assert not page.setup_button.isVisibleTo(page)


# -- what fails --


def test_a_server_that_cannot_be_reached_leaves_the_chats_and_a_way_on(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.window.models.open_path(PATH)
    desk.post(ModelLoadFailed(PATH, PROBLEM))
    assert "studio refused the connection." in desk.window.notices.texts()[0]
    assert buttons(desk)[:3] == ["Try again", "Servers…", "Choose another…"]
    assert desk.window.composer.state is ComposerState.NO_MODEL
    assert not desk.window.composer.server_bar.isVisible()
    desk.post(ChatsListed((make_chat(1),)), ChatOpened(make_chat(1), (question("Hello"),)))
    desk.window.open_chat.show(ChatId(1))

    notice_button(desk, "Try again").click()

    assert loads(desk) == [PATH, PATH]
    desk.post(ModelLoadFailed(PATH, PROBLEM))
    notice_button(desk, "Servers…").click()
    assert desk.window.servers._dialog is not None


# -- chats --


def show(desk: Desk, path: str) -> None:
    chat = replace(make_chat(1), model_path=path)
    desk.post(ChatsListed((chat,)))
    desk.window.open_chat.show(ChatId(1))
    desk.post(ChatOpened(chat, (question("Hello"), answer("Hi", model="big — studio"))))


def test_an_answer_says_on_which_server_it_was_given() -> None:
    assert of_server().full_name == "big — studio"
    assert speaker(answer("Hi", model=of_server().full_name)) == "Answer of big — studio"


def test_the_model_of_a_chat_is_loaded_from_its_server(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.post(ModelLoaded(make_model()))
    show(desk, PATH)
    told = desk.window.notices.texts()[0]
    assert "big — studio answered in this chat." in told
    assert "It runs on studio, which then reads the chat." in told

    notice_button(desk, "Switch back to big — studio").click()

    assert loads(desk) == [PATH]


def test_of_a_server_that_was_removed_the_way_to_the_servers_is_offered(desk: Desk) -> None:
    add(desk, STUDIO)
    desk.post(ModelLoaded(make_model()))
    show(desk, PATH)
    desk.servers.remove("studio")
    desk.until(lambda: "was removed" in " ".join(desk.window.notices.texts()))
    assert buttons(desk)[:2] == ["Servers…", "Choose another…"]

    notice_button(desk, "Servers…").click()

    assert desk.window.servers._dialog is not None


def test_a_chat_of_this_machine_is_told_to_go_elsewhere_before_it_does(
    desk: Desk, tmp_path: Path
) -> None:
    add(desk, STUDIO)
    file = tmp_path / "tiny.gguf"
    file.touch()
    desk.post(ModelLoaded(of_server()))
    show(desk, str(file))
    desk.until(lambda: bool(desk.window.notices.texts()))
    told = desk.window.notices.texts()[0]
    assert "The loaded model can continue it: studio then reads the chat." in told


# -- words --


@pytest.mark.usefixtures("direction")
@pytest.mark.parametrize("name", ["n" * 40, "סטודיו", "one & two <b>"])
def test_any_name_has_its_place(desk: Desk, name: str) -> None:
    add(desk, replace(STUDIO, name=name))
    path = RemoteModel(name, "maker/" + "very-long-name-" * 8).path
    desk.post(ModelLoaded(of_server(path)))
    window = desk.window
    desk.until(lambda: window.model_bar.width() < window.width() / 2)
    assert name in window.composer.server_bar.words().replace("\u2068", "").replace("\u2069", "")
    assert window.composer.server_bar.isVisible()
