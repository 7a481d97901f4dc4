"""A judge of power cuts: what a program wrote, and what a disk could have kept of it."""
