"""What is kept of a layout comes back as the same layout, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.kvstore.format.kv_section import KVSection, LayoutMismatch, Plane
from app.core.kvstore.format.layout import KVLayout
from app.core.kvstore.format.layout_detection import decode_layout, encode_layout
from tests.unit.core.kvstore.states import (
    MLA,
    NAMESPACE,
    OTHER_NAMESPACE,
    PLAIN,
    QUANTISED,
    TRANSPOSED,
    layout_of,
)
from tests.unit.core.kvstore.test_snapshots import layout as hybrid_layout

LAYOUTS = [
    *map(layout_of, (PLAIN, TRANSPOSED, MLA, QUANTISED)),
    hybrid_layout(),
    KVLayout.opaque(),
    KVLayout((KVSection((), (), v_trans=False),)),
    KVLayout((KVSection((Plane(1, 6),), (), v_trans=False, has_ext=True),)),
]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_comes_back_as_it_was(layout: KVLayout) -> None:
    again = decode_layout(encode_layout(NAMESPACE, layout), NAMESPACE)
    assert again == layout
    assert again.signature == layout.signature


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_damaged_file_is_no_layout(layout: KVLayout) -> None:
    whole = encode_layout(NAMESPACE, layout)
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 0x10
        for data in (bytes(damaged), whole[:at]):
            with pytest.raises(LayoutMismatch):
                decode_layout(data, NAMESPACE)
    with pytest.raises(LayoutMismatch):
        decode_layout(whole + b"\0", NAMESPACE)


def test_the_file_of_another_namespace_is_no_layout() -> None:
    with pytest.raises(LayoutMismatch):
        decode_layout(encode_layout(NAMESPACE, layout_of()), OTHER_NAMESPACE)


@given(st.binary(max_size=80))
def test_whatever_a_description_says_is_a_layout_or_refused(data: bytes) -> None:
    try:
        layout = KVLayout.from_description(data)
    except LayoutMismatch:
        return
    assert layout.description == data
