"""The requests of other programs as a Qt table, newest first; none of their words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor, QFontMetrics

from app.ui.api.api_state import ApiActivity, AskingProgram
from app.ui.kit.page_table import NUMBERS, Columns, FactsTable
from app.ui.kit.theme import TEXT_SMALL, Theme, text_font
from app.ui.words.formatting import clock, count, duration, moment
from app.ui.words.translation import QT_TR_NOOP, sentences, tr, translated

if TYPE_CHECKING:
    from app.server import LoggedRequest

    Row = AskingProgram | LoggedRequest


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
        "The request used an unsupported feature or an invalid format. Hearth's response names "
        "the field."
    ),
    401: QT_TR_NOOP("Give the program the key shown above."),
    403: QT_TR_NOOP(
        "It came from a web page, or used a host name, that the settings do not allow."
    ),
    404: QT_TR_NOOP("Check the address of Hearth in the program's settings."),
    405: QT_TR_NOOP("Check the address of Hearth in the program's settings."),
    413: QT_TR_NOOP("A request may be up to 32 MiB."),
    499: QT_TR_NOOP("The program disconnected before the end."),
    503: QT_TR_NOOP("No model was loaded, or the API was switched off in the meantime."),
}


def status_words(status: int) -> str:
    """Return what became of a request, by its status in HTTP."""
    words = _WORDS.get(status)
    return tr(words) if words else tr("Refused ({status})", status=status)


def _end_words(row: LoggedRequest) -> str:
    if row.notes and row.status == _ANSWERED:
        return tr("Answered, with a note")
    return status_words(row.status)


def status_more(status: int) -> str:
    """Return what can be done about it; "" for nothing."""
    return tr(_MORE.get(status, ""))


MOST_ROWS = 500
_ANSWERED = 200
_FIRST_FAILURE = 400
_CLIENT_GONE = 499
_USUAL = (200, 401, 404, _CLIENT_GONE)
_MOST_WIDTH = 190  # pixels
_BESIDE = 24  # what is free at both sides of the words in a cell


class RequestColumn(Columns):
    """What a column says."""

    TIME = QT_TR_NOOP("Time")
    PROGRAM = (QT_TR_NOOP("Program"), QT_TR_NOOP("The name that the program gives"))
    ADDRESS = QT_TR_NOOP("Address")
    STATUS = QT_TR_NOOP("Status")
    PROMPT = (QT_TR_NOOP("Prompt"), QT_TR_NOOP("Tokens in the prompt"), NUMBERS)
    CACHED = (QT_TR_NOOP("Cached"), QT_TR_NOOP("Prompt tokens that came from the cache"), NUMBERS)
    GENERATED = (QT_TR_NOOP("Answer"), QT_TR_NOOP("Tokens in the answer"), NUMBERS)
    FIRST_TOKEN = (QT_TR_NOOP("First word"), QT_TR_NOOP("Time to the first token"), NUMBERS)


def status_width(theme: Theme) -> int:
    """Return the pixels that a cell takes for the words of what becomes of most requests."""
    metrics = QFontMetrics(text_font(theme.scaled(TEXT_SMALL)))
    words = [tr("Answering…"), tr("Answered, with a note"), *map(status_words, _USUAL)]
    return min(theme.scaled(_MOST_WIDTH), max(map(metrics.horizontalAdvance, words)) + _BESIDE)


class RequestTableModel(FactsTable):
    """Rows are requests."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(RequestColumn, parent)
        self._theme = theme
        self._rows: list[Row] = []

    def show_activity(self, activity: ApiActivity) -> None:
        """Show these requests; a row that is there already stays where it is chosen."""
        wanted: list[Row] = [*activity.asking, *activity.ended]
        wanted.sort(key=lambda row: -row.began_at)
        wanted = wanted[:MOST_ROWS]
        before, after = list(map(_key, self._rows)), list(map(_key, wanted))
        n_new = after.index(before[0]) if before and before[0] in after else 0
        n_kept = min(len(before), len(after) - n_new)
        if before and after[n_new : n_new + n_kept] == before[:n_kept]:
            self._grow(wanted, n_new, n_kept)
        elif before != after:
            self.beginResetModel()
            self._rows = wanted
            self.endResetModel()

    def _grow(self, wanted: list[Row], n_new: int, n_kept: int) -> None:
        """Put new rows above those that are kept, and let go of those below."""
        nowhere = QModelIndex()
        if n_kept < len(self._rows):
            self.beginRemoveRows(nowhere, n_kept, len(self._rows) - 1)
            del self._rows[n_kept:]
            self.endRemoveRows()
        changed = [
            at
            for at, (before, after) in enumerate(zip(self._rows, wanted[n_new:], strict=False))
            if before != after
        ]
        if n_new:
            self.beginInsertRows(nowhere, 0, n_new - 1)
            self._rows = [*wanted[:n_new], *self._rows]
            self.endInsertRows()
        self._rows = wanted
        for at in changed:
            self.tell_changed(n_new + at, n_new + at)

    def words(self, row: Row, column: RequestColumn) -> str:
        """Return what stands in a cell."""
        match column:
            case RequestColumn.TIME:
                return clock(_began(row))
            case RequestColumn.PROGRAM:
                return row.client or tr("Unknown")
            case RequestColumn.ADDRESS:
                return row.path
            case RequestColumn.STATUS if isinstance(row, AskingProgram):
                return tr("Answering…")
            case _ if isinstance(row, AskingProgram):
                return ""
            case RequestColumn.STATUS:
                return _end_words(row)
            case _:
                return _number(row, column) or "–"

    def tip(self, row: Row, column: RequestColumn) -> str:
        """Return what a cell says when it is pointed at."""
        match column:
            case RequestColumn.TIME:
                return moment(_began(row))
            case RequestColumn.PROGRAM:
                return row.client
            case RequestColumn.ADDRESS:
                return row.path
            case RequestColumn.STATUS if not isinstance(row, AskingProgram):
                took = (
                    tr("It took {time}.", time=duration(1000 * row.seconds)) if row.seconds else ""
                )
                notes = map(translated, row.notes)
                named = tr("Request {name}.", name=row.request_id) if row.request_id else ""
                return sentences(status_more(row.status), *notes, took, named)
            case _:
                return tr(column.more)

    def cell(self, row: Row, column: RequestColumn, role: int) -> Any:
        """Return the colour of what has failed."""
        is_colour = role == Qt.ItemDataRole.ForegroundRole
        is_failure = is_colour and column is RequestColumn.STATUS and _has_failed(row)
        return QColor(self._theme.colours.danger) if is_failure else None


def _key(row: Row) -> tuple[float, str, str]:
    return row.began_at, row.client, row.path


def _has_failed(row: Row) -> bool:
    if isinstance(row, AskingProgram):
        return False
    return row.status >= _FIRST_FAILURE and row.status != _CLIENT_GONE


def _began(row: Row) -> datetime:
    return datetime.fromtimestamp(row.began_at, UTC)


def _number(row: LoggedRequest, column: RequestColumn) -> str:
    """Return one of the numbers of a request; "" where there is none."""
    match column:
        case RequestColumn.PROMPT if row.n_prompt:
            return count(row.n_prompt)
        case RequestColumn.CACHED if row.n_prompt:
            return count(row.n_cached)
        case RequestColumn.GENERATED if row.n_prompt:
            return count(row.n_generated)
        case RequestColumn.FIRST_TOKEN if row.ttft_ms:
            return duration(row.ttft_ms)
        case _:
            return ""
