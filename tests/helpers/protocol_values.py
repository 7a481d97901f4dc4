"""Any value that goes through the pipe between a front end and its engine."""

from __future__ import annotations

import enum
import types
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Struct

from app.core.content.media import MediaKind, MediaRef
from app.core.phrases import Phrase
from app.core.protocol import PromptMessage, Request, ToolChoice, Tools

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


def _filled(text: str, values: tuple[tuple[str, str], ...], amount: int) -> Phrase:
    plain = text.replace("{", "").replace("}", "")
    return Phrase(plain + "{n}", (*values, ("n", f"{amount:,}")), ("n",))


SPECIAL: dict[Any, st.SearchStrategy[Any]] = {
    MediaRef: st.one_of(PICTURES, SOUNDS),
    Phrase: st.one_of(
        TEXT.map(Phrase),
        st.builds(
            _filled,
            TEXT,
            st.lists(st.tuples(TEXT, TEXT), max_size=3).map(tuple),
            st.integers(0, 1 << 40),
        ),
    ),
    Tools: st.builds(
        Tools,
        st.just("[]"),
        st.sampled_from(ToolChoice),
        st.lists(TEXT, max_size=2).map(tuple),
        st.booleans(),
    ),
}


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for all values that a field declared so may have."""
    if isinstance(kind, NewType):
        return values_of(kind.__supertype__)
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return st.sampled_from(list(kind))
    if kind in SPECIAL:
        return SPECIAL[kind]
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _structs(kind)
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


def _structs(kind: type[Struct]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    fields = [values_of(hints[name]) for name in kind.__struct_fields__]
    if hasattr(kind, "__post_init__"):  # it needs a message
        fields[kind.__struct_fields__.index("messages")] = MESSAGES
    return st.tuples(*fields).map(lambda values: kind(*values))


MESSAGES = st.lists(values_of(PromptMessage), min_size=1, max_size=3).map(tuple)
REQUESTS: list[type[Any]] = sorted(Request.__subclasses__(), key=lambda kind: kind.__name__)
