"""Whatever a file holds, it gives a project or one error in plain words, in time."""

from __future__ import annotations

import base64
import binascii
import io
import json
import random
import struct
import tracemalloc
import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from app.core.errors import KnownError
from app.core.projects.files import read_project_file, read_project_files
from app.core.projects.values import PNG_MARK, ProjectContent
from tests.helpers.media_samples import encoded, quarters
from tests.unit.core.projects.card_files import as_json, charx, packed, photo, png, v2, v3

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.decoding.decoder import Decoder


def chunk(kind: bytes, content: bytes) -> bytes:
    crc = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc)


def refused(data: bytes, decoder: Decoder, name: str = "card.png") -> str:
    with pytest.raises(KnownError) as caught:
        read_project_file(data, name, decoder)
    error = caught.value
    assert all(str(one) for one in (error.what, error.effect, error.remedy))
    return str(error.what)


def read(data: bytes, decoder: Decoder) -> ProjectContent:
    return read_project_file(data, "card.png", decoder)


@contextmanager
def at_most(n_bytes: int) -> Iterator[None]:
    """Fail when more memory than this is taken meanwhile, even for a moment."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < n_bytes
    finally:
        tracemalloc.stop()


CARD = png({"chara": packed(v2())})


def test_a_picture_without_a_card_says_so(decoder: Decoder) -> None:
    plain = "The picture “card.png” contains no character card."
    assert refused(encoded(quarters(), "PNG"), decoder) == plain
    assert refused(encoded(quarters(), "JPEG"), decoder) == plain
    assert refused(encoded(quarters(), "WEBP"), decoder) == plain


def test_a_picture_that_is_cut_off_is_damaged_or_keeps_its_card(decoder: Decoder) -> None:
    at = CARD.index(b"chara")
    assert refused(CARD[: at + 100], decoder) == "“card.png” is damaged or incomplete."
    assert refused(CARD[:20], decoder) == "“card.png” is damaged or incomplete."
    behind = CARD[: CARD.index(b"IDAT") + 20]
    content = read(behind, decoder)
    assert (content.name, content.picture) == ("Aria", b"")


def test_a_wrong_checksum_costs_the_picture_at_most(decoder: Decoder) -> None:
    at = CARD.index(b"IHDR") + 4 + 13
    assert read(CARD[:at] + b"\0\0\0\0" + CARD[at + 4 :], decoder).name == "Aria"


@pytest.mark.parametrize("side", [30_000, 1 << 31])
def test_a_picture_of_too_many_pixels_is_left_out(side: int, decoder: Decoder) -> None:
    at = CARD.index(b"IHDR")
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    content = read(CARD[: at - 4] + header + CARD[at + 21 :], decoder)
    assert (content.name, content.picture) == ("Aria", b"")


@pytest.mark.parametrize("kind", [b"zTXt", b"iTXt"])
def test_a_text_that_unpacks_to_gigabytes_is_refused(kind: bytes, decoder: Decoder) -> None:
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(100)) + packer.flush()
    head = b"chara\0\0" if kind == b"zTXt" else b"chara\0\1\0en\0\0"
    data = PNG_MARK + chunk(kind, head + bomb) + chunk(b"IEND", b"")
    with at_most(80 << 20):
        assert "too large" in refused(data, decoder)


def test_an_archive_that_unpacks_to_gigabytes_is_refused(decoder: Decoder) -> None:
    file = io.BytesIO()
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("card.json", "w") as part,
    ):
        for _ in range(100):
            part.write(b" " * (1 << 20))
    assert "too large" in refused(file.getvalue(), decoder)

    lying = bytearray(file.getvalue())  # says that it unpacks to little
    at = lying.index(b"PK\x01\x02")
    lying[at + 24 : at + 28] = struct.pack("<I", 1000)
    with at_most(10 << 20):
        assert "damaged" in refused(bytes(lying), decoder)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 nothing",
        charx(v3())[:-30],
        b"{",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"spec": "chara_card_v2", "data": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        b'{"name": "x", "first_mes": ' + b"9" * 10_000 + b"}",
        as_json({"chats": []}),
        as_json([1, None, {"meta": {}, "params": {}, "name": 3}]),
        as_json("text"),
        b"\xff\xfe{\0",
        b"{" + bytes(range(256)) * 100,
        b"GIF89a" + bytes(100),
        png({"chara": "!!!"}),
        png({"chara": packed([1])}),
        png({"ccv3": packed(v3())[:101]}),
        photo("JPEG", b"ASCII\0\0\0{}"),
        as_json(v3(character_book={"entries": [{"keys": ["k"], "content": "x"}] * 100_000})),
        as_json([{"name": "M", "params": {}, "meta": {}}] * 1_001),
        as_json(v3(description="x" * 500_000)),
        as_json(v3(alternate_greetings=list(map(str, range(1_000))))),
        as_json(v3(extensions={"hearth": {"version": 2}})),
        as_json(v3(extensions={"hearth": {"version": "x"}})),
    ],
    ids=lambda data: repr(data[:20]),
)
def test_what_cannot_be_read_is_refused(data: bytes, decoder: Decoder) -> None:
    refused(data, decoder)


def test_json_of_millions_of_parts_is_refused_before_it_takes_memory(decoder: Decoder) -> None:
    data = b"[" + b"[]," * 3_000_000 + b"[]]"
    with at_most(100 << 20):
        assert "too large" in refused(data, decoder)


def test_an_archive_of_many_parts_is_refused(decoder: Decoder) -> None:
    parts = {f"p{number}": b"" for number in range(20_001)}
    assert "too large" in refused(charx(v3(), **parts), decoder)


def test_an_error_names_no_folder_and_one_line(decoder: Decoder) -> None:
    assert refused(b"x", decoder, "/home/me/a\nb.json") == (
        "“a b.json” is not a project that Hearth can read."
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"name": 7, "description": 3.5, "first_mes": True, "alternate_greetings": "one"},
        {"name": None, "description": [], "first_mes": {}, "alternate_greetings": {"a": 1}},
        {"alternate_greetings": [1, None, "two", ["x"]], "tags": "x", "extensions": []},
        {"character_book": []},
        {"character_book": {"entries": {"a": 3, "b": {"keys": 5, "content": ["x"]}}}},
        {"character_book": {"entries": [{"keys": "a, b", "content": 5, "insertion_order": 1e400}]}},
        {
            "assets": [
                3,
                {"type": "icon", "uri": 5},
                {"type": "icon", "uri": "data:image/png;base64,!"},
            ]
        },
        {"assets": [{"type": "icon", "uri": "http://example.org/x.png"}]},
        {"name": "a\0b\ud800\n", "first_mes": "\ud83d", "nickname": "\0"},
        {"description": ["one", "two"]},
        {"name": "\x01", "nickname": "\x02"},
        {"extensions": {"hearth": {"version": 1, "sampling": {"temperature": 1e999}, "tools": 3}}},
    ],
)
def test_a_card_with_odd_fields_is_read(changes: dict[str, Any], decoder: Decoder) -> None:
    content = read(json.dumps(v3(**changes)).encode(), decoder)
    assert content.name
    assert "\0" not in content.name


def test_numbers_that_are_none_count_as_nothing(decoder: Decoder) -> None:
    data = b'{"name": "P", "inference_params": {"temp": NaN, "top_k": Infinity, "top_p": 0.5}}'
    assert read(data, decoder).sampling == (("top_p", 0.5),)


def test_a_text_in_an_old_encoding_is_read(decoder: Decoder) -> None:
    card = json.dumps(v2(name="Zoë", description="Café déjà vu"), ensure_ascii=False)
    assert read(card.encode("latin-1"), decoder).name == "Zoë"


def test_many_texts_of_one_name_are_no_trouble(decoder: Decoder) -> None:
    text = chunk(b"tEXt", b"chara\0" + base64.b64encode(b"{}"))
    at = CARD.index(b"IHDR") - 4
    assert read(CARD[:at] + CARD[at : at + 25] + text * 3 + CARD[at + 25 :], decoder).name == "Aria"
    refused(CARD[: at + 25] + text * 100_000 + chunk(b"IEND", b""), decoder)


# -- fuzzing --

SEEDS = (
    CARD,
    png({"ccv3": packed(v3())}, is_zipped=True),
    photo("JPEG", b"ASCII\0\0\0" + as_json(v2())),
    photo("WEBP", as_json(v2())),
    charx(v3(), a=encoded(quarters(), "PNG")),
    as_json(v3(character_book={"entries": [{"keys": ["a"], "content": "b"}]})),
    as_json({"name": "P", "operation": {"fields": [{"key": "llm.prediction.seed", "value": 1}]}}),
    as_json([{"name": "M", "params": {"system": "x"}, "meta": {"toolIds": ["a"]}}]),
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("spec", "data", "name", "first_mes", "description", "character_book"),
                    *("entries", "keys", "content", "extensions", "hearth", "version", "sampling"),
                    *("operation", "fields", "key", "value", "params", "meta", "inference_params"),
                    *("assets", "uri", "type", "insertion_order", "alternate_greetings", "system"),
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=30,
)
FUZZING = settings(
    deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def read_or_refused(data: bytes, decoder: Decoder) -> None:
    try:
        contents = read_project_files(data, "a.png", decoder)
    except KnownError:
        return
    assert contents
    assert all(one.name for one in contents)


@given(st.sampled_from(SEEDS), st.randoms(use_true_random=False))
@FUZZING
def test_damaged_files_give_a_project_or_a_known_error(
    decoder: Decoder, seed: bytes, chance: random.Random
) -> None:
    data = bytearray(seed)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                del data[at : at + chance.randint(1, 40)]
            case 2:
                data[at:at] = bytes([chance.choice((0, 255, 65))]) * chance.randint(1, 40)
            case _:
                data[at : at + 4] = chance.randbytes(4)
        if not data:
            break
    read_or_refused(bytes(data), decoder)


@given(VALUES)
@FUZZING
def test_any_json_gives_a_project_or_a_known_error(decoder: Decoder, value: object) -> None:
    read_or_refused(json.dumps(value).encode(), decoder)


@given(st.binary(max_size=400))
@FUZZING
def test_any_bytes_give_a_project_or_a_known_error(decoder: Decoder, data: bytes) -> None:
    for mark in (b"", PNG_MARK, b"\xff\xd8\xff\xe1", b"RIFF\0\0\0\0WEBP", b"PK\x03\x04", b"{"):
        read_or_refused(mark + data, decoder)


def test_a_card_of_two_megabytes_is_read(decoder: Decoder) -> None:
    noise = random.Random(1).randbytes(1024 * 700 * 3)
    image = Image.frombytes("RGB", (1024, 700), noise)
    data = png({"chara": packed(v2())}, image)
    assert len(data) > 2_000_000
    content = read(data, decoder)
    assert 0 < len(content.picture) < 2 << 20


def test_base64_of_any_length_is_no_trouble(decoder: Decoder) -> None:
    whole = binascii.b2a_base64(as_json(v2()), newline=False)
    for n_bytes in range(len(whole) - 5, len(whole)):
        read_or_refused(png({"chara": whole[:n_bytes].decode()}), decoder)
