"""What llama.cpp logs is recorded for whoever asks."""

from __future__ import annotations

import ctypes

from app.core.llama import library


def test_a_record_of_the_log_in_the_middle_of_another_ends_alone() -> None:
    with library.recorded_log() as outer:
        with library.recorded_log() as inner:
            pass
        library._on_log(2, b"between", ctypes.c_void_p())

    assert (outer, inner) == (["between"], [])
