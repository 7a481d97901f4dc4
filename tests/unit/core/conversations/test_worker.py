from __future__ import annotations

from app.core.conversations.worker import SerialWorker


def test_a_worker_survives_a_job_that_raises_and_reports_it() -> None:
    errors: list[Exception] = []
    worker = SerialWorker("w", tick=lambda: None, tick_s=0.01, on_error=errors.append)
    worker.submit(lambda: 1 // 0)
    done = worker.call(lambda: None)
    done.result(10)
    assert worker.close(10)
    assert isinstance(errors[0], ZeroDivisionError)
