"""`hearth ask` with pictures and sounds: a real engine in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.store import ChatStore
from app.core.content.media import MediaKind
from app.core.errors import EXIT_KNOWN_ERROR
from tests.helpers.child_run import REPOSITORY
from tests.helpers.documents import pdf
from tests.helpers.media_pairs import pair_of
from tests.helpers.media_requests import OTHER_PICTURE, PICTURE, SOUND

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths

COMMON = ("--temp", "0", "--max-tokens", "8", "--json")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files of a user, and a model that sees and hears with its projector, by name."""
    text, projector = pair_of("both").write(tmp_path)
    for name, data in (("cat.png", PICTURE), ("dog.png", OTHER_PICTURE), ("bark.wav", SOUND)):
        (tmp_path / name).write_bytes(data)
    (tmp_path / "letter.png").write_text("Dear reader")
    (tmp_path / "scan.pdf").write_bytes(pdf([[], []]))
    found = {one.name: str(one) for one in tmp_path.iterdir()}
    return found | {"model": str(text), "projector": str(projector)}


@pytest.fixture
def seeing(files: dict[str, str]) -> tuple[str, ...]:
    return ("--model", files["model"], "--projector", files["projector"], *COMMON)


def test_a_question_about_pictures_and_a_sound_is_answered_and_kept(
    hearth: Any, paths: Paths, files: dict[str, str], seeing: tuple[str, ...]
) -> None:
    plain = hearth("ask", *seeing, "What is this?")
    along = ("--image", files["cat.png"], "--image", files["dog.png"], "--audio", files["bark.wav"])
    document = ("--document", files["letter.png"])
    asked = hearth("ask", *seeing, *along, *document, "What is this?")
    assert asked.code == 0, asked.err
    assert asked.figures["generated_tokens"] == 8
    assert plain.figures["media_tokens"] == 0
    assert asked.figures["media_tokens"] > 20
    assert asked.figures["prompt_tokens"] > plain.figures["prompt_tokens"] + 20
    with ChatStore.open(paths.database) as store:
        (question, _answer) = store.path(store.list_chats()[0].id)
    assert [one.name for one in question.media] == ["cat.png", "dog.png", "bark.wav"]
    assert question.media[2].kind is MediaKind.SOUND
    assert [(one.name, one.text) for one in question.attachments] == [("letter.png", "Dear reader")]
    kept = paths.data / "media" / question.media[0].digest
    assert kept.read_bytes() == PICTURE

    chat = str(asked.figures["chat_id"])
    again = hearth("ask", *seeing, "--chat", chat, "And then?")
    assert again.figures["restored_tokens"] > plain.figures["prompt_tokens"] + 20


def test_the_pages_of_a_scan_are_seen(
    hearth: Any, paths: Paths, files: dict[str, str], seeing: tuple[str, ...]
) -> None:
    asked = hearth("ask", *seeing, "--document", files["scan.pdf"], "--pages-as-pictures", "Read.")
    assert asked.code == 0, asked.err
    assert asked.figures["media_tokens"] > 1
    with ChatStore.open(paths.database) as store:
        (question, _answer) = store.path(store.list_chats()[0].id)
    assert [one.name for one in question.media] == ["scan.pdf, page 1", "scan.pdf, page 2"]
    assert question.attachments == ()


def test_a_picture_comes_from_the_standard_input(
    hearth: Any, paths: Paths, seeing: tuple[str, ...]
) -> None:
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "app", "--data-dir", str(paths.data.parent)),
            *("ask", *seeing, "--image", "-", "What is this?"),
        ],
        input=PICTURE,
        capture_output=True,
        cwd=REPOSITORY,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    with ChatStore.open(paths.database) as store:
        question = store.path(store.list_chats()[0].id)[0]
    assert [one.name for one in question.media] == ["picture"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--image", "letter.png"), "neither a picture nor a sound"),
        (("--image", "nowhere.png"), "There is no file"),
        (("--image", "bark.wav"), "Use --audio for it."),
        (("--audio", "cat.png"), "Use --image for it."),
        (("--document", "cat.png"), "is not a document that Hearth can read"),
        (("--document", "nowhere.pdf"), "There is no file"),
        (("--document", "scan.pdf"), "Add --pages-as-pictures"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_before_anything_is_asked(
    hearth: Any, paths: Paths, files: dict[str, str], seeing: tuple[str, ...], given: Any, told: str
) -> None:
    option, name = given
    ran = hearth("ask", *seeing, option, files.get(name, name), "What is this?")
    assert ran.code == EXIT_KNOWN_ERROR
    assert told in ran.err
    with ChatStore.open(paths.database) as store:
        assert store.list_chats() == ()


@pytest.mark.parametrize(
    ("option", "name", "told"),
    [("--image", "cat.png", "cannot see pictures"), ("--audio", "bark.wav", "cannot hear sounds")],
)
def test_a_model_that_lacks_the_sense_is_told_before_anything_is_asked(
    hearth: Any, paths: Paths, files: dict[str, str], option: str, name: str, told: str
) -> None:
    model = ("--model", files["model"], "--projector", "none")
    ran = hearth("ask", *model, *COMMON, option, files[name], "What is this?")
    assert ran.code == EXIT_KNOWN_ERROR
    assert told in ran.err
    assert ran.out == ""
    with ChatStore.open(paths.database) as store:
        assert store.list_chats() == ()


def test_a_projector_that_is_not_there_is_told_at_once(hearth: Any, files: dict[str, str]) -> None:
    ran = hearth("ask", "--model", files["model"], "--projector", "nowhere.gguf", "Hello")
    assert ran.code == 2
    assert "nowhere.gguf" in ran.err
