from __future__ import annotations

from app.core.engine.sequences.prefix_origin import PrefixOrigin, RestoreCredit
from app.core.protocol import PrefixSource, RestoreTiming


def restored() -> PrefixOrigin:
    origin = PrefixOrigin()
    origin.restored(100, 0.5, RestoreTiming(find_ms=1.0))
    return origin


def test_one_answer_is_credited_with_the_tokens_of_a_restore() -> None:
    origin = restored()
    origin.settle(PrefixSource.LIVE)  # opened before, and asked now
    assert origin.take_credit(120) == RestoreCredit(100, 0.5, PrefixSource.DISK)
    assert origin.take_credit(120) == RestoreCredit(0, 0.0, PrefixSource.LIVE)


def test_what_was_cut_off_is_credited_to_nobody() -> None:
    origin = restored()
    origin.truncate(40)
    assert origin.take_credit(60).n_restored == 40


def test_a_restore_that_failed_its_proof_is_damage_and_no_credit() -> None:
    origin = restored()
    origin.judged(2.0, is_right=False)
    assert origin.take_credit(100) == RestoreCredit(0, 0.0, PrefixSource.DAMAGED)
    assert origin.timing == RestoreTiming(find_ms=1.0, decode_ms=2.0)


def test_a_chat_that_was_opened_counts_the_time_until_it_was_ready() -> None:
    origin = restored()
    origin.opened(0.8)
    assert origin.take_credit(100).restore_s == 0.8
