"""The engine's only door: front ends post commands and hear events, wherever the engine runs.

`InProcess` is in `engine/hosting.py`: it loads llama.cpp, which no front end has to.
"""

from __future__ import annotations

from app.core.engine_link.child_process import ChildProcess
from app.core.engine_link.link import EngineLink, LinkClient

__all__ = ["ChildProcess", "EngineLink", "LinkClient"]
