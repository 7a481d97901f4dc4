"""A start that is measured by another program, which starts this one: from source or built."""
