"""What stands around the transcript: find bar, menu, dialog; they know the surface only."""

from __future__ import annotations
