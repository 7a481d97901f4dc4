"""A walk through the window, for a person to look at its pictures."""

from __future__ import annotations
