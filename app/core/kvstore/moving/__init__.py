"""Stored memory on its way into a file and out of one, which may be a stranger's."""
