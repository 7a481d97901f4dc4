"""How a request went, in words, and what can be done where it did not."""

from __future__ import annotations

from app.ui.translation import QT_TR_NOOP, tr

_WORDS = {
    200: QT_TR_NOOP("Answered"),
    400: QT_TR_NOOP("Not understood"),
    401: QT_TR_NOOP("Wrong key"),
    403: QT_TR_NOOP("Not allowed"),
    404: QT_TR_NOOP("No such address"),
    405: QT_TR_NOOP("No such address"),
    408: QT_TR_NOOP("Too slow"),
    413: QT_TR_NOOP("Too large"),
    415: QT_TR_NOOP("Not JSON"),
    429: QT_TR_NOOP("Too many at once"),
    499: QT_TR_NOOP("Cancelled"),
    500: QT_TR_NOOP("Failed"),
    503: QT_TR_NOOP("Not ready"),
}
_MORE = {
    400: QT_TR_NOOP(
        "The program asked for something that Hearth does not do, or wrote it in another way. It "
        "was told which field that is."
    ),
    401: QT_TR_NOOP("Give the program the key that is shown above."),
    403: QT_TR_NOOP(
        "It came from a web page, or by another name of this machine, that is not on the list in "
        "the settings."
    ),
    404: QT_TR_NOOP("Look at the address that the program has of Hearth."),
    405: QT_TR_NOOP("Look at the address that the program has of Hearth."),
    413: QT_TR_NOOP("A request may have 32 MiB."),
    499: QT_TR_NOOP("The program went away before the end."),
    503: QT_TR_NOOP("There was no model, or the API was switched off meanwhile."),
}


def status_words(status: int) -> str:
    """Return what became of a request, by its status in HTTP."""
    words = _WORDS.get(status)
    return tr(words) if words else tr("Refused ({status})", status=status)


def status_more(status: int) -> str:
    """Return what can be done about it; "" for nothing."""
    return tr(_MORE.get(status, ""))
