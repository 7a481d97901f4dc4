"""Requests that name another model of the library have it loaded, where the user allows that."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any, cast

import pytest

from app.core.errors import Problem
from app.core.models.library.library import ModelLibrary
from app.core.models.library.scanner import LibraryFolders
from app.core.phrases import NO_WORDS, phrase
from app.core.protocol import ModelInfo, ModelLoaded, ModelLoadFailed, ModelUnloaded
from app.server import model_switch
from app.server.errors import ApiError
from app.server.model_switch import ModelSwitch, OtherModels
from app.server.served_model import ServedModel
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.served_program import ServedProgram, events_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHAT = "/v1/chat/completions"
QUESTION = [{"role": "user", "content": "Say something."}]


class Permission:
    """Whether requests may have models loaded."""

    is_given = True


@pytest.fixture
def models(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    for seed, name in enumerate(("alpha", "beta", "gone")):
        write_tiny_llama(folder / f"{name}.gguf", seed=seed, n_ctx=2048)
    return folder


@pytest.fixture
def program(tmp_path: Path, models: Path) -> Iterator[ServedProgram]:
    library = ModelLibrary(LibraryFolders((models,)), tmp_path / "index.json")
    library.scan()
    (models / "gone.gguf").unlink()
    permission = Permission()
    with ServedProgram(
        tmp_path / "program",
        models / "alpha.gguf",
        library=library,
        may_load=lambda: permission.is_given,
    ) as running:
        running.permission = permission  # type: ignore[attr-defined]
        yield running


@pytest.fixture
def http(program: ServedProgram) -> Iterator[Any]:
    with program.http() as client:
        yield client


def ask(http: Any, model: str, n_tokens: int = 4) -> Any:
    body = {"model": model, "messages": QUESTION, "max_tokens": n_tokens, "temperature": 0}
    return http.post(CHAT, json=body)


def statuses(http: Any) -> dict[str, str]:
    listed = http.get("/v1/models").json()["data"]
    return {one["id"]: one["status"]["value"] for one in listed}


def test_a_model_that_is_named_is_loaded_and_answers(http: Any) -> None:
    assert statuses(http) == {"alpha": "loaded", "beta": "unloaded", "gone": "unloaded"}
    assert ask(http, "beta").json()["model"] == "beta"
    assert statuses(http) == {"beta": "loaded", "alpha": "unloaded", "gone": "unloaded"}
    assert http.get("/v1/models/alpha").json()["status"]["value"] == "unloaded"
    assert ask(http, "gpt-4").json()["model"] == "beta"  # whatever is unknown, the loaded one has
    gone = ask(http, "gone")
    assert gone.status_code == 503
    assert "gone.gguf" in gone.json()["error"]["message"]
    assert ask(http, "beta").json()["model"] == "beta"


def test_without_permission_the_loaded_one_answers(program: ServedProgram, http: Any) -> None:
    program.permission.is_given = False  # type: ignore[attr-defined]
    assert statuses(http) == {"alpha": "loaded"}
    assert ask(http, "beta").json()["model"] == "alpha"
    assert http.get("/v1/models/beta").status_code == 404


def test_an_answer_ends_before_another_model_comes_and_who_waits_is_told(
    program: ServedProgram, http: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.server.desk._SILENCE_S", 0.05)
    body = {"model": "alpha", "messages": QUESTION, "stream": True, "max_tokens": 400}
    ended: list[str] = []

    def ask_for_the_other() -> None:
        other = {"model": "beta", "messages": QUESTION, "stream": True, "max_tokens": 4}
        with program.http() as second, second.stream("POST", CHAT, json=other) as reply:
            lines = list(reply.iter_lines())
        ended.append("beta")
        assert ": waiting" in lines
        assert any('"model":"beta"' in line for line in lines)

    with http.stream("POST", CHAT, json=body) as reply:
        events = events_of(line for line in reply.iter_lines() if line != "data: [DONE]")
        next(events)
        thread = threading.Thread(target=ask_for_the_other)
        thread.start()
        told = [data for name, data in events if name != "comment"]
        ended.append("alpha")
        reasons = [one["choices"][0]["finish_reason"] for one in told]
    thread.join()
    assert reasons[-1] == "length"
    assert ended == ["alpha", "beta"]


# -- the rule, with a model that is there at once --


class Loads:
    """Loads what is asked for at once, and notes it."""

    def __init__(self, state: ServedModel) -> None:
        self.state = state
        self.loaded: list[str] = []

    def load_when_quiet(self, path: str) -> None:
        self.loaded.append(path)
        asyncio.get_running_loop().call_soon(self._tell, path)

    def _tell(self, path: str) -> None:
        self.state.learn(ModelUnloaded())
        if path == "/m/bad.gguf":
            problem = Problem(phrase("It is bad."), NO_WORDS, NO_WORDS)
            self.state.learn(ModelLoadFailed(path, problem))
        else:
            self.state.learn(ModelLoaded(info_of(path)))

    def forget_quiet_load(self) -> None:
        self.loaded.append("forgotten")


def info_of(path: str) -> ModelInfo:
    return ModelInfo(path, "", "", 1, 1, 512, 512, 2, 0, (), (), resumable=True)


def switch_of(monkeypatch: pytest.MonkeyPatch) -> tuple[ModelSwitch, Loads]:
    names = {name: f"/m/{name}.gguf" for name in ("a", "b", "c", "bad")}
    monkeypatch.setattr(model_switch, "names_of", lambda _contents: names)
    state = ServedModel(ModelLoaded(info_of("/m/a.gguf")), lambda: None)
    loads = Loads(state)
    library = cast("ModelLibrary", type("Library", (), {"contents": None}))
    return ModelSwitch(state, OtherModels(library, loads, lambda: True)), loads


def test_nobody_is_kept_out_by_those_who_keep_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[str]:
        switch, loads = switch_of(monkeypatch)
        begun: list[str] = []
        may_end = asyncio.Event()

        async def ask(name: str, label: str) -> None:
            async with switch.using(name) as info:
                begun.append(label)
                assert info.path == f"/m/{name}.gguf"
                await may_end.wait()

        asked = [("a", "a1"), ("a", "a2"), ("b", "b1"), ("a", "a3"), ("b", "b2"), ("c", "c1")]
        tasks = []
        for name, label in asked:
            tasks.append(asyncio.create_task(ask(name, label)))
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        assert begun == ["a1", "a2"]  # those of the loaded model, until another one is wanted
        may_end.set()
        await asyncio.gather(*tasks)
        assert loads.loaded == ["/m/b.gguf", "/m/a.gguf", "/m/c.gguf"]
        return begun

    assert asyncio.run(run()) == ["a1", "a2", "b1", "b2", "a3", "c1"]


def test_who_goes_away_while_waiting_is_waited_for_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        switch, loads = switch_of(monkeypatch)
        async with switch.using("a"):
            waiting = asyncio.create_task(switch.using("b").__aenter__())
            await asyncio.sleep(0.01)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            async with switch.using("a"):
                pass
        async with switch.using("c"):
            pass
        assert "/m/b.gguf" not in loads.loaded

    asyncio.run(run())


def test_a_load_of_the_user_in_between_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        switch, loads = switch_of(monkeypatch)
        load = loads.load_when_quiet
        n_asked = 0

        def another_first(path: str) -> None:
            nonlocal n_asked
            n_asked += 1
            load("/m/c.gguf" if n_asked == 1 else path)

        monkeypatch.setattr(loads, "load_when_quiet", another_first)
        async with asyncio.timeout(10), switch.using("b") as info:
            assert info.path == "/m/b.gguf"
        assert loads.loaded == ["/m/c.gguf", "/m/b.gguf"]

    asyncio.run(run())


def test_a_wait_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_switch, "MOST_WAIT_S", 0.05)

    async def run() -> None:
        switch, _loads = switch_of(monkeypatch)
        async with switch.using("a"):
            with pytest.raises(ApiError, match="in use") as refused:
                await switch.using("b").__aenter__()
        assert refused.value.status == 503
        assert refused.value.retry_after_s

    asyncio.run(run())


def test_a_model_that_cannot_be_loaded_is_told_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        switch, _loads = switch_of(monkeypatch)
        async with switch.using("a"):
            pass
        with pytest.raises(ApiError, match="It is bad"):
            await switch.using("bad").__aenter__()
        async with switch.using("") as info:  # the one that was there last
            assert info.path == "/m/a.gguf"

    asyncio.run(run())
