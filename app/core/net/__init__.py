"""Requests over HTTP: the only room that opens a connection to another machine.

`HttpClient` is the door. It connects when it is asked to and never at an import or a start, goes
through the proxy of the system or the one that the user set, trusts the certificates that the
system trusts, and sends a token to nobody but the server it is meant for. Whatever goes wrong is a
`NetError` with plain sentences. Knows nothing of models, hubs or files.

The window asks for a newer version through Qt instead: `app/ui/upkeep/updates.py`.
"""
