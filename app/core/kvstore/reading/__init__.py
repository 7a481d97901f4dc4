"""From the disk to one buffer: finding, reading and checking what is stored."""
