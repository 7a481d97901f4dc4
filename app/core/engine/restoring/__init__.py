"""Keeping what is live of a sequence, and bringing back what is stored of it."""

from __future__ import annotations
