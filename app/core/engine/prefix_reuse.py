"""What keeps a chat from being computed twice: its live rows, and saving and restoring them.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.restoring.live_rows import LiveRows
from app.core.engine.restoring.prefix_restorer import PrefixRestorer
from app.core.engine.saving.saver import Saver

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.stored_model import StoredModel
    from app.core.llama import Context, Model


@dataclass(frozen=True, slots=True)
class PrefixReuse:
    """The three that share the memory of one model and context.

    Attributes:
        stored: the model's part of the store.
    """

    stored: StoredModel
    saver: Saver
    live: LiveRows
    restorer: PrefixRestorer

    @classmethod
    def of(
        cls,
        model: Model,
        context: Context,
        stored: StoredModel,
        *,
        scratch: int,
        wake: Callable[[], None],
    ) -> PrefixReuse:
        """Put them together.

        Args:
            scratch: a sequence id of the context that is nobody else's, for copying rows out.
            wake: called from another thread when rows have arrived.
        """
        saver = Saver(context, stored, scratch=scratch)
        live = LiveRows(model, context, saver)
        return cls(stored, saver, live, PrefixRestorer(context, stored, live, wake=wake))
