"""Bytes of plain values and back, by the types that the fields of a dataclass are declared with.

Every value begins with a mark that says what follows:

    N T F   None, true, false
    i I     an integer of 8 bytes; one of any size, behind its length
    d       a float of 8 bytes
    s b     text in UTF-8, single surrogates included; bytes; both behind their length
    [       a tuple or a set: the number of items, and each
    4 8     a tuple of integers of 4 or of 8 bytes each: their number, and the integers
    {       a dataclass: the number of fields, and of each field its name and its value

Numbers are little endian; lengths and numbers of items take 4 bytes, numbers of fields and lengths
of names 1. Fields come in the order in which they are declared. Types do not contain themselves,
so that nothing nests deeper than they do.
Longer than other files: one codec for each kind of type.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import struct
import types
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    NewType,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from app.core.errors import BugError
from app.core.protocol.errors import UnreadableMessage

if TYPE_CHECKING:
    from collections.abc import Callable

# Add the bytes of a value to a list; return the value that begins at an offset, and where it ends.
Write: TypeAlias = "Callable[[Any, list[bytes]], None]"
Read: TypeAlias = "Callable[[bytes, int], tuple[Any, int]]"

_INT = struct.Struct("<cq")
_FLOAT = struct.Struct("<cd")
_LENGTH = struct.Struct("<cI")
_LONGEST = (1 << 32) - 1
_NONE, _TRUE, _FALSE, _MANY, _FIELDS = b"N", b"T", b"F", b"[", b"{"
_INT64, _ANY_INT, _DOUBLE, _TEXT, _BYTES = b"i", b"I", b"d", b"s", b"b"
_PACKED = ((b"4", "<{}i", 4), (b"8", "<{}q", 8))


@dataclasses.dataclass(frozen=True, slots=True)
class ValueCodec:
    """How the values of one type become bytes, and bytes such values.

    Attributes:
        write: raises any of `WRONG_VALUE` for a value of another type.
        read: raises `UnreadableMessage`, or any of `CUT_OFF` where the bytes end too early.
    """

    write: Write
    read: Read


WRONG_VALUE = (AttributeError, TypeError, ValueError, OverflowError, struct.error)
CUT_OFF = (IndexError, struct.error)


@functools.cache
def codec_of(kind: Any) -> ValueCodec:
    """Return how values of a type are written and read.

    Raises:
        BugError: a type that cannot cross a process.
    """
    if isinstance(kind, NewType):
        return codec_of(kind.__supertype__)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, enum.StrEnum):
        return _enum_codec(kind, _PLAIN[str])
    if isinstance(kind, type) and issubclass(kind, enum.IntEnum):
        return _enum_codec(kind, _PLAIN[int])
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_codec(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (types.UnionType, Union):
        return _union_codec(frozenset(inner))
    if origin is frozenset:
        return _items_codec(codec_of(inner[0]), frozenset)
    if origin is tuple and len(inner) == 2 and inner[1] is ...:
        return _ints_codec() if inner[0] is int else _items_codec(codec_of(inner[0]), tuple)
    if origin is tuple and ... not in inner:
        return _fixed_codec(tuple(codec_of(one) for one in inner))
    raise BugError(f"values of the type {kind} cannot cross a process")


def _wrong(expected: str, data: bytes, at: int) -> UnreadableMessage:
    """Return the error for a mark that was not expected."""
    if at >= len(data):
        return UnreadableMessage(f"cut off at byte {at}, before {expected}")
    return UnreadableMessage(f"no {expected} at byte {at}, but the mark {data[at]:#04x}")


def _end(data: bytes, begin: int, n_bytes: int) -> int:
    """Return where something ends that must be there as a whole."""
    if begin + n_bytes > len(data):
        raise UnreadableMessage(f"cut off at byte {len(data)} of at least {begin + n_bytes}")
    return begin + n_bytes


# -- plain types --


def _write_bool(value: Any, out: list[bytes]) -> None:
    if value is not True and value is not False:
        raise TypeError
    out.append(_TRUE if value else _FALSE)


def _read_bool(data: bytes, at: int) -> tuple[bool, int]:
    mark = data[at : at + 1]
    if mark not in (_TRUE, _FALSE):
        raise _wrong("yes or no", data, at)
    return mark == _TRUE, at + 1


def _write_int(value: Any, out: list[bytes]) -> None:
    try:
        out.append(_INT.pack(_INT64, value))
    except struct.error:
        n_bytes = value.bit_length() // 8 + 1
        out.append(_LENGTH.pack(_ANY_INT, n_bytes))
        out.append(value.to_bytes(n_bytes, "little", signed=True))


def _read_int(data: bytes, at: int) -> tuple[int, int]:
    mark = data[at : at + 1]
    if mark == _INT64:
        return _INT.unpack_from(data, at)[1], at + _INT.size
    if mark != _ANY_INT:
        raise _wrong("integer", data, at)
    begin = at + _LENGTH.size
    end = _end(data, begin, _LENGTH.unpack_from(data, at)[1])
    return int.from_bytes(data[begin:end], "little", signed=True), end


def _write_float(value: Any, out: list[bytes]) -> None:
    out.append(_FLOAT.pack(_DOUBLE, value))


def _read_float(data: bytes, at: int) -> tuple[float, int]:
    mark, value = _FLOAT.unpack_from(data, at)
    if mark != _DOUBLE:
        raise _wrong("float", data, at)
    return value, at + _FLOAT.size


def _write_str(value: Any, out: list[bytes]) -> None:
    raw = value.encode("utf-8", "surrogatepass")
    out.append(_LENGTH.pack(_TEXT, len(raw)))
    out.append(raw)


def _read_str(data: bytes, at: int) -> tuple[str, int]:
    mark, n_bytes = _LENGTH.unpack_from(data, at)
    if mark != _TEXT:
        raise _wrong("text", data, at)
    begin = at + _LENGTH.size
    end = _end(data, begin, n_bytes)
    try:
        return data[begin:end].decode("utf-8", "surrogatepass"), end
    except UnicodeDecodeError:
        raise UnreadableMessage(f"no UTF-8 in the text at byte {at}") from None


def _write_bytes(value: Any, out: list[bytes]) -> None:
    out.append(_LENGTH.pack(_BYTES, len(value)))
    out.append(value)


def _read_bytes(data: bytes, at: int) -> tuple[bytes, int]:
    mark, n_bytes = _LENGTH.unpack_from(data, at)
    if mark != _BYTES:
        raise _wrong("bytes", data, at)
    begin = at + _LENGTH.size
    end = _end(data, begin, n_bytes)
    return data[begin:end], end


_PLAIN: dict[Any, ValueCodec] = {
    bool: ValueCodec(_write_bool, _read_bool),
    int: ValueCodec(_write_int, _read_int),
    float: ValueCodec(_write_float, _read_float),
    str: ValueCodec(_write_str, _read_str),
    bytes: ValueCodec(_write_bytes, _read_bytes),
}


def _enum_codec(kind: type[enum.StrEnum] | type[enum.IntEnum], plain: ValueCodec) -> ValueCodec:
    def write(value: Any, out: list[bytes]) -> None:
        if type(value) is not kind:
            raise TypeError
        plain.write(value.value, out)

    def read(data: bytes, at: int) -> tuple[enum.Enum, int]:
        value, end = plain.read(data, at)
        try:
            return kind(value), end
        except ValueError:
            raise UnreadableMessage(f"an unknown {kind.__name__} at byte {at}") from None

    return ValueCodec(write, read)


# -- types of several --


def _union_codec(kinds: frozenset[Any]) -> ValueCodec:
    """Return the codec of `int | float`, or of something that may be None.

    Raises:
        BugError: any other union, whose members marks do not tell apart.
    """
    if kinds == {int, float}:
        return ValueCodec(_write_number, _read_number)
    (*others,) = kinds - {types.NoneType}
    if types.NoneType not in kinds:
        raise BugError(f"values of one of the types {kinds} cannot cross a process")
    some = codec_of(Union[tuple(others)])  # noqa: UP007 - the members are known at run time only

    def write(value: Any, out: list[bytes]) -> None:
        if value is None:
            out.append(_NONE)
        else:
            some.write(value, out)

    def read(data: bytes, at: int) -> tuple[Any, int]:
        if data[at : at + 1] == _NONE:
            return None, at + 1
        return some.read(data, at)

    return ValueCodec(write, read)


def _write_number(value: Any, out: list[bytes]) -> None:
    if isinstance(value, float):
        _write_float(value, out)
    else:
        _write_int(value, out)


def _read_number(data: bytes, at: int) -> tuple[int | float, int]:
    return (_read_float if data[at : at + 1] == _DOUBLE else _read_int)(data, at)


def _items_codec(item: ValueCodec, collect: Callable[[list[Any]], Any]) -> ValueCodec:
    def write(value: Any, out: list[bytes]) -> None:
        out.append(_LENGTH.pack(_MANY, len(value)))
        for one in value:
            item.write(one, out)

    def read(data: bytes, at: int) -> tuple[Any, int]:
        mark, n_items = _LENGTH.unpack_from(data, at)
        if mark != _MANY:
            raise _wrong("list", data, at)
        at += _LENGTH.size
        found = []
        for _ in range(n_items):
            one, at = item.read(data, at)
            found.append(one)
        return collect(found), at

    return ValueCodec(write, read)


def _ints_codec() -> ValueCodec:
    """Return the codec of the token ids of a chat, which are many: all at once where they fit."""
    one_by_one = _items_codec(_PLAIN[int], tuple)

    def write(value: Any, out: list[bytes]) -> None:
        for mark, layout, _size in _PACKED:
            try:
                packed = struct.pack(layout.format(len(value)), *value)
            except struct.error:
                continue
            out.append(_LENGTH.pack(mark, len(value)))
            out.append(packed)
            return
        one_by_one.write(value, out)

    def read(data: bytes, at: int) -> tuple[Any, int]:
        mark, n_items = _LENGTH.unpack_from(data, at)
        for packed, layout, size in _PACKED:
            if mark == packed:
                begin = at + _LENGTH.size
                end = _end(data, begin, n_items * size)
                return struct.unpack_from(layout.format(n_items), data, begin), end
        return one_by_one.read(data, at)

    return ValueCodec(write, read)


def _fixed_codec(items: tuple[ValueCodec, ...]) -> ValueCodec:
    def write(value: Any, out: list[bytes]) -> None:
        out.append(_LENGTH.pack(_MANY, len(items)))
        for one, item in zip(value, items, strict=True):
            item.write(one, out)

    def read(data: bytes, at: int) -> tuple[Any, int]:
        if _LENGTH.unpack_from(data, at) != (_MANY, len(items)):
            raise _wrong(f"tuple of {len(items)}", data, at)
        at += _LENGTH.size
        found = []
        for item in items:
            one, at = item.read(data, at)
            found.append(one)
        return tuple(found), at

    return ValueCodec(write, read)


# -- dataclasses --


def _dataclass_codec(kind: type[Any]) -> ValueCodec:
    """Return the codec of a frozen dataclass.

    Raises:
        BugError: it is not frozen.
    """
    if not kind.__dataclass_params__.frozen:
        raise BugError(f"{kind.__name__} is not frozen")
    hints = get_type_hints(kind)
    names = tuple(field.name for field in dataclasses.fields(kind))
    heads = tuple(bytes([len(name)]) + name.encode("ascii") for name in names)
    codecs = tuple(codec_of(hints[name]) for name in names)
    begin = _FIELDS + bytes([len(names)])
    writers = tuple(
        (head, attrgetter(name), codec.write)
        for head, name, codec in zip(heads, names, codecs, strict=True)
    )
    readers = tuple(
        (head, len(head), codec.read) for head, codec in zip(heads, codecs, strict=True)
    )

    def write(value: Any, out: list[bytes]) -> None:
        if type(value) is not kind:
            raise TypeError
        out.append(begin)
        for head, get, write_field in writers:
            out.append(head)
            write_field(get(value), out)

    def read(data: bytes, at: int) -> tuple[Any, int]:
        if data[at : at + 1] != _FIELDS:
            raise _wrong(kind.__name__, data, at)
        n_fields = data[at + 1]
        at += 2
        found: list[Any] = []
        for head, n_bytes, read_field in readers:
            if data[at : at + n_bytes] != head:
                raise _other_field(kind, names, len(found), n_fields, data[at:])
            one, at = read_field(data, at + n_bytes)
            found.append(one)
        if n_fields != len(found):
            raise _other_field(kind, names, len(found), n_fields, data[at:])
        return _made(kind, found), at

    return ValueCodec(write, read)


def _made(kind: type[Any], fields: list[Any]) -> Any:
    """Make a value of its fields, some of which check what they are given."""
    try:
        return kind(*fields)
    except ValueError as error:
        raise UnreadableMessage(f"no {kind.__name__}: {error}") from None


def _other_field(
    kind: type[Any], names: tuple[str, ...], n_read: int, n_fields: int, rest: bytes
) -> UnreadableMessage:
    """Return the error for fields that are not those of a dataclass.

    Args:
        names: of its fields.
        n_read: of them found so far.
        n_fields: that are said to be there.
        rest: what follows.
    """
    head = rest[: 1 + rest[0]] if rest else b""
    name = head[1:].decode("ascii", "replace")
    if n_read < n_fields and len(head) < 1 + (rest[0] if rest else 0):
        return UnreadableMessage(f"cut off in a name of a field of {kind.__name__}")
    if n_read < n_fields and name not in names[n_read:]:
        return UnreadableMessage(f"{kind.__name__} has an unknown field {name[:40]!r}")
    missing = names[n_read] if n_read < len(names) else "that it says it has"
    return UnreadableMessage(f"{kind.__name__} lacks the field {missing}")
