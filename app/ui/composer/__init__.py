"""Where the user writes."""

from __future__ import annotations
