"""Where the user writes."""
