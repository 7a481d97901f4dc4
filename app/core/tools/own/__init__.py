"""Hearth's own tools, which need no server."""
