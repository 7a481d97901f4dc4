"""Which models there are to be had: the built-in guide, and real ones worth a download.

Knows names, places and sizes; loads nothing and opens no connection.
"""

from __future__ import annotations
