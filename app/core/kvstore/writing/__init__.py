"""From a caller's buffer to the disk, behind its back; and everything that deletes."""
