"""Speculative decoding: what an answer is likely to say next is computed along with its token."""

from __future__ import annotations
