"""One loaded model's part of the store: its namespace, its layout, and how fast it is here.

What is asked of the store for a chat as a whole is asked here; which tokens of a sequence are
restored and saved, `restoring` and `saving` say.

How fast the loaded model is on this machine, as it was measured while it worked.

Threads: the engine thread only; the store does its disk work on threads of its own.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.memory.reread import ComputedBefore
from app.core.engine.memory.save_plan import MIN_SEGMENT_TOKENS
from app.core.kvstore.chain import MAX_SEGMENT_TOKENS, Fingerprint, fingerprint
from app.core.kvstore.records import ModelFacts, Owner
from app.core.llama.adapters import adapter_key
from app.core.llama.gguf_file import sample_digest
from app.core.llama.library import build_id

if TYPE_CHECKING:
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.store import KVStore
    from app.core.llama import Context, Model


_WEIGHT = 0.3  # of the newest measurement
_MIN_TOKENS = 32  # fewer say more about overheads than about the model
_MIN_BYTES = 1 << 20
_ASSUMED_BYTES_PER_S = 200e6  # of a restore, until one was measured


@dataclass(slots=True)
class Speed:
    """Moving averages; 0 while nothing was measured.

    Attributes:
        seconds_per_token: to compute one token of a prompt.
        restore_bytes_per_s: of a restore, from looking it up to the proof.
        decode_s: one token of an answer.
    """

    seconds_per_token: float = 0.0
    restore_bytes_per_s: float = 0.0
    decode_s: float = 0.0

    def prefilled(self, n_tokens: int, seconds: float) -> bool:
        """Take note of a computed prompt; False when it says too little."""
        if n_tokens < _MIN_TOKENS or seconds <= 0:
            return False
        self.seconds_per_token = _mixed(self.seconds_per_token, seconds / n_tokens)
        return True

    def restored(self, n_bytes: int, seconds: float) -> bool:
        """Take note of a restore; False when it says too little."""
        if n_bytes < _MIN_BYTES or seconds <= 0:
            return False
        self.restore_bytes_per_s = _mixed(self.restore_bytes_per_s, n_bytes / seconds)
        return True

    def decoded(self, tokens_per_s: float) -> None:
        """Take note of an answer."""
        if tokens_per_s > 0:
            self.decode_s = _mixed(self.decode_s, 1.0 / tokens_per_s)

    def live_ms(self) -> float:
        """Return the expected wait for the first token of a chat in the context."""
        return self.decode_s * 1e3

    def restore_ms(self, n_bytes: int) -> float:
        """Return the expected wait for the first token of a stored chat; 0 if unknown."""
        if not self.restore_bytes_per_s:
            return 0.0
        return (n_bytes / self.restore_bytes_per_s + self.decode_s) * 1e3

    def cold_ms(self, n_tokens: int) -> float:
        """Return the expected wait for the first token of a chat to be read; 0 if unknown."""
        return n_tokens * self.seconds_per_token * 1e3

    def first_token_ms(self, n_bytes: int, n_tokens: int) -> float:
        """Return the expected wait for the first token of an answer; 0 if unknown.

        Args:
            n_bytes: of its prompt that are restored; 0 for none. A slow disk is assumed until a
                restore was measured.
            n_tokens: of its prompt that are computed. One always is: it counts as one of an answer.
        """
        at_hand_ms = self.live_ms()
        if n_bytes and at_hand_ms:
            rate = self.restore_bytes_per_s or _ASSUMED_BYTES_PER_S
            at_hand_ms += n_bytes / rate * 1e3
        read_ms = self.cold_ms(n_tokens - 1) if n_tokens > 1 else 0.0
        is_known = at_hand_ms > 0 and (n_tokens <= 1 or read_ms > 0)
        return at_hand_ms + read_ms if is_known else 0.0


def _mixed(old: float, new: float) -> float:
    return new if not old else (1.0 - _WEIGHT) * old + _WEIGHT * new


logger = logging.getLogger(__name__)

_SEGMENT_BYTES = 64 * 2**20


def _namespace_of(model: Model, context: Context, layout: KVLayout, content: str) -> Fingerprint:
    """Return what stored rows of this model and context are relative to.

    Everything that changes the numbers and nothing else: not the path, the batch size, the number
    of threads or of layers on the GPU, nor flash attention. Long-context RoPE variants switch
    factors by context size, hence the class of `n_ctx`.
    """
    architecture = model.metadata("general.architecture")
    trained = model.metadata(f"{architecture}.rope.scaling.original_context_length")
    is_number = trained.isascii() and trained.isdigit()  # other digits are no number to Python
    adapters = model.params.adapters
    limit = int(trained) if is_number else model.n_ctx_train
    is_transposed = layout.is_opaque and not context.params.flash_attention
    return fingerprint(
        {
            "model": content,
            "build": build_id(),
            "layout": layout.signature,
            "beyond_training_context": context.n_ctx > limit,
            "n_ctx": context.n_ctx if layout.is_opaque else 0,
            "kv_rotation_disabled": os.environ.get("LLAMA_ATTN_ROT_DISABLE", ""),
            **({"v_transposed": True} if is_transposed else {}),
            # Their files are a part of `content`. Absent without any: what is stored stays valid.
            **({"adapter_scales": adapter_key(adapters)} if adapters else {}),
        }
    )


class StoredModel:
    """What the store keeps for one model and context.

    Until the model is identified, nothing is stored for it and nothing restored.

    Args:
        probed: how its state bytes are arranged; None when its rows cannot be stored.
        identity: of its files; None while they are being read.

    Attributes:
        namespace: what its stored rows belong to; empty where none can be stored.
        layout: how its state bytes are arranged; None while, or once, nothing is stored.
        planned_layout: the same, known before the model is identified; None once, or where, nothing
            can be stored.
        speed: as it was measured, before and now.
        vocabulary_id: names its tokenizer in token records.
    """

    def __init__(
        self,
        model: Model,
        context: Context,
        store: KVStore,
        probed: KVLayout | None,
        identity: str | None,
    ) -> None:
        self._model = model
        self._context = context
        self.planned_layout = probed
        self.vocabulary_id = sample_digest(model.path)
        self.store = store
        self.layout: KVLayout | None = None
        self.namespace = Fingerprint("")
        self.speed = Speed()
        if identity is not None:
            self.identified(identity)

    def identified(self, identity: str) -> bool:
        """Store and restore rows from now on; False when nothing can be stored of this model."""
        if self.planned_layout is None or self.layout is not None:
            return False
        self.layout = self.planned_layout
        self.namespace = _namespace_of(self._model, self._context, self.layout, identity)
        known = self.store.model(self.namespace)
        self.speed.seconds_per_token = self.speed.seconds_per_token or known.seconds_per_token or 0
        self.speed.restore_bytes_per_s = known.restore_bytes_per_s or 0.0
        self._note_speed()
        return True

    def prefilled(self, n_tokens: int, seconds: float) -> None:
        """Take note of how long a prompt took."""
        if self.speed.prefilled(n_tokens, seconds):
            self._note_speed()

    def restored(self, n_tokens: int, seconds: float) -> None:
        """Take note of how long a restore took, its proof included."""
        self.store.prepare()
        layout = self.layout
        if layout is not None and self.speed.restored(n_tokens * layout.bytes_per_token, seconds):
            self._note_speed()

    def expected_ms(self, n_restored: int, n_computed: int) -> float:
        """Return the expected wait for the first token of an answer; 0 if unknown.

        Args:
            n_restored: tokens of its prompt that come from the disk.
            n_computed: tokens of its prompt that are at hand nowhere.
        """
        bytes_per_token = 0 if self.layout is None else self.layout.bytes_per_token
        return self.speed.first_token_ms(n_restored * bytes_per_token, n_computed)

    def _note_speed(self) -> None:
        if self.namespace:
            speed = self.speed
            facts = (speed.seconds_per_token or None, speed.restore_bytes_per_s or None)
            self.store.describe_model(ModelFacts(self.namespace, self._model.name, *facts))

    @property
    def is_identified(self) -> bool:
        """Whether everything of it that can be stored is, from now on."""
        return self.planned_layout is None or self.layout is not None

    @property
    def can_store(self) -> bool:
        """Whether this model's KV cache can be stored, now or once it is identified."""
        return self.planned_layout is not None

    @property
    def longest_segment(self) -> int:
        """Most tokens of one segment: fewer on models whose rows are large, so that it fits RAM."""
        if self.planned_layout is None:
            return MAX_SEGMENT_TOKENS
        affordable = _SEGMENT_BYTES // max(1, self.planned_layout.bytes_per_token)
        return max(MIN_SEGMENT_TOKENS, min(MAX_SEGMENT_TOKENS, affordable))

    def give_up(self, error: Exception) -> None:
        """Store nothing any more: a defect in a convenience must not cost the answer."""
        logger.error(
            "rows cannot be stored any more until the model is loaded again", exc_info=error
        )
        self.layout = self.planned_layout = None

    def prefetch(self, chat: str, *, is_opened: bool) -> None:
        """Have what is stored of a chat read from disk.

        Args:
            is_opened: make it ready for the restore that follows; else it only goes into memory
                that the system can spare.
        """
        if self.layout is not None and is_opened:
            self.store.read_ahead(Owner(chat), self.namespace)
        elif self.layout is not None:
            self.store.prefetch(self.namespace, Owner(chat))

    def remembered(self, chat: str) -> ComputedBefore:
        """Return what is stored of a chat, to explain why its prompt is not."""
        if self.layout is None:
            return ComputedBefore()
        token_ids, elsewhere = self.store.remembered(self.namespace, Owner(chat))
        return ComputedBefore(token_ids.tolist(), elsewhere)

    def forget(self, chat: str) -> None:
        """Delete the rows that only this chat uses."""
        self.store.owners.forget(Owner(chat))
