"""Which models there are: the guide, those on this machine, and real ones to be downloaded.

Loads no model. Of its rooms, `hub` asks a hub of models and `downloads` fetches files from it, both
through `app/core/net` and only when the user wants it; all else opens no connection.
"""

from __future__ import annotations
