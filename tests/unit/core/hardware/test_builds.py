"""Which other builds there are to get."""

from __future__ import annotations

import pytest

from app.core.hardware.report import builds_besides


def test_a_build_is_not_offered_where_its_backend_is_there() -> None:
    offered = builds_besides(("cpu-haswell", "vulkan", "hip"), "linux")

    assert [build.backend for build in offered] == ["CUDA"]


@pytest.mark.parametrize(
    ("system", "backends"),
    [("linux", ["Vulkan", "CUDA", "ROCm"]), ("darwin", ["Metal"]), ("win32", ["Vulkan", "CUDA"])],
)
def test_each_system_is_offered_what_can_be_had_there(system: str, backends: list[str]) -> None:
    assert [build.backend for build in builds_besides((), system)] == backends


def test_no_command_for_windows_takes_make() -> None:
    assert not [build for build in builds_besides((), "win32") if "make run" in build.command]
