"""Hearth's own addresses: the user's chats, and how soon an answer would begin.

Everything below `/hearth/v1`.
"""

from __future__ import annotations
