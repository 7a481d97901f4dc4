"""Files of users on their way to a real model: attached, counted, asked about, resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.content.media import MediaFile, MediaKind
from app.core.conversations.events import (
    AnswerFailed,
    ChatCreated,
    ChatResumed,
    ContextUse,
    MessageAdded,
    MessageChanged,
)
from app.core.messages import Role
from app.core.protocol import NO_PROJECTOR, ModelLoaded, PrefixSource, ProblemRaised
from tests.helpers.loading import load_command
from tests.helpers.media_pairs import Pair, pair_of
from tests.helpers.media_samples import encoded, quarters, sound, tone
from tests.helpers.whole_program import SHORT, E, WholeProgram

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId, Message

QUESTION = "What is this? " * 8


class Program(WholeProgram):
    """A program whose model lies beside its projector."""

    def __init__(self, folder: Path, model: Path, **load: Any) -> None:
        super().__init__(folder)
        self.problems: list[str] = []
        self._load = {"n_ctx": 1024, **load}
        self._path = model

    def event(self, kind: type[E]) -> E:
        while True:
            event = super().event(object)
            if isinstance(event, ProblemRaised | AnswerFailed):
                self.problems.append(str(event.problem.what))
            if isinstance(event, kind):
                return event

    def load(self, **load: Any) -> ModelLoaded:
        self.parts.conversations.models.change_settings(
            str(self._path), load_command(self._path, **{**self._load, **load}).settings
        )
        self.parts.conversations.models.load(str(self._path))
        return self.event(ModelLoaded)

    def ask(self, chat_id: ChatId | None, text: str, *media: MediaFile) -> Message:
        """Send a message, wait for its answer and return that."""
        self.conversations.chats.send(chat_id, text, media=media, options=SHORT)
        return self.answer()

    def answer(self) -> Message:
        while True:
            message = self.event(MessageChanged).message
            if message.role is Role.ASSISTANT and message.status.value != "streaming":
                return message

    def picture(self, name: str = "quarters.png", side: int = 96) -> MediaFile:
        return self.parts.media.add(encoded(quarters(side, side), "PNG"), name)


def written(pair: Pair, folder: Path) -> Path:
    """Write a model and its projector into a folder of their own; return the model."""
    models = folder / "models"
    models.mkdir()
    return pair.write(models)[0]


@pytest.fixture(params=["siglip", "mrope", "hybrid"])
def pair(request: pytest.FixtureRequest) -> Pair:
    return pair_of(request.param)


@pytest.fixture
def model(pair: Pair, tmp_path: Path) -> Path:
    return written(pair, tmp_path)


def test_a_picture_is_seen_counted_and_resumed(tmp_path: Path, model: Path) -> None:
    with Program(tmp_path / "home", model) as program:
        senses = program.load().info.senses
        assert senses.sees
        assert senses.projector == str(model.with_name(model.stem + "-mmproj.gguf"))
        picture = program.picture()
        program.conversations.chats.measure(None, QUESTION, media=[picture])
        use = program.event(ContextUse)
        assert use.n_total > use.n_media > 0
        assert use.n_attachments == use.n_media
        answer = program.ask(None, QUESTION, picture)
        stats = dict(answer.stats)
        assert stats["n_prompt"] == use.n_total
        program.settle()
    with Program(tmp_path / "home", model) as program:
        program.load()
        program.conversations.chats.open(answer.chat_id)
        resumed = program.event(ChatResumed)
        assert resumed.source is PrefixSource.DISK
        assert resumed.n_cached > use.n_media
        again = program.ask(answer.chat_id, "And now?")
        assert int(dict(again.stats)["n_restored"]) > use.n_media
        program.conversations.chats.measure(answer.chat_id, "")
        whole = program.event(ContextUse)
        assert (whole.n_media, whole.n_attachments) == (0, use.n_media)


def test_a_model_without_its_projector_reads_the_name_and_goes_on(
    tmp_path: Path, model: Path
) -> None:
    with Program(tmp_path / "home", model) as program:
        program.load()
        answer = program.ask(None, QUESTION, program.picture())
        seen = int(dict(answer.stats)["n_prompt"])
        assert not program.load(projector=NO_PROJECTOR).info.senses.sees
        again = program.ask(answer.chat_id, "And now?")
        assert again.text or int(dict(again.stats)["n_generated"])
        program.conversations.chats.measure(answer.chat_id, "", media=[program.picture()])
        use = program.event(ContextUse)
        assert use.n_media == 0
        assert use.n_attachments > 0  # the names
        assert seen


def test_of_a_large_picture_the_model_is_given_no_more_pixels_than_the_user_wants(
    tmp_path: Path,
) -> None:
    model = written(pair_of("mrope"), tmp_path)
    with Program(tmp_path / "home", model) as program:
        program.load()
        large = program.picture(side=400)
        small = MediaFile(**{name: getattr(large, name) for name in large.__struct_fields__} | {
            "max_pixels": 64 * 64
        })  # fmt: skip
        counts = []
        for one in (large, small):
            program.conversations.chats.measure(None, "", media=[one])
            counts.append(program.event(ContextUse).n_media)
        assert counts[0] > counts[1] > 0
        answer = program.ask(None, QUESTION, small)
        program.conversations.chats.open(answer.chat_id)
        assert program.messages(answer.chat_id)[0].media == (small,)


def test_a_picture_whose_file_is_gone_is_told_once_and_the_chat_goes_on(tmp_path: Path) -> None:
    model = written(pair_of("siglip"), tmp_path)
    with Program(tmp_path / "home", model) as program:
        program.load()
        picture = program.picture()
        program.parts.media.original(picture).unlink()
        answer = program.ask(None, QUESTION, picture)
        assert int(dict(answer.stats)["n_generated"])
        assert ["quarters.png" in words for words in program.problems] == [True]
        program.ask(answer.chat_id, "And now?")
        assert len(program.problems) == 1


def test_an_answer_that_is_stopped_before_its_picture_is_there_is_not_given(
    tmp_path: Path,
) -> None:
    model = written(pair_of("siglip"), tmp_path)
    with Program(tmp_path / "home", model) as program:
        program.load()
        program.conversations.chats.send(None, QUESTION, media=[program.picture(side=2000)])
        chat = program.event(ChatCreated).chat
        program.conversations.chats.stop(chat.id)
        answer = program.answer()
        assert answer.status.value in ("stopped", "complete")
        again = program.ask(chat.id, "And now?")
        assert int(dict(again.stats)["n_generated"])


def test_a_sound_and_a_picture_go_to_a_model_that_takes_both(tmp_path: Path) -> None:
    model = written(pair_of("both"), tmp_path)
    with Program(tmp_path / "home", model) as program:
        assert program.load().info.senses.hears
        heard = program.parts.media.add(sound(tone(2.0)), "tone.wav")
        assert heard.kind is MediaKind.SOUND
        answer = program.ask(None, QUESTION, program.picture(), heard)
        assert int(dict(answer.stats)["n_generated"])
        assert program.problems == []


def test_a_message_that_is_sent_while_the_model_is_loaded_waits_for_what_it_sees(
    tmp_path: Path,
) -> None:
    model = written(pair_of("siglip"), tmp_path)
    with Program(tmp_path / "home", model) as program:
        picture = program.picture()
        program.conversations.models.load(str(model))
        program.conversations.chats.send(None, QUESTION, media=[picture], options=SHORT)
        asked = program.event(MessageAdded).message
        answer = program.answer()
        program.conversations.chats.measure(asked.chat_id, "")
        assert program.event(ContextUse).n_attachments > 16
        assert int(dict(answer.stats)["n_prompt"]) > 16
