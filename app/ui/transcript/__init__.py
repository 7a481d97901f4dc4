"""The conversation: only what is visible is laid out, only the end of a stream is drawn again."""
