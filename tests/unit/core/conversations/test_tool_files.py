"""Pictures, sounds and files of tools stay with the chat; the model reads of them only."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.records import ChatSetup
from app.core.chats.store import ChatStore
from app.core.content.media import MediaKind
from app.core.conversations.cases.tool_files import kept
from app.core.conversations.chat_media import MediaUpkeep
from app.core.conversations.chat_tools import ChatTools
from app.core.conversations.events import ChatForked, TemporaryChatBegun, TemporaryChatLeft
from app.core.conversations.texts.chat_sampling import with_tools
from app.core.media.library import MediaLibrary
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import Generate, ModelLoaded
from app.core.system.stop_signal import StopSignal
from app.core.tools.own.own_tool import OwnTool
from app.core.tools.permissions import Permissions
from app.core.tools.servers import ServerList
from app.core.tools.toolbox import Toolbox
from app.core.tools.values import Tool, ToolMedia, ToolResult, ToolSet
from tests.helpers.media_samples import encoded, quarters, sound, tone
from tests.unit.core.conversations.conftest import staged
from tests.unit.core.conversations.test_given_media import SEES
from tests.unit.core.conversations.test_tool_loop import Bench

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.chats.records import Message, MessageId

NO_SETUP = ChatSetup()
DRAW = Tool("draw", "Draw.", needs_word=False)
PLOT = ToolMedia("image", encoded(quarters(), "PNG"), "plot.png")
BEEP = ToolMedia("audio", sound(tone(0.2)))
DATA = ToolMedia("file", b"a,b\n1,2\n", "table.csv")
TOLD = (
    "Done.\n\n[picture plot.png shown to the user]\n[sound sound 2 shown to the user]\n"
    "[file table.csv offered to the user]"
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MediaLibrary]:
    with MediaLibrary(tmp_path / "media", tmp_path / "cache") as library:
        yield library


@pytest.fixture
def bench(new_database: Path, tmp_path: Path, library: MediaLibrary) -> Iterator[Bench]:
    def draw(*_: object) -> ToolResult:
        return ToolResult("Done.", (PLOT, BEEP, DATA))

    box = Toolbox(
        ServerList(tmp_path / "tools.json"),
        Permissions(tmp_path / "tool-permissions.json"),
        lambda: [OwnTool(DRAW, draw)],
        lambda: "",
    )
    tools = ChatTools(tmp_path / "sets", lambda: box)
    for stage in staged(lambda: ChatStore.open(new_database), tools=tools, media=library):
        yield Bench(stage, box, tools)


def drawn(bench: Bench, generate: Generate | None = None) -> Message:
    """Let the model call the tool; return what came of it."""
    if generate is None:
        digest = bench.tools.keep(ToolSet.of([DRAW]))
        bench.stage.conversations.chats.send(None, "Go.", setup=with_tools(NO_SETUP, digest))
        generate = bench.stage.command(Generate)
    bench.call(generate, ("draw", {}))
    message = bench.result()
    bench.chat_id = message.chat_id
    return message


def digests(message: Message) -> set[str]:
    assert message.step is not None
    media, files = message.media, message.step.files
    return {one.digest for one in media} | {one.digest for one in files}


def test_pictures_and_sounds_are_media_of_the_result_and_files_can_be_saved(
    bench: Bench, library: MediaLibrary, tmp_path: Path
) -> None:
    message = drawn(bench)
    assert [(one.kind, one.name) for one in message.media] == [
        (MediaKind.IMAGE, "plot.png"),
        (MediaKind.SOUND, "sound 2"),
    ]
    assert message.step is not None
    (file,) = message.step.files
    assert (file.name, file.n_bytes) == ("table.csv", len(DATA.data))
    assert message.text == TOLD
    assert library.saved_name(file) == "table.csv"
    library.save(file, tmp_path / "copy.csv")
    assert (tmp_path / "copy.csv").read_bytes() == DATA.data
    assert library.original(message.media[0]).read_bytes() == PLOT.data


def test_they_are_there_after_a_restart(bench: Bench, new_database: Path) -> None:
    message = drawn(bench)
    assert bench.stage.conversations.close()
    with ChatStore.open(new_database) as store:
        assert store.path(message.chat_id)[2] == message


def test_a_model_that_sees_is_given_the_words_alone(bench: Bench) -> None:
    bench.stage.conversations.handle(ModelLoaded(SEES, is_identified=True))
    drawn(bench)
    told = bench.stage.command(Generate).messages[-1]
    assert (told.role, told.text, told.media) == (Role.TOOL, TOLD, ())


def test_the_files_lie_there_before_the_message_names_them(
    bench: Bench, library: MediaLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish, there = ChatStore.finish_message, set[str]()

    def finished(store: ChatStore, message_id: MessageId, **fields: Any) -> Message:
        if "tool_step" in fields["stats"]:
            there.update(one.name for one in (tmp_path / "media").iterdir())
        return finish(store, message_id, **fields)

    monkeypatch.setattr(ChatStore, "finish_message", finished)
    assert digests(drawn(bench)) <= there


def test_they_stay_as_long_as_a_chat_has_them(
    bench: Bench, library: MediaLibrary, new_database: Path
) -> None:
    message, upkeep = drawn(bench), MediaUpkeep(bench.stage.conversations.media, library)
    bench.stage.say(bench.stage.command(Generate), "See?")
    bench.stage.conversations.chats.stop(message.chat_id)
    bench.stage.conversations.chats.fork(message.chat_id, message.id)
    fork = bench.stage.event(ChatForked).chat
    listing = bench.stage.conversations.listing
    for digest in digests(message):
        os.utime(new_database.parent / "media" / digest, (0, 0))
    assert digests(message) == library.idle()

    for chat_id in (message.chat_id, fork.id):
        assert upkeep.look(tuple) == 0
        listing.delete([chat_id])
        listing.delete_for_good([chat_id])
        bench.stage.settle()
        bench.stage.conversations.end().result()
    assert upkeep.look(tuple) == 3


def test_of_a_temporary_chat_they_go_with_it(bench: Bench, library: MediaLibrary) -> None:
    setup = with_tools(NO_SETUP, bench.tools.keep(ToolSet.of([DRAW])))
    chats = bench.stage.conversations.chats
    chats.begin_temporary("Temporary", setup)
    bench.chat_id = bench.stage.event(TemporaryChatBegun).chat.id
    chats.send(bench.chat_id, "Go.")
    message = drawn(bench, bench.stage.command(Generate))
    for digest in digests(message):
        os.utime(library.original(message.media[0]).with_name(digest), (0, 0))
    upkeep = MediaUpkeep(bench.stage.conversations.media, library)
    assert upkeep.look(tuple) == 0
    chats.leave_temporary(bench.chat_id)
    bench.stage.event(TemporaryChatLeft)
    assert upkeep.look(tuple) == 3


class Shelf:
    """Keeps nothing, and counts."""

    def __init__(self, library: MediaLibrary) -> None:
        self.take_in, self.take_in_file = library.add, library.add_file


def test_what_is_no_picture_is_a_file_and_what_is_too_much_is_left_out(
    library: MediaLibrary,
) -> None:
    shelf: Any = Shelf(library)
    false = ToolMedia("image", b"<svg/>", "a\u202e\nb/../plot.png")
    came = kept(ToolResult("", (false, *[DATA] * 25)), 1.0, shelf, StopSignal())
    assert (len(came.files), came.media) == (20, ())
    assert came.files[0].name == "plot.png"
    assert came.result.text.startswith("[file plot.png offered to the user]\n")
    assert came.result.text.endswith("too large or too many: 6]")

    large = replace(DATA, data=b"x" * 33_000_000)
    came = kept(ToolResult("Hm.", (large, DATA)), 1.0, shelf, StopSignal())
    assert [one.n_bytes for one in came.files] == [len(DATA.data)]
    assert "too large or too many: 1" in came.result.text

    empty = replace(DATA, data=b"")
    came = kept(ToolResult("Hm.", (empty,)), 1.0, shelf, StopSignal())
    assert came.result.text == "Hm.\n\n[file table.csv could not be shown to the user]"


def test_a_call_that_was_stopped_keeps_no_files(library: MediaLibrary) -> None:
    shelf: Any = Shelf(library)
    stop = StopSignal()
    stop.stop()
    assert kept(ToolResult("Hm.", (PLOT,)), 1.0, shelf, stop).media == ()
    assert not library.idle()
