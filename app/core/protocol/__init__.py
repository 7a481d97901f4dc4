"""The whole wire of the engine: requests and commands in, replies, news and events out.

A request gets one answer, and says itself what that is when there can be none (`request.py`). A
command gets none, an event goes to all who listen. All are frozen dataclasses of plain values, so
the same engine can be hosted in a thread, in a child process or behind a socket without a change.
A chat is known here only by a key that the caller chose; `Generate` carries the messages.

Threads: values only, any thread.
"""

from __future__ import annotations

from app.core.protocol.answer_options import *

# A star takes along whatever is defined there: a new request needs no line here.
from app.core.protocol.commands import *
from app.core.protocol.events import *
from app.core.protocol.host import *
from app.core.protocol.load_settings import *
from app.core.protocol.request import *
from app.core.protocol.requests import *
from app.core.protocol.values import *

# One more with every change of what goes through the pipe.
PROTOCOL_VERSION = 20
