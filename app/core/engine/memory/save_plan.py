"""Decides at which tokens of a prompt segments end, snapshots are taken and batches must end.

Five kinds of ascending counts, each with a name of its own:

- message ends: where a message of the prompt ends, or a medium in one begins or has ended;
- attached ends: where a text that is attached to a message ends, or where what a template writes
  before the first words ends, with the tools that it lists; other chats may begin with either;
- segment ends: where a segment is to end, at message ends as far as that is worth a file;
- snapshot ends: those segment ends at which the state is kept as a whole;
- batch ends: those segment ends at which a batch must end, because the state has to be taken there.

A snapshot can be hundreds of megabytes, whatever it is the state of, so it is weighed by the
seconds of reading that it saves: `SnapshotWorth`.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from app.core.content.media_table import NO_MEDIA
from app.core.kvstore.chain import SNAPSHOT_DISTANCE
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from app.core.content.media_table import MediaTable
    from app.core.kvstore.format.layout import KVLayout

MIN_SEGMENT_TOKENS = 16
WORTH_S = 2.0  # of reading that a state saves at least, to be taken out of the context
NOTICED_S = 1.0  # of reading before an answer begins
LOSS_S = 5.0  # of reading that a crash may cost
_PART_LOST = 4  # or so much of what was read without a break, if that is more


class SnapshotWorth(PlainValue, frozen=True):
    """What states are worth, by how long reading takes.

    Attributes:
        seconds_per_token: as measured; 0 while unknown, when every state counts as worth its bytes.
    """

    seconds_per_token: float = 0.0

    @property
    def least(self) -> int:
        """Tokens whose reading makes a state worth taking."""
        if not self.seconds_per_token:
            return MIN_SEGMENT_TOKENS
        return max(MIN_SEGMENT_TOKENS, math.ceil(WORTH_S / self.seconds_per_token))

    def is_due(self, n_tokens: int) -> bool:
        """Whether so many tokens behind the last snapshot are too many for a crash to cost."""
        return not self.seconds_per_token or n_tokens * self.seconds_per_token >= LOSS_S

    def is_noticed(self, n_tokens: int) -> bool:
        """Whether a user notices that so many tokens are read again."""
        return not self.seconds_per_token or n_tokens * self.seconds_per_token >= NOTICED_S

    def distance(self, n_read: int) -> int:
        """Return how many tokens may lie between two snapshots, in tokens.

        Args:
            n_read: tokens read without a break before them.
        """
        if not self.seconds_per_token:
            return SNAPSHOT_DISTANCE
        lost = math.ceil(LOSS_S / self.seconds_per_token)
        return max(MIN_SEGMENT_TOKENS, lost, n_read // _PART_LOST)


UNKNOWN_WORTH = SnapshotWorth()


def is_worth_restoring(n_live: int, n_stored: int) -> bool:
    """Whether so many stored tokens should replace those in the context.

    A restore reads files and replaces the whole sequence: not for a handful of tokens.
    """
    return n_stored - n_live >= max(MIN_SEGMENT_TOKENS, n_stored // 100)


class SavePlan(PlainValue, frozen=True):
    """Where what is computed of a prompt is saved; all counts of tokens, the tuples ascending.

    Attributes:
        segment_ends: at which the next segments end.
        batch_ends: those of them at which a batch must end.
        snapshot_ends: those of them at which a snapshot is taken.
        due_ends: those of them that are stored whatever reading them again takes: other chats may
            begin with the first, and a medium takes long to encode.
        attached_ends: those of them at which a text ends that other chats may begin with.
    """

    segment_ends: tuple[int, ...] = ()
    batch_ends: tuple[int, ...] = ()
    snapshot_ends: frozenset[int] = frozenset()
    due_ends: frozenset[int] = frozenset()
    attached_ends: frozenset[int] = frozenset()


def save_plan(  # noqa: PLR0913 - what decides where a prompt is cut
    layout: KVLayout | None,
    begin: int,
    message_ends: Sequence[int],
    n_prompt: int,
    longest: int,
    media: MediaTable = NO_MEDIA,
    worth: SnapshotWorth = UNKNOWN_WORTH,
    n_there: int = 0,
    attached_ends: Sequence[int] = (),
) -> SavePlan:
    """Settle where the segments of a prompt end, and where its state must be taken.

    Args:
        layout: how the model's state bytes are arranged; None where nothing is stored.
        begin: tokens that are stored already.
        longest: most tokens of one segment.
        media: in the prompt.
        worth: of snapshots.
        n_there: tokens in the context, behind which alone a state can be taken.
    """
    is_cuttable = layout is None or not (layout.needs_snapshot or layout.window)
    if media:
        borders = [at for medium in media.media() for at in medium if 0 < at <= n_prompt]
        if not is_cuttable:  # what lies behind a medium is of use only with text at its end
            borders = [_between_texts(at, media, n_prompt) for at in borders]
            message_ends = [_between_texts(at, media, n_prompt) for at in message_ends]
        message_ends = sorted({*borders, *message_ends})
    shared = [end for end in attached_ends if end > begin]
    if layout is None or not layout.needs_snapshot:
        ends = tuple(segment_ends(begin, sorted({*shared, *message_ends}), n_prompt, longest))
        has_window = layout is not None and layout.window
        attached = frozenset(shared).intersection(ends)
        return SavePlan(ends, ends if has_window else (), attached_ends=attached)
    snapshots = snapshot_ends(begin, message_ends, n_prompt, worth)
    due = snapshots[:1] if not begin and len(snapshots) > 1 else []
    behind: list[int] = []
    if media:
        behind = [end for end in _behind_media(media, n_prompt) if end > begin]
        between = [end for end in snapshots if _between_texts(end, media, n_prompt) == end]
        snapshots = sorted({*behind, *between})
        due += behind
    if shared:
        snapshots = _with_shared(snapshots, shared, begin, worth, behind)
        due += set(shared).intersection(snapshots)
    snapshots = [end for end in snapshots if end > n_there]
    ends = tuple(end for end in segment_ends(begin, snapshots, n_prompt, longest) if end > n_there)
    batch_ends = ends if layout.window else tuple(snapshots)
    taken = frozenset(snapshots)
    return SavePlan(ends, batch_ends, taken, taken.intersection(due), taken.intersection(shared))


def _with_shared(
    snapshots: Sequence[int],
    shared: Sequence[int],
    begin: int,
    worth: SnapshotWorth,
    behind: Collection[int],
) -> list[int]:
    """Return the ends of snapshots with those that other chats may begin with.

    One end saves each of those chats what another one saves once, so it replaces what lies close
    before it, unless that lies right behind a medium.
    """
    wanted: list[int] = []
    for end in shared:
        if end - (wanted[-1] if wanted else begin) >= worth.least:
            wanted.append(end)
    kept = [
        end
        for end in snapshots
        if end in behind or not any(0 < one - end < worth.least for one in wanted)
    ]
    return sorted({*kept, *wanted})


def _between_texts(end: int, media: MediaTable, n_prompt: int) -> int:
    """Return an end near another one with text before and behind it, as the proof of one needs."""
    while end < n_prompt and (media.chunk_at(end - 1) or media.chunk_at(end)):
        end += 1
    return end


def _behind_media(media: MediaTable, n_prompt: int) -> list[int]:
    """Return the ends behind media, the last one of those that lie close together.

    To encode a medium again takes longer than a snapshot is worth.
    """
    found = media.media()
    begins = [begin for begin, _end in found[1:]] + [n_prompt]
    return [
        _between_texts(end, media, n_prompt)
        for (_begin, end), next_begin in zip(found, begins, strict=True)
        if end < n_prompt and next_begin - end >= MIN_SEGMENT_TOKENS
    ]


def snapshot_ends(
    begin: int,
    message_ends: Sequence[int],
    n_prompt: int,
    worth: SnapshotWorth = UNKNOWN_WORTH,
) -> list[int]:
    """Return where snapshots of a prompt's state are taken: few, for each may be large.

    After the first message, which other chats may begin with too; after the last one, where the
    answer can be begun anew and another message may follow if the answer stays empty; and now and
    then on the way there, also inside a long message, so that a crash does not cost all of it.
    Where the prompt goes on for long behind the last message, before its last token instead. None
    that saves too little reading.

    Args:
        begin: tokens that are stored already, or whose state is held.
        worth: of snapshots.
    """
    last = n_prompt - 1
    near = [end for end in message_ends if last - MIN_SEGMENT_TOKENS < end <= last]
    last = max(near, default=last)
    ends: list[int] = []
    previous = begin
    for message_end in message_ends:
        if message_end > last - MIN_SEGMENT_TOKENS:
            break
        distance = worth.distance(previous - begin) if previous else worth.least
        if message_end - previous >= distance:
            ends += [*_on_the_way(begin, previous, message_end, worth), message_end]
            previous = message_end
    if last - previous >= worth.least:
        ends += [*_on_the_way(begin, previous, last, worth), last]
    return ends


def _on_the_way(begin: int, previous: int, end: int, worth: SnapshotWorth) -> Iterator[int]:
    """Yield the ends between two that lie too far apart."""
    at = previous + worth.distance(previous - begin)
    while at < end:
        yield at
        at += worth.distance(at - begin)


def segment_ends(begin: int, message_ends: Sequence[int], end: int, longest: int) -> list[int]:
    """Return where the segments of tokens `[begin, end)` end.

    At message ends, unless that would leave a piece too short to be worth a file, and at most
    `longest` tokens apart. `end` itself is none of them: what follows the last
    message end grows on.
    """
    ends: list[int] = []
    last = begin
    for message_end in message_ends:
        if message_end - last < MIN_SEGMENT_TOKENS or message_end > end:
            continue
        ends += range(last + longest, message_end, longest)
        ends.append(message_end)
        last = message_end
    ends += range(last + longest, end, longest)
    return ends
