"""One sequence of tokens in the context: its job, how it is restored, what of it is saved."""

from __future__ import annotations
