"""The use cases: they join the chats on disk and the engine."""

from __future__ import annotations
