"""Where Hearth keeps things and how it is kept up: folders, stored memory, damage, updates."""
