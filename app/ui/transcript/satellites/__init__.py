"""What stands around the transcript: find bar, menu, buttons; they know the surface only."""
