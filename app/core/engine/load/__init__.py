"""From a file to a model: what it is, whether it fits, whether it runs, and loading it."""
