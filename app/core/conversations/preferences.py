"""What the user has set that answers, titles and loads follow.

Threads: pure values, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.protocol import SamplingParams


@dataclass(frozen=True, slots=True)
class Preferences:
    """One for all chats and models, where they have nothing of their own.

    Attributes:
        sampling: how tokens are chosen unless a chat or a call says otherwise.
        context_tokens: size of the context of models that have none of their own; 0 for automatic.
        keep_s: a model that is not used for so many seconds gives its memory back; 0 for never.
        has_model_titles: the model writes the titles of chats.
        reads_unsent: the model reads what is being written before it is sent.
        folders: of the chats, the settings, what was computed, and the logs; none for the usual.
    """

    sampling: SamplingParams
    context_tokens: int = 0
    keep_s: float = 0.0
    has_model_titles: bool = False
    reads_unsent: bool = False
    folders: tuple[str, ...] = ()
