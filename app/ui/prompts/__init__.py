"""Saved prompts: a list that "/" opens in the message field, and the page where they are kept."""
