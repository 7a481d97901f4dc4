"""Hearth: a desktop chat application for language models on the user's own machine."""

from __future__ import annotations

__version__ = "0.1.0"
