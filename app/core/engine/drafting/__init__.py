"""What one answer is likely to say next, and whether drafting it pays."""
