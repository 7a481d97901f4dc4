"""Pointer and keyboard, what is chosen and what is looked for."""
