"""How fast this machine reads weights, measured for real."""

from __future__ import annotations

import pytest

from app.core.hardware import speed_measure


@pytest.mark.parametrize("n_threads", [1, 3])
def test_it_is_a_speed_that_a_machine_can_have(
    monkeypatch: pytest.MonkeyPatch, n_threads: int
) -> None:
    monkeypatch.setattr(speed_measure, "thread_count", lambda: n_threads)
    speed = speed_measure.measured_read_speed()
    assert 1e6 < speed <= n_threads * 5e9
