"""A damaged database: looking through it, and writing a new one from what can be read."""
