"""Laws of whole matches: outcome, replay, record, verification of the draws."""

from collections.abc import Sequence
from itertools import pairwise

from games.core.engine.dealer import Dealer, commitment, verify_match
from games.core.engine.events import Event, EventKind
from games.core.engine.log import chain_hash, replay
from games.core.errors import BadRecord
from games.core.kit.conformance.context import CheckContext, LawBroken, require, require_same, require_same_trace
from games.core.kit.conformance.words import check_text


def check_outcome(context: CheckContext) -> None:
    """Check that the outcome places all seats and its reason has a description."""
    outcome = context.state.outcome()
    if outcome is None:
        require(False, "a match that is over has an outcome")
        return
    places = sorted(outcome.places)
    require_same(len(places), context.seats, "every seat has a place")
    require(places[0] == 1, f"at least one seat is first: {outcome.places}")
    for at, (better, worse) in enumerate(pairwise(places), start=1):
        require(worse in (better, at + 1), f"equal seats share the better place: {outcome.places}")
    require(outcome.scores is None or len(outcome.scores) == context.seats, f"every seat has a score: {outcome}")
    check_text(context.game.presenter.reasons[outcome.reason], f"reasons[{outcome.reason!r}]")


def check_replay(context: CheckContext, settings: dict[str, str], events: Sequence[Event]) -> None:
    """Check that the events alone rebuild the position."""
    position = replay(context.game, context.seats, settings, events)
    require_same_trace(position.state, context.state, context.viewers, "the events alone rebuild the position")
    require_same(position.decision, len(events), "the open decision was opened by the last event")


def check_record(context: CheckContext, settings: dict[str, str], events: Sequence[Event]) -> None:
    """Check that a record is parsed to the same match and, redacted for any viewer, can still be written."""
    game, seats = context.game, context.seats
    entries = game.read_log(seats, settings, events)
    tags = {f"Seat{seat}": f'Name "{seat}" \\' for seat in range(seats)}
    text = game.write_record(tags, seats, entries)
    try:
        record = game.read_record(text)
    except BadRecord as error:
        raise LawBroken(f"a record that we wrote is refused: {error}\n{text}") from error
    require_same((record.seats, record.settings), (seats, settings), "a record holds seats and options")
    require(tags.items() <= record.tags.items(), f"a record keeps the tags it was given: {record.tags}")
    again = game.write_record(tags, seats, game.read_log(seats, settings, record.events))
    require_same(again, text, "a record that was read is written the same again")
    end = replay(game, seats, settings, record.events).state
    require_same_trace(end, context.state, context.viewers, "a record leads to the same end")
    for viewer in context.viewers:
        redacted = [seen for entry in entries if (seen := entry.redact(viewer)) is not None]
        require(bool(game.write_record(tags, seats, redacted)), "a redacted match can be written")
    cut = text.rstrip().rpartition(" ")[0]
    try:
        game.read_record(cut.rpartition(" ")[0] + " nonsense " + cut.rpartition(" ")[2])
    except BadRecord:
        return
    require(False, "a record with a nonsense token is refused")


def check_proof(context: CheckContext, dealer: Dealer, settings: dict[str, str], events: Sequence[Event]) -> None:
    """Check that the draws can be verified, and that an altered event or another key is detected."""
    game, seats = context.game, context.seats
    link, log = b"", []
    for ply, event in enumerate(events):
        link = chain_hash(link, dealer.salt(ply), ply, event)
        log.append((event, link))
    committed = commitment(dealer.match_id, dealer.key)
    require_same(verify_match(game, dealer, committed, seats, settings, log), [], "an honest match verifies")
    other = Dealer(bytes(32), dealer.match_id, dealer.nonces)
    require(bool(verify_match(game, other, committed, seats, settings, log)), "another key is found")
    ply = context.generator.randrange(len(log))
    forged = Event(EventKind.MOVE, 0, log[ply][0].text + "x")
    altered = [*log[:ply], (forged, log[ply][1]), *log[ply + 1 :]]
    require(
        bool(verify_match(game, dealer, committed, seats, settings, altered)), f"an altered event at {ply} is found"
    )
