"""Character cards: what is read out of them, wherever they lie."""

from __future__ import annotations

import base64
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from app.core.projects.files import read_project_file, written_project
from app.core.projects.macros import expanded, filled
from app.core.projects.values import LoreEntry, ProjectContent
from tests.helpers.media_samples import encoded, quarters
from tests.unit.core.projects.card_files import (
    ARIA,
    as_json,
    charx,
    packed,
    photo,
    png,
    png_with_itxt,
    v2,
    v3,
)

if TYPE_CHECKING:
    from app.core.decoding.decoder import Decoder

INSTRUCTIONS = """Be kind.

# Who Aria is

Aria is a librarian.

# Aria’s personality

Curious.

# Scenario

{{user}} enters the library.

# How Aria talks, by example

{{user}}: Hi
Aria: Hello
***
{{user}}: Bye
Aria: Come again"""


def read(data: bytes, decoder: Decoder, name: str = "aria.png") -> ProjectContent:
    return read_project_file(data, name, decoder)


def book(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"name": "World", "extensions": {}, "entries": list(entries)}


def test_a_card_becomes_instructions_in_one_order_and_openings(decoder: Decoder) -> None:
    content = read(as_json(v2(creator_notes="Only for people.")), decoder)

    assert content.name == "Aria"
    assert content.instructions == INSTRUCTIONS
    assert content.openings == ("Welcome, {{user}}!", "Psst!")
    assert filled(content.openings[0], "Kim") == "Welcome, Kim!"


def test_a_card_of_the_first_version_is_told_who_it_is(decoder: Decoder) -> None:
    content = read(as_json(ARIA), decoder)

    assert content.instructions.startswith("You are Aria. Write what Aria says and does next")
    assert content.instructions.endswith(INSTRUCTIONS.partition("Be kind.")[2])


def test_the_names_of_older_programs_are_known(decoder: Decoder) -> None:
    old = {"char_name": "Bo", "char_persona": "A bear.", "char_greeting": "Grr", "name": ""}
    content = read(as_json(old), decoder)
    assert (content.name, content.openings) == ("Bo", ("Grr",))
    assert "# Who Bo is\n\nA bear." in content.instructions


def test_a_prompt_can_name_the_one_it_replaces_and_what_comes_last_is_last(
    decoder: Decoder,
) -> None:
    card = v3(
        system_prompt="{{original}} Rhyme.",
        post_history_instructions="{{original}}Be brief.",
        extensions={"depth_prompt": {"prompt": "{{char}} limps.", "depth": 4, "role": "system"}},
    )
    content = read(as_json(card), decoder)
    assert content.instructions.startswith("You are Aria. Write")
    assert " Rhyme.\n\n# Who" in content.instructions
    assert content.instructions.endswith("# Always keep to this\n\nBe brief.\n\nAria limps.")


def test_a_nickname_is_what_the_character_is_called(decoder: Decoder) -> None:
    content = read(as_json(v3(nickname="Ari")), decoder)
    assert content.name == "Aria"
    assert "Ari is a librarian." in content.instructions


@pytest.mark.parametrize(
    "data",
    [
        png({"chara": packed(v2())}),
        png({"Chara": packed(v2())}, is_zipped=True),
        png_with_itxt("ccv3", packed(v3())),
        png_with_itxt("ccv3", packed(v3()), is_zipped=True),
        png({"chara": base64.encodebytes(as_json(v2())).decode()}),
        png({"chara": packed(v2()).rstrip("=")}),
        png({"chara": as_json(v2()).decode()}),
        photo("JPEG", b"ASCII\0\0\0" + as_json(v2())),
        photo("WEBP", bytes(8) + as_json(v2())),
        photo("JPEG", bytes(8) + as_json(v2()), "<"),
        photo("WEBP", b"UNICODE\0" + as_json(v2()).decode().encode("utf-16-le")),
        photo("JPEG", packed(v2()).encode()),
        photo("JPEG", bytes(8) + ",".join(map(str, as_json(v2()))).encode()),
        charx(v3()),
        encoded(quarters(), "JPEG") + charx(v3()),
        as_json(v2()),
        b"\xef\xbb\xbf" + as_json(v2()),
        json.dumps(v2()).encode("utf-16"),
        json.dumps(v2()).encode("utf-16-le"),
    ],
    ids=lambda data: repr(data[:4]),
)
def test_a_card_is_found_wherever_it_lies(data: bytes, decoder: Decoder) -> None:
    assert read(data, decoder).instructions == INSTRUCTIONS


def test_the_newest_card_in_a_picture_counts(decoder: Decoder) -> None:
    texts = {"chara": packed(v2(name="Old")), "ccv3": packed(v3(name="New"))}
    assert read(png(texts), decoder).name == "New"


def test_an_animated_picture_gives_its_first_frame(decoder: Decoder) -> None:
    others = [quarters().rotate(90)]
    data = png({"chara": packed(v2())}, save_all=True, append_images=others)
    assert b"acTL" in data
    content = read(data, decoder)
    with Image.open(io.BytesIO(content.picture)) as picture:
        assert picture.size == (48, 32)
        assert getattr(picture, "n_frames", 1) == 1


def test_a_large_picture_is_made_small_and_loses_what_it_carried(decoder: Decoder) -> None:
    content = read(png({"chara": packed(v2()), "where": "at home"}, quarters(2000, 1000)), decoder)
    with Image.open(io.BytesIO(content.picture)) as picture:
        assert (picture.format, picture.size) == ("PNG", (512, 256))
    assert b"at home" not in content.picture
    assert b"chara" not in content.picture


def test_the_main_picture_of_an_archive_is_taken(decoder: Decoder) -> None:
    assets = [
        {
            "type": "icon",
            "uri": "embeded://assets/icon/images/sad.png",
            "name": "sad",
            "ext": "png",
        },
        {"type": "icon", "uri": "embeded://assets/icon/images/a.png", "name": "main", "ext": "png"},
    ]
    data = charx(
        v3(assets=assets), a=encoded(quarters(9, 5), "PNG"), sad=encoded(quarters(), "PNG")
    )
    with Image.open(io.BytesIO(read(data, decoder).picture)) as picture:
        assert picture.size == (9, 5)


def test_a_picture_in_the_card_itself_is_taken(decoder: Decoder) -> None:
    address = "data:image/webp;base64," + base64.b64encode(encoded(quarters(), "WEBP")).decode()
    card = v3(assets=[{"type": "icon", "uri": address, "name": "main", "ext": "webp"}])
    assert read(as_json(card), decoder).picture


def test_lore_comes_along_without_what_is_for_programs(decoder: Decoder) -> None:
    card = v3(
        character_book=book(
            {
                "keys": ["dragon", "/\\b(?:wyrm|drake)s?\\b/i", "/\\bwyvern|drake\\b/i"],
                "secondary_keys": ["fire"],
                "selective": True,
                "content": "@@depth 5\n@@role system\n\n{{char}} fears dragons. {{// why?}}",
                "enabled": True,
                "insertion_order": 7,
                "case_sensitive": True,
                "name": "Dragons",
            },
            {"keys": ["a"], "secondary_keys": ["b"], "content": "Plain.", "comment": "Noted"},
            {"keys": [".*", "cat"], "use_regex": True, "content": "@@activate\nCats.", "id": 3},
            {"keys": ["off"], "content": "Never.", "enabled": False},
            {"keys": ["nothing"], "content": "  "},
        )
    )

    dragons, plain, cats, never = read(as_json(card), decoder).lore

    assert dragons == LoreEntry(
        "Dragons",
        ("dragon", "wyvern", "drake"),
        "Aria fears dragons.",
        ("fire",),
        ignores_case=False,
        order=7,
    )
    assert (plain.name, plain.also_keys) == ("Noted", ())
    assert (cats.keys, cats.is_always, cats.text) == (("cat",), True, "Cats.")
    assert not never.is_on


def test_a_lore_book_alone_is_read(decoder: Decoder) -> None:
    alone = {"spec": "lorebook_v3", "data": book({"keys": ["k"], "content": "T"})}
    assert read(as_json(alone), decoder).lore[0].keys == ("k",)
    world = {
        "entries": {
            "0": {
                "key": ["elf"],
                "keysecondary": [],
                "content": "Old.",
                "order": 3,
                "disable": True,
            }
        }
    }
    content = read(as_json(world), decoder, "Eldoria.json")
    assert content == ProjectContent(
        "Eldoria", lore=(LoreEntry("elf", ("elf",), "Old.", is_on=False, order=3),)
    )


def test_a_stranger_does_not_say_which_files_are_read(decoder: Decoder) -> None:
    ours = {
        "version": 1,
        "documents": ["/home/me/.ssh/id_rsa", "C:\\secret\\a.txt"],
        "searched": ["*", "../.."],
        "sampling": {"temperature": 0.5, "summary": "x", "searched": '["*"]', "tools": "y"},
    }
    content = read(as_json(v3(extensions={"hearth": ours})), decoder)
    assert content.documents == ("id_rsa", "a.txt")
    assert content.sampling == (("temperature", 0.5),)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("{{char}} {{ CHAR }} <BOT> <char>", "Aria Aria Aria Aria"),
        ("{{user}} <USER> {{User}}", "{{user}} {{user}} {{user}}"),
        ("<user>{{char}}</user>", "<user>Aria</user>"),
        ("a{{// gone {}}}b{{comment: x}}c{{hidden_key:y}}", "a{{// gone {}}}bc"),
        ("{{random:red,blue}} {{pick::one::two}} {{random: a\\,b,c}}", "red one a,b"),
        ("{{roll:6}} {{roll:d20}} {{roll:x}}", "3 10 "),
        ("{{reverse:abc}} {{random:{{char}},x}}", "cba Aria"),
        ("{{time}} {{unknown}}", "{{time}} {{unknown}}"),
        ("{{original}}", "usual"),
    ],
)
def test_what_stands_in_braces_is_filled_in_the_same_way_each_time(said: str, meant: str) -> None:
    assert expanded(said, "Aria", "usual") == meant


def test_a_project_that_is_written_is_read_again_as_it_was(decoder: Decoder) -> None:
    picture = read(png({"chara": packed(v2())}, quarters(700, 300)), decoder).picture
    content = ProjectContent(
        "Thesis 论文",
        emoji="📚",
        picture=picture,
        instructions="# Rules\n\nCall {{user}} by name; say {{char}} and <BOT> as they stand.  ",
        openings=("Hello {{char}}", "Second", "Hello {{char}}"),
        lore=(
            LoreEntry("a", ("/x/i", "词"), "@@ kept\nText", ("b",), True, False, False, -3),
            LoreEntry("", (), "No key"),
        ),
        sampling=(("max_tokens", 100), ("stop", "a\nb"), ("temperature", 0.7)),
        language="zh-Hans",
        model="qwen.gguf",
        tools=("time", "web"),
        documents=("a.pdf", "b.pdf"),
        searched=("papers",),
    )

    data, suffix = written_project(content)

    assert suffix == ".png"
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        assert set(getattr(image, "text", {})) == {"chara", "ccv3"}
    assert read(data, decoder, "other.png") == content
    assert written_project(content) == (data, suffix)


def test_what_hearth_writes_is_a_card_that_others_read(decoder: Decoder) -> None:
    content = ProjectContent(
        "P",
        instructions="Do.",
        openings=("A", "B"),
        lore=(LoreEntry("n", ("/k/",), "t"),),
        documents=("/x/y.pdf",),
    )
    data, suffix = written_project(content)
    assert suffix == ".json"
    card = json.loads(data)
    assert (card["spec"], card["spec_version"]) == ("chara_card_v3", "3.0")
    assert card["data"]["system_prompt"] == "Do."
    assert (card["data"]["first_mes"], card["data"]["alternate_greetings"]) == ("A", ["B"])
    assert b"/x" not in data
    (entry,) = card["data"]["character_book"]["entries"]
    assert (entry["keys"], entry["use_regex"], entry["content"]) == (["/k/"], False, "t")
    for field in ("tags", "group_only_greetings", "creator_notes", "character_version"):
        assert field in card["data"]


def test_a_card_of_ours_that_another_program_changed_keeps_the_change(decoder: Decoder) -> None:
    card = json.loads(written_project(ProjectContent("P", instructions="Do."))[0])
    card["data"]["description"] = "Tall."
    content = read(as_json(card), decoder)
    assert content.instructions == "Do.\n\n# Who P is\n\nTall."
