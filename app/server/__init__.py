"""An API over HTTP, with which other programs on this machine ask the model.

A front end of its own over the engine's link, run by the window or by `hearth serve`. `ApiService`
is the door. It is imported when the API is switched on, and not before.
"""

from __future__ import annotations

from app.server.access import AccessRules, KeyNotUsable, key_in, new_key
from app.server.request_log import LoggedRequest
from app.server.served_model import model_name
from app.server.service import BAD_ADDRESS, DEFAULT_PORT, PORT_TAKEN, ApiOptions, ApiService

__all__ = [
    "BAD_ADDRESS",
    "DEFAULT_PORT",
    "PORT_TAKEN",
    "AccessRules",
    "ApiOptions",
    "ApiService",
    "KeyNotUsable",
    "LoggedRequest",
    "key_in",
    "model_name",
    "new_key",
]
