"""The API for other programs, served by the window: its state, its page and its mark."""
