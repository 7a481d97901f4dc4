"""Which other builds there are to get."""

from __future__ import annotations

from app.core.hardware import OTHER_BUILDS, builds_besides


def test_a_build_is_not_offered_where_its_backend_is_there() -> None:
    offered = builds_besides(("cpu-haswell", "vulkan", "hip"))

    assert [build.backend for build in offered] == ["CUDA", "Metal"]


def test_a_build_of_one_single_library_may_lack_any_backend() -> None:
    assert builds_besides(()) == OTHER_BUILDS
