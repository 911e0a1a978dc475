"""All that is wrong with a stored match."""

from collections.abc import Callable
from functools import partial

from games.audit.cache_faults import answer_faults, bot_turn_faults, replay_faults, seat_faults, settings_faults
from games.audit.log_faults import log_faults
from games.audit.rows import MatchRows, label
from games.chance import nonces_of
from games.core.engine.dealer import Dealer, commitment, verify_match
from games.core.engine.sealer import Sealer
from games.models import Match
from games.registry import TITLES
from games.sealed_row import SealedRow


def faults_of(match: Match) -> list[str]:
    """Return everything wrong with a stored match, one sentence each that names row and field; empty if there is
    nothing.

    Looks at what is stored now. Never raises because of the values in a row: one that cannot be read or judged is a
    fault.
    """
    rows = MatchRows.read(match.pk)
    faults = rows.faults
    stored = rows.match
    if rows.key is None:
        return faults
    faults += _guarded("seals", partial(seal_faults, rows, rows.key))
    faults += _guarded("answers", partial(answer_faults, rows, Sealer(rows.key)))
    if stored is None:
        return faults
    if stored.title not in TITLES:
        return [*faults, f"match: no title {stored.title!r} is registered"]
    faults += _guarded("match", partial(settings_faults, stored))
    faults += _guarded("seats", partial(seat_faults, stored, rows.seats))
    if stored.seat_count not in stored.game.seats:  # already reported; no match with this many seats can be replayed
        return faults
    broken = _guarded("events", partial(log_faults, stored, rows.events, Dealer(rows.key, stored.pk, ())))
    faults += broken
    if not broken:
        faults += _guarded("draws", partial(_draw_faults, stored, rows, rows.key))
        faults += _guarded("log", partial(replay_faults, stored, rows))
    return faults + _guarded("bot turns", partial(bot_turn_faults, rows))


def seal_faults(rows: MatchRows, key: bytes) -> list[str]:
    """Return every sealed field that was altered; if the key does not fit at all, that alone."""
    match = rows.match
    if match is not None and commitment(match.pk, key) != match.commitment and _is_other(match, key):
        return ["match: its key was altered"]
    faults = []
    for row in rows.sealed:
        faults += _guarded(label(row), partial(_altered, row, key))
    return faults


def _altered(row: SealedRow, key: bytes) -> list[str]:
    if not row.macs:
        return [f"{label(row)}: is not sealed"]
    return [f"{label(row)}: {field} was altered" for field in row.altered_fields(key)]


def _is_other(row: SealedRow, key: bytes) -> bool:
    """Return whether no seal of a row is of this key."""
    return len(row.altered_fields(key)) == len(row.SEALED)


def _draw_faults(match: Match, rows: MatchRows, key: bytes) -> list[str]:
    dealer = Dealer(key, match.pk, nonces_of(match, rows.seats))
    log = [(event.core(), bytes(event.hash)) for event in rows.events]
    return verify_match(match.game, dealer, match.commitment, match.seat_count, match.settings, log)


def _guarded(what: str, judge: Callable[[], list[str]]) -> list[str]:
    """Return the faults that `judge` finds; if it raises an error, one fault that says so."""
    try:
        return judge()
    except Exception as error:  # noqa: BLE001 - rows may hold anything, and the audit goes on
        return [f"{what}: cannot be judged: {type(error).__name__}: {error}"]
