"""A backup is made while people play: restored, it is a moment of the site as it really was."""

import time
from dataclasses import replace

import pytest

from bench.chaos.checker import ViolationKind, check
from bench.chaos.history import History, Result
from bench.chaos.runner import PlayerPool
from bench.chaos.stack import Stack
from bench.chaos.stored import Stored
from tests.waiting import eventually

pytestmark = [pytest.mark.reliability, pytest.mark.xdist_group("chaos")]
NOT_AT_REST = {
    ViolationKind.NOTICE_MISSING,
    ViolationKind.NOT_ANNOUNCED,
    ViolationKind.NOT_RATED,
    ViolationKind.STUCK,
}  # what the sweeps had no time for


@pytest.fixture
def site(tmp_path):
    stack = Stack(tmp_path, nodes=1, postgres=False)
    yield stack
    stack.stop()


def as_known(history: History, began: float, ended: float) -> History:
    """The history as far as a backup made between these moments must know it: what was acknowledged before it began
    must be there, what was sent after it ended must not, and what lies between may be."""
    known = History(faults=history.faults)
    for attempt in history.attempts:
        if attempt.invoked < ended:
            open_still = attempt.result == Result.OK and attempt.returned > began
            known.add(replace(attempt, result=Result.UNKNOWN) if open_still else attempt)
    return known


def test_a_backup_under_load_restores_to_a_consistent_prefix(site, tmp_path):
    site.start()
    pool = PlayerPool.create(site, people=4, matches=8, seed=3)
    pool.start()
    try:
        eventually(lambda: len(pool.history.accepted()) > 10, "people play")
        began = time.monotonic()
        site.manage("backup", str(tmp_path / "under-load.tar.gz"))
        ended = time.monotonic()
        later = len(pool.history.accepted()) + 5
        eventually(lambda: len(pool.history.accepted()) > later or not pool.is_playing(), "they play on")
    finally:
        pool.finish()
    (tmp_path / "restored").mkdir()
    site.manage("restore", str(tmp_path / "under-load.tar.gz"), environment={"DATA_DIR": str(tmp_path / "restored")})

    whole = Stored.from_json(site.ask("snapshot", match_ids=pool.match_ids))
    restored = Stored.from_json(site.ask("snapshot", data=tmp_path / "restored", match_ids=pool.match_ids))
    assert set(restored.matches) == set(whole.matches)
    for match_id, match in restored.matches.items():
        assert match.faults == []
        assert match.events == whole.matches[match_id].events[: match.ply]
    assert sum(match.ply for match in restored.matches.values()) < sum(match.ply for match in whole.matches.values())
    found = check(as_known(pool.history, began, ended), restored)
    assert [str(violation) for violation in found if violation.kind not in NOT_AT_REST] == []
