"""What is read of a header, and what is said of one that cannot be read."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import gguf
import pytest

from app.core.gguf.cursor import open_source
from app.core.gguf.errors import (
    ForeignByteOrder,
    GgufError,
    HeaderCutOff,
    HeaderDamaged,
    NoGguf,
    UnknownGgufVersion,
)
from app.core.gguf.header import FILE_TYPES, TENSOR_TYPES, GgufArray
from app.core.gguf.parser import read_header
from tests.helpers import gguf_bytes as raw
from tests.helpers.gguf_bytes import Bytes
from tests.helpers.gguf_factory import write_broken_ggufs, write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path


def test_every_kind_of_value_is_read() -> None:
    values = [
        raw.value("a", raw.UINT8, b"\xff"),
        raw.value("b", raw.INT8, b"\xff"),
        raw.value("c", raw.UINT16, b"\xff\xff"),
        raw.value("d", raw.INT16, b"\xfe\xff"),
        raw.uint32("e", 4_000_000_000),
        raw.value("f", raw.INT32, struct.pack("<i", -7)),
        raw.value("g", raw.FLOAT32, struct.pack("<f", 0.5)),
        raw.value("h", raw.BOOL, b"\x01"),
        raw.string("i", "Grüße"),
        raw.value("j", raw.UINT64, struct.pack("<Q", 2**63)),
        raw.value("k", raw.INT64, struct.pack("<q", -(2**62))),
        raw.value("l", raw.FLOAT64, struct.pack("<d", 0.25)),
        raw.array("m", raw.INT32, 3, struct.pack("<3i", 4, -5, 6)),
        raw.strings("n", ["a", "", "ccc"]),
    ]

    found = read_header(Bytes(raw.header(values, version=2)))

    assert found.version == 2
    assert dict(found.metadata) == {
        "a": 255,
        "b": -1,
        "c": 65_535,
        "d": -2,
        "e": 4_000_000_000,
        "f": -7,
        "g": 0.5,
        "h": True,
        "i": "Grüße",
        "j": 2**63,
        "k": -(2**62),
        "l": 0.25,
        "m": GgufArray(raw.INT32, 3, (4, -5, 6)),
        "n": GgufArray(raw.STRING, 3),
    }


def test_a_key_with_a_dot_first_belongs_to_the_architecture() -> None:
    values = [raw.string("general.architecture", "llama"), raw.uint32("llama.block_count", 7)]
    found = read_header(Bytes(raw.header(values)))
    assert (found.architecture, found.count(".block_count"), found.count(".others")) == (
        *("llama", 7),
        0,
    )


def test_a_value_of_another_type_than_expected_counts_as_none() -> None:
    values = [raw.string("number", "12"), raw.uint32("text", 12), raw.value("yes", 7, b"\x01")]
    found = read_header(Bytes(raw.header(values)))
    assert (found.count("number"), found.text("text"), found.array("text")) == (0, "", None)
    assert found.count("yes") == 0


@pytest.mark.parametrize("window_bytes", [8, 64, 1 << 18])
def test_the_size_of_what_is_read_at_once_changes_nothing(
    tiny_model: Path, window_bytes: int
) -> None:
    with open_source(tiny_model) as source:
        assert read_header(source, window_bytes) == read_header(source)


@pytest.mark.parametrize("quant", ["F32", "F16", "Q8_0", "Q4_0"])
def test_the_tensor_table_is_that_of_the_reference_reader(tmp_path: Path, quant: str) -> None:
    path = write_tiny_llama(tmp_path / "m.gguf", quant=quant)  # type: ignore[arg-type]
    reference = gguf.GGUFReader(path)

    with open_source(path) as source:
        found = read_header(source)

    assert found.data_offset == reference.data_offset
    assert found.missing_bytes == 0
    assert [(t.name, t.type_number, t.n_bytes, t.n_elements) for t in found.tensors] == [
        (t.name, t.tensor_type, t.n_bytes, t.n_elements) for t in reference.tensors
    ]
    assert [t.offset + found.data_offset for t in found.tensors] == [
        t.data_offset for t in reference.tensors
    ]


def test_the_sizes_of_types_are_those_of_the_reference() -> None:
    ours = {number: (t.name, t.block, t.block_bytes) for number, t in TENSOR_TYPES.items()}
    theirs = {
        int(t): (t.name, *gguf.GGML_QUANT_SIZES[t])
        for t in gguf.GGMLQuantizationType
        if t.name != "Q8_1"  # which the library has as it was once, with floats of 32 bits
    }
    assert {number: ours[number] for number in theirs} == theirs
    names = {
        int(t): t.name.removeprefix("MOSTLY_").removeprefix("ALL_").removesuffix("_MOE")
        for t in gguf.LlamaFileType
        if t.name != "GUESSED"
    }
    assert {number: FILE_TYPES[number] for number in names} == names


def test_a_tensor_of_an_unknown_type_is_listed_without_a_size() -> None:
    found = read_header(Bytes(raw.header([], [raw.tensor("w", (3, 5), kind=77)])))
    (tensor,) = found.tensors
    assert (tensor.type_name, tensor.n_elements, tensor.n_bytes) == ("type 77", 15, 0)


def test_a_file_that_ends_in_its_tensors_says_how_much_is_missing(tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "m.gguf")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1000])
    with open_source(path) as source:
        assert read_header(source).missing_bytes == 1000


WRONG: dict[str, tuple[bytes, type[GgufError], str]] = {
    "empty": (b"", NoGguf, "model.gguf is not a GGUF file."),
    "short": (b"GG", NoGguf, "is not a GGUF file"),
    "text": (b"This is no model.", NoGguf, "is not a GGUF file"),
    "old": (raw.header([], version=1), UnknownGgufVersion, "version 1 of the GGUF format"),
    "new": (raw.header([], version=4), UnknownGgufVersion, "version 4 of the GGUF format"),
    "none": (raw.header([], version=0), UnknownGgufVersion, "version 0 of the GGUF format"),
    "big endian": (raw.header([], version=3 << 24), ForeignByteOrder, "big-endian processors"),
    "only magic": (b"GGUF", HeaderCutOff, "ends inside its header"),
    "many values": (raw.header([], n_values=2**63), HeaderDamaged, "is damaged"),
    "many tensors": (raw.header([], n_tensors=2**63), HeaderDamaged, "is damaged"),
    "values missing": (raw.header([], n_values=900), HeaderCutOff, "is incomplete"),
    "long key": (
        raw.header([struct.pack("<Q", 2**64 - 1) + b"x" * 5]),
        HeaderCutOff,
        "is incomplete",
    ),
    "long text": (
        raw.header([raw.value("a", raw.STRING, struct.pack("<Q", 2**64 - 1))]),
        HeaderCutOff,
        "is incomplete",
    ),
    "type 13": (raw.header([raw.value("a", 13, b"\0" * 8)]), HeaderDamaged, "is damaged"),
    "array of arrays": (
        raw.header([raw.array("a", raw.ARRAY, 1, b"\0" * 99)]),
        HeaderDamaged,
        "is damaged",
    ),
    "long array": (
        raw.header([raw.array("a", raw.UINT8, 2**64 - 1, b"")]),
        HeaderCutOff,
        "is incomplete",
    ),
    "many texts": (
        raw.header([raw.array("a", raw.STRING, 2**61, b"")]),
        HeaderCutOff,
        "is incomplete",
    ),
    "twice": (raw.header([raw.uint32("a", 1), raw.uint32("a", 2)]), HeaderDamaged, "is damaged"),
    "tensor twice": (raw.header([], [raw.tensor("t", (1,))] * 2), HeaderDamaged, "is damaged"),
    "5 dimensions": (raw.header([], [raw.tensor("t", (1,) * 5)]), HeaderDamaged, "is damaged"),
    "too large": (raw.header([], [raw.tensor("t", (2**40, 2**40))]), HeaderDamaged, "is damaged"),
    "hidden by 0": (raw.header([], [raw.tensor("t", (2**64 - 1, 0))]), HeaderDamaged, "is damaged"),
    "half a block": (raw.header([], [raw.tensor("t", (33,), kind=8)]), HeaderDamaged, "is damaged"),
    "alignment 0": (raw.header([raw.uint32("general.alignment", 0)]), HeaderDamaged, "is damaged"),
    "alignment 3": (raw.header([raw.uint32("general.alignment", 3)]), HeaderDamaged, "is damaged"),
    "alignment text": (
        raw.header([raw.string("general.alignment", "32")]),
        HeaderDamaged,
        "is damaged",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_header_is_refused_with_a_sentence(what: str) -> None:
    data, error, sentence = WRONG[what]
    with pytest.raises(error, match=sentence) as caught:
        read_header(Bytes(data))
    assert str(caught.value.reason)
    assert "model.gguf" in caught.value.problem().text()


def test_every_broken_file_of_the_factory_is_refused_or_known_to_be_incomplete(
    tmp_path: Path,
) -> None:
    said = {}
    for what, path in write_broken_ggufs(tmp_path).items():
        try:
            with open_source(path) as source:
                found = read_header(source)
            said[what] = "incomplete" if found.missing_bytes else found.architecture
        except GgufError as error:
            said[what] = type(error).__name__
    assert said == {
        "empty": "NoGguf",
        "not_gguf": "NoGguf",
        "unknown_architecture": "lemur",
        "cut_in_magic": "NoGguf",
        "cut_in_metadata": "HeaderCutOff",
        "cut_in_vocabulary": "HeaderCutOff",
        "cut_in_tensor_table": "HeaderCutOff",
        "cut_in_tensors": "incomplete",
    }


def test_a_source_that_became_shorter_is_told_as_cut_off() -> None:
    class Shrinking(Bytes):
        def read(self, offset: int, size: int) -> bytes:
            return super().read(offset, size)[: max(0, 40 - offset)]

    with pytest.raises(HeaderCutOff):
        read_header(Shrinking(raw.header([raw.string("a", "b" * 500)])))


def test_a_long_text_is_cut_and_what_follows_is_found() -> None:
    values = [raw.string("a", "x" * 300_000), raw.uint32("b", 5)]
    found = read_header(Bytes(raw.header(values)), window_bytes=1024)
    assert (len(found.text("a")), found.count("b")) == (1 << 18, 5)
