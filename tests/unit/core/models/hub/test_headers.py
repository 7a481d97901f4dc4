"""Headers of models that lie on a hub: whole, no further than they go, and without the weights."""

from __future__ import annotations

import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.errors import KnownError
from app.core.gguf.errors import GgufError
from app.core.gguf.parser import read_header
from app.core.llama.gguf_file import check_complete, model_layout
from app.core.models.hub import model_hub as module
from app.core.models.hub.api import HubApi
from app.core.models.hub.errors import RepositoryGated
from app.core.models.hub.model_hub import (
    HeadersReady,
    HubAskFailed,
    HubEvent,
    ListingReady,
    ModelHub,
    copy_headers,
)
from app.core.net.client import HttpClient
from app.core.net.errors import AnswerUnusable, ConnectionBroken, NetError
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.hub_server import (
    Answer,
    Drop,
    HubRepository,
    LoopbackHub,
    OtherBody,
    Paced,
    RangeIgnored,
    RangeWrong,
)
from tests.helpers.model_files import write_split_model

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.models.hub.repositories import ModelChoice


REPO = "maker/Model-GGUF"


@pytest.fixture
def model(tmp_path: Path) -> bytes:
    return write_tiny_llama(tmp_path / "real.gguf", n_layers=4).read_bytes()


@pytest.fixture
def server(model: bytes, tmp_path: Path) -> Iterator[LoopbackHub]:
    write_split_model(tmp_path, "large", 2)
    parts = {f"big-{end}": (tmp_path / f"large-{end}").read_bytes() for end in PARTS}
    files = {"Model-Q4_K_M.gguf": model, "Text-Q8_0.gguf": b"no model" * 9000, **parts}
    with LoopbackHub({REPO: HubRepository(files)}) as server:
        yield server


PARTS = ("00001-of-00002.gguf", "00002-of-00002.gguf")


@pytest.fixture
def api(server: LoopbackHub) -> Iterator[HubApi]:
    client = HttpClient()
    yield HubApi(client, server.address)
    client.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "headers"
    folder.mkdir()
    return folder


def choice(api: HubApi, name: str) -> ModelChoice:
    return next(one for one in api.listing(REPO).choices if one.name.startswith(name))


def test_llama_cpp_finds_in_the_copy_what_the_real_file_has(
    api: HubApi, server: LoopbackHub, folder: Path, tmp_path: Path, model: bytes
) -> None:
    path = copy_headers(api, REPO, choice(api, "Model"), folder)

    check_complete(str(path))
    assert model_layout(str(path)) == model_layout(str(tmp_path / "real.gguf"))
    copy = path.read_bytes()
    assert len(copy) == len(model)
    n_header = read_header(module._Received("m", model)).data_offset
    assert copy[:n_header] == model[:n_header]
    assert not any(copy[n_header:])
    assert server.ranges() == [f"bytes=0-{module.MOST_BYTES - 1}"]


def test_all_parts_of_a_model_are_copied(api: HubApi, folder: Path) -> None:
    path = copy_headers(api, REPO, choice(api, "big"), folder)

    assert path.name == "model-00001-of-00002.gguf"
    assert len(list(folder.iterdir())) == 2


def test_a_header_in_many_pieces_ends_where_it_ends(
    api: HubApi, server: LoopbackHub, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FIRST_BYTES", 64)
    server.file_faults.append(RangeIgnored())

    path = copy_headers(api, REPO, choice(api, "Model"), folder)

    check_complete(str(path))


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Answer(503), NetError),
        (Drop(500), ConnectionBroken),
        (RangeWrong(7), AnswerUnusable),
        (Answer(416, {"Content-Range": "bytes */9"}), AnswerUnusable),
        (OtherBody(b"<html>sign in</html>"), GgufError),
    ],
)
def test_a_hub_that_misbehaves_is_told(
    api: HubApi, server: LoopbackHub, folder: Path, fault: object, error: type[KnownError]
) -> None:
    wanted = choice(api, "Model")
    server.file_faults.append(fault)  # type: ignore[arg-type]

    with pytest.raises(error):
        copy_headers(api, REPO, wanted, folder)


def test_a_file_that_is_no_model_is_told(api: HubApi, folder: Path) -> None:
    with pytest.raises(GgufError):
        copy_headers(api, REPO, choice(api, "Text"), folder)


def test_a_header_without_an_end_is_given_up(
    api: HubApi, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 200)
    monkeypatch.setattr(module, "_FIRST_BYTES", 100)

    with pytest.raises(KnownError, match="Hearth cannot tell from the header of"):
        copy_headers(api, REPO, choice(api, "Model"), folder)


def test_a_folder_that_cannot_be_written_is_told(api: HubApi, tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="Hearth cannot tell from the header of"):
        copy_headers(api, REPO, choice(api, "Model"), tmp_path / "gone")


def test_a_gated_repository_says_so(api: HubApi, server: LoopbackHub, folder: Path) -> None:
    wanted = choice(api, "Model")
    server.repositories[REPO].gated = "auto"

    with pytest.raises(RepositoryGated):
        copy_headers(api, REPO, wanted, folder)


# -- by way of the door --


@pytest.fixture
def events() -> queue.SimpleQueue[HubEvent]:
    return queue.SimpleQueue()


@pytest.fixture
def hub(api: HubApi, events: queue.SimpleQueue[HubEvent]) -> Iterator[ModelHub]:
    hub = ModelHub(api, events.put)
    yield hub
    hub.close()
    hub.join()


def test_the_door_tells_where_the_headers_lie_and_deletes_them_at_the_end(
    hub: ModelHub, api: HubApi, events: queue.SimpleQueue[HubEvent]
) -> None:
    number = hub.headers(REPO, choice(api, "Model"))
    ready = events.get(timeout=30)
    assert isinstance(ready, HeadersReady)
    assert ready.request == number
    assert Path(ready.path).exists()
    again = hub.headers(REPO, choice(api, "Text"))
    failed = events.get(timeout=30)
    assert isinstance(failed, HubAskFailed)
    assert failed.request == again

    hub.close()
    hub.join()
    assert not Path(ready.path).exists()


def test_another_question_does_not_wait_for_headers(
    hub: ModelHub, api: HubApi, server: LoopbackHub, events: queue.SimpleQueue[HubEvent]
) -> None:
    wanted = choice(api, "Model")
    gate = threading.Semaphore(1)
    server.file_faults.extend([Paced(100, gate), Paced(100, gate)])  # and no more
    hub.headers(REPO, wanted)
    hub.headers(REPO, wanted)
    while len(server.requests_of("files")) < 2:
        assert events.empty()
    number = hub.describe(REPO)

    answer = events.get(timeout=30)

    assert isinstance(answer, ListingReady)
    assert answer.request == number
