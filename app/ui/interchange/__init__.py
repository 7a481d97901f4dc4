"""Exporting and importing chats in the window."""
