"""How fast this machine reads weights, measured for real."""

from __future__ import annotations

import pytest

from app.core.hardware import memory_speed


@pytest.mark.parametrize("n_threads", [1, 3])
def test_it_is_a_speed_that_a_machine_can_have(
    monkeypatch: pytest.MonkeyPatch, n_threads: int
) -> None:
    monkeypatch.setattr(memory_speed, "thread_count", lambda: n_threads)
    speed = memory_speed.measured_read_speed()
    assert 1e6 < speed <= n_threads * 5e9
