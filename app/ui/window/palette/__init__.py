"""The command palette: one field over actions, chats, settings and models."""
