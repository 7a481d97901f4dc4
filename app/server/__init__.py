"""The third front end: an API over HTTP, with which other programs on this machine ask the model.

`ApiService` is the door. It is imported when the API is switched on, and not before.
"""

from __future__ import annotations

from app.server.access import AccessRules
from app.server.service import DEFAULT_PORT, ApiOptions, ApiService, PortTaken

__all__ = ["DEFAULT_PORT", "AccessRules", "ApiOptions", "ApiService", "PortTaken"]
