"""Projects: what the chats of a folder begin with."""
