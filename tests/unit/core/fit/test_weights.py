"""Where the bytes of a model are, told from the names of its tensors."""

from __future__ import annotations

import hypothesis
from hypothesis import strategies

from app.core.fit.model_memory import weights_of

TIED = [
    ("token_embd.weight", 1000),
    ("output_norm.weight", 4),
    ("blk.0.attn_q.weight", 10),
    ("blk.1.attn_q.weight", 20),
    ("blk.1.ffn_down_exps.weight", 300),
    ("blk.1.ffn_gate_up_exps.weight", 200),
    ("blk.1.ffn_down_shexp.weight", 7),
]


def test_layers_and_experts_are_told_apart() -> None:
    weights = weights_of(TIED)

    assert weights.layer_bytes == (10, 527)
    assert weights.expert_bytes == (0, 500)
    assert weights.has_experts
    assert weights.total_bytes == 1000 + 4 + 537


def test_an_output_that_is_the_input_s_matrix_is_counted_once_and_known_to_be_shared() -> None:
    tied, untied = weights_of(TIED), weights_of([*TIED, ("output.weight", 900)])

    assert (tied.output_bytes, tied.shared_bytes) == (4, 1000)
    assert (untied.output_bytes, untied.shared_bytes) == (904, 0)


def test_rows_that_are_looked_up_stay_in_ram() -> None:
    weights = weights_of([("per_layer_token_embd.weight", 5), ("token_embd.weight", 2)])

    assert weights.input_bytes == 7


def test_a_file_that_numbers_its_layers_wildly_costs_nothing() -> None:
    weights = weights_of([("blk.999999.attn_q.weight", 3), ("blk.7.attn_q.weight", 1)])

    assert weights.layer_bytes == (1, 3)


@hypothesis.given(strategies.lists(strategies.tuples(strategies.text(), strategies.integers(0))))
def test_every_byte_is_somewhere(tensors: list[tuple[str, int]]) -> None:
    assert weights_of(tensors).total_bytes == sum(size for _name, size in tensors)
