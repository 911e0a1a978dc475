"""The log of a league in words."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from games.templatetags.frame import in_words
from leagues.core.conduct import Card
from leagues.core.promotion import Movement
from leagues.core.timetable import StepKind
from leagues.models import LogEntry, RequestKind, RoleKind

_ = gettext_lazy
MOST_MINUTES = 10**8

STEP_NAMES: Mapping[str, Promise] = {
    StepKind.OPEN_SIGN_UP: _("sign-up opens"),
    StepKind.CLOSE_SIGN_UP: _("sign-up closes"),
    StepKind.DRAW: _("divisions and schedule are published"),
    StepKind.START: _("the first matches start"),
    StepKind.ROUND: _("the next round is drawn and starts"),
    StepKind.END_PLAY: _("matches without an extension end"),
    StepKind.END_EXTENSION: _("extended matches end"),
    StepKind.FINISH: _("final tables, promotion and relegation"),
    StepKind.NEXT_SEASON: _("the next season is announced"),
}
CARD_NAMES: Mapping[str, Promise] = {
    Card.WARNING: _("a warning"),
    Card.YELLOW: _("a yellow card"),
    Card.RED: _("a red card"),
}

UNDONE: Mapping[str, Promise] = {
    "moved": _("the new time of the timetable"),
    "extended": _("more time for a match"),
    "extended_all": _("more time for all open matches"),
    "corrected": _("the result of a match"),
    "match_forfeited": _("that seats were forfeited"),
    "match_annulled": _("that a match was annulled"),
    "match_replayed": _("that a match is replayed"),
    "expelled": _("that somebody was expelled"),
    "taken_out": _("that somebody was taken out"),
    "declined": _("that somebody was declined"),
    "cancelled": _("that the season was cancelled"),
    "card_lifted": _("that a card was taken back"),
}

MOVEMENTS: Mapping[str, Promise] = {
    Movement.PROMOTED: _("promoted"),
    Movement.FILLED_VACANCY: _("moved up to a free place"),
    Movement.STAYED: _("stayed"),
    Movement.REPRIEVED: _("stayed: a place was free"),
    Movement.TIER_CLOSED: _("the tier was closed"),
    Movement.DISPLACED: _("no place in a higher tier"),
    Movement.RELEGATED: _("relegated"),
    Movement.INACTIVE: _("lower for absences"),
    Movement.REJOINED: _("is back"),
    Movement.NEWCOMER: _("new"),
}

# By verb: the sentence. %(actor)s acted (“the league” for the site itself), %(subject)s is whom it concerns.
SENTENCES: Mapping[str, Promise] = {
    "created": _("%(actor)s made the league."),
    "changed": _("%(actor)s changed the league; the rules are those of the next season that is announced."),
    "closed": _("%(actor)s closed the league."),
    "reopened": _("%(actor)s opened the league again."),
    "taken_down": _("The site's moderators took the league's name and description away, and closed it."),
    "appointed": _("%(actor)s made %(subject)s %(role)s."),
    "dismissed": _("%(subject)s is no longer %(role)s."),
    "role_offered": _("%(actor)s asks %(subject)s to be %(role)s."),
    "role_accepted": _("%(subject)s is %(role)s now."),
    "invited": _("%(actor)s invited %(subject)s."),
    "uninvited": _("%(actor)s took the invitation of %(subject)s back."),
    "announced": _("Season %(season)s is announced."),
    "cancelled": _("%(actor)s cancelled season %(season)s."),
    "too_few": _("Season %(season)s is cancelled: too few people signed up."),
    "sign_up_opened": _("Sign-up is open; %(returning)s people of the season before are signed up again."),
    "sign_up_extended": _("%(entered)s people have signed up, %(needed)s are needed: sign-up goes on."),
    "sign_up_closed": _("Sign-up is closed: %(entered)s people play."),
    "not_answered": _("Nobody answered %(subject)s before sign-up closed."),
    "signed_up": _("%(subject)s signed up."),
    "asked": _("%(subject)s asked to play."),
    "accepted": _("%(actor)s accepted %(subject)s."),
    "declined": _("%(actor)s declined %(subject)s."),
    "removed": _("%(actor)s removed %(subject)s."),
    "withdrew": _("%(subject)s left the season."),
    "taken_out": _("%(actor)s took %(subject)s out of the season."),
    "expelled": _("%(actor)s expelled %(subject)s from the season."),
    "joined_bench": _("%(subject)s is ready to take over seats."),
    "left_bench": _("%(subject)s is no longer ready to take over seats."),
    "drawn": _("The schedule is published."),
    "started": _("The season has started."),
    "round_drawn": _("Round %(number)s is drawn."),
    "play_ended": _("The time to play is over; matches decided by the rules: %(adjudicated)s."),
    "adjudicated": _("Match %(fixture)s was not over in time: the rules decided it."),
    "matches_removed": _("%(subject)s left with less than 60 %% of the matches played: all of them are taken out."),
    "matches_forfeited": _("%(subject)s left with 60 %% of the matches played or more: the others are forfeited."),
    "finish_waits": _("The final tables wait until organisers have decided about objections."),
    "seats_forfeited": _("%(subject)s left: what was played stands, and in other matches a bot takes the seat."),
    "finished": _("The season is over."),
    "card": _("%(subject)s was absent: %(card)s."),
    "card_lifted": _("%(actor)s took %(card)s of %(subject)s back."),
    "penalty": _("What absences bring %(subject)s: %(seasons)s seasons without play, %(tiers)s tiers lower."),
    "request_open": _("%(subject)s asks for %(request)s."),
    "request_granted": _("%(actor)s granted %(subject)s %(request)s."),
    "request_refused": _("%(actor)s refused %(subject)s %(request)s."),
    "corrected": _("%(actor)s set the result of match %(number)s."),
    "match_forfeited": _("%(actor)s declared seats of match %(number)s forfeited."),
    "match_annulled": _("%(actor)s annulled match %(number)s: it counts for nobody."),
    "match_replayed": _("%(actor)s has match %(number)s replayed: the match before is annulled."),
    "extended": _("%(actor)s gave match %(number)s more time (days: %(days)s)."),
    "extended_all": _("%(actor)s gave all open matches more time (days: %(days)s)."),
    "match_decided": _("%(actor)s decided about match %(number)s of %(subject)s; the log of the season says what."),
    "seat_offered": _("%(subject)s is asked to take over a seat of match %(number)s."),
    "seat_taken": _("%(subject)s took over a seat of match %(number)s."),
    "undone": _("%(actor)s took something back: %(what)s."),
    "held": _("%(actor)s put off: %(step)s."),
    "step_failed": _("This could not be done, and is tried again every few minutes: %(step)s."),
    "released": _("%(actor)s let go on: %(step)s."),
    "moved": _("%(actor)s moved the timetable: %(step)s."),
    "challenged": _("%(actor)s challenged %(subject)s."),
    "challenge_accepted": _("%(actor)s accepted the challenge of %(subject)s."),
    "challenge_declined": _("%(subject)s declined a challenge and gave up the place."),
    "challenge_unanswered": _("%(subject)s did not answer a challenge and lost the place."),
    "place_taken": _("%(subject)s moves up: the challenge was not accepted."),
    "outage": _("The site did not run, or its clock was set: whatever has a time limit moves by %(length)s."),
    "places_corrected": _("The result of match %(number)s has changed: the places of the two follow it."),
    "places_stay": _(
        "The result of match %(number)s has changed. The places stay: one of the two has moved since, or left."
    ),
    "signed_up_again": _("Sign-up is open: %(subject)s is signed up again, as asked for after the season before."),
    "may_return": _("Sign-up is open: %(subject)s played the season before, and may sign up again."),
    "placed": _("The schedule is published: %(subject)s plays in division %(division)s."),
    "moved_to": _("The schedule is published: %(subject)s plays in division %(division)s (%(movement)s)."),
    "in_field": _("The first round is drawn: %(subject)s plays."),
    "plays": _("The season has started: the matches of %(subject)s begin."),
    "ranked": _("The season is over: %(subject)s has rank %(rank)s of %(players)s in division %(division)s."),
    "ranked_in_field": _("The season is over: %(subject)s has rank %(rank)s of %(players)s."),
    "not_held": _("Season %(season)s is not held; %(subject)s had signed up."),
    "owner_left": _("The owner's account is deleted: %(subject)s owns the league now."),
    "ownerless": _("The owner's account is deleted, and nobody else runs the league: no season follows this one."),
}


def _length(minutes: object) -> str:
    """Return this many minutes, forward or back, in words."""
    return in_words(timedelta(minutes=abs(minutes))) if type(minutes) is int and abs(minutes) < MOST_MINUTES else "–"


def describe(entry: LogEntry, names: Mapping[int, str]) -> str:
    """Return the sentence of a line; `names` are those of people by primary key. Deleted people are “a former
    player”."""
    somebody = gettext("somebody")
    facts: dict[str, Any] = {
        **entry.details,
        "actor": gettext("The league") if entry.actor_id is None else names.get(entry.actor_id, somebody),
        "subject": names.get(entry.subject_id, somebody) if entry.subject_id else somebody,
        "season": entry.season.number if entry.season is not None else "",
    }
    kind = str(entry.details.get("kind", ""))
    facts["role"] = RoleKind(kind).label if kind in RoleKind.values else ""
    facts["request"] = RequestKind(kind).label if kind in RequestKind.values else ""
    facts["card"] = CARD_NAMES.get(kind, "")
    facts["movement"] = MOVEMENTS.get(str(entry.details.get("movement", "")), "")
    if entry.verb == "outage":
        facts["length"] = _length(entry.details.get("minutes"))
    facts["what"] = UNDONE.get(str(entry.details.get("undone", "")), "")
    facts["step"] = STEP_NAMES.get(str(entry.details.get("step", "")), "")
    try:
        return str(SENTENCES[entry.verb]) % facts
    except (LookupError, TypeError, ValueError):
        return gettext("This line cannot be read.")
