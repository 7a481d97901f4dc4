"""The kinds of blocks, one file each: `KIND` at its end says all that differs from the others.

Every file here is found by itself; those that the splitter can name are in `registry.py`, too.
"""
