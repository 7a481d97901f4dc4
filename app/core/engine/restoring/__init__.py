"""Rows of chats: saved, kept, brought back, and read before anybody asks."""
