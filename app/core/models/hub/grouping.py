"""Which files of a repository belong together, read off their names, and which fit this machine.

A model in parts is one choice, and one whose parts are not all there is none. A file that a model
needs to see pictures goes along with every choice, and so does a head that drafts for it, where
Hearth can use one. Whatever is no model is left out: calibration data (imatrix), other formats.

Source of the names: llama.cpp `gguf-split` ("-00001-of-00003"), `convert_hf_to_gguf.py` ("mmproj"),
and what the makers of repositories have made a habit.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from app.core.models.hub.repositories import ModelChoice, RemoteFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


_SUFFIX = ".gguf"
_PART = re.compile(r"-(?P<number>[0-9]{5})-of-(?P<all>[0-9]{5})$")
_QUANTISATION = re.compile(
    r"(?:^|[-._/])"
    r"((?:UD-)?(?:I?Q[1-8](?:_(?:[0-9]|K|S|M|L|XL|XXL|XS|XXS|NL))*|TQ[12]_0"
    r"|BF16|FP?16|FP?32|MXFP4(?:_MOE)?|NVFP4))"
    r"(?=$|[-._/])",
    re.IGNORECASE,
)
_DRAFT_HEAD = re.compile(r"(?:^|/)(?:mtp|dflash|dspark|eagle3?)[-/][^/]*$")
_USABLE_HEAD = re.compile(
    r"(?:^|/)(?:mtp[-/][^/]*(?:gemma-?4|qwen-?3\.[5-8])|(?:dflash|dspark)[-/])[^/]*$"
)
_BITS = re.compile(r"(?:Q|FP|F)([0-9]+)")
# What llama.cpp's own tools write is understood by every backend; the larger ones gain nothing.
_PROJECTORS_BY_RANK = ("F16", "BF16", "Q8_0", "F32")


def choices_of(files: Iterable[RemoteFile]) -> tuple[ModelChoice, ...]:
    """Return what can be downloaded of a repository, the smallest first."""
    models: dict[str, list[RemoteFile]] = defaultdict(list)
    projectors, heads = [], []
    for file in files:
        name = file.name.lower()
        if not name.endswith(_SUFFIX) or file.size_bytes <= 0:
            continue
        if _USABLE_HEAD.search(name):
            heads.append(file)
        if "imatrix" in name or _DRAFT_HEAD.search(name):
            continue
        if "mmproj" in name:
            projectors.append(file)
        else:
            models[_PART.sub("", file.name[: -len(_SUFFIX)])].append(file)
    projector = min(projectors, key=_projector_rank, default=None)
    head = min(heads, key=lambda file: (file.size_bytes, file.name), default=None)
    choices = [
        _choice(base, sorted(parts, key=lambda part: part.name), projector, head)
        for base, parts in models.items()
        if _is_complete(parts)
    ]
    return tuple(sorted(choices, key=lambda choice: (choice.size_bytes, choice.name)))


def quantisation_of(name: str) -> str:
    """Return the quantisation that a file's name tells, in capitals; "" if it tells none."""
    found = _QUANTISATION.findall(name)
    return found[-1].upper().replace("FP16", "F16").replace("FP32", "F32") if found else ""


def n_bits_of(quantisation: str) -> int:
    """Return the nominal bits of a weight, 4 for "Q4_K_M"; 0 if unknown."""
    found = _BITS.search(quantisation)
    return int(found[1]) if found else 0


def _choice(
    base: str, parts: list[RemoteFile], projector: RemoteFile | None, head: RemoteFile | None
) -> ModelChoice:
    quantisation = quantisation_of(base)
    name, n_bits = base.rsplit("/", 1)[-1], n_bits_of(quantisation)
    return ModelChoice(quantisation, name, tuple(parts), projector, n_bits, head)


def _is_complete(parts: list[RemoteFile]) -> bool:
    found = [_PART.search(part.name[: -len(_SUFFIX)]) for part in parts]
    numbered = [one for one in found if one is not None]
    if not numbered:
        return len(parts) == 1
    n_all = {int(one["all"]) for one in numbered}
    numbers = sorted(int(one["number"]) for one in numbered)
    return (
        len(numbered) == len(parts)
        and n_all == {len(parts)}
        and numbers == [*range(1, len(parts) + 1)]
    )


def _projector_rank(file: RemoteFile) -> tuple[int, int]:
    quantisation = quantisation_of(file.name[: -len(_SUFFIX)])
    known = _PROJECTORS_BY_RANK
    rank = known.index(quantisation) if quantisation in known else len(known)
    return rank, file.size_bytes


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
