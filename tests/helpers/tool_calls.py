"""A tool, and random models that are made to begin a call of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.engine.answers.answer_generator import AnswerGenerator

if TYPE_CHECKING:
    import pytest

WEATHER: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "What the weather is like.",
        "parameters": {
            "type": "object",
            "properties": {
                "hour": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9,
                    "description": "When.",
                },
                "is_long": {"type": "boolean", "description": "Whether all is told."},
            },
            "required": ["hour", "is_long"],
        },
    },
}


def begun_with(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """Let every answer begin with some words."""
    begin = AnswerGenerator.begin

    def begun(self: AnswerGenerator, sequence: Any, *given: Any) -> None:
        begin(self, sequence, *given)
        answer = sequence.answer
        answer.forced = self._model.tokenize(words)

    monkeypatch.setattr(AnswerGenerator, "begin", begun)
