"""Hundreds of damaged headers: each is read or refused by name, in bounded memory.

HEARTH_MUTATED_HEADERS says how many; 500 without, 2,000 in a long run.
"""

from __future__ import annotations

import random
import re
import struct
import tracemalloc
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from app.core.gguf.errors import GgufError
from app.core.gguf.parser import read_header
from app.core.gguf.summary import summarise
from tests.helpers import gguf_bytes as raw
from tests.helpers.gguf_bytes import Bytes
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.harm import how_often

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

N_HEADERS = how_often("HEARTH_MUTATED_HEADERS", 500, 2_000)
MOST_MEMORY = 8 << 20  # bytes; the whole input has 300 KB at most
NASTY = (0, 1, 7, 8, 9, 255, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**61, 2**63 - 1, 2**63, 2**64 - 1)

SMALL_NUMBER = re.compile(rb"[^\0]\0\0\0")


def every_kind_of_value() -> bytes:
    scalars = [
        raw.value(f"v{kind}", kind, b"\x05" * size)
        for kind, size in ((0, 1), (1, 1), (2, 2), (3, 2), (6, 4), (7, 1), (10, 8), (11, 8))
    ]
    return raw.header(
        [
            raw.string("general.architecture", "llama"),
            raw.string("general.name", "Some Model"),
            raw.uint32("general.file_type", 15),
            raw.uint32("general.alignment", 32),
            raw.uint32("llama.block_count", 2),
            raw.uint32("llama.expert_count", 8),
            raw.uint32("llama.expert_used_count", 2),
            raw.uint32("split.count", 3),
            raw.string("tokenizer.ggml.model", "gpt2"),
            raw.strings("tokenizer.ggml.tokens", [f"t{number}" for number in range(300)]),
            raw.array("tokenizer.ggml.scores", raw.FLOAT32, 300, struct.pack("<300f", *range(300))),
            raw.string("tokenizer.chat_template", "{{ messages }}"),
            *scalars,
        ],
        [raw.tensor(f"blk.{n}.ffn_up_exps.weight", (256, 8, 8), 12, n * 9216) for n in range(9)],
    )


def flip(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def cut(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def put_nasty_number(data: bytearray, chance: random.Random) -> None:
    number, size = chance.choice(NASTY), chance.choice((4, 8))
    at = chance.randrange(4, len(data))
    data[at : at + size] = (number % (1 << 8 * size)).to_bytes(size, "little")


def replace_a_number(data: bytearray, chance: random.Random) -> None:
    """Change a count, a length or a type: small numbers with zeros behind them."""
    places = [found.start() for found in SMALL_NUMBER.finditer(data, 4, max(4, len(data) - 8))]
    if places:
        at = chance.choice(places)
        size = 8 if not any(data[at + 4 : at + 8]) else 4
        number = chance.choice((*NASTY, *range(16)))
        data[at : at + size] = (number % (1 << 8 * size)).to_bytes(size, "little")


def nest_arrays(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(8, len(data))
    depth = chance.randint(1, 200)
    data[at:at] = struct.pack("<IQ", raw.ARRAY, chance.choice((1, 3, 2**40))) * depth


def repeat_a_piece(data: bytearray, chance: random.Random) -> None:
    begin = chance.randrange(len(data))
    piece = data[begin : begin + chance.randint(1, 400)]
    at = chance.randrange(len(data))
    data[at:at] = piece * chance.randint(1, 4)


MUTATIONS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(flip, cut, put_nasty_number, replace_a_number, nest_arrays, repeat_a_piece),
)


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    path: Path = write_tiny_llama(tmp_path_factory.mktemp("m") / "m.gguf", n_layers=1)
    whole = path.read_bytes()
    end = read_header(Bytes(whole)).data_offset
    # Twice: it is the one with everything in little space.
    return [every_kind_of_value(), every_kind_of_value(), whole[:end]]


def test_a_damaged_header_is_read_or_refused_by_name_in_bounded_memory(
    originals: list[bytes],
) -> None:
    outcomes: Counter[str] = Counter()
    tracemalloc.start()
    try:
        for number in range(N_HEADERS):
            chance = random.Random(number)
            data = bytearray(chance.choice(originals))
            for mutate in chance.choices(MUTATIONS, k=chance.choice((1, 1, 1, 2, 3))):
                if data:
                    mutate(data, chance)
            # Now and then the file goes on behind its header, so that lengths lead somewhere.
            pretended = chance.choice((0, 0, 0, 1 << 18))
            source = Bytes(bytes(data), pretended_size=pretended)
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            try:
                summarise(read_header(source))
                outcomes["read"] += 1
            except GgufError as error:
                outcomes[type(error).__name__] += 1
            taken = tracemalloc.get_traced_memory()[1] - before
            assert taken < MOST_MEMORY, number
            # Each byte once, and once more for what ends a window.
            assert source.n_bytes_read <= 2 * source.size + 4096, number
            assert source.n_reads <= source.size // 4096 + len(data) + 2, number
    finally:
        tracemalloc.stop()
    assert sum(outcomes.values()) == N_HEADERS
    # The mutations are of all kinds: if one outcome is gone, the test has become blind.
    assert {"read", "NoGguf", "HeaderCutOff", "HeaderDamaged"} <= outcomes.keys()


@pytest.mark.parametrize(
    "start",
    [
        raw.header([], n_values=1 << 14),
        raw.header([raw.array("a", raw.UINT8, 2**39, b"")] * 9),
    ],
    ids=["values", "numbers"],
)
def test_a_file_without_end_takes_bounded_memory(start: bytes) -> None:
    """All claims are met here, for there are zeros enough to meet them."""
    source = Bytes(start, pretended_size=1 << 40)
    tracemalloc.start()
    try:
        with pytest.raises(GgufError):
            read_header(source)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


def test_the_largest_table_that_is_read_takes_bounded_memory() -> None:
    table = b"".join(raw.tensor(f"blk.{n}.weight", (256, 256), 12) for n in range(1 << 15))
    data = raw.header([], [table], n_tensors=1 << 15)
    tracemalloc.start()
    try:
        assert len(read_header(Bytes(data)).tensors) == 1 << 15
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()
