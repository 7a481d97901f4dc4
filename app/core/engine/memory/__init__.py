"""What is known of stored rows: what they are of, whether they are sound, how fast."""
