"""Substitutes: abandoned seats of running matches are offered to people who are ready to play on.

A bot holds the seat meanwhile. Offers go to one person after the other, eight hours each; they play for the leaver's
line only if the season says so.
"""

from datetime import timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef

from games import clock
from games.core.text import _
from games.models import Seat, Status
from games.refusals import Conflict, Forbidden
from games.selectors.stored import each_readable
from games.services.seats.take_over import take_over
from leagues.models import BenchOffer, BenchPlayer, Entry, Fixture, FixtureSeat, FixtureState
from leagues.policy import policy
from leagues.refusals import NoSuchLeague
from leagues.services.organising.log import note
from leagues.services.timetable.seasons import lock_season, touch

logger = structlog.get_logger(__name__)

OFFER = timedelta(hours=8)
BATCH = 50


def offer_seats() -> int:
    """Close expired offers, and offer every empty seat to the next of its substitutes; return how many new offers. A
    failing one does not stop the others. A season without substitutes leaves its seats to the bots."""
    _mark_seated()
    BenchOffer.objects.filter(closed_at=None, expires_at__lte=clock.now()).update(closed_at=clock.now())
    vacated = Seat.objects.filter(
        match=OuterRef("fixture__match"), index=OuterRef("seat"), vacated_at__isnull=False, match__status=Status.RUNNING
    )
    asked = BenchOffer.objects.filter(seat=OuterRef(OuterRef("pk"))).values("user")
    empty = FixtureSeat.objects.filter(
        Exists(vacated),
        Exists(BenchPlayer.objects.filter(season=OuterRef("fixture__season")).exclude(user__in=asked)),
        ~Exists(BenchOffer.objects.filter(seat=OuterRef("pk"), closed_at=None)),
        fixture__state=FixtureState.RUNNING,
    )
    made = 0
    for seat_id, season_id in list(empty.order_by("pk").values_list("pk", "fixture__season_id")[:BATCH]):
        try:
            made += _offer(seat_id, season_id)
        except Exception as error:
            logger.exception("seat offer failed", season=season_id, seat=seat_id, error=type(error).__name__)
    return made


def _mark_seated() -> None:
    """Mark the offers whose people hold the seat: they accepted, and something died before the mark. Also those that
    were closed meanwhile, since their time was up or the same person declined in another window."""
    seated = Seat.objects.filter(
        match=OuterRef("seat__fixture__match"), index=OuterRef("seat__seat"), user=OuterRef("user"), vacated_at=None
    )
    unmarked = BenchOffer.objects.filter(Exists(seated), is_taken=False, seat__fixture__state=FixtureState.RUNNING)
    for offer in each_readable(unmarked.select_related("seat__fixture", "user")):
        _mark_taken(offer)


def _offer(seat_id: int, season_id: int) -> bool:
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        place = FixtureSeat.objects.select_related("fixture").get(pk=seat_id)
        if place.offers.filter(closed_at=None).exists():
            return False
        asked = set(place.offers.values_list("user_id", flat=True))
        user = next((user for user in candidates(place.fixture) if user.pk not in asked), None)
        if user is None:
            return False
        moment = clock.now()
        BenchOffer.objects.create(seat=place, user=user, at=moment, expires_at=moment + OFFER)
        number, until = place.fixture.number, (moment + OFFER).isoformat()
        note(season.league, "seat_offered", season=season, subject=user, public=False, number=number, until=until)
        return True


def candidates(fixture: Fixture) -> list[Any]:
    """Return the substitutes who may be asked for a fixture, longest on the list first: none of its own people, of
    those who hold or held its seats, of those who may not play or are kept apart from one of them."""
    listed = BenchPlayer.objects.filter(season=fixture.season_id).select_related("user").order_by("at", "pk")
    met = _people_of(fixture)
    former = set(fixture.match.former_holders.values_list("user_id", flat=True)) if fixture.match else set()
    users = [row.user for row in listed if row.user_id not in met | former]
    keys = [user.pk for user in users]
    barred, apart = policy().barred(keys), policy().kept_apart(keys, met)
    return [user for user in users if user.pk not in barred | apart]


def _people_of(fixture: Fixture) -> set[int]:
    """Return the users for whose entries a fixture counts, and those who sit in its match."""
    own = fixture.seats.values_list("entry__user_id", flat=True)
    seated = Seat.objects.filter(match=fixture.match_id).values_list("user_id", flat=True)
    return {user for user in (*own, *seated) if user is not None}


def accept(*, user: Any, offer_id: int) -> str:
    """Take an offered seat; return the id of the match. Taking it twice changes nothing. Raises `Refusal`.

    The seat is taken in a transaction of games, before the offer is marked: if this dies in between, the next sweep, or
    accepting again, finds the seat taken by the same person and marks it.
    """
    offer = BenchOffer.objects.select_related("seat__fixture", "user").filter(pk=offer_id, user=user).first()
    if offer is None:
        raise NoSuchLeague
    fixture = offer.seat.fixture
    if fixture.match_id is None:
        raise NoSuchLeague
    if not offer.is_taken:
        if not _is_seated(offer):
            _check_open(offer)
            take_over(match_id=fixture.match_id, seat=offer.seat.seat, user=user, by="league")
        _mark_taken(offer)
    return fixture.match_id


def _is_seated(offer: BenchOffer) -> bool:
    seat = Seat.objects.filter(match=offer.seat.fixture.match_id, index=offer.seat.seat, vacated_at=None)
    return seat.filter(user=offer.user_id).exists()


def _check_open(offer: BenchOffer) -> None:
    if offer.closed_at is not None or offer.expires_at <= clock.now():
        raise Conflict(_("This offer has gone to another player."))
    refusal = policy().refuse_to_enter(offer.user)
    if refusal is not None:
        raise Forbidden(refusal)
    if policy().kept_apart([offer.user_id], _people_of(offer.seat.fixture) - {offer.user_id}):
        raise Forbidden(_("You and a player in this match can’t play together."))


def _mark_taken(offer: BenchOffer) -> None:
    with transaction.atomic(durable=True):
        season = lock_season(offer.seat.fixture.season_id)
        if not BenchOffer.objects.filter(pk=offer.pk, is_taken=False).update(closed_at=clock.now(), is_taken=True):
            return
        BenchOffer.objects.filter(seat=offer.seat_id, closed_at=None).update(closed_at=clock.now())
        FixtureSeat.objects.filter(pk=offer.seat_id).update(substitute=offer.user_id)
        note(season.league, "seat_taken", season=season, subject=offer.user, number=offer.seat.fixture.number)
        touch(season)


def decline(*, user: Any, offer_id: int) -> None:
    """Close an offer, so that the next substitute gets it. Doing it twice changes nothing. Raises `Conflict` if `user`
    has taken the seat."""
    offer = BenchOffer.objects.select_related("seat__fixture", "user").filter(pk=offer_id, user=user).first()
    if offer is None:
        return
    if offer.is_taken or _is_seated(offer):
        raise Conflict(_("You’ve already taken this seat. To leave it, resign in the match."))
    BenchOffer.objects.filter(pk=offer.pk, closed_at=None).update(closed_at=clock.now())


def resign_for_substitute(fixture: Fixture, entry: Entry) -> None:
    """Mark that `entry` wants to be replaced in a running match: the next upkeep resigns the seat."""
    fixture.seats.filter(entry=entry).update(wants_substitute=True)
    Fixture.objects.filter(pk=fixture.pk).update(needs_upkeep=True)
