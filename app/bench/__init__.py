"""Measurements as commands of the product: what it promises can be checked on any machine."""

from __future__ import annotations
