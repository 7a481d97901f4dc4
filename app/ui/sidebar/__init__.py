"""The chats at the left: list, grouping, rename, delete."""

from __future__ import annotations
