"""Running code as a model's call does, where this machine can make a place for it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

import pytest

from app.core.system.stop_signal import StopSignal
from app.core.tools.own.code_place import CodeLimits
from app.core.tools.own.run_code import code_tool

if TYPE_CHECKING:
    from app.core.tools.values import ToolResult

LIMITS: Final = CodeLimits(seconds=30)
_LACKS: Final = code_tool().lacks
with_place = pytest.mark.skipif(
    _LACKS is not None, reason="no place to run code in" if _LACKS is None else _LACKS.text()
)


def ran(code: str, limits: CodeLimits = LIMITS) -> ToolResult:
    """Return what comes of code."""
    return code_tool(limits).run({"code": textwrap.dedent(code)}, StopSignal())
