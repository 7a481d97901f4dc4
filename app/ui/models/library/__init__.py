"""The page "Models on this machine": what there is, what it is good for, and loading it."""
