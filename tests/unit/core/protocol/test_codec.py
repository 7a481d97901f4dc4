"""Bytes of commands, events and messages of the link: all of them, and whatever the bytes are."""

from __future__ import annotations

import math
import struct
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, msgpack

from app.core.errors import Problem
from app.core.messages import Role, TokenRecord
from app.core.phrases import NO_WORDS
from app.core.protocol import (
    PROTOCOL_VERSION,
    Call,
    ChatKey,
    Command,
    EngineStopped,
    Event,
    Generate,
    InspectAnswer,
    KVType,
    LinkMessage,
    LoadModel,
    LoadSettings,
    MeasureWarmth,
    MemoryReport,
    MemorySynced,
    MemoryTrimmed,
    ModelLoading,
    News,
    PromptMessage,
    Reply,
    ReportMemory,
    RequestId,
    SamplingParams,
    Shutdown,
    Stop,
    TextDelta,
    TrimMemory,
)
from app.core.protocol.codec import (
    TYPES,
    OtherVersion,
    UnreadableMessage,
    UnsendableValue,
    decode,
    encode,
)
from tests.helpers.harm import how_often
from tests.helpers.protocol_values import REQUESTS, values_of


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal, not-a-numbers and signs of zero included."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Struct):
        names = one.__struct_fields__
        return all(is_same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, float):
        is_equal = one == other and math.copysign(1, one) == math.copysign(1, other)
        return is_equal or (math.isnan(one) and math.isnan(other))
    return bool(one == other)


PLAIN_TYPES = {*get_args(Command), *get_args(Event), *get_args(LinkMessage)}
ENVELOPED = [kind for kind in TYPES if kind not in PLAIN_TYPES]
IDS = st.integers(0, 2**63 - 1).map(RequestId)


def sendable(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for messages of which a value of a type is all or the content."""
    if kind in PLAIN_TYPES:
        return values_of(kind)
    envelopes = (Call,) if kind in REQUESTS else (Reply, News)
    return st.builds(
        lambda of, id_, value: of(id_, value), st.sampled_from(envelopes), IDS, values_of(kind)
    )


ANY_VALUE = st.sampled_from(TYPES).flatmap(sendable)


def test_every_type_has_a_number_of_its_own() -> None:
    assert len(set(TYPES)) == len(TYPES) < 253
    assert set(REQUESTS) | PLAIN_TYPES <= set(TYPES)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
@settings(max_examples=how_often("HEARTH_VALUES", 20, 100))
@given(data=st.data())
def test_every_type_comes_back_as_it_was(kind: Any, data: st.DataObject) -> None:
    value = data.draw(sendable(kind))

    assert is_same(decode(encode(value)), value)


def test_what_is_written_is_of_this_version() -> None:
    """Where this fails, `PROTOCOL_VERSION` has to go up: the bytes mean something else now."""
    assert PROTOCOL_VERSION == 20
    assert encode(News(RequestId(1), TextDelta("é"))) == (
        b"\x14\x00\x03\x01\0\0\0\0\0\0\0"
        b"\x86"
        b"\xa4type\xa9TextDelta"
        b"\xa4text\xa2\xc3\xa9"
        b"\xa4kind\xa6answer"
        b"\xaais_guessed\xc2"
        b"\xa6tokens\x90"
        b"\xa5calls\x90"
    )


def test_what_messagepack_does_not_take_is_written_as_json() -> None:
    call = Call(RequestId(1), TrimMemory(ChatKey("é\udcff"), (b"\x01",)))
    assert encode(call)[11:] == (
        b'{"type": "TrimMemory", "chat": "\xc3\xa9\xed\xb3\xbf", "sequences": ["AQ=="]}'
    )
    assert decode(encode(call)) == call


@pytest.mark.parametrize(
    ("kind", "id_", "of"),
    [
        (0, 0, TextDelta("alone")),  # not in an envelope of its own
        (0, 0, ReportMemory()),
        (0, 5, Shutdown()),  # alone, with an id
        (1, 5, MemoryTrimmed()),  # no request
        (2, 5, ReportMemory()),
        (3, 5, Shutdown()),
        (9, 5, TextDelta("in an unknown one")),
    ],
)
def test_a_value_comes_in_its_own_envelope_only(kind: int, id_: int, of: Any) -> None:
    data = struct.pack("<HBq", PROTOCOL_VERSION, kind, id_) + msgpack.encode(of)
    with pytest.raises(UnreadableMessage) as caught:
        decode(data)
    assert f"does not come as a message of kind {kind}" in caught.value.detail


# -- values at the edge --


def test_tokens_travel_at_five_bytes_each_at_most() -> None:
    ids = tuple(range(100_000, 130_000))
    record = TokenRecord("v", 3, b"d" * 16, ids)
    messages = (PromptMessage(Role.ASSISTANT, "a", record),)
    value = Call(RequestId(1), Generate(ChatKey("1"), messages, SamplingParams()))

    data = encode(value)

    assert decode(data) == value
    assert len(data) < 5 * len(ids) + 1000


def test_a_hundred_megabytes_come_back() -> None:
    value = Call(RequestId(1), TrimMemory(ChatKey("1"), (bytes(100 * 10**6),)))

    assert decode(encode(value)) == value


def test_an_integer_in_a_field_for_floats_comes_back_as_a_float() -> None:
    value = ModelLoading("m", 1)

    assert decode(encode(value)) == value


def test_the_name_of_a_member_comes_back_as_the_member() -> None:
    value = LoadModel("path", LoadSettings(kv_type="q8_0"))  # type: ignore[arg-type]

    assert decode(encode(value)).settings.kv_type is KVType.Q8_0  # type: ignore[union-attr]


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
        LoadModel("path", LoadSettings(kv_type="f17")),  # type: ignore[arg-type]
        LoadModel("path\udcff", LoadSettings(kv_type="f17")),  # type: ignore[arg-type]
        LoadModel("path", LoadSettings(n_ctx=...)),  # type: ignore[arg-type]
        LoadModel("path\udcff", LoadSettings(n_ctx=...)),  # type: ignore[arg-type]
        ModelLoading("m", "1"),  # type: ignore[arg-type]
        EngineStopped("gone"),  # type: ignore[arg-type]
        TextDelta("not in an envelope of its own"),
        Call(RequestId(1), TrimMemory(ChatKey(""), ("text",))),  # type: ignore[arg-type]
        Reply(RequestId(1), MemorySynced(1, 5)),  # type: ignore[arg-type]
        Reply(RequestId(1), MemoryReport((), models=(("a", 1, 2),))),  # type: ignore[arg-type]
        Reply(RequestId(1), "text"),
        Reply(RequestId(1 << 70), None),
    ],
    ids=repr,
)
def test_what_is_not_as_declared_is_not_sent(value: Any) -> None:
    with pytest.raises(UnsendableValue):
        encode(value)


# -- what cannot be read --

DELTA = encode(News(RequestId(1), TextDelta("text")))
LOAD = encode(LoadModel("m"))
JSON = encode(News(RequestId(1), TextDelta("\udcff")))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cut off"),
        (DELTA[:9], "cut off"),
        (DELTA[:11], "truncated"),
        (DELTA[:-1], "truncated"),
        (DELTA + b"\0", "trailing"),
        (DELTA.replace(b"TextDelta", b"TextDelto"), "Invalid value … - at `$.type`"),
        (DELTA.replace(b"\xa4type\xa9TextDelta", b""), "truncated"),
        (DELTA.replace(b"\x86\xa4type\xa9TextDelta", b"\x85"), "missing required field `type`"),
        (DELTA.replace(b"\xa4text", b"\xa4test", 1), "unknown field `test`"),
        (DELTA.replace(b"\x86", b"\x87", 1) + b"\xa3new\xc3", "unknown field `new`"),
        (DELTA.replace(b"\x86", b"\x85").replace(b"\xa4text\xa4text", b""), "field `text`"),
        (DELTA.replace(b"text\xa4text", b"text\xc4\x04text", 1), "Expected `str`"),
        (DELTA.replace(b"\xa4text\xa4text", b"\xa4\xff\xff\xff\xff\xa4text"), "utf-8"),
        (DELTA.replace(b"\xa4text\xa4text", b"\xa4text\xa4te\xfft"), "utf-8"),
        (LOAD.replace(b"f16", b"f17"), "Invalid enum value … - at `$.settings.kv_type`"),
        (LOAD.replace(b"attention\xc3", b"attention\xc0"), "Expected `bool`, got `None`"),
        (JSON[:-1], "delimiter"),
        (JSON + b"}", "Extra data"),
        (JSON.replace(b"kind", b"kind\xff"), "utf-8"),
        (JSON.replace(b'"text"', b'"test"'), "unknown field `test`"),
        (JSON[:12] + b'"text":' + b"[" * 100_000, "recursion"),
    ],
    ids=lambda one: repr(one)[:40],
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


@given(kind=st.sampled_from(TYPES), envelope=st.integers(0, 4), tail=st.binary())
def test_bytes_of_no_meaning_raise_nothing_else(
    kind: type[Any], envelope: int, tail: bytes
) -> None:
    head = struct.pack("<HBq", PROTOCOL_VERSION, envelope, 1)
    named = b"\x82" + msgpack.encode("type") + msgpack.encode(kind.__name__)
    for start in (b"", head, head + b"{", head + named):
        is_refused(start + tail)


@pytest.mark.parametrize("kind", [Generate, MeasureWarmth, InspectAnswer])
def test_what_is_about_the_last_message_has_one(kind: type[Any]) -> None:
    chat = ChatKey("1")
    with pytest.raises(ValueError, match="needs a message"):
        kind(chat, ())
    whole = encode(Call(RequestId(1), kind(chat, (PromptMessage(Role.USER, "Hello"),))))
    values = msgpack.decode(whole[11:])
    values["messages"] = []

    assert is_refused(whole[:11] + msgpack.encode(values))
