"""Bytes of commands, events and messages of the link: all of them, and whatever the bytes are."""

from __future__ import annotations

import dataclasses
import enum
import math
import types
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.content import MediaKind, MediaRef
from app.core.errors import Problem
from app.core.messages import Role, TokenRecord
from app.core.phrases import NO_WORDS
from app.core.protocol import (
    PROTOCOL_VERSION,
    ChatKey,
    Command,
    EngineStopped,
    Event,
    Generate,
    LinkMessage,
    LoadModel,
    LoadSettings,
    MemoryReport,
    MemorySynced,
    ModelLoading,
    PromptMessage,
    RequestId,
    SamplingParams,
    Shutdown,
    Stop,
    TextDelta,
    TrimMemory,
)
from app.core.protocol.codec import NUMBERS, decode, encode
from app.core.protocol.errors import OtherVersion, UnreadableMessage, UnsendableValue
from app.core.protocol.value_codecs import codec_of

# Any character, single surrogates too: names of files may hold them.
TEXT = st.text(st.characters(codec=None), max_size=8)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers() | st.integers(-(1 << 63), (1 << 63) - 1),
    float: st.floats(),
    str: TEXT,
    bytes: st.binary(max_size=8),
    types.NoneType: st.none(),
}


CONTENTS = st.text("0123456789abcdef", min_size=64, max_size=64)
PICTURES = st.builds(
    lambda content, width, height: MediaRef(MediaKind.IMAGE, content, width, height),
    CONTENTS,
    st.integers(1, 8000),
    st.integers(1, 8000),
)
SOUNDS = st.builds(
    lambda content, n_samples: MediaRef(MediaKind.SOUND, content, n_samples=n_samples),
    CONTENTS,
    st.integers(2, 10**8),
)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for all values that a field declared so may have."""
    if isinstance(kind, NewType):
        return values_of(kind.__supertype__)
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return st.sampled_from(list(kind))
    if kind is MediaRef:
        return st.one_of(PICTURES, SOUNDS)
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        fields = [values_of(hints[field.name]) for field in dataclasses.fields(kind)]
        return st.tuples(*fields).map(lambda values: kind(*values))  # type: ignore[operator]
    inner = get_args(kind)
    if get_origin(kind) in (types.UnionType, Union):
        return st.one_of(*map(values_of, inner))
    if get_origin(kind) is frozenset:
        return st.frozensets(values_of(inner[0]), max_size=3)
    assert get_origin(kind) is tuple
    if inner[-1] is ...:
        small = (
            st.lists(st.integers(-(1 << 31), (1 << 31) - 1)) if inner[0] is int else st.nothing()
        )
        return (st.lists(values_of(inner[0]), max_size=3) | small).map(tuple)
    return st.tuples(*map(values_of, inner))


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal, not-a-numbers and signs of zero included."""
    if type(one) is not type(other):
        return False
    if dataclasses.is_dataclass(one):
        names = [field.name for field in dataclasses.fields(one)]
        return all(is_same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, float):
        is_equal = one == other and math.copysign(1, one) == math.copysign(1, other)
        return is_equal or (math.isnan(one) and math.isnan(other))
    return bool(one == other)


ALL_TYPES = sorted(get_args(Command | Event | LinkMessage), key=lambda kind: kind.__name__)
ANY_VALUE = st.sampled_from(ALL_TYPES).flatmap(values_of)


def test_every_type_has_a_number_of_its_own() -> None:
    assert set(NUMBERS) == set(ALL_TYPES)
    assert len(set(NUMBERS.values())) == len(NUMBERS)
    assert all(0 < number < 256 for number in NUMBERS.values())


@pytest.mark.parametrize("kind", ALL_TYPES, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_every_type_comes_back_as_it_was(kind: Any, data: st.DataObject) -> None:
    value = data.draw(values_of(kind))

    assert is_same(decode(encode(value)), value)


def test_what_is_written_is_of_this_version() -> None:
    """Where this fails, `PROTOCOL_VERSION` has to go up: the bytes mean something else now."""
    assert PROTOCOL_VERSION == 16
    assert encode(TextDelta(RequestId(1), ChatKey("7"), "é\udcff")) == (
        b"\x10\x00\x6d"
        b"{\x06"
        b"\x07requesti\x01\0\0\0\0\0\0\0"
        b"\x04chats\x01\0\0\x007"
        b"\x04texts\x05\0\0\0\xc3\xa9\xed\xb3\xbf"
        b"\x05partsN"
        b"\x06tokens[\0\0\0\0"
        b"\x05calls[\0\0\0\0"
    )
    assert encode(TrimMemory(1 << 70, ChatKey(""), (b"\x01",)))[3:] == (
        b"{\x03"
        b"\x06ticketI\x09\0\0\0" + (1 << 70).to_bytes(9, "little") + b"\x04chats\0\0\0\0"
        b"\x09sequences[\x01\0\0\0b\x01\0\0\0\x01"
    )


# -- values at the edge --


def test_tokens_travel_at_four_bytes_each() -> None:
    ids = tuple(range(100_000, 130_000))
    record = TokenRecord("v", 3, b"d" * 16, ids)
    value = Generate(
        RequestId(1), ChatKey("1"), (PromptMessage(Role.ASSISTANT, "a", record),), SamplingParams()
    )

    data = encode(value)

    assert decode(data) == value
    assert len(data) < 4 * len(ids) + 1000


def test_a_hundred_megabytes_come_back() -> None:
    value = TrimMemory(1, ChatKey("1"), (bytes(100 * 10**6),))

    assert decode(encode(value)) == value


def test_an_integer_in_a_field_for_floats_comes_back_as_a_float() -> None:
    value = ModelLoading("m", 1)

    assert decode(encode(value)) == value


@pytest.mark.parametrize("number", [0, -1, 1 << 200, 0.5, math.inf, -0.0])
def test_a_field_for_integers_and_floats_keeps_which_it_is(number: float) -> None:
    codec = codec_of(int | float)
    parts: list[bytes] = []
    codec.write(number, parts)

    assert is_same(codec.read(b"".join(parts), 0)[0], number)


# -- what cannot be sent --


@pytest.mark.parametrize(
    "value",
    [
        "text",
        Problem(NO_WORDS, NO_WORDS, NO_WORDS),
        Stop("1"),  # type: ignore[arg-type]
        Stop(1.5),  # type: ignore[arg-type]
        LoadModel(b"path"),  # type: ignore[arg-type]
        LoadModel("path", LoadSettings(flash_attention=1)),  # type: ignore[arg-type]
        LoadModel("path", LoadSettings(kv_type="f16")),  # type: ignore[arg-type]
        ModelLoading("m", "1"),  # type: ignore[arg-type]
        EngineStopped("gone"),  # type: ignore[arg-type]
        TrimMemory(1, ChatKey(""), ("text",)),  # type: ignore[arg-type]
        MemorySynced(1, 5),  # type: ignore[arg-type]
        MemoryReport((), models=(("a", 1, 2),)),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_what_is_not_as_declared_is_not_sent(value: Any) -> None:
    with pytest.raises(UnsendableValue):
        encode(value)


# -- what cannot be read --

DELTA = encode(TextDelta(RequestId(1), ChatKey("7"), "text"))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cut off"),
        (DELTA[:-1], "cut off"),
        (DELTA + b"\0", "1 bytes too many"),
        (DELTA.replace(b"\x6d", b"\xff", 1), "number 255"),
        (DELTA.replace(b"\x04text", b"\x04test", 1), "TextDelta has an unknown field 'test'"),
        (DELTA.replace(b"{\x06", b"{\x07", 1) + b"\x03newT", "has an unknown field 'new'"),
        (DELTA.replace(b"\x04chats\x01\0\0\x007", b"", 1), "TextDelta lacks the field chat"),
        (DELTA[: DELTA.index(b"\x04text")].replace(b"{\x06", b"{\x02", 1), "lacks the field text"),
        (DELTA.replace(b"i\x01", b"d\x01", 1), "no integer"),
        (DELTA.replace(b"chats", b"chatb", 1), "no text"),
        (DELTA.replace(b"{", b"[", 1), "no TextDelta"),
        (DELTA.replace(b"text\x05parts", b"tex\xff\x05parts"), "no UTF-8"),
        (
            encode(LoadModel("m")).replace(b"\x03\0\0\0f16", b"\x03\0\0\0f17"),
            "an unknown KVType",
        ),
        (encode(LoadModel("m")).replace(b"attentionT", b"attentionN"), "no yes or no"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said(data: bytes, why: str) -> None:
    with pytest.raises(UnreadableMessage) as caught:
        decode(data)

    assert why in caught.value.detail
    assert str(caught.value.problem().remedy)


def test_another_version_is_told_from_damage() -> None:
    with pytest.raises(OtherVersion) as caught:
        decode((PROTOCOL_VERSION + 1).to_bytes(2, "little") + encode(Shutdown())[2:])

    other = f"version {PROTOCOL_VERSION + 1} of the protocol, not {PROTOCOL_VERSION}"
    assert other in caught.value.detail


def is_refused(data: bytes) -> bool:
    """Whether bytes are refused as they have to be; any other error is raised."""
    try:
        value = decode(data)
    except UnreadableMessage:
        return True
    assert is_same(decode(encode(value)), value)
    return False


@given(value=ANY_VALUE, data=st.data())
def test_whatever_is_cut_off_is_refused(value: Any, data: st.DataObject) -> None:
    whole = encode(value)

    assert is_refused(whole[: data.draw(st.integers(0, len(whole) - 1))])


@given(
    value=ANY_VALUE,
    changes=st.lists(st.tuples(st.integers(0), st.integers(0, 3), st.binary(max_size=9))),
)
def test_damaged_bytes_raise_nothing_else(
    value: Any, changes: list[tuple[int, int, bytes]]
) -> None:
    data = encode(value)
    for where, n_replaced, new in changes:
        at = where % (len(data) + 1)
        data = data[:at] + new + data[at + n_replaced :]

    is_refused(data)


@given(number=st.sampled_from(sorted(NUMBERS.values())), tail=st.binary())
def test_bytes_of_no_meaning_raise_nothing_else(number: int, tail: bytes) -> None:
    is_refused(tail)
    is_refused(PROTOCOL_VERSION.to_bytes(2, "little") + bytes([number]) + tail)
    is_refused(PROTOCOL_VERSION.to_bytes(2, "little") + bytes([number]) + b"{" + tail)
