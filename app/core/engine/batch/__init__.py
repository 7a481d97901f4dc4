"""What goes into the next batch, and what becomes of it."""
