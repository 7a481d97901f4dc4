"""Whether and how long a model thinks before it answers; plain values.

Threads: values only, any thread.
"""

from __future__ import annotations

from app.core.plain_value import PlainValue

_ON, _OFF = "on", "off"


class ThinkingChoice(PlainValue, frozen=True):
    """What a chat wants of a model that can think.

    Attributes:
        is_on: None leaves it to the model's chat template.
        effort: how much, in a word of the template's; "" leaves it to the template.
    """

    is_on: bool | None = None
    effort: str = ""

    @classmethod
    def of_word(cls, word: str) -> ThinkingChoice:
        """Return the choice that a chat keeps as a word: "on", "off", an effort, or "" for none."""
        if word in (_ON, _OFF):
            return cls(is_on=word == _ON)
        return cls(effort=word)

    @property
    def word(self) -> str:
        """The word that a chat keeps."""
        if self.is_on is None:
            return self.effort
        return _ON if self.is_on else _OFF


DEFAULT_THINKING = ThinkingChoice()
NO_THINKING = ThinkingChoice(is_on=False)


class ThinkingOptions(PlainValue, frozen=True):
    """What a model's chat template lets one choose.

    Attributes:
        can_switch: it asks whether to think.
        efforts: its words for how much, the least first; empty where it does not ask.
    """

    can_switch: bool = False
    efforts: tuple[str, ...] = ()

    def fitting(self, choice: ThinkingChoice) -> ThinkingChoice:
        """Return as much of a choice as there is to choose."""
        is_on = choice.is_on if self.can_switch else None
        return ThinkingChoice(is_on, choice.effort if choice.effort in self.efforts else "")


NO_THINKING_OPTIONS = ThinkingOptions()
