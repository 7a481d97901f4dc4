"""First names, mostly invented from syllables: a model cannot know them and must copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guide.phrasing import WORDING

if TYPE_CHECKING:
    from random import Random

_ONSETS, _NUCLEI, _CODAS, _KNOWN = (
    WORDING["names"][part].split() for part in ("onsets", "nuclei", "codas", "known")
)


def draw_name(random: Random, avoid: frozenset[str] = frozenset()) -> str:
    """Return a first name as somebody may write their own; never one of `avoid` (lower case)."""
    while True:
        name = random.choice(_KNOWN) if random.random() < 0.12 else _invented(random)
        if name.lower() not in avoid:
            return _as_written(name, random)


def _invented(random: Random) -> str:
    n_syllables = random.choices((1, 2, 3, 4), (8, 40, 36, 16))[0]
    parts = []
    for index in range(n_syllables):
        onset = "" if index == 0 and random.random() < 0.25 else random.choice(_ONSETS)
        is_last = index == n_syllables - 1
        coda = random.choice(_CODAS) if random.random() < (0.5 if is_last else 0.2) else ""
        parts.append(onset + random.choice(_NUCLEI) + coda)
    name = "".join(parts)[:12]
    return name if len(name) > 1 else name + "n"


def _as_written(name: str, random: Random) -> str:
    if random.random() < 0.03:
        name = f"{name}-{_invented(random).capitalize()}"
    way = random.random()
    if way < 0.17:
        return name.lower()
    if way < 0.19:
        return name.upper()
    if "-" in name:
        return name[:1].upper() + name[1:]
    return name.capitalize()
