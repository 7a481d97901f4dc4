"""Secrets in arguments and in what servers print, masked before anything is logged or printed.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from app.core.tools.values import arguments_of, canonical, is_seen

_MASK: Final = "***"
_MOST_CHARS: Final = 4_000  # of a text; more is not logged, and takes time to look through
_MOST_DEPTH: Final = 20
_SECRET_NAME: Final = re.compile(
    r"pass(word|wd|phrase)?$|secret|token|api[_-]?key|(^|[_-])key$|auth|cookie|credential|session",
    re.IGNORECASE,
)
# What is known by its form: a bearer, a key with a prefix, a JSON web token, a private key, a name
# and a password in an address, a long row of letters and digits.
_SECRET_TEXT: Final = re.compile(
    r"(?i:bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}"
    r"|\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|hf|xox[a-z]|AKIA|AIza)[-_A-Za-z0-9]{12,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*"
    r"|-----BEGIN[^-]{0,40}PRIVATE KEY-----[\s\S]{0,10000}?(?:-----END[^-]{0,40}-----|$)"
    r"|(?<=://)[^/\s:@]{1,200}:[^/\s@]{1,200}(?=@)"
    r"|\b(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z0-9_-]{32,}"
)
_SECRET_FIELD: Final = re.compile(
    r"(?i)\b((?:\w{0,40}[_-])?(?:password|passwd|secret|token|api[_-]?key|key|auth(?:orization)?|session)"
    r"[\"']?\s{0,3}[=:]\s{0,3}[\"']?)([^\s\"'&,;]{3,})"
)


def masked_text(text: str) -> str:
    """Return a text with what looks like a secret masked."""
    return _SECRET_TEXT.sub(_MASK, _SECRET_FIELD.sub(rf"\1{_MASK}", text[:_MOST_CHARS]))


def masked_arguments(text: str) -> str:
    """Return arguments of a call, JSON text, with secrets masked; also by the names they have."""
    known = arguments_of(text)
    if not known:
        return masked_text(text)
    return canonical(_masked(known, 0))


def _masked(value: Any, depth: int) -> Any:
    if depth > _MOST_DEPTH:
        return _MASK
    if isinstance(value, dict):
        return {
            name: _MASK if _SECRET_NAME.search(name) else _masked(one, depth + 1)
            for name, one in value.items()
        }
    if isinstance(value, list):
        return [_masked(one, depth + 1) for one in value]
    return masked_text(value) if isinstance(value, str) else value


def is_secret_name(name: str) -> bool:
    """Whether a variable or a header of this name holds a secret."""
    return _SECRET_NAME.search(name) is not None


def shown(arguments: str) -> str:
    """Return all arguments of a call for whoever is to allow it: nothing masked, nothing unseen."""
    try:
        return json.dumps(json.loads(arguments or "{}"), ensure_ascii=True)
    except (ValueError, RecursionError):
        return ascii(arguments)


def shown_lines(arguments: str) -> str:
    """Return the same to be read and changed: in lines, all letters as they are.

    What nobody sees, and what turns the direction of writing, is written as its number.
    """
    try:
        text = json.dumps(json.loads(arguments or "{}"), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        text = arguments
    return "".join(char if char == "\n" or is_seen(char) else _number(char) for char in text)


def _number(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
