"""Which of the choices of a repository to take.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.models.hub.repositories import ModelChoice

# Four bits a weight, the one with the best answers for its size first.
_FOUR_BITS_BY_RANK = (
    "Q4_K_M", "UD-Q4_K_XL", "MXFP4", "MXFP4_MOE", "Q4_K_L", "Q4_K_S", "IQ4_NL", "IQ4_XS", "Q4_1",
    "Q4_0",
)  # fmt: skip
_FEWEST_GOOD_BITS = 3


def recommended(choices: Sequence[ModelChoice], budget_bytes: int) -> ModelChoice | None:
    """Return the choice to take where so many bytes may be used; None where none fits.

    By rank:
        1. four bits, Q4_K_M before all others: what is lost against the whole model is hardly
           noticed, and it is a quarter of the size;
        2. more than four bits, the smallest: nothing with four bits is there, or fits;
        3. three bits, the largest: noticeably worse, still useful;
        4. fewer, the largest: better than nothing;
        5. one whose bits are unknown, the largest.

    Args:
        choices: of one repository.
        budget_bytes: for the files; what the context takes is not among them.
    """
    fitting = [choice for choice in choices if choice.size_bytes <= budget_bytes]
    return min(fitting, key=_rank, default=None)


def _rank(choice: ModelChoice) -> tuple[int, int, int]:
    bits, size = choice.n_bits, choice.size_bytes
    if bits == 4:
        known = _FOUR_BITS_BY_RANK
        place = known.index(choice.quantisation) if choice.quantisation in known else len(known)
        return 0, place, size
    if bits > 4:
        return 1, 0, size
    if bits == _FEWEST_GOOD_BITS:
        return 2, 0, -size
    return (3, 0, -size) if bits else (4, 0, -size)
