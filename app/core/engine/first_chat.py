"""The chat that will be restored first is read from disk while the model is being loaded.

Threads: the engine thread only; the store reads on a thread of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore import Owner

if TYPE_CHECKING:
    from app.core.kvstore import KVStore
    from app.core.protocol import LoadModel


def read_first_chat_ahead(command: LoadModel, store: KVStore) -> None:
    """Begin to read what is stored of the chat that a load names; returns at once."""
    if command.first_chat is not None:
        store.read_ahead(Owner(command.first_chat))
