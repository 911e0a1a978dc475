"""The log by itself: is it whole, does its chain hold, and if not, what was altered?"""

from collections.abc import Sequence
from dataclasses import replace

from games.core.engine.dealer import Dealer
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import EventKind
from games.core.engine.log import chain_hash
from games.models import Event, Match

MOST_SEATS = 8  # seats that an altered event may have named


def log_faults(match: Match, events: Sequence[Event], dealer: Dealer) -> list[str]:
    """Return what is wrong with the events and the match's counts of them; empty if they can be replayed."""
    faults = _ply_faults(match, [event.ply for event in events])
    kinds = set(EventKind)
    faults += [f"event {event.ply}: kind {event.kind!r} is unknown" for event in events if event.kind not in kinds]
    if faults:
        return faults
    faults = _chain_faults(events, dealer, bytes(match.head))
    if not faults and bytes(match.head) != (bytes(events[-1].hash) if events else b""):
        faults.append("match: head is not the hash of the last event")
    return faults


def _ply_faults(match: Match, plies: list[int]) -> list[str]:
    # Never as many numbers as the match counts: that may be any number.
    if match.ply == len(plies) and plies == list(range(len(plies))):
        return []
    dense = set(range(len(plies)))
    faults = [f"event {ply}: ply was altered, or an event before it is missing" for ply in plies if ply not in dense]
    faults += [f"event {ply}: there is none with this ply" for ply in sorted(dense - set(plies))]
    if match.ply != len(plies):
        faults.append(f"match: {len(plies)} events are stored, ply is {match.ply}")
    return faults


def _chain_faults(events: Sequence[Event], dealer: Dealer, head: bytes) -> list[str]:
    """Return the links that are not computed from the one stored before: one alteration breaks one or two."""
    faults = []
    previous = b""
    for place, row in enumerate(events):
        event, stored, salt = row.core(), bytes(row.hash), dealer.salt(row.ply)
        link = chain_hash(previous, salt, row.ply, event)
        previous = stored
        if link == stored:
            continue
        if _goes_on_from(link, events, place + 1, dealer, head):
            faults.append(f"event {row.ply}: hash was altered")
            previous = link
        else:
            before = bytes(events[place - 1].hash) if place else b""
            faults.append(f"event {row.ply}: {_altered_field(before, salt, row.ply, event, stored)} was altered")
    return faults


def _goes_on_from(link: bytes, events: Sequence[Event], place: int, dealer: Dealer, head: bytes) -> bool:
    """Return whether what follows, the next event or the head of the chain, was chained to `link`."""
    if place == len(events):
        return head == link
    row = events[place]
    return chain_hash(link, dealer.salt(row.ply), row.ply, row.core()) == bytes(row.hash)


def _altered_field(previous: bytes, salt: bytes, ply: int, event: CoreEvent, link: bytes) -> str:
    """Return the field that makes the link fit when it has another value. There are few kinds and seats, so all are
    tried."""
    if any(chain_hash(previous, salt, ply, replace(event, kind=kind)) == link for kind in EventKind):
        return "kind"
    if any(chain_hash(previous, salt, ply, replace(event, seat=seat)) == link for seat in (None, *range(MOST_SEATS))):
        return "seat"
    return "text"
