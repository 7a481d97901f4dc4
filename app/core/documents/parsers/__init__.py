"""Turns the bytes of documents into Markdown; loaded in the child only."""
