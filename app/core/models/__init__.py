"""Which models there are: the guide, those on this machine, and real ones worth a download.

Knows names, places and sizes; loads nothing and opens no connection.
"""

from __future__ import annotations
