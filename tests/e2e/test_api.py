"""The API served by the window: switched on there, asked by real clients, and ended with it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx2
import openai
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.core.engine_link import ChildProcess
from app.core.settings.table import (
    API_ENABLED,
    API_KEEP_MEMORY,
    API_LOAD_MODELS,
    API_PORT,
    API_SHARE_CHATS,
    MODEL_FOLDERS,
)
from app.core.system.paths import Paths
from app.ui.api.api_state import CannotListen, Listening
from app.ui.api.request_table_model import RequestColumn
from app.ui.settings.fields import Switch
from tests.e2e.conftest import REPOSITORY
from tests.e2e.served_window import Api
from tests.e2e.whole_run import is_ready, run_with, shown
from tests.helpers.engine_hosts import engine_host
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.harm import Harm
from tests.helpers.serving import Serving
from tools.bench.free_port import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import ExpectLog
    from tests.e2e.conftest import Program
    from tests.e2e.whole_run import Script

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LONG = "Tell me a long story of the sea and of those who live there. " * 30


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_llama(tmp_path_factory.mktemp("model") / "tiny.gguf", n_ctx=32_768)


@pytest.fixture
def aside() -> Iterator[ThreadPoolExecutor]:
    """Where clients wait, while the window goes on."""
    with ThreadPoolExecutor(4, "client") as pool:
        yield pool


@pytest.fixture
def api(start: Any, model: Path, paths: Paths, aside: ThreadPoolExecutor) -> Api:
    """A window with a model, the API off, and a port that is free."""
    paths.create()
    paths.settings_file.write_text(f"[api]\nport = {free_port()}\n[memory]\nkeep_free_gb = 0\n")
    program: Program = start(model)
    program.until_ready()
    return Api(program, aside)


def test_it_is_switched_on_asked_seen_and_switched_off(api: Api) -> None:
    port = api.program.hearth._settings.get(API_PORT)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port))
    api.switch_on()
    assert api.listening.address == f"http://127.0.0.1:{port}"

    answer = api.ask()
    assert answer.usage.completion_tokens == 8
    api.program.until(lambda: api.log()[0][RequestColumn.STATUS] == "Answered")
    assert len(api.log()) == 1
    row = api.log()[0]
    assert "OpenAI/Python" in row[RequestColumn.PROGRAM]
    assert row[RequestColumn.ADDRESS] == "/v1/chat/completions"
    assert row[RequestColumn.PROMPT] == str(answer.usage.prompt_tokens)
    assert row[RequestColumn.GENERATED] == "8"
    assert "ms" in row[RequestColumn.FIRST_TOKEN] or "s" in row[RequestColumn.FIRST_TOKEN]

    api.switch()
    api.program.until(api.is_off)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port))
    assert api.log() == [row]  # can be read on


def test_it_is_on_at_the_next_start_and_conversations_are_warm_there(
    api: Api, start: Any, model: Path, aside: ThreadPoolExecutor
) -> None:
    api.switch_on()
    first = api.ask(LONG)
    key = api.listening.key
    api.program.quit()

    again = Api(start(model), aside)
    again.program.until(again.is_on)
    again.program.until_ready()
    assert again.listening.key == key
    second = again.ask(LONG)
    assert second.usage.prompt_tokens_details.cached_tokens >= first.usage.prompt_tokens - 2
    assert again.program.window.status.api.isVisible()


def test_nothing_is_kept_where_that_is_switched_off(api: Api, paths: Paths) -> None:
    api.program.window.settings.change(API_KEEP_MEMORY, "off")
    api.switch_on()
    api.ask(LONG)
    api.program.quit()
    assert not (paths.cache / "api-records.db").exists()
    assert not list(paths.cache.rglob("*.kvs"))


def test_a_wrong_key_is_refused_and_seen_in_the_log(api: Api) -> None:
    api.switch_on()
    with pytest.raises(openai.AuthenticationError):
        api.ask(key="of-somebody-else")
    api.program.until(lambda: bool(api.log()))
    assert api.log()[0][RequestColumn.STATUS] == "Wrong key"
    assert "OpenAI/Python" in api.log()[0][RequestColumn.PROGRAM]
    assert api.ask().choices


def test_a_new_key_is_in_force_at_once_and_the_old_one_is_refused(
    api: Api, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.api.api_presenter.agrees", lambda *_: True)
    api.switch_on()
    old = api.listening.key
    api.page().access.renew_button.click()
    api.program.until(lambda: api.listening.key != old)
    with pytest.raises(openai.AuthenticationError):
        api.ask(key=old)
    assert api.ask().choices
    assert (paths.config / "api-key").read_text().strip() == api.listening.key
    api.page().access.copy_key.click()
    assert QGuiApplication.clipboard().text() == api.listening.key


def test_a_taken_port_is_told_and_another_one_helps(api: Api) -> None:
    settings = api.program.window.settings
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings.change(API_PORT, taken.getsockname()[1])
        api.switch()
        api.program.until(lambda: isinstance(api.host.state, CannotListen))
        assert f"port {taken.getsockname()[1]}" in api.page().words()
        assert "Choose another port" in api.program.notices()
        assert "API" in api.program.window.status.api.text()
    settings.change(API_PORT, free_port())
    api.program.until(api.is_on)
    assert "port" not in api.program.notices()
    assert api.ask().choices


def test_it_moves_to_another_port_at_once(api: Api) -> None:
    api.switch_on()
    first, port = api.listening.port, free_port()
    api.program.window.settings.change(API_PORT, port)
    api.program.until(lambda: api.is_on() and api.listening.port == port)
    assert api.ask().choices
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", first))


def test_a_key_that_cannot_be_used_is_told_and_a_new_one_helps(
    api: Api, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.api.api_presenter.agrees", lambda *_: True)
    (paths.config / "api-key").write_text("short")
    api.switch()
    api.program.until(lambda: isinstance(api.host.state, CannotListen))
    assert "use the file with the API key" in api.page().words()
    assert "short" not in api.page().words()
    api.page().renew_button.click()
    api.program.until(api.is_on)
    assert api.ask().choices


def test_switching_off_ends_an_answer_that_is_under_way(api: Api) -> None:
    api.switch_on()
    ended = api.begin_stream()
    assert api.log()[0][RequestColumn.STATUS] == "Answering…"
    api.switch()
    api.program.until(api.is_off)
    api.program.until(ended.done)
    assert "switched off" in str(ended.result())  # which no client takes for the end of an answer
    assert api.log()[0][RequestColumn.STATUS] == "Not ready"
    assert api.program.notices() == ""


def test_a_window_that_is_closed_ends_an_answer_that_is_under_way(api: Api) -> None:
    api.switch_on()
    ended = api.begin_stream()
    api.program.quit()
    assert "Hearth was closed" in str(ended.result())


def test_a_model_that_rests_is_woken_by_a_request(api: Api) -> None:
    api.switch_on()
    window = api.program.window
    window.actions_by_key["unload_model"].trigger()
    api.program.until(lambda: api.host.model().name == "")
    assert api.ask().choices
    assert api.host.model().name == "tiny"


def test_an_engine_that_died_answers_again(api: Api, expect_log: ExpectLog) -> None:
    expect_log("the engine died")
    api.switch_on()
    host = engine_host(api.program.hearth._parts.link)
    assert isinstance(host, ChildProcess)
    assert host.pid is not None
    Harm.KILL.do(host.pid)
    api.program.until(lambda: "reloads the model" in api.program.notices())
    api.program.until_ready()
    assert api.ask().choices


def test_the_windows_own_chats_go_on_meanwhile(api: Api) -> None:
    api.switch_on()
    api.ask()
    assert api.program.window.sidebar.chats.n_chats() == 0
    program = api.program
    with program.one_answer():  # which has no end of its own for a long time
        program.send("Hello?")
        program.until(lambda: program.window.transcript.messages.last_answer() != "")
        assert api.ask().choices
        program.qtbot.mouseClick(program.window.composer.button, Qt.MouseButton.LeftButton)
    assert program.window.sidebar.chats.n_chats() == 1
    assert api.log()[0][RequestColumn.STATUS] == "Answered"


def test_hearth_serve_beside_the_window_names_what_helps(api: Api, paths: Paths) -> None:
    assert paths.root is not None

    def serve() -> Serving:
        with Serving(paths.data.parent) as serving:
            serving.wait()
        return serving

    serving: Serving = api.wait(serve)
    assert serving.process.returncode == 1
    assert "Switch on the same API in the window's settings" in serving.errors


@pytest.mark.usefixtures("qapp")
def test_the_whole_program_serves_from_its_start_to_its_end(
    model: Path, aside: ThreadPoolExecutor
) -> None:
    paths, port = Paths.locate(), free_port()
    paths.create()
    path = json.dumps(str(model))
    paths.settings_file.write_text(f"[api]\nport = {port}\n[model]\npath = {path}\n", "utf-8")
    answers: list[Future[httpx2.Response]] = []

    def ask_over_http() -> httpx2.Response:
        key = (paths.config / "api-key").read_text("utf-8").strip()
        return httpx2.post(
            f"http://127.0.0.1:{port}/v1/chat/completions",
            headers={"authorization": f"Bearer {key}", "user-agent": "an editor"},
            json={"messages": [{"role": "user", "content": "Hello!"}], "max_tokens": 4},
            timeout=60,
            trust_env=False,
        )

    def script() -> Script:
        yield is_ready
        window = shown()
        assert window is not None
        settings = window.settings.show_setting(API_ENABLED)
        box = settings.rows[API_ENABLED.key].editor
        assert isinstance(box, Switch)
        QTest.keyClick(box, Qt.Key.Key_Space)
        yield lambda: isinstance(window.api_host.state, Listening)
        answers.append(aside.submit(ask_over_http))
        yield answers[0].done
        assert window.api.show_page().rows.index(0, RequestColumn.PROGRAM).data() == "an editor"
        window.close()

    assert run_with(script()) == 0
    assert answers[0].result().status_code == 200
    assert answers[0].result().json()["usage"]["completion_tokens"] == 4
    assert "enabled" in paths.settings_file.read_text("utf-8")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port))


def test_the_server_is_imported_only_when_it_is_switched_on() -> None:
    code = (
        "import sys, app.ui.app; "
        "print(sorted({'starlette', 'uvicorn', 'app.server'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=REPOSITORY, check=True
    )
    assert run.stdout.strip() == "[]"


def test_chats_are_shared_only_where_the_user_says_so(api: Api) -> None:
    api.program.send("A question of mine.")  # whose answer has no end
    api.switch_on()
    address, key = api.listening.address, api.listening.key

    def told(name: str) -> Any:
        headers = {"authorization": f"Bearer {key}"}
        return httpx2.get(f"{address}/hearth/v1/{name}", headers=headers, trust_env=False)

    assert api.wait(lambda: told("chats")).status_code == 403
    assert api.wait(lambda: told("documents")).status_code == 403
    api.program.window.settings.change(API_SHARE_CHATS, "on")
    chats = api.wait(lambda: told("chats")).json()
    assert [one["title"] for one in chats["data"]] == ["A question of mine."]
    assert api.wait(lambda: told("documents")).json()["sources"] == []


def test_other_models_of_the_library_are_served_where_the_user_says_so(
    api: Api, paths: Paths, tmp_path: Path
) -> None:
    folder = tmp_path / "more models"
    folder.mkdir()
    write_tiny_llama(folder / "other.gguf", n_ctx=8192, seed=7)
    settings = api.program.window.settings
    api.switch_on()
    assert "other" not in names_of_models(api)
    settings.change(API_LOAD_MODELS, "on")
    settings.change(MODEL_FOLDERS, str(folder))
    api.program.until(lambda: "other" in names_of_models(api))
    with api.client() as client:
        answer = api.wait(
            lambda: client.chat.completions.create(
                model="other", messages=[{"role": "user", "content": "Hi"}], max_tokens=4
            )
        )
    assert answer.model == "other"


def names_of_models(api: Api) -> list[str]:
    with api.client() as client:
        return [one.id for one in api.wait(client.models.list).data]
