"""The engine's only door: front ends post commands and hear events, wherever the engine runs."""

from __future__ import annotations

from app.core.engine_link.child_process import ChildProcess
from app.core.engine_link.in_process import InProcess
from app.core.engine_link.link import EngineClient, EngineHost, EngineLink

__all__ = ["ChildProcess", "EngineClient", "EngineHost", "EngineLink", "InProcess"]
