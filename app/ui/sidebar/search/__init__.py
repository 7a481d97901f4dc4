"""The search over all chats, in the place of the list: field, filters, results."""

from __future__ import annotations
