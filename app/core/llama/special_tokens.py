"""The tokens of a vocabulary that are no pieces of plain text.

Threads: a frozen value; it may cross threads.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SpecialTokens:
    """Tokens by their text.

    Attributes:
        control: control tokens, and the one for what is unknown.
        user_defined: added tokens that any text is cut into where it has them.
    """

    control: dict[str, int] = field(default_factory=dict)
    user_defined: dict[str, int] = field(default_factory=dict)


NO_SPECIAL_TOKENS = SpecialTokens()
