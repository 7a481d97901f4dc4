"""Two files have the same vocabulary if each token that both have is the same."""

from __future__ import annotations

import pytest

from app.core.gguf.companions import read_vocabulary
from app.core.gguf.errors import GgufError
from tests.helpers import gguf_bytes as raw
from tests.helpers.gguf_bytes import Bytes

WORDS = [f"token {number}" for number in range(3000)]


def file(words: list[str], kind: str = "gpt2") -> Bytes:
    values = [raw.string("tokenizer.ggml.model", kind), raw.strings("tokenizer.ggml.tokens", words)]
    return Bytes(raw.header([raw.uint32("before", 1), *values, raw.uint32("behind", 2)]))


MAIN = read_vocabulary(file(WORDS))


def test_the_same_tokens_are_alike() -> None:
    assert MAIN.n_tokens == 3000
    assert read_vocabulary(file(WORDS)).is_like(MAIN)


@pytest.mark.parametrize("n_more", [1, 128])
def test_a_few_tokens_more_at_the_end_are_alike_either_way(n_more: int) -> None:
    longer = read_vocabulary(file([*WORDS, *(f"pad {number}" for number in range(n_more))]))
    assert longer.is_like(MAIN)
    assert MAIN.is_like(longer)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ([*WORDS, *(f"pad {number}" for number in range(129))], "gpt2"),
        (["Token 0", *WORDS[1:]], "gpt2"),
        ([*WORDS[:-1], "token"], "gpt2"),
        ([WORDS[1], WORDS[0], *WORDS[2:]], "gpt2"),
        (WORDS[1:], "gpt2"),
        (WORDS, "llama"),
        ([], "gpt2"),
        ([], ""),
    ],
    ids=["many more", "first", "last", "order", "shifted", "kind", "none", "nothing"],
)
def test_what_is_cut_into_other_tokens_is_not_alike(words: list[str], kind: str) -> None:
    other = read_vocabulary(file(words, kind))
    assert not other.is_like(MAIN)
    assert not MAIN.is_like(other)


def test_a_file_that_has_no_vocabulary_is_like_none() -> None:
    bare = read_vocabulary(Bytes(raw.header([raw.uint32("a", 1)])))
    assert not bare.is_like(bare)


def test_a_vocabulary_longer_than_one_piece_is_read_whole() -> None:
    words = [f"a longer token of the number {number}" for number in range(60_000)]
    one, two = read_vocabulary(file(words)), read_vocabulary(file([*words[:-1], "x" * 38]))
    assert len(one.texts) > 1 << 20
    assert one.is_like(read_vocabulary(file(words)))
    assert not one.is_like(two)


def test_a_file_that_ends_inside_its_vocabulary_is_refused() -> None:
    source = file(WORDS)
    cut = Bytes(source.read(0, source.size // 2))
    with pytest.raises(GgufError):
        read_vocabulary(cut)
