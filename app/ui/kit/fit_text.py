"""How a model fits, in words: the verdict, the reason, and the arithmetic line by line."""

from __future__ import annotations

from typing import assert_never

from PySide6.QtGui import QFontMetrics

from app.core.fit.model_memory import RAM
from app.core.fit.planner import ESTIMATED_CONTEXT
from app.core.fit.verdict import FitReport, PlaceReport, Verdict
from app.core.models.fits import FitQuestion, FitTold, SizeQuestion
from app.core.protocol import KVType
from app.ui.kit.theme import TEXT_SMALL, text_font
from app.ui.words.formatting import count, counted, size
from app.ui.words.translation import QT_TR_NOOP, problem_words, tr, translated

_VERDICTS = {
    Verdict.FITS: QT_TR_NOOP("Fits"),
    Verdict.SMALLER_CONTEXT: QT_TR_NOOP("Smaller context"),
    Verdict.SLOW: QT_TR_NOOP("Slow"),
    Verdict.WONT_FIT: QT_TR_NOOP("Won't fit"),
}
FIT_SYMBOLS = {
    Verdict.FITS: "check",
    Verdict.SMALLER_CONTEXT: "warning",
    Verdict.SLOW: "warning",
    Verdict.WONT_FIT: "close",
}
_BESIDE = 42  # pixels: the symbol, and what is free at both sides
_ESTIMATES = {
    Verdict.FITS: QT_TR_NOOP("Probably fits"),
    Verdict.SMALLER_CONTEXT: QT_TR_NOOP("Probably with a smaller context"),
    Verdict.SLOW: QT_TR_NOOP("Probably slow"),
    Verdict.WONT_FIT: QT_TR_NOOP("Probably won't fit"),
}


def verdict_width() -> int:
    """Return the pixels that a cell of a table takes for the longest verdict and its symbol."""
    metrics = QFontMetrics(text_font(TEXT_SMALL))
    return max(metrics.horizontalAdvance(verdict_words(one)) for one in Verdict) + _BESIDE


def verdict_words(verdict: Verdict) -> str:
    """Return a verdict in a word or two."""
    return tr(_VERDICTS[verdict])


def fit_words(told: FitTold) -> str:
    """Return in a word or two how a model fits; what is an estimate says so."""
    outcome = told.outcome
    if not isinstance(outcome, FitReport):
        return tr("Unknown")
    if isinstance(told.question, SizeQuestion):
        return tr(_ESTIMATES[outcome.verdict])
    return verdict_words(outcome.verdict)


def fit_details(told: FitTold) -> str:
    """Return why a model fits or does not, and what it takes of what is free, a line each."""
    outcome, question = told.outcome, told.question
    if not isinstance(outcome, FitReport):
        return problem_words(outcome)
    lines = [translated(outcome.reason)]
    if isinstance(question, SizeQuestion):
        lines.append(
            tr(
                "Estimated from the file size, for at most {tokens}:",
                tokens=counted(ESTIMATED_CONTEXT, "token"),
            )
        )
    elif outcome.placement is not None:
        lines.append(_context_words(outcome.placement.n_ctx, question))
    return "\n".join([*lines, *map(arithmetic, outcome.places)])


def _context_words(n_ctx: int, question: FitQuestion) -> str:
    tokens, kv_type = counted(n_ctx, "token"), kv_words(question.settings.kv_type)
    if not question.chat_tokens:
        return tr("With a context of {tokens}, KV cache {kv_type}:", tokens=tokens, kv_type=kv_type)
    return tr(
        "With a context of {tokens}, of which this chat needs about {n_chat}, KV cache {kv_type}:",
        tokens=tokens,
        n_chat=count(question.chat_tokens),
        kv_type=kv_type,
    )


def arithmetic(place: PlaceReport) -> str:
    """Return what a model takes in one place, against what is free there."""
    use = place.use
    return tr(
        "{place}: weights {weights} + KV cache {cache} + compute {compute} = {together} · "
        "{free} of {total} free",
        place=place_words(use.place),
        weights=size(use.weights_bytes),
        cache=size(use.cache_bytes),
        compute=size(use.compute_bytes),
        together=size(use.total_bytes),
        free=size(place.free_bytes),
        total=size(place.total_bytes),
    )


def place_words(place: str) -> str:
    """Return what a place is called: "RAM", or the name of a device."""
    return tr("RAM") if place == RAM else place


def kv_words(kv_type: KVType) -> str:
    """Return how the KV cache holds its values."""
    match kv_type:
        case KVType.F16:
            return tr("at full precision")
        case KVType.Q8_0:
            return tr("in 8 bits")
        case _ as never:
            assert_never(never)
