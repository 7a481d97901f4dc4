"""Prompts with media, saved to a store and restored from it, without the engine's loop.

Run as a program it restores, in a process of its own, what another process has saved:
`python -m tests.helpers.media_restore PAIR TEXT PROJECTOR STORE OUT.npz`
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from app.core.content.media_table import MediaTable
from app.core.engine.memory.state_probe import agrees, probe_memory, witness_of
from app.core.kvstore.chain import fingerprint
from app.core.kvstore.records import Owner, SaveOutcome
from app.core.kvstore.store import KVStore
from app.core.llama.media_batch import MarkerTokens, MediaCells
from tests.helpers.media_pairs import Pair, pair_of
from tests.helpers.media_run import SCRATCH, MediaRun, digest_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from app.core.content.media import RawImage, RawSound
    from app.core.kvstore.chain import SegmentHash

BEFORE = "<|im_start|>user\nLook at this, and then tell me of it: "
AFTER = " What is it? Say all that you know.<|im_end|>\n<|im_start|>assistant\n"
OTHER_AFTER = " Is it beautiful?<|im_end|>\n<|im_start|>assistant\n"
N_SAID = 6
FLUSH_S = 60.0
NAMESPACE = fingerprint({"model": "a tiny pair"})


def boundaries(table: MediaTable, end: int) -> tuple[int, ...]:
    """Return the cells up to `end` before which a medium begins or has ended, in order."""
    found = {at for chunk in table.chunks for at in (chunk.first, chunk.end) if 0 < at <= end}
    return tuple(sorted(found))


@dataclass(frozen=True)
class Prompt:
    """Text, a medium and text.

    Attributes:
        ids: int32 [n], those of the medium's cells among them.
        table: of the medium.
        cells: its parts that are encoded, by their first cells.
        ends: cells behind which a segment ends.
        restorable: those of them behind which a restore may end.
    """

    medium: RawImage | RawSound
    ids: NDArray[np.int32]
    table: MediaTable
    cells: dict[int, MediaCells]
    ends: tuple[int, ...]
    restorable: tuple[int, ...]


class MediaStoreRun(MediaRun):
    """A loaded pair with a store."""

    def __init__(self, pair: Pair, text: Path, projector: Path, store: Path) -> None:
        super().__init__(text, projector, **pair.load)
        probed = probe_memory(self.model, self.context, scratch=SCRATCH).layout
        assert probed is not None
        self.layout = probed
        self.store = KVStore.open(store)

    def __exit__(self, *_: object) -> None:
        self.store.close()
        super().__exit__()

    def prompt(self, medium: RawImage | RawSound, after: str = AFTER) -> Prompt:
        """Put a prompt together from a medium."""
        ids = self.model.tokenize(BEFORE)
        cut = self.projector.cut(medium)
        cells = {}
        for part in cut.parts:
            if isinstance(part, MarkerTokens):
                ids += part.token_ids
            else:
                cells[len(ids)] = part
                ids += [0] * part.n_cells
        cut.close()
        tail = self.model.tokenize(after)
        half, end = len(ids) + len(tail) // 2, len(ids) + len(tail)
        digest = digest_of(medium)
        table = MediaTable(tuple(part.chunk(at, digest) for at, part in cells.items()))
        all_ids = np.array([*ids, *tail], np.int32)
        table.fill(all_ids)
        ends = tuple(sorted({*boundaries(table, end), half, end}))
        return Prompt(medium, all_ids, table, cells, ends, (min(cells), half, end))

    def compute(self, prompt: Prompt) -> Iterator[tuple[int, int, NDArray[np.float32]]]:
        """Compute a prompt in an empty context, up to each end; yield what the model says there.

        Yields:
            Where the piece begins and ends, and the logits; empty behind a medium.
        """
        self.context.clear()
        cut = self.projector.cut(prompt.medium)
        begin = 0
        for end in prompt.ends:
            pos = prompt.table.position(begin)
            logits = np.empty(0, np.float32)
            part = prompt.cells.get(begin)
            if part is None:
                logits = self.decode_text(prompt.ids[begin:end].tolist(), pos)
            else:
                rows = self.projector.encode(cut, part)
                assert rows is not None
                self.decode_cells(part, rows, pos)
            yield begin, end, logits
            begin = end
        cut.close()

    def save(self, prompt: Prompt, owner: str = "alice") -> list[SaveOutcome]:
        """Compute a prompt and save it segment by segment, each when it has been computed."""
        outcomes: list[SaveOutcome] = []
        parent: SegmentHash | None = None
        for begin, end, logits in self.compute(prompt):
            begin_pos, end_pos = prompt.table.position(begin), prompt.table.position(end)
            self.context.copy(0, SCRATCH, begin_pos, end_pos)
            state = self.context.state(SCRATCH)
            self.context.remove(SCRATCH, -1)
            outcome, parent = self.store.save(
                NAMESPACE,
                self.layout,
                owner=Owner(owner),
                parent=parent,
                begin=begin,
                token_ids=prompt.ids[begin:end].tolist(),
                blob=state.data,
                witness=witness_of(logits) if logits.size else None,
                with_snapshot=end in prompt.restorable,
                media=prompt.table,
            )
            outcomes.append(outcome)
        assert self.store.flush(FLUSH_S)
        return outcomes

    def restore(self, prompt: Prompt, n_tokens: int) -> NDArray[np.uint8]:
        """Restore a stored beginning into an empty context; return the state it then has."""
        wanted = prompt.ids[:n_tokens].tolist()
        prefix = self.store.longest_prefix(NAMESPACE, wanted, self.layout.needs, prompt.table)
        assert prefix.n_tokens == n_tokens, (prefix.n_tokens, n_tokens)
        loaded = self.store.load(NAMESPACE, self.layout, prefix).result(FLUSH_S)
        assert loaded.n_tokens == n_tokens
        assert loaded.buffer is not None
        self.context.clear()
        assert self.context.set_state(0, np.frombuffer(loaded.buffer, np.uint8))
        next_pos = prompt.table.position(n_tokens)
        assert self.context.positions(0)[1] == next_pos - 1
        state = self.context.state(0)
        if loaded.witness is not None and not self.layout.needs_snapshot:
            # As the engine proves it: the last token is text, and is computed again.
            assert self.context.remove(0, next_pos - 1)
            said = self.decode_text([int(prompt.ids[n_tokens - 1])], next_pos - 1)
            assert agrees(said, loaded.witness)
            self.context.clear()
            assert self.context.set_state(0, np.frombuffer(loaded.buffer, np.uint8))
        return state

    def goes_on(self, prompt: Prompt, n_tokens: int) -> NDArray[np.float32]:
        """Return what the model says of the tokens behind a beginning that is in the context.

        Those of the prompt, then its own, greedily: float32 [N_SAID, n_vocab].
        """
        pos = prompt.table.position(n_tokens)
        behind = prompt.ids[n_tokens:].tolist()
        token = behind[0] if behind and behind[0] >= 0 else ord("A")
        said = []
        for step in range(N_SAID):
            said.append(self.decode_text([token], pos + step))
            token = int(said[-1].argmax())
        return np.stack(said)


def main() -> None:
    """Restore at every place and write states and what the model then says to a file."""
    name, text, projector, store, out = sys.argv[1:]
    found: dict[str, Any] = {}
    with MediaStoreRun(pair_of(name), Path(text), Path(projector), Path(store)) as run:
        for medium in run.media():
            prompt = run.prompt(medium)
            for end in prompt.restorable:
                found[f"state{medium.kind}-{end}"] = run.restore(prompt, end)
                found[f"said{medium.kind}-{end}"] = run.goes_on(prompt, end)
    np.savez(out, **found)


if __name__ == "__main__":
    main()
