"""Models that answer on another machine, or in another program on this one.

`Servers` is the door to those that the user has added; `HostWithServers` stands where the host of
the engine stands. Nothing is ever asked of a server that the user has not named, and nothing is
sent before a model of it is chosen.
"""
