from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout_detection import detect_layout
from app.core.plain_value import replace
from tests.unit.core.kvstore.states import (
    MLA,
    PLAIN,
    QUANTISED,
    TRANSPOSED,
    Shape,
    layout_of,
    state,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.core.kvstore.format.layout import KVLayout

SHAPES = st.builds(
    Shape,
    n_layers=st.integers(1, 3),
    k_row_bytes=st.integers(1, 9),
    v_row_bytes=st.sampled_from([4, 8, 16]),
    has_v=st.booleans(),
    v_trans=st.booleans(),
    element_bytes=st.sampled_from([1, 2, 4]),
    k_type=st.sampled_from([0, 1, 8]),
)


def assembled(layout: KVLayout, pieces: list[NDArray[np.uint8]]) -> bytes:
    """Put packed rows together into one state, as the reader does with files."""
    sizes = [piece.size // layout.bytes_per_token for piece in pieces]
    data = np.empty(layout.state_bytes(sum(sizes)), np.uint8)
    at = 0
    for piece, size in zip(pieces, sizes, strict=True):
        views = layout.views(data, sum(sizes))
        for target, source in zip(views, layout.unpack(piece, size), strict=True):
            target[at : at + size] = source
        at += size
    layout.complete(data, sum(sizes))
    layout.check_state(data, sum(sizes))
    return data.tobytes()


ORDERS = st.integers(1, 12).flatmap(lambda n: st.permutations(range(n)))


@given(SHAPES, ORDERS, st.integers(0, 5000), st.integers(0, 200))
def test_any_plain_section_is_recognised_in_any_order_of_cells(
    shape: Shape, order: list[int], first: int, seq_id: int
) -> None:
    blob = state(shape, [first + i for i in order], seq_id=seq_id)
    layout = detect_layout(blob, len(order))
    assert layout is not None
    assert layout.state_bytes(len(order)) == len(blob)
    assert layout.signature == layout_of(shape).signature


@given(SHAPES, ORDERS)
def test_rows_taken_out_and_put_together_are_the_state_in_order(
    shape: Shape, order: list[int]
) -> None:
    layout = layout_of(shape)
    n = len(order)
    packed = layout.pack(state(shape, order, seq_id=3), 0, n)
    assert assembled(layout, [packed.rows]) == state(shape, range(n))


@given(SHAPES, st.lists(st.integers(1, 6), min_size=1, max_size=4))
def test_pieces_put_together_are_one_state(shape: Shape, sizes: list[int]) -> None:
    layout = layout_of(shape)
    ends = np.cumsum(sizes).tolist()
    pieces = [
        layout.pack(state(shape, range(a, b)), a, b).rows
        for a, b in zip([0, *ends], ends, strict=False)
    ]
    assert assembled(layout, pieces) == state(shape, range(ends[-1]))


@given(SHAPES, ORDERS)
def test_packed_rows_are_token_major_plane_after_plane(shape: Shape, order: list[int]) -> None:
    layout = layout_of(shape)
    n = len(order)
    packed = layout.pack(state(shape, order), 0, n).rows
    upright = replace(shape, v_trans=False)
    data_only = layout_of(upright).pack(state(upright, range(n)), 0, n).rows
    assert packed.tobytes() == data_only.tobytes()
    assert len(packed) == n * layout.bytes_per_token


@pytest.mark.parametrize("shape", [PLAIN, TRANSPOSED, MLA, QUANTISED])
def test_a_part_of_the_rows_can_be_taken(shape: Shape) -> None:
    layout = layout_of(shape)
    part = layout.pack(state(shape, range(10, 20)), 13, 17)
    alone = layout.pack(state(shape, range(13, 17)), 13, 17)
    assert part.rows.tobytes() == alone.rows.tobytes()


@pytest.mark.parametrize("shape", [PLAIN, TRANSPOSED, MLA, QUANTISED])
def test_no_other_number_of_tokens_or_bytes_is_accepted(shape: Shape) -> None:
    blob = state(shape, range(6))
    assert detect_layout(blob, 5) is None
    assert detect_layout(blob, 7) is None
    assert detect_layout(blob + b"\0", 6) is None
    shorter = [detect_layout(blob[:n], 6) for n in range(len(blob))]
    # Cut off right after its K, a state is that of a model without V: another layout.
    accepted = {layout.signature for layout in shorter if layout is not None}
    assert accepted <= {layout_of(replace(shape, has_v=False)).signature}
    assert accepted.isdisjoint({layout_of(shape).signature})


@pytest.mark.parametrize("positions", [[0, 1, 1], [0, 2, 3], [-1, 0, 1]])
def test_positions_that_are_no_run_are_not_recognised(positions: list[int]) -> None:
    blob = state(PLAIN, positions)
    assert detect_layout(blob, 3) is None
    with pytest.raises(LayoutMismatch):
        layout_of(PLAIN).pack(blob, 0, 2)


@pytest.mark.parametrize("n_tokens", [1, 2, 5])
def test_the_extra_bytes_of_cells_are_kept_like_rows(n_tokens: int) -> None:
    blob = state(PLAIN, range(n_tokens), ext=struct.pack("<iii", 4, 4, 17))
    layout = detect_layout(blob, n_tokens)
    assert layout is not None
    assert layout.bytes_per_token == layout_of(PLAIN).bytes_per_token + 12
    assert assembled(layout, [layout.pack(blob, 0, n_tokens).rows]) == blob


def test_two_sections_that_hold_every_token_are_kept_both() -> None:
    blob = state(PLAIN, range(4)) + state(MLA, range(4))[8:]
    layout = detect_layout(blob, 4)
    assert layout is not None
    assert [bool(section.v) for section in layout.sections] == [True, False]
    assert assembled(layout, [layout.pack(blob, 0, 4).rows]) == blob


def test_a_state_of_several_streams_is_not_recognised() -> None:
    blob = bytearray(state(PLAIN, range(4)))
    struct.pack_into("<I", blob, 8, 2)
    assert detect_layout(blob, 4) is None


def test_an_empty_state_is_not_recognised() -> None:
    assert detect_layout(struct.pack("<IiII", 0xAF143CD8, 0, 1, 0), 0) is None
    assert detect_layout(b"", 0) is None


def test_an_absurd_row_size_is_not_recognised() -> None:
    blob = bytearray(state(PLAIN, range(2)))
    struct.pack_into("<Q", blob, 16 + 2 * 12 + 8 + 4, 1 << 60)
    assert detect_layout(blob, 2) is None


def test_every_header_byte_of_a_state_is_checked() -> None:
    layout = layout_of(PLAIN)
    blob = bytearray(state(PLAIN, range(3)))
    layout.check_state(blob, 3)
    rows_at = 16 + 3 * 12 + 8 + 12
    for at in range(rows_at):
        blob[at] ^= 0x40
        with pytest.raises(LayoutMismatch):
            layout.check_state(blob, 3)
        blob[at] ^= 0x40


def test_a_state_that_lacks_wanted_rows_is_refused() -> None:
    layout = layout_of(PLAIN)
    for begin, end in [(4, 7), (9, 11), (5, 5), (6, 5)]:
        with pytest.raises(LayoutMismatch):
            layout.pack(state(PLAIN, range(5, 10)), begin, end)


def test_rows_of_another_layout_are_refused() -> None:
    with pytest.raises(LayoutMismatch):
        layout_of(PLAIN).pack(state(QUANTISED, range(5)), 0, 5)
    with pytest.raises(LayoutMismatch):
        layout_of(PLAIN).pack(state(TRANSPOSED, range(5)), 0, 5)
    with pytest.raises(LayoutMismatch):
        layout_of(PLAIN).pack(b"short", 0, 5)


def test_layouts_that_differ_have_different_signatures() -> None:
    shapes = [PLAIN, MLA, QUANTISED, Shape(n_layers=3), Shape(k_type=0)]
    assert len({layout_of(shape).signature for shape in shapes}) == len(shapes)


def test_which_way_round_a_state_holds_v_is_not_in_the_signature() -> None:
    """Whether flash attention is used changes with the settings, and with layers on a GPU."""
    plain, turned = layout_of(PLAIN), layout_of(TRANSPOSED)
    assert plain.signature == turned.signature
    assert plain.description != turned.description


def test_bytes_per_token_counts_every_plane() -> None:
    assert layout_of(PLAIN).bytes_per_token == 2 * 6 + 2 * 4
    assert layout_of(MLA).bytes_per_token == 2 * 6
