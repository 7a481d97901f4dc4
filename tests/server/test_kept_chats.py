"""What programs ask is kept as chats where the user wants that, and only there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.conversations.events import ChatChanged, ChatsDeleted, ChatsListed
from tests.helpers.media_pairs import pair_of
from tests.helpers.media_requests import OTHER_PICTURE, PICTURE, picture_url
from tests.helpers.media_requests import user as media_user
from tests.helpers.served_program import ServedProgram

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId, Message

CHAT = "/v1/chat/completions"


def served(root: Path, model: Path, *, keeps: bool = True, **load: Any) -> ServedProgram:
    return ServedProgram(root, model, load, keeps_chats=lambda: keeps)


@pytest.fixture
def seeing_model(tmp_path: Path) -> dict[str, Any]:
    """A model that sees, and how it is loaded."""
    text, projector = pair_of("slices").write(tmp_path)
    return {"model": text, "projector": str(projector)}


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def ask(http: Any, messages: list[dict[str, Any]], **options: Any) -> dict[str, str]:
    """Ask, and return the answer as a client sends it along the next time."""
    body = {"messages": messages, "max_tokens": 8, "temperature": 0, **options}
    said = http.post(CHAT, json=body).json()["choices"][0]["message"]["content"]
    return {"role": "assistant", "content": said}


def kept(program: ServedProgram) -> ChatId:
    """Wait until a conversation is kept, and return its chat."""
    return program.event(ChatChanged).chat.id


def words(messages: tuple[Message, ...]) -> list[str]:
    return [one.text for one in messages]


def test_the_turns_of_a_conversation_are_one_chat(tmp_path: Path, tiny_model: Path) -> None:
    with served(tmp_path, tiny_model) as program, program.http() as http:
        system = {"role": "system", "content": "You speak of the sea."}
        messages = [system, user("Hello.")]
        chats = []
        for question in ("And then?", "And at last?", ""):
            messages.append(ask(http, messages))
            chats.append(kept(program))
            messages.append(user(question))
        assert len(set(chats)) == 1
        found = program.messages(chats[0])
        assert words(found) == [one["content"] for one in messages[1:-1]]
        assert found[-1].record is not None or dict(found[-1].stats)["n_generated"] == 8
        program.conversations.chats.list_all()
        listed = program.event(ChatsListed)
        (chat,) = listed.chats
        (folder,) = listed.folders
        assert (chat.title, chat.system_prompt) == ("Hello.", "You speak of the sea.")
        assert (folder.name, chat.folder_id) == ("Other programs", folder.id)


def test_what_a_program_says_on_the_way_stays_where_it_said_it(
    tmp_path: Path, tiny_model: Path
) -> None:
    """Else each of its remarks would be another system prompt, and so another chat."""
    with served(tmp_path, tiny_model) as program, program.http() as http:
        system = {"role": "system", "content": "You speak of the sea."}
        messages: list[dict[str, Any]] = [system, user("Hello.")]
        chats = []
        for remark in ("90 tokens left.", "80 tokens left.", "70 tokens left."):
            messages.append({"role": "system", "content": remark})
            messages.append(ask(http, messages))
            chats.append(kept(program))
        assert len(set(chats)) == 1
        assert words(program.messages(chats[0])) == [one["content"] for one in messages[1:]]
        program.conversations.chats.list_all()
        (chat,) = program.event(ChatsListed).chats
        assert chat.system_prompt == "You speak of the sea."


def test_it_is_found_again_after_a_restart(tmp_path: Path, tiny_model: Path) -> None:
    messages = [user("Hello.")]
    with served(tmp_path, tiny_model) as program, program.http() as http:
        messages += [ask(http, messages), user("And then?")]
        first = kept(program)
    with served(tmp_path, tiny_model) as program, program.http() as http:
        ask(http, messages)
        assert kept(program) == first
        assert len(program.messages(first)) == 4


def test_it_branches_where_it_goes_another_way(tmp_path: Path, tiny_model: Path) -> None:
    with served(tmp_path, tiny_model) as program, program.http() as http:
        begun = [user("Hello.")]
        begun.append(ask(http, begun))
        chat_id = kept(program)
        for question in ("One way?", "Another way?"):
            ask(http, [*begun, user(question)])
            assert kept(program) == chat_id
        shown = program.messages(chat_id)
        assert words(shown)[2] == "Another way?"
        versions = program.conversations.doors.store.run(lambda store: store.versions(chat_id))
        assert len(versions[shown[2].id]) == 2


def test_another_conversation_is_another_chat(tmp_path: Path, tiny_model: Path) -> None:
    with served(tmp_path, tiny_model) as program, program.http() as http:
        ask(http, [user("Hello.")])
        first = kept(program)
        ask(http, [{"role": "system", "content": "Otherwise."}, user("Hello.")])
        assert kept(program) != first


def test_one_in_the_trash_stays_there_and_goes_on_in_a_new_chat(
    tmp_path: Path, tiny_model: Path
) -> None:
    with served(tmp_path, tiny_model) as program, program.http() as http:
        messages = [user("Hello.")]
        messages += [ask(http, messages), user("And then?")]
        first = kept(program)
        program.conversations.listing.delete([first])
        program.event(ChatsDeleted)
        ask(http, messages)
        second = kept(program)
        assert second != first
        assert len(program.messages(second)) == 4


def test_no_word_is_kept_where_the_user_does_not_want_it(tmp_path: Path, tiny_model: Path) -> None:
    with served(tmp_path, tiny_model, keeps=False) as program, program.http() as http:
        ask(http, [user("Hello.")])
        http.post("/v1/completions", json={"prompt": "Once upon", "max_tokens": 4})
        program.conversations.chats.list_all()
        while (listed := program.event(ChatsListed)).chats:
            pass
        assert listed.folders == ()


def test_a_text_that_goes_on_is_no_conversation(tmp_path: Path, tiny_model: Path) -> None:
    with served(tmp_path, tiny_model) as program, program.http() as http:
        http.post("/v1/completions", json={"prompt": "Once upon", "max_tokens": 4})
        ask(http, [user("Hello.")])
        assert words(program.messages(kept(program)))[0] == "Hello."
        assert program.conversations.doors.store.run(lambda store: len(store.list_chats())) == 1


def test_pictures_are_kept_with_the_chat_and_known_again(
    tmp_path: Path, seeing_model: dict[str, Any]
) -> None:
    messages: list[Any] = [media_user("What is this?", picture_url(PICTURE))]
    with served(tmp_path, **seeing_model) as program, program.http() as http:
        messages += [ask(http, messages), media_user("And beside it?")]
        first = kept(program)
    with served(tmp_path, **seeing_model) as program, program.http() as http:
        ask(http, messages)
        assert kept(program) == first
        found = program.messages(first)
        assert words(found)[0] == "What is this?"
        (medium,) = found[0].media
        assert program.parts.media.original(medium).read_bytes() == PICTURE
        assert (medium.name, medium.width, medium.height) == ("picture.png", 48, 32)
        told = http.get(f"/hearth/v1/chats/chat-{first}").json()["messages"][0]
        assert told["media"] == [{"kind": "image", "name": "picture.png", "alt_text": ""}]
        other = [media_user("What is this?", picture_url(OTHER_PICTURE))]
        ask(http, other)
        assert kept(program) != first


def test_no_picture_is_kept_where_the_user_does_not_want_it(
    tmp_path: Path, seeing_model: dict[str, Any]
) -> None:
    with served(tmp_path, **seeing_model, keeps=False) as program, program.http() as http:
        ask(http, [media_user("What is this?", picture_url(PICTURE))])
        for folder in (program.paths.data / "media", program.paths.cache / "media"):
            assert not folder.exists() or list(folder.iterdir()) == []
