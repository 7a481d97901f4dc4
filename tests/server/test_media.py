"""Pictures and sounds in requests: given to the model, found again, and gone with the answer."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import anthropic
import openai
import pytest

from app.core.messages import Role
from app.core.protocol import NO_PROJECTOR, Generate
from tests.helpers.api_server import ApiServer
from tests.helpers.media_pairs import pair_of
from tests.helpers.media_requests import (
    CLIENTS,
    OTHER_PICTURE,
    PICTURE,
    SOUND,
    address_of,
    chat,
    image_block,
    input_audio,
    message,
    picture_url,
    text_of,
    user,
)
from tests.helpers.media_samples import encoded, png, quarters, sound, tone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PNG = "data:image/png;base64,"
QUESTION = "What is shown here? " * 4


def serving(folder: Path, name: str, **load: Any) -> ApiServer:
    """Return a server with the model of a pair."""
    pair = pair_of(name)
    folder.mkdir(exist_ok=True)
    text, projector = pair.write(folder)
    given: dict[str, Any] = {"projector": str(projector), **pair.load}
    return ApiServer(folder / "api", text, **(given | load))


def left_in(server: ApiServer) -> list[str]:
    """Return what lies in the folders of media."""
    folders = (server.folder / "media", server.folder / "originals")
    return [file.name for folder in folders if folder.exists() for file in folder.iterdir()]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    with serving(tmp_path_factory.mktemp("seeing"), "slices") as running:
        yield running


@pytest.fixture(scope="module")
def client_of(server: ApiServer) -> Iterator[dict[str, Any]]:
    with server.openai() as of_openai, server.anthropic() as of_anthropic:
        yield {"chat": of_openai, "responses": of_openai, "messages": of_anthropic}


@pytest.mark.parametrize("kind", CLIENTS)
def test_a_picture_is_read_once_and_found_again(kind: str, client_of: dict[str, Any]) -> None:
    ask, text, picture = CLIENTS[kind]
    words = {"type": text, "text": f"{QUESTION} {kind}"}

    def said(data: bytes) -> Any:
        return ask(client_of[kind], [user(words, picture(data))])

    _answer, n_words, _cached = ask(client_of[kind], [user(words)])
    first, n_prompt, _cached = said(PICTURE)
    assert n_prompt > n_words + 10, "the picture counts as what it takes"
    again, n_again, cached = said(PICTURE)
    assert (again, n_again) == (first, n_prompt)
    assert cached == n_prompt - 1
    _other, n_other, cached = said(OTHER_PICTURE)
    assert n_other == n_prompt
    assert cached < n_words


@pytest.mark.parametrize("kind", CLIENTS)
def test_nothing_of_a_picture_is_left_when_its_answer_has_ended(
    kind: str, server: ApiServer, client_of: dict[str, Any]
) -> None:
    ask, text, picture = CLIENTS[kind]
    ask(client_of[kind], [user({"type": text, "text": "Look."}, picture(PICTURE))])
    assert left_in(server) == []


def test_a_conversation_goes_on_behind_its_picture(client_of: dict[str, Any]) -> None:
    messages = [user("Look at this.", picture_url(PICTURE), "What is it?")]
    said, n_before, _cached = chat(client_of["chat"], messages)
    messages += [{"role": "assistant", "content": said}, user("And beside it?")]
    _said, _n_prompt, cached = chat(client_of["chat"], messages)
    assert cached > n_before
    messages[0] = user("Look at this.", picture_url(OTHER_PICTURE), "What is it?")
    _said, _n_prompt, cached = chat(client_of["chat"], messages)
    assert cached < n_before, "an answer about another picture is another conversation"


def test_pictures_stand_where_they_were_put(server: ApiServer, client_of: dict[str, Any]) -> None:
    parts = ("First:", picture_url(PICTURE), "second:", picture_url(OTHER_PICTURE))
    chat(client_of["chat"], [user(*parts)])
    asked = [one for one in server.posted if isinstance(one, Generate)][-1]
    (question,) = asked.messages
    assert question.text == "First:\nsecond:"
    assert [placed.at for placed in question.media] == [len("First:\n"), len(question.text)]
    assert question.media[0].medium != question.media[1].medium


@pytest.mark.parametrize("stream", [False, True])
def test_a_stream_says_the_same_of_a_picture(client_of: dict[str, Any], stream: bool) -> None:
    messages = [user("What is it?", picture_url(PICTURE))]
    whole, n_prompt, _cached = chat(client_of["chat"], messages)
    if stream:
        options = {"stream": True, "stream_options": {"include_usage": True}}
        pieces = list(
            client_of["chat"].chat.completions.create(
                model="", messages=messages, max_tokens=8, temperature=0, **options
            )
        )
        said = "".join(one.choices[0].delta.content or "" for one in pieces if one.choices)
        assert pieces[-1].usage.prompt_tokens == n_prompt
    else:
        said, _n, _cached = chat(client_of["chat"], messages, n=2)
    assert said == whole


def test_the_tokens_of_a_picture_are_counted(server: ApiServer, client_of: dict[str, Any]) -> None:
    messages = [user(image_block(PICTURE), "What is it? Count.")]
    counted = client_of["messages"].messages.count_tokens(model="x", messages=messages)
    _said, n_prompt, _cached = message(client_of["messages"], messages)
    assert counted.input_tokens == n_prompt
    with server.http() as http:
        body = {"input": [user({"type": "input_text", "text": "Count."})]}
        plain = http.post("/v1/responses/input_tokens", json=body).json()["input_tokens"]
        body["input"][0]["content"].append(
            {"type": "input_image", "image_url": address_of(PICTURE)}
        )
        with_picture = http.post("/v1/responses/input_tokens", json=body).json()["input_tokens"]
    assert with_picture > plain + 10
    assert left_in(server) == []


def test_warmth_knows_pictures(server: ApiServer, client_of: dict[str, Any]) -> None:
    messages = [user("How warm?", picture_url(PICTURE))]
    with server.http() as http:
        cold = http.post("/hearth/v1/warmth", json={"messages": messages}).json()
        _said, n_prompt, _cached = chat(client_of["chat"], messages)
        warm = http.post("/hearth/v1/warmth", json={"messages": messages}).json()
    assert cold["n_tokens"] == warm["n_tokens"] == n_prompt
    assert warm["n_live"] + warm["n_disk"] == n_prompt - 1
    assert warm["n_cold"] == 1 < cold["n_cold"]


def test_low_detail_gives_the_model_fewer_pixels(
    server: ApiServer, client_of: dict[str, Any]
) -> None:
    large = encoded(quarters(1200, 800), "PNG")
    for detail in ("low", "high"):
        chat(client_of["chat"], [user("What?", picture_url(large, detail=detail))])
    sizes = [
        (placed.medium.width, placed.medium.height)
        for one in server.posted
        if isinstance(one, Generate)
        for placed in one.messages[-1].media
    ][-2:]
    assert sizes[0][0] * sizes[0][1] <= 512 * 512
    assert sizes[1] == (1200, 800)


def test_what_came_of_a_tool_may_be_a_picture(server: ApiServer, client_of: dict[str, Any]) -> None:
    call = {"type": "tool_use", "id": "t1", "name": "look", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [image_block(PICTURE)]}
    messages = [user("Look."), {"role": "assistant", "content": [call]}, user(result)]
    message(client_of["messages"], messages)
    asked = [one for one in server.posted if isinstance(one, Generate)][-1]
    assert asked.messages[-1].role is Role.TOOL
    assert len(asked.messages[-1].media) == 1


def test_many_who_ask_about_the_same_picture_at_once(tmp_path: Path) -> None:
    said: list[Any] = []
    with serving(tmp_path, "slices") as server, server.openai() as client:

        def ask(number: int) -> None:
            said.append(chat(client, [user(f"I am {number}.", picture_url(PICTURE))]))

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(said) == 6
        assert left_in(server) == []


TEXT = b"Dear reader, this is no picture."


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://example.org/cat.png", "never fetched"),
        ("http://127.0.0.1/cat.png", "never fetched"),
        ("file:///etc/passwd", "never fetched"),
        ("/etc/passwd", "never fetched"),
        ("", "never fetched"),
        ("data:image/png,abc", "base64"),
        (f"{PNG}%%%", "no valid base64"),
        (f"{PNG}abc", "no valid base64"),
        (PNG, "is empty"),
        (PNG + text_of(TEXT), "neither a picture nor a sound"),
        (PNG + text_of(PICTURE[:60]), "damaged"),
        (PNG + text_of(png(9000, 16)), "too large"),
        (PNG + text_of(SOUND), "is a sound"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_a_picture_that_cannot_be_used_is_refused_in_words(
    client_of: dict[str, Any],
    address: str,
    told: str,
    stream: bool,
) -> None:
    part = {"type": "image_url", "image_url": {"url": address}}
    with pytest.raises(openai.BadRequestError) as raised:
        chat(client_of["chat"], [user("Look.", part)], stream=stream)
    assert told in raised.value.message
    assert raised.value.param == "messages[0].content[1].image_url.url"
    assert raised.value.type == "invalid_request_error"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ({"type": "url", "url": "https://example.org/cat.png"}, "never fetched"),
        ({"type": "file", "file_id": "x"}, "base64"),
        ({"type": "base64", "media_type": "image/png", "data": "%"}, "no valid base64"),
        ({"type": "base64", "media_type": "image/png", "data": text_of(TEXT)}, "neither a"),
        ({"type": "base64", "media_type": "image/png", "data": ""}, "is empty"),
    ],
)
def test_anthropic_is_told_in_its_own_form(
    client_of: dict[str, Any], source: dict[str, str], told: str
) -> None:
    with pytest.raises(anthropic.BadRequestError) as raised:
        message(client_of["messages"], [user({"type": "image", "source": source})])
    assert told in raised.value.message
    body: Any = raised.value.body
    assert body["error"]["type"] == "invalid_request_error"


def test_responses_refuse_files_and_addresses(server: ApiServer) -> None:
    with server.http() as http:
        for given, told in (
            ({"image_url": "https://example.org/cat.png"}, "never fetched"),
            ({"file_id": "file-1"}, "send the picture itself"),
            ({}, "is missing"),
        ):
            part = {"type": "input_image", **given}
            reply = http.post("/v1/responses", json={"input": [user(part)]})
            assert reply.status_code == 400
            assert told in reply.json()["error"]["message"]


def test_too_many_pictures_are_refused(client_of: dict[str, Any]) -> None:
    with pytest.raises(openai.BadRequestError, match="at most 24"):
        chat(client_of["chat"], [user("Look.", *[picture_url(PICTURE)] * 25)])


def test_only_users_show_pictures(client_of: dict[str, Any]) -> None:
    for role in ("system", "assistant"):
        with pytest.raises(openai.BadRequestError, match="messages of the user"):
            chat(client_of["chat"], [{**user(picture_url(PICTURE)), "role": role}])


def test_a_model_that_cannot_hear_says_so(client_of: dict[str, Any]) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        chat(client_of["chat"], [user("Listen.", input_audio(SOUND))])
    assert raised.value.code == "model_cannot_hear"
    assert "cannot hear sounds" in raised.value.message
    assert "mmproj" in raised.value.message


@pytest.mark.parametrize("kind", CLIENTS)
def test_a_model_that_cannot_see_says_so(tmp_path: Path, kind: str) -> None:
    ask, text, picture = CLIENTS[kind]
    with serving(tmp_path, "slices", projector=NO_PROJECTOR) as server:
        of_kind = server.anthropic if kind == "messages" else server.openai
        with of_kind() as client, pytest.raises(Exception, match="cannot see pictures") as raised:
            ask(client, [user({"type": text, "text": "Look."}, picture(PICTURE))])
        assert getattr(raised.value, "status_code", None) == 400
        assert left_in(server) == []


@pytest.mark.parametrize(("kind", "subtype"), [("WAV", "PCM_16"), ("MP3", "MPEG_LAYER_III")])
def test_a_sound_is_heard_and_found_again(tmp_path: Path, kind: str, subtype: str) -> None:
    data = sound(tone(0.5), kind, subtype)
    messages = [user("What do you hear?", input_audio(data, kind.lower()))]
    with serving(tmp_path, "sound") as server, server.openai() as client:
        first, n_prompt, _cached = chat(client, messages)
        again, _n, cached = chat(client, messages)
        assert (again, cached) == (first, n_prompt - 1)
        with pytest.raises(openai.BadRequestError, match="cannot see pictures"):
            chat(client, [user(picture_url(PICTURE))])
        assert left_in(server) == []


@pytest.mark.parametrize("name", ["siglip", "mrope", "slices", "hybrid"])
def test_a_picture_is_still_at_hand_after_a_restart(tmp_path: Path, name: str) -> None:
    messages = [user(QUESTION, picture_url(PICTURE), "What is it?")]
    with serving(tmp_path, name) as server, server.openai() as client:
        said, n_before, _cached = chat(client, messages)
    messages += [{"role": "assistant", "content": said}, user("And then?")]
    with serving(tmp_path, name) as server, server.openai() as client:
        _said, n_prompt, cached = chat(client, messages)
        assert left_in(server) == []
    assert n_before <= cached < n_prompt


def test_what_a_killed_server_left_goes_at_the_next_start(tmp_path: Path) -> None:
    with serving(tmp_path, "slices") as server, server.openai() as client:
        media = server.media.passing
        raw = media.decode(PICTURE, "left", _image_kind())
        server.media._cache.lend(raw, 1 << 30)  # by a program that gives nothing back
        assert len(left_in(server)) == 2
        chat(client, [user("Another.", picture_url(OTHER_PICTURE))])
    with serving(tmp_path, "slices") as server, server.openai() as client:
        chat(client, [user("Another.", picture_url(OTHER_PICTURE))])
        assert left_in(server) == []


def _image_kind() -> Any:
    from app.core.content.media import MediaKind

    return MediaKind.IMAGE
