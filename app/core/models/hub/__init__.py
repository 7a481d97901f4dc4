"""A hub of models on the web: searching it, and what a repository there has to choose from.

`ModelHub` is the door for a window, `HubApi` what waits for its answers. Both connect when they are
asked and not before, to the hub of `hub_address` alone. `TokenStore` has the token for repositories
that want one.
"""
