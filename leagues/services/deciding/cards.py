"""Decisions of organisers about the cards of absent members."""

from typing import Any

from django.db import transaction

from games import clock
from games.core.text import _
from games.refusals import BadInput, Conflict, Forbidden
from leagues.models import OVER, Card, RoleKind
from leagues.refusals import NoSuchLeague
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.organising.log import note
from leagues.services.organising.roles import require
from leagues.services.timetable.seasons import lock_season, touch


def lift(*, actor: Any, card_id: int, reason: str, seen: Seen | None = None) -> None:
    """Lift a card: its episode of absence has no consequences. Idempotent.

    Raises `NoSuchLeague`, `BadInput`, `Forbidden` (their own card), `Conflict` (the season is over, and its cards have
    had their consequences), `Overtaken`.
    """
    if not reason.strip():
        raise BadInput(_("Reason: say why; members will see it in the log."))
    with transaction.atomic(durable=True):
        season_id = Card.objects.filter(pk=card_id).values_list("entry__season_id", flat=True).first()
        if season_id is None:
            raise NoSuchLeague
        season = lock_season(season_id)
        require(actor, season.league, RoleKind.ORGANISER)
        card = Card.objects.select_related("entry__user").filter(pk=card_id).first()
        if card is None:  # the result that it followed from was corrected meanwhile
            raise NoSuchLeague
        if card.entry.user_id == actor.pk:
            raise Forbidden(_("You’re involved in this, so another organiser must decide."))
        if season.state in OVER:
            raise Conflict(_("This season is over, and its cards have already had their effect."))
        if card.lifted_at is not None:
            return
        check_seen(seen, card.revision, season.league)
        card.lifted_at, card.lifted_by = clock.now(), actor
        card.save(update_fields=["lifted_at", "lifted_by"])
        subject, kind = card.entry.user, card.kind
        note(
            season.league,
            "card_lifted",
            season=season,
            actor=actor,
            subject=subject,
            reason=reason,
            public=False,
            kind=kind,
            before=card.pk,
        )
        touch(season)
