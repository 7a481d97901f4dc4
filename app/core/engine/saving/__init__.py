"""Saving what a sequence has computed: what of it is stored, and handing the next pieces over."""

from __future__ import annotations
