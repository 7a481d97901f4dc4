"""Asking a hub: what its answers mean, and what is made of answers that mean nothing."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import KnownError
from app.core.models.hub.api import HubApi
from app.core.models.hub.errors import (
    NothingToDownload,
    RepositoryGated,
    RepositoryMissing,
    TokenRefused,
)
from app.core.models.hub.repositories import Access
from app.core.models.hub_address import hub_address
from app.core.net.client import HttpClient
from app.core.net.errors import AnswerUnusable, NetError, Offline
from tests.helpers.hub_server import REVISION, Answer, HubRepository, LoopbackHub, sha256_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.system.stop_signal import StopSignal

SMALL = "maker/Small-GGUF"
LARGE = "maker/Large-GGUF"


@pytest.fixture
def hub() -> Iterator[LoopbackHub]:
    small = HubRepository({"Small-Q8_0.gguf": b"eight", "README.md": b"words"}, downloads=5)
    large = HubRepository(
        {"Large-Q4_K_M.gguf": b"four", "mmproj-Large-f16.gguf": b"eyes"}, gated="manual"
    )
    with LoopbackHub({SMALL: small, LARGE: large, "maker/Words": HubRepository({})}) as hub:
        yield hub


@pytest.fixture
def api(hub: LoopbackHub) -> Iterator[HubApi]:
    client = HttpClient()
    yield HubApi(client, hub.address)
    client.close()


def test_a_search_finds_repositories_with_models_and_what_is_known_of_them(
    hub: LoopbackHub, api: HubApi
) -> None:
    large, small = api.search("maker gguf")

    assert (large.repo, small.repo) == (LARGE, SMALL)
    assert (small.author, small.downloads, small.likes) == ("maker", 5, 10)
    assert (small.updated, small.licence) == ("2026-08-01", "apache-2.0")
    assert (large.access, small.access) == (Access.REQUEST, Access.OPEN)
    assert small.page == f"{hub.address}/{SMALL}"
    assert "filter=gguf" in hub.seen[0].path


def test_a_repository_has_choices_with_sizes_digests_and_addresses_of_one_revision(
    hub: LoopbackHub, api: HubApi
) -> None:
    listing = api.listing(LARGE)
    [choice] = listing.choices
    model, projector = choice.all_files

    assert listing.revision == REVISION
    assert (model.size_bytes, model.sha256) == (4, sha256_of(b"four"))
    assert projector.name == "mmproj-Large-f16.gguf"
    assert model.address == f"{hub.address}/{LARGE}/resolve/{REVISION}/Large-Q4_K_M.gguf"


@pytest.mark.parametrize("repo", ["", "one", "a/b/c", "../etc", "a/../b", "a b/c", "https://x/y"])
def test_what_is_no_name_of_a_repository_is_refused_before_anybody_is_asked(
    hub: LoopbackHub, api: HubApi, repo: str
) -> None:
    with pytest.raises(KnownError, match=r"” is not a repository name\."):
        api.listing(repo)
    assert not hub.seen


def test_a_repository_that_is_not_there_is_told_though_the_hub_says_unauthorised(
    api: HubApi,
) -> None:
    with pytest.raises(RepositoryMissing) as raised:
        api.listing("maker/Nothing")

    assert "maker/Nothing" in raised.value.problem().text()


@pytest.mark.parametrize("token", ["", "hf_other"])
def test_a_gated_repository_is_explained_with_its_page(hub: LoopbackHub, token: str) -> None:
    hub.api_faults = [Answer(401, {"X-Error-Code": "GatedRepo"})]
    client = HttpClient()

    with pytest.raises(RepositoryGated) as raised:
        HubApi(client, hub.address, lambda: token).listing(LARGE)

    assert f"{hub.address}/{LARGE}" in raised.value.problem().text()
    assert ("HF_TOKEN" in raised.value.problem().text()) == (not token)
    client.close()


@pytest.mark.parametrize(
    "said",
    [
        "Invalid credentials in Authorization header",
        'User Access Token "mine" is expired',
        "Invalid username or password.",
    ],
)
@pytest.mark.parametrize("question", ["search", "listing"])
def test_a_token_that_the_hub_does_not_take_any_more_is_told_as_such(
    hub: LoopbackHub, said: str, question: str
) -> None:
    hub.api_faults = [Answer(401, {"X-Error-Message": said})]
    client = HttpClient()
    api = HubApi(client, hub.address, lambda: "hf_old")

    with pytest.raises(TokenRefused) as raised:
        getattr(api, question)(LARGE)

    assert f"{hub.address}/settings/tokens" in raised.value.problem().text()
    client.close()


def test_the_token_is_sent_to_the_hub(hub: LoopbackHub) -> None:
    client = HttpClient()
    HubApi(client, hub.address, lambda: "hf_right").search("")
    client.close()

    assert hub.seen[0].headers["authorization"] == "Bearer hf_right"


def test_a_repository_without_a_model_says_so(api: HubApi) -> None:
    with pytest.raises(NothingToDownload):
        api.listing("maker/Words")


def test_offline_says_so_calmly() -> None:
    class Unplugged(HttpClient):
        def open(self, *_args: Any, **_named: Any) -> Any:
            raise Offline("huggingface.co")

    with pytest.raises(Offline) as raised:
        HubApi(Unplugged()).search("words")

    assert "offline" in raised.value.problem().text()


def test_a_mirror_can_be_named_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example/")
    assert hub_address() == "https://mirror.example"
    assert HubApi(HttpClient()).host == "mirror.example"
    monkeypatch.delenv("HF_ENDPOINT")
    assert hub_address() == "https://huggingface.co"


@pytest.mark.parametrize("said", [{}, None, 3, "no", [3, None, {"id": "../../etc/passwd"}]])
def test_an_answer_of_another_kind_is_no_result(
    hub: LoopbackHub, api: HubApi, said: object
) -> None:
    hub.api_faults = [Answer(200, {}, json.dumps(said).encode())] * 2

    if isinstance(said, list):
        assert api.search("") == ()
    else:
        with pytest.raises(AnswerUnusable):
            api.search("")
    with pytest.raises((AnswerUnusable, NothingToDownload)):
        api.listing(SMALL)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["id", "sha", "siblings", "rfilename", "size", "lfs", "sha256", "tags", "gated"]
            ),
            inner,
            max_size=9,
        )
    ),
    max_leaves=30,
)


class Says(HttpClient):
    """Answers one thing, whatever is asked."""

    def __init__(self, said: object) -> None:
        super().__init__()
        self.said = said

    def get_json(self, address: str, *, token: str = "", stop: StopSignal | None = None) -> Any:
        from app.core.net.transfer import JsonAnswer

        return JsonAnswer(self.said, {})


@given(JSON)
def test_no_answer_whatever_it_says_breaks_the_program(said: object) -> None:
    api = HubApi(Says(said), "http://127.0.0.1:1")
    whole = {**(said if isinstance(said, dict) else {"siblings": said}), "id": "a/b"}
    for ask in (lambda: api.search("x"), lambda: api.listing("a/b")):
        with contextlib.suppress(NetError, NothingToDownload):
            ask()
    with contextlib.suppress(NothingToDownload):
        HubApi(Says(whole), "http://127.0.0.1:1").listing("a/b")
