"""Where Hearth keeps things: shown, moved, reset."""
