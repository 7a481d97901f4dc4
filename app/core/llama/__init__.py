"""Owning wrappers around llama.cpp; the only package that imports llama_cpp."""

from __future__ import annotations
