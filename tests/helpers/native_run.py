"""One model with its context and store, driven step by step without the engine's loop.

Run as a program it restores, in a process of its own, what another process has saved:
`python -m tests.helpers.native_run MODEL KIND STORE OUT.npz BOUNDARY…`
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.engine.load import loader
from app.core.engine.memory.save_plan import SavePlan
from app.core.engine.memory.state_probe import probe_memory, witness_of
from app.core.engine.memory.stored_model import StoredModel
from app.core.engine.restoring.prefix_reuse import PrefixReuse
from app.core.engine.sequences.sequence import Sequence
from app.core.kvstore.store import KVStore
from app.core.llama import Batch, DecodeOutcome
from app.core.protocol import BackendChoice, ChatKey
from tests.helpers.loading import load_command
from tests.helpers.memory_kinds import kinds

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

    from numpy.typing import NDArray

    from app.core.protocol import ModelInfo
    from tests.helpers.memory_kinds import Kind

N_TOKENS = 420
BOUNDARIES = (40, 110, 111 + 30, 250, 333, 400)
FLUSH_S = 60.0


def some_tokens() -> list[int]:
    """Return printable tokens, the same ones every time."""
    return [int(t) for t in np.random.default_rng(5).integers(32, 127, N_TOKENS)]


class NativeRun:
    """A loaded model; a context manager."""

    def __init__(
        self, model: Path, kind: Kind, store: Path, backend: BackendChoice | None = None
    ) -> None:
        command = load_command(model, n_ctx=2048, **kind.load)
        self._loaded = loader.load(command, backend or BackendChoice(), lambda _fraction: True)
        self.context = self._loaded.context
        scratch = self._loaded.scratch_sequence
        layout = probe_memory(self._loaded.model, self.context, scratch=scratch).layout
        assert layout is not None
        self.layout = layout
        self.store = KVStore.open(store)
        stored = StoredModel(self._loaded.model, self.context, self.store, layout, "this model")
        self.reuse = PrefixReuse.of(
            self._loaded.model,
            self.context,
            stored,
            scratch=scratch,
            wake=lambda: None,
        )
        self.namespace = stored.namespace

    def __enter__(self) -> NativeRun:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()
        self._loaded.close()

    def decode(self, tokens: Series[int], begin: int) -> tuple[NDArray[np.float32], ...]:
        """Decode tokens from position `begin` on; return the logits of the first and the last."""
        batch = Batch(512)
        last = begin + len(tokens) - 1
        try:
            index = batch.add(0, list(tokens), begin, frozenset({begin, last}))
            assert self.context.decode(batch) is DecodeOutcome.DONE
            return self.context.logits(index[begin]), self.context.logits(index[last])
        finally:
            batch.close()

    def save_at(self, boundaries: Series[int], tokens: Series[int]) -> None:
        """Decode up to each boundary and save there, as the engine does."""
        sequence = Sequence(0, ChatKey("1"))
        sequence.want(tokens)
        sequence.saved.plan(SavePlan(tuple(boundaries), snapshot_ends=frozenset(boundaries)))
        saver = self.reuse.saver
        begin = 0
        for end in [*boundaries, len(tokens)]:
            first, last = self.decode(tokens[begin:end], begin)
            sequence.computed_up_to(end)
            saver.witnessed(sequence, witness_of(first, after=tokens[begin]))
            if not self.layout.needs_snapshot:
                sequence.saved.note_witness(end, witness_of(last))
            saver.save(sequence, up_to_end=False)
            begin = end
        assert self.store.flush(FLUSH_S)

    def info(self) -> ModelInfo:
        """Return what a front end is told of the loaded model."""
        return self._loaded.info(resumable=True, drafts=True)

    @property
    def shares(self) -> tuple[tuple[str, int], ...]:
        """How many layers each device has."""
        return self._loaded.model.params.shares

    def native_state(self, boundary: int, tokens: Series[int]) -> NDArray[np.uint8]:
        """Return the state of a sequence computed anew up to `boundary`, in the same pieces."""
        return self.computed_anew(boundary, BOUNDARIES, tokens)

    def computed_anew(
        self, boundary: int, boundaries: Series[int], tokens: Series[int]
    ) -> NDArray[np.uint8]:
        """Return the state up to `boundary`, computed in pieces that end at `boundaries`."""
        self.context.clear()
        begin = 0
        for end in (b for b in boundaries if b <= boundary):
            self.decode(tokens[begin:end], begin)
            begin = end
        return self.context.state(0)

    def restore(self, boundary: int, tokens: Series[int]) -> NDArray[np.uint8]:
        """Restore the stored prefix into an empty context; return the state it then has."""
        prefix = self.store.longest_prefix(
            self.namespace, list(tokens[:boundary]), self.layout.needs
        )
        assert prefix.n_tokens == boundary, (prefix.n_tokens, boundary)
        loaded = self.store.load(self.namespace, self.layout, prefix).result(FLUSH_S)
        assert loaded.n_tokens == boundary
        assert loaded.buffer is not None
        self.context.clear()
        assert self.context.set_state(0, np.frombuffer(loaded.buffer, np.uint8))
        return self.context.state(0)

    def rows_of(self, state: NDArray[np.uint8], boundary: int) -> NDArray[np.uint8]:
        """Return what is kept of a state, in order of position."""
        packed = self.layout.pack(state.data, 0, boundary, with_snapshot=True)
        rest = np.empty(0, np.uint8) if packed.snapshot is None else packed.snapshot
        return np.concatenate([packed.rows, rest])


def main() -> None:
    """Restore at every boundary and write states, rows and the next token's logits to a file."""
    model, name, store, out, *boundaries = sys.argv[1:]
    kind = next(kind for kind in kinds() if kind.name == name)
    tokens = some_tokens()
    found: dict[str, Any] = {}
    with NativeRun(Path(model), kind, Path(store)) as run:
        for boundary in map(int, boundaries):
            state = run.restore(boundary, tokens)
            found[f"state{boundary}"] = state
            found[f"rows{boundary}"] = run.rows_of(state, boundary)
            found[f"logits{boundary}"] = run.decode([tokens[boundary]], boundary)[0]
    np.savez(out, **found)


if __name__ == "__main__":
    main()
