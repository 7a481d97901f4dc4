"""The page "Settings": a row for everything that can be chosen, and the keys of every action."""
