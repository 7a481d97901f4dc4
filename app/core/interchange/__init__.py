"""Import and export of chats: Hearth's own format, pages to read, and the formats of others.

The way to the chats is a call that is handed in, so that the thread that owns them does every step.
"""
