"""Pointer and keyboard, what is chosen and what is looked for."""

from __future__ import annotations
