"""The proof of a match's draws, available when the match is over."""

from dataclasses import dataclass
from typing import Any

from games.chance import dealer_of
from games.core.engine.dealer import verify_match
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import EventKind, stored_kind
from games.core.engine.log import reading_log
from games.models import Event, Match, Seat, Status


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a finished match: its key, the log with its hash chain, and the faults that verification found."""

    key: str
    draws: int
    faults: list[str]
    events: list[dict[str, Any]]


def proof_of(match: Match, seats: list[Seat]) -> Proof | None:
    """Return the proof of a finished match, verified now; None if the match is not over. Raises `BrokenLog` if what is
    stored cannot even be read."""
    if match.status != Status.FINISHED:
        return None
    dealer = dealer_of(match, seats)
    with reading_log():
        rows = Event.objects.filter(match=match).order_by("ply").values_list("kind", "seat", "text", "hash")
        log = [(CoreEvent(stored_kind(kind), seat, text), bytes(link)) for kind, seat, text, link in rows]
        faults = verify_match(match.game, dealer, match.commitment, match.seat_count, match.settings, log)
    return Proof(
        key=dealer.key.hex(),
        draws=sum(event.kind == EventKind.CHANCE for event, _link in log),
        faults=faults,
        events=[
            {
                "ply": ply,
                "kind": event.kind.value,
                "seat": event.seat,
                "text": event.text,
                "salt": dealer.salt(ply).hex(),
                "hash": link.hex(),
            }
            for ply, (event, link) in enumerate(log)
        ],
    )
