"""Chats as trees of messages in SQLite."""

from __future__ import annotations
