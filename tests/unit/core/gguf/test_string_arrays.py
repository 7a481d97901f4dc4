"""Arrays of texts are skipped to the byte, however short, long or strange the texts are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.gguf.errors import HeaderCutOff, HeaderDamaged
from app.core.gguf.parser import read_header
from tests.helpers import gguf_bytes as raw
from tests.helpers.gguf_bytes import Bytes

MOST_READ = 64 << 20  # bytes of one header

TOKENS = st.one_of(
    st.binary(max_size=12),
    st.binary(min_size=250, max_size=260),
    st.just(b""),
    st.just(b"\0" * 7),
    st.just(b"\0" * 16),
    st.text(max_size=8).map(str.encode),
)


def found_behind(texts: list[bytes], window_bytes: int = 1 << 18) -> int:
    """Return the number that stands behind an array of texts, as it is read."""
    data = b"".join(map(raw.text, texts))
    values = [raw.array("texts", raw.STRING, len(texts), data), raw.uint32("behind", 4711)]
    found = read_header(Bytes(raw.header(values)), window_bytes)
    array = found.array("texts")
    assert array is not None
    assert array.length == len(texts)
    return found.count("behind")


@given(st.lists(TOKENS, max_size=200), st.sampled_from([8, 100, 5000, 1 << 18]))
def test_what_stands_behind_any_texts_is_found(texts: list[bytes], window_bytes: int) -> None:
    assert found_behind(texts, window_bytes) == 4711


def test_what_stands_behind_a_vocabulary_with_some_strange_tokens_is_found() -> None:
    usual = [f"token {number}".encode() for number in range(30_000)]
    strange = {100: b"", 9000: b"\0", 9001: b"x" * 300, 20_000: b"y" * 70_000, 29_999: b"\0" * 8}
    assert found_behind([strange.get(n, word) for n, word in enumerate(usual)]) == 4711


def test_a_vocabulary_is_read_once_and_none_of_it_twice() -> None:
    words = [f"token {number}".encode() for number in range(150_000)]
    source = Bytes(
        raw.header([raw.array("t", raw.STRING, len(words), b"".join(map(raw.text, words)))])
    )
    read_header(source)
    assert source.n_bytes_read < 1.05 * source.size


def test_texts_without_end_are_refused_at_once() -> None:
    source = Bytes(raw.header([raw.array("t", raw.STRING, 2**36, b"")]), pretended_size=1 << 40)
    with pytest.raises(HeaderDamaged):
        read_header(source)
    assert source.n_bytes_read < 1 << 19


def test_what_is_read_of_a_file_with_far_too_long_texts_has_a_bound() -> None:
    class Repeated(Bytes):
        """One text of 20 KB after another, without end."""

        def read(self, offset: int, size: int) -> bytes:
            self.n_bytes_read += size
            begin = max(0, offset - len(self.data)) % len(long_text)
            return (self.data[offset:] + (long_text * (size // 20_000 + 2))[begin:])[:size]

    long_text = raw.text(b"x" * 20_000)
    start = raw.header([raw.array("t", raw.STRING, 1 << 22, b"")])
    source = Repeated(start, pretended_size=1 << 50)
    with pytest.raises(HeaderDamaged):
        read_header(source)
    assert source.n_bytes_read <= MOST_READ


def test_a_text_that_goes_beyond_the_end_is_told_as_cut_off() -> None:
    for length in (300, 2**40, 2**64 - 1):
        data = raw.text("a") + length.to_bytes(8, "little") + b"abc"
        with pytest.raises(HeaderCutOff):
            read_header(Bytes(raw.header([raw.array("t", raw.STRING, 2, data)])))
