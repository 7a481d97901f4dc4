"""The chats at the left: list, grouping, rename, delete."""
