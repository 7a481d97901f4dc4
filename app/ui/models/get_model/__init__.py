"""The page "Get a model": what suits this machine, a search of the hub, downloads."""
