"""One window for each folder of chats: a second start hands over what it was given and ends."""
