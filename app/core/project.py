"""Where Hearth is at home on the web; the only place that knows it.

STAND-INS until the project has a home: `.example` is reserved (RFC 2606), nobody can own an address
under it, and none of these answers.

Opens no connection. Threads: pure values, any thread.
"""

from __future__ import annotations

HOMEPAGE = "https://hearth.example/"
DOWNLOAD_PAGE = f"{HOMEPAGE}download"
# Nobody answers under a stand-in, so nobody is to be asked or named there.
HAS_HOME = not HOMEPAGE.endswith(".example/")
# Read by core/updates.py, written by packaging/release_files.py.
RELEASE_FEED = f"{HOMEPAGE}latest.json"
