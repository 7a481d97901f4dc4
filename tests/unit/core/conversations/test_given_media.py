"""Pictures and sounds on their way into prompts: made aside, for models that take them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.records import MessageStatus
from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    AnswerFailed,
    ChatCreated,
    ChatOpened,
    ChatWarmthMeasured,
    ContextUse,
    MediumMeasured,
    MessageChanged,
    SendRefused,
)
from app.core.media.library import MediaLibrary
from app.core.media.refusals import MediaNotKept
from app.core.plain_value import replace
from app.core.protocol import (
    ContextMeasured,
    Generate,
    InspectAnswer,
    MeasureContext,
    MeasureWarmth,
    ModelLoaded,
    ModelLoadFailed,
    PlacedMedium,
    ProblemRaised,
    RestoreChat,
    Senses,
    WarmthMeasured,
)
from tests.helpers.media_samples import encoded, quarters, sound, tone
from tests.unit.core.conversations.conftest import WAIT_S, Stage, staged
from tests.unit.core.conversations.test_setup_and_context import INFO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.content.media import MediaFile, MediaRef
    from app.core.errors import KnownError
    from tests.conftest import ExpectLog

SEES = replace(INFO, senses=Senses(sees=True))
SEES_AND_HEARS = replace(INFO, senses=Senses(sees=True, hears=True, sample_rate=8_000))


class SlowLibrary(MediaLibrary):
    """Makes nothing before it may; counts what it made."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "media", folder / "cache")
        self.may_make = threading.Event()
        self.may_make.set()
        self.fails_with: KnownError | None = None
        self.made: list[MediaFile] = []

    def raw(self, file: MediaFile, **how: Any) -> MediaRef:
        assert self.may_make.wait(WAIT_S)
        self.made.append(file)
        if self.fails_with is not None:
            raise self.fails_with
        return super().raw(file, **how)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SlowLibrary]:
    with SlowLibrary(tmp_path) as library:
        yield library


@pytest.fixture
def stage(tmp_path: Path, library: SlowLibrary) -> Iterator[Stage]:
    yield from staged(lambda: ChatStore.open(tmp_path / "chats.db"), media=library)


@pytest.fixture
def picture(library: SlowLibrary) -> MediaFile:
    return library.add(encoded(quarters(), "PNG"), "cat.png")


def loaded(stage: Stage, info: Any = SEES) -> None:
    stage.conversations.handle(ModelLoaded(info, is_identified=True))


def asked_with(stage: Stage, *media: MediaFile, text: str = "Look") -> Generate:
    stage.conversations.chats.send(None, text, media=media)
    return stage.command(Generate)


def test_a_model_that_sees_is_given_the_picture_before_the_words(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    loaded(stage)
    (message,) = asked_with(stage, picture).messages

    assert message.text == "Look"
    assert message.media == (PlacedMedium(library.raw(picture)),)
    assert message.media[0].medium.width == picture.width


def test_of_sounds_and_pictures_it_reads_the_names_of_what_it_cannot_take(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    heard = library.add(sound(tone(1.0)), "tone.wav")
    loaded(stage)
    (message,) = asked_with(stage, heard, picture).messages
    assert message.text == "[sound omitted] tone.wav\n\nLook"
    assert [one.medium.width for one in message.media] == [picture.width]

    loaded(stage, SEES_AND_HEARS)
    (message,) = asked_with(stage, heard, picture).messages
    assert message.text == "Look"
    assert [one.medium.n_samples for one in message.media] == [8_000, 0]


def test_a_model_that_takes_text_alone_has_nothing_made(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    loaded(stage, INFO)
    (message,) = asked_with(stage, picture).messages

    assert (message.text, message.media) == ("[image omitted] cat.png\n\nLook", ())
    assert library.made == []


def test_what_a_picture_may_have_at_most_is_kept_to(stage: Stage, picture: MediaFile) -> None:
    loaded(stage)
    (message,) = asked_with(stage, replace(picture, max_pixels=100)).messages

    assert message.media[0].medium.width * message.media[0].medium.height <= 100


def test_others_go_on_while_a_picture_is_made(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    loaded(stage)
    library.may_make.clear()
    stage.conversations.chats.send(None, "Look", media=[picture])
    (message,) = asked_with(stage, text="Another one").messages
    assert message.text == "Another one"

    library.may_make.set()
    assert stage.command(Generate).messages[0].media


def test_an_answer_that_is_stopped_meanwhile_is_not_asked_for(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    loaded(stage)
    library.may_make.clear()
    stage.conversations.chats.send(None, "Look", media=[picture])
    chat = stage.event(ChatCreated).chat
    stage.conversations.chats.stop(chat.id)
    assert stage.event(MessageChanged).message.status is MessageStatus.STOPPED
    library.may_make.set()

    (message,) = asked_with(stage, text="Another one").messages
    assert message.text == "Another one"


def test_while_another_model_is_loaded_it_is_waited_for(stage: Stage, picture: MediaFile) -> None:
    loaded(stage, INFO)
    stage.conversations.models.load("model.gguf")
    stage.conversations.chats.send(None, "Look", media=[picture])
    (message,) = asked_with(stage, text="Another one").messages
    assert message.text == "Another one"

    loaded(stage)
    assert stage.command(Generate).messages[0].media


@pytest.mark.parametrize("is_gone", [False, True])
def test_where_that_one_cannot_be_loaded_the_answer_ends_nevertheless(
    stage: Stage, picture: MediaFile, expect_log: ExpectLog, *, is_gone: bool
) -> None:
    loaded(stage)
    stage.conversations.models.load("model.gguf")
    stage.conversations.chats.send(None, "Look", media=[picture])
    stage.event(ChatCreated)
    problem = MediaNotKept("x", OSError()).problem()
    if is_gone:
        stage.end_engine(problem)
        assert stage.event(MessageChanged).message.status is MessageStatus.FAILED
    else:
        stage.conversations.handle(ModelLoadFailed("model.gguf", problem))
        assert stage.command(Generate).messages[0].media


def test_a_file_that_is_gone_is_told_once_and_its_name_is_read(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    library.original(picture).unlink()
    loaded(stage)
    (message,) = asked_with(stage, picture).messages
    assert (message.text, message.media) == ("[image omitted] cat.png\n\nLook", ())
    assert "cat.png" in str(stage.event(ProblemRaised).problem.what)

    asked_with(stage, picture)
    stage.settle()
    assert not any(isinstance(one, ProblemRaised) for one in list(stage.events.queue))


def test_where_the_disk_refuses_the_answer_fails_and_can_be_asked_for_again(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    loaded(stage)
    library.fails_with = MediaNotKept("cat.png", OSError(28, "full"))
    stage.conversations.chats.send(None, "Look", media=[picture])
    failed = stage.event(AnswerFailed)
    assert failed.problem.what == library.fails_with.problem().what

    library.fails_with = None
    stage.conversations.chats.regenerate(failed.chat_id)
    assert stage.command(Generate).messages[0].media


def test_one_that_must_fit_is_refused_with_its_pictures(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    loaded(stage)
    library.fails_with = MediaNotKept("cat.png", OSError(28, "full"))
    stage.conversations.chats.send(None, "Look", media=[picture], must_fit=True, ticket=4)
    refused = stage.event(SendRefused)
    assert (refused.ticket, refused.media) == (4, (picture,))

    library.fails_with = None
    stage.conversations.chats.send(None, "Look", media=[picture], must_fit=True)
    command = stage.command(MeasureContext)
    assert command.messages[0].media
    assert command.precedes_answer
    stage.reply(command, ContextMeasured(512, 9))
    assert stage.command(Generate).messages[0].media


def test_what_a_draft_takes_is_counted_apart(stage: Stage, picture: MediaFile) -> None:
    loaded(stage)
    stage.conversations.chats.measure(None, "Look", media=[picture])
    command = stage.command(MeasureContext)
    assert not command.precedes_answer
    assert command.texts == ("", "Look", "", "", "")
    assert [len(media) for media in command.media] == [0, 0, 0, 1, 0]
    counts = (0, 2, 0, 30, 0)
    stage.reply(command, ContextMeasured(512, 40, counts))

    use = stage.event(ContextUse)
    assert (use.n_media, use.n_attachments, use.n_draft, use.n_messages) == (30, 30, 2, 8)


def test_what_a_picture_takes_is_told_before_it_goes_along(
    stage: Stage, picture: MediaFile
) -> None:
    loaded(stage)
    stage.conversations.media.measure(picture)
    counting = stage.command(MeasureContext)
    assert (counting.texts, [len(one) for one in counting.media]) == (("",), [1])
    stage.reply(counting, ContextMeasured(512, 0, (30,)))
    asked = stage.command(MeasureWarmth)
    assert [len(one.media) for one in asked.messages] == [1]
    stage.reply(asked, WarmthMeasured(512, n_tokens=45, n_live=5, expected_ms=8_000.0))
    assert stage.event(MediumMeasured) == MediumMeasured(picture.digest, 30, 6.0)


def test_nobody_knows_what_a_model_that_does_not_see_takes(
    stage: Stage, picture: MediaFile
) -> None:
    stage.conversations.media.measure(picture)
    assert stage.event(MediumMeasured) == MediumMeasured(picture.digest)


def test_all_that_reads_a_chat_reads_its_pictures(
    stage: Stage, library: SlowLibrary, picture: MediaFile
) -> None:
    loaded(stage)
    stage.conversations.chats.send(None, "Look", media=[picture])
    chat = stage.event(ChatCreated).chat
    answer = stage.answer("A cat").message
    stage.conversations.chats.open(chat.id)
    assert stage.event(ChatOpened).messages[0].media == (picture,)
    assert stage.command(RestoreChat).messages[0].media
    stage.conversations.alternatives.inspect(chat.id, answer.id)
    assert stage.command(InspectAnswer).messages[0].media
    stage.conversations.memory.measure_warmth(chat.id, "And?", media=[picture], ticket=3)
    asked = stage.command(MeasureWarmth)
    assert [len(one.media) for one in asked.messages] == [1, 0, 1]
    assert len(library.made) == 1
    assert not any(isinstance(one, ChatWarmthMeasured) for one in list(stage.events.queue))
