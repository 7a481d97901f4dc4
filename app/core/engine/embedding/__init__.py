"""Models that make vectors of texts, in place of answers."""

from __future__ import annotations
