"""What a sequence knows of the pictures and sounds among its tokens."""

from __future__ import annotations

from app.core.content.media import MediaDigest, MediaKind
from app.core.content.media_table import NO_MEDIA, MediaChunk, MediaTable, pseudo_token_ids
from app.core.engine.sequences.sequence import Sequence
from app.core.protocol import ChatKey

FIRST, SECOND = MediaDigest(b"1" * 16), MediaDigest(b"2" * 16)
# Ten tokens of text, a picture of 12 cells that share 4 positions, five of text, a sound of 6.
PICTURE = MediaChunk(10, 12, 4, MediaKind.IMAGE, 0, FIRST, columns=4, rows=3)
SOUND = MediaChunk(27, 6, 6, MediaKind.SOUND, 0, SECOND)
TABLE = MediaTable((PICTURE, SOUND))
IDS = [
    *range(10),
    *pseudo_token_ids(FIRST, 0, 12).tolist(),
    *range(20, 25),
    *pseudo_token_ids(SECOND, 0, 6).tolist(),
    *range(30, 33),
]


def sequence_at(n_cached: int) -> Sequence:
    sequence = Sequence(0, ChatKey("1"))
    sequence.want(IDS, TABLE)
    if n_cached:
        sequence.computed_up_to(n_cached)
    return sequence


def test_text_and_media_come_in_turns() -> None:
    seen = []
    sequence = sequence_at(0)
    while sequence.n_pending:
        medium = sequence.media.next
        end = sequence.media.text_end if medium is None else medium.end
        seen.append((medium, sequence.n_cached, end, sequence.is_runnable))
        sequence.computed_up_to(end)
    assert seen == [
        (None, 0, 10, True),
        (PICTURE, 10, 22, False),
        (None, 22, 27, True),
        (SOUND, 27, 33, False),
        (None, 33, 36, True),
    ]


def test_positions_behind_a_picture_are_those_of_its_longer_side() -> None:
    sequence = sequence_at(len(IDS))
    assert [sequence.media.position(n) for n in (0, 10, 15, 22, 27, 33, 36)] == [
        *(0, 10, 10, 14, 19, 25, 28)
    ]


def test_the_next_two_media_are_known_before_their_turn() -> None:
    assert sequence_at(0).media.coming == (PICTURE, SOUND)
    assert sequence_at(12).media.coming == (PICTURE, SOUND)
    assert sequence_at(22).media.coming == (SOUND,)
    assert sequence_at(34).media.coming == ()


def test_of_a_medium_that_was_stopped_on_the_way_nothing_more_is_coming() -> None:
    sequence = sequence_at(15)
    sequence.want_no_more()
    assert sequence.media.coming == ()
    assert sequence.media.next is None
    assert sequence.media.held == MediaTable((PICTURE,))


def test_what_two_texts_share_never_ends_inside_a_medium() -> None:
    sequence = sequence_at(len(IDS))
    assert sequence.media.n_common(IDS, TABLE) == len(IDS)
    assert sequence.media.n_common(IDS[:15], MediaTable((PICTURE,))) == 10
    assert sequence.media.n_common([*IDS[:10], 99], NO_MEDIA) == 10
    assert sequence.media.n_common([*IDS[:24], 99], MediaTable((PICTURE,))) == 24
    stopped = sequence_at(15)
    assert stopped.media.n_common(IDS, TABLE) == 10


def test_another_medium_with_the_same_ids_is_not_the_same() -> None:
    sequence = sequence_at(len(IDS))
    lookalike = MediaChunk(10, 12, 4, MediaKind.IMAGE, 0, SECOND, columns=4, rows=3)
    assert sequence.media.n_common(IDS, MediaTable((lookalike, SOUND))) == 10


def test_a_sequence_that_is_cut_forgets_what_lay_behind() -> None:
    sequence = sequence_at(len(IDS))
    sequence.truncate(24)
    assert sequence.media.held == MediaTable((PICTURE,))
    sequence.want(range(5))
    assert sequence.media.wanted == NO_MEDIA
