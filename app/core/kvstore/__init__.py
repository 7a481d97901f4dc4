"""Stored rows of KV caches: bytes in, bytes out; a cache that may be deleted at any time."""
