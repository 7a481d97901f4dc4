"""From the messages of a chat to token ids: the model's template, its sandbox, and cutting text."""
