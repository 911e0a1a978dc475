"""The export of a user's personal data."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F

from companion.models import Objection, PlaySeat
from games.models import CoachNote, EndProposal, FormerHolder, Invitation, MatchNote, Seat, StandingAnswer
from games.selectors.own_moves import moves_of
from games.selectors.stored import each_readable
from games.services.beside.presence import seen
from leagues.selectors import one_person
from masques_site.accounts.models import PREFERENCES, Block, Friend, NightWindow, Report, User, Vacation

ACCOUNT_FIELDS = (
    "id", "username", "email", "is_guest", "date_joined", "last_login", "last_seen_at", *PREFERENCES,
    "automatic_vacation", "banned_at", "ban_reason",
)  # fmt: skip
TIMING_FIELDS = ("quiet_from", "quiet_until", "digest", "digest_hour", "snoozed_until", "read_at")
# Without addresses and keys: who has those of a webhook or a browser may write there.
ENDPOINT_FIELDS = ("channel", "label", "created_at", "failing_since", "off_at", "off_because")
PLAY_FIELDS = ("name", "place", "score", "answer", "answered_at", "claimed_at")
PLAY_FACTS = {"title": F("play__title"), "played_on": F("play__played_on"), "state": F("play__state")}
DELIVERY_FIELDS = ("topic", "state", "sent_at", "said")


def own_data(user: User) -> dict[str, Any]:
    """Return all data stored about `user` and their actions, as JSON types and datetimes. It contains no secrets
    (password hashes, keys of second factors, addresses of webhooks), and nothing about other users but their names.
    Unreadable rows are left out."""
    return {
        "account": {name: getattr(user, name) for name in ACCOUNT_FIELDS},
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "sessions": list(UserSession.objects.filter(user=user).values("created_at", "ip", "user_agent")),
        "nights": list(NightWindow.objects.filter(user=user).values("since", "zone", "night_begin")),
        "vacations": list(Vacation.objects.filter(user=user).values("begin", "end", "days", "zone", "is_automatic")),
        "blocks": list(Block.objects.filter(blocker=user).values("blocked__username", "created_at")),
        "names_given_up": list(user.retired_names.values("retired_at")),
        "friends": list(Friend.objects.filter(owner=user).values("friend__username", "created_at")),
        "match_notes": list(MatchNote.objects.filter(user=user).values("match_id", "text", "changed_at")),
        "standing_answers": list(StandingAnswer.objects.filter(user=user).values("match_id", "key", "text", "at")),
        "end_proposals": list(EndProposal.objects.filter(user=user).values("match_id", "at", "is_declined")),
        "reports_made": list(
            Report.objects.filter(reporter=user).values(
                "reported_name", "reason", "text", "match_id", "created_at", "closed_at", "answer"
            )
        ),
        "seats": [
            _seat(seat)
            for seat in each_readable(
                Seat.objects.filter(user=user).select_related("match", "look").order_by("joined_at")
            )
        ],
        "former_seats": each_readable(
            FormerHolder.objects.filter(user=user)
            .order_by("taken_over_at")
            .values("match_id", "seat", "left_at", "taken_over_at")
        ),
        "moves": moves_of(user),
        "invitations": list(Invitation.objects.filter(user=user).values("match_id", "created_at")),
        "hints_read": list(CoachNote.objects.filter(user=user).values("title", "key")),
        "notices": list(user.notices.values("kind", "match_id", "created_at", "passed_at")),
        "notice_choices": list(user.topic_choices.values("topic", "channel", "when")),
        "notice_timing": _timing(user),
        "endpoints": list(user.endpoints.values(*ENDPOINT_FIELDS)),
        "deliveries": list(
            user.endpoints.filter(deliveries__isnull=False).values(
                "channel", **{name: F(f"deliveries__{name}") for name in DELIVERY_FIELDS}
            )
        ),
        "plays": each_readable(
            PlaySeat.objects.filter(user=user).order_by("pk").values("play_id", *PLAY_FIELDS, **PLAY_FACTS)
        ),
        "plays_recorded": each_readable(
            user.recorded_plays.order_by("created_at").values("id", "title", "played_on", "place", "minutes", "note")
        ),
        "plays_disputed": list(Objection.objects.filter(user=user).values("play_id", "text", "at", "closed_at")),
        **one_person.own_data(user),
    }


def _timing(user: User) -> dict[str, Any]:
    timing = getattr(user, "notice_timing", None)
    return {} if timing is None else {name: getattr(timing, name) for name in TIMING_FIELDS}


def _seat(seat: Seat) -> dict[str, Any]:
    match = seat.match
    return {
        "match": match.pk,
        "title": match.title,
        "seat": seat.index,
        "status": match.status,
        "joined_at": seat.joined_at,
        "looked_at": seen(seat).at,
        "muted_at": seat.muted_at,
        "vacated_at": seat.vacated_at,
        "outcome": match.outcome,
    }
