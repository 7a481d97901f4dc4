"""Loading models with their settings, and models that give their memory back."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from app.core.chats.errors import DiskFull
from app.core.chats.parts.marks import ChatMarks
from app.core.chats.store import ChatStore
from app.core.conversations.errors import ENGINE_GONE
from app.core.conversations.events import (
    ChatChanged,
    ModelResting,
    SendRefused,
    TemporaryChatBegun,
)
from app.core.conversations.models import ModelRest
from app.core.conversations.session import Preferences
from app.core.messages import Role
from app.core.models.model_settings import ModelSettings
from app.core.protocol import (
    DEFAULT_LOAD,
    Adapter,
    BackendChoice,
    CancelLoad,
    ChatKey,
    Generate,
    LoadModel,
    LoadSettings,
    ModelInfo,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    ProblemRaised,
    PromptMessage,
    ReportMemory,
    SamplingParams,
    UnloadModel,
)
from tests.unit.core.conversations.conftest import staged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.chats.records import ChatId
    from tests.unit.core.conversations.conftest import Stage

ASKED = Generate(ChatKey("1"), (PromptMessage(Role.USER, "Hello"),))


def info(path: str, settings: LoadSettings = DEFAULT_LOAD) -> ModelInfo:
    facts = (path, "Tiny", "", 1, 1, 512, 512, 2, 0, (), ())
    return ModelInfo(*facts, resumable=True, settings=settings)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF")
    return path


@pytest.fixture
def settings(tmp_path: Path) -> ModelSettings:
    return ModelSettings(tmp_path / "model-settings.json")


@pytest.fixture
def stage(database: Path, settings: ModelSettings) -> Iterator[Stage]:
    wanted = Preferences(SamplingParams(temperature=0), context_tokens=2048)
    yield from staged(lambda: ChatStore.open(database), model_settings=settings, preferences=wanted)


def test_a_model_is_loaded_with_its_own_settings(
    stage: Stage, settings: ModelSettings, model: Path
) -> None:
    models = stage.conversations.models
    models.load(str(model))
    assert stage.command(LoadModel).settings == LoadSettings(n_ctx=2048)

    models.change_settings(str(model), LoadSettings(n_ctx=4096, n_threads=3))
    models.load(str(model))
    assert stage.command(LoadModel).settings == LoadSettings(n_ctx=4096, n_threads=3)

    models.load(str(model), 8192)  # chosen for this time
    assert stage.command(LoadModel).settings == LoadSettings(n_ctx=8192, n_threads=3)
    assert models.settings_of(str(model)) == settings.of(str(model))


def test_a_load_and_its_end_come_in_the_order_in_which_they_were_asked_for(
    stage: Stage, model: Path
) -> None:
    stage.conversations.models.load(str(model))
    stage.conversations.models.cancel_load()
    stage.settle()

    kinds = [type(stage.commands.get_nowait()) for _ in range(stage.commands.qsize())]
    assert kinds[kinds.index(LoadModel) :] == [LoadModel, CancelLoad]


def test_a_damaged_file_of_settings_is_told(stage: Stage, tmp_path: Path, model: Path) -> None:
    (tmp_path / "model-settings.json").write_bytes(b"{")

    stage.conversations.models.load(str(model))

    assert "your model settings" in str(stage.event(ProblemRaised).problem.what)
    assert stage.command(LoadModel).settings == LoadSettings(n_ctx=2048)


def loaded(stage: Stage, path: str) -> LoadModel:
    stage.conversations.models.load(path)
    command = stage.command(LoadModel)
    stage.conversations.handle(ModelLoaded(info(path, command.settings)))
    stage.command(ReportMemory)
    return command


def test_an_unloaded_model_is_loaded_again_before_what_is_asked_of_it(
    stage: Stage, model: Path
) -> None:
    first = loaded(stage, str(model))
    stage.conversations.models.unload()
    stage.command(UnloadModel)
    stage.conversations.handle(ModelUnloaded())
    stage.event(ModelResting)

    stage.conversations.chats.send(None, "Hello?")

    again = stage.command(LoadModel)
    assert (again.settings, again.backend) == (first.settings, None)
    assert stage.commands.get(timeout=10).messages[-1].text == "Hello?"


def test_a_model_that_is_asked_while_it_goes_comes_back_at_once(stage: Stage, model: Path) -> None:
    loaded(stage, str(model))
    stage.conversations.models.unload()
    stage.command(UnloadModel)

    stage.conversations.chats.send(None, "Hello?")
    stage.command(LoadModel)
    stage.command(Generate)
    stage.conversations.handle(ModelUnloaded())

    assert stage.event(ModelLoading).path == str(model)  # whoever sees it does not see it go
    stage.event(ModelUnloaded)  # its load is on the way


def test_a_client_beside_this_one_wakes_a_model_at_rest_once(stage: Stage, model: Path) -> None:
    loaded(stage, str(model))
    stage.conversations.models.use()  # it is there: nothing to do
    stage.conversations.models.unload()
    stage.command(UnloadModel)
    stage.conversations.handle(ModelUnloaded())
    stage.event(ModelResting)

    stage.conversations.models.use()
    stage.conversations.models.use()

    assert stage.command(LoadModel).path == str(model)
    stage.settle()
    assert stage.commands.empty()


def test_a_model_that_nobody_uses_gives_its_memory_back_by_itself(
    database: Path, model: Path
) -> None:
    preferences = Preferences(SamplingParams(temperature=0), keep_s=0.001)
    stages = staged(lambda: ChatStore.open(database), preferences=preferences)
    for stage in stages:
        loaded(stage, str(model))

        stage.command(UnloadModel)
        stage.conversations.handle(ModelUnloaded())
        stage.event(ModelResting)


# -- rest --


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


LOAD = LoadModel("/m/a.gguf")


@pytest.fixture
def clock() -> Clock:
    return Clock()


def ready(clock: Clock, *, keep_s: float = 60.0, busy: list[bool] | None = None) -> ModelRest:
    rest = ModelRest(lambda: keep_s, lambda: bool(busy and busy[-1]), clock)
    rest.asked_to_load()
    rest.loaded(LOAD)
    return rest


def test_a_model_is_kept_for_as_long_as_was_chosen_after_its_last_use(clock: Clock) -> None:
    rest = ready(clock)
    clock.now = 59
    assert not rest.is_due
    rest.load_before(ASKED)
    clock.now = 118
    assert not rest.is_due
    clock.now = 119
    assert rest.is_due


def test_a_use_by_others_counts_as_one(clock: Clock) -> None:
    rest = ready(clock)
    clock.now = 59
    assert rest.use() is None
    clock.now = 118
    assert not rest.is_due
    assert rest.begin_rest()
    assert rest.use() == LOAD
    assert rest.use() is None


def test_with_nothing_chosen_a_model_is_kept_for_good(clock: Clock) -> None:
    rest = ready(clock, keep_s=0)
    clock.now = 1e9
    assert not rest.is_due


def test_a_model_in_the_middle_of_an_answer_is_in_use(clock: Clock) -> None:
    busy = [True]
    rest = ready(clock, busy=busy)
    clock.now = 1000
    assert not rest.is_due
    busy.append(False)
    clock.now = 1059
    assert not rest.is_due
    clock.now = 1060
    assert rest.is_due


def test_a_model_at_rest_is_loaded_once_for_what_wakes_it_and_not_for_other_things(
    clock: Clock,
) -> None:
    rest = ready(clock)
    assert rest.begin_rest()
    assert not rest.begin_rest()
    assert rest.unloaded()
    assert rest.load_before(ReportMemory()) is None
    assert rest.load_before(ASKED) == LOAD
    assert rest.load_before(ASKED) is None


def test_a_model_that_goes_by_itself_does_not_rest(clock: Clock) -> None:
    rest = ready(clock)
    assert not rest.unloaded()
    assert rest.load_before(ASKED) is None
    rest.loaded(LOAD)  # the engine is back
    assert rest.begin_rest()


def test_when_another_load_fails_the_model_before_it_can_rest_again(clock: Clock) -> None:
    rest = ready(clock)
    rest.asked_to_load()
    rest.failed()
    rest.loaded(LOAD)
    rest.begin_rest()
    rest.unloaded()

    assert rest.load_before(ASKED) == LOAD


def test_a_load_that_was_refused_is_not_what_a_model_comes_back_with(
    stage: Stage, model: Path
) -> None:
    first = loaded(stage, str(model))
    models = stage.conversations.models
    models.change_settings(str(model), LoadSettings(adapters=(Adapter("/no/such.gguf"),)))
    models.load(str(model))
    refused = stage.command(LoadModel)
    # The engine refuses before it lets go of what is loaded, and says that it is still there.
    stage.conversations.handle(ModelLoadFailed(refused.path, ENGINE_GONE().problem()))
    stage.conversations.handle(ModelLoaded(info(str(model), first.settings)))
    models.unload()
    stage.command(UnloadModel)
    stage.conversations.handle(ModelUnloaded())

    stage.conversations.chats.send(None, "Hello?")

    assert stage.command(LoadModel).settings == first.settings


def test_a_model_comes_back_with_the_settings_that_were_chosen_meanwhile(
    stage: Stage, model: Path
) -> None:
    loaded(stage, str(model))
    stage.conversations.models.unload()
    stage.command(UnloadModel)
    stage.conversations.handle(ModelUnloaded())
    stage.conversations.models.change_settings(str(model), LoadSettings(n_threads=3))

    stage.conversations.chats.send(None, "Hello?")

    assert stage.command(LoadModel).settings == LoadSettings(n_ctx=2048, n_threads=3)


def test_a_model_comes_back_as_it_was_loaded_after_a_crash(stage: Stage, model: Path) -> None:
    loaded(stage, str(model))
    stage.conversations.handle(ModelUnloaded())
    safer = LoadSettings(n_ctx=2048, flash_attention=False)
    backend = BackendChoice(use_gpu=False)
    stage.conversations.handle(ModelLoaded(info(str(model), safer), backend=backend))
    stage.conversations.models.unload()
    stage.command(UnloadModel)
    stage.conversations.handle(ModelUnloaded())

    stage.conversations.chats.send(None, "Hello?")

    load = stage.command(LoadModel)
    assert (load.settings, load.backend) == (safer, backend)


def test_a_model_that_another_load_gave_way_to_can_rest(
    stage: Stage, model: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.gguf"
    other.write_bytes(b"GGUF 2")
    models = stage.conversations.models
    models.load(str(model))
    models.load(str(other))
    stage.conversations.handle(ModelLoadFailed(str(model), ENGINE_GONE().problem(), cancelled=True))
    stage.conversations.handle(ModelLoaded(info(str(other))))
    models.unload()

    stage.command(UnloadModel)


def test_after_a_failed_wake_nothing_is_loaded_by_itself(stage: Stage, model: Path) -> None:
    loaded(stage, str(model))
    stage.conversations.models.unload()
    stage.conversations.handle(ModelUnloaded())
    stage.conversations.chats.send(None, "Hello?")
    command = stage.command(LoadModel)
    stage.conversations.handle(ModelLoadFailed(command.path, ENGINE_GONE().problem()))
    stage.event(ModelLoadFailed)
    stage.settle()
    while not stage.commands.empty():
        stage.commands.get_nowait()

    stage.conversations.chats.list_all()
    stage.settle()

    assert stage.commands.empty()


def test_a_model_that_cannot_be_noted_gives_the_question_back(stage: Stage, model: Path) -> None:
    loaded(stage, str(model))
    with patch.object(ChatMarks, "answered_by", side_effect=DiskFull(model)):
        stage.conversations.chats.send(None, "Hello?")
        assert stage.event(SendRefused).text == "Hello?"


def test_a_chat_knows_the_file_that_answered_it_last(stage: Stage, model: Path) -> None:
    loaded(stage, str(model))
    stage.conversations.chats.send(None, "Hello?")
    stage.command(Generate)

    assert stage.event(ChatChanged).chat.model_path == str(model)

    other = str(model.with_name("\udcff.gguf"))  # a name that is no UTF-8
    stage.conversations.handle(ModelLoaded(info(other)))
    stage.conversations.chats.send(None, "And you?")
    while stage.event(ChatChanged).chat.model_path != other:
        pass


def test_chats_follow_a_server_that_is_called_otherwise_now(stage: Stage) -> None:
    stage.conversations.handle(ModelLoaded(info("server:attic/big")))
    stage.conversations.chats.send(None, "Hello?")
    stage.answer("Hello.")
    stage.conversations.chats.begin_temporary("Secret")
    secret = stage.event(TemporaryChatBegun).chat
    stage.conversations.chats.send(secret.id, "And you?")
    stage.answer("Well.")

    stage.conversations.models.follow_server("attic", "cellar")

    found: set[ChatId] = set()
    while len(found) < 2:
        chat = stage.event(ChatChanged).chat
        if chat.model_path == "server:cellar/big":
            found.add(chat.id)
    assert secret.id in found
