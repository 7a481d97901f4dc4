"""Servers whose models answer: their page, and what is written of one."""

from __future__ import annotations
