"""The stored memory of chats, to look at and to decide about."""

from __future__ import annotations
