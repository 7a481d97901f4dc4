"""Trains Hearth Guide, the built-in model; `resources/guide` holds what comes out of it."""
