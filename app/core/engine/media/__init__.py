"""Pictures and sounds in prompts: found, cut into cells, encoded beside the engine, computed."""

from __future__ import annotations
