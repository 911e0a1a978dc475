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
    StepKind.DRAW: _("the divisions and schedule are published"),
    StepKind.START: _("the first matches start"),
    StepKind.ROUND: _("the next round is drawn and starts"),
    StepKind.END_PLAY: _("play ends (except for extended matches)"),
    StepKind.END_EXTENSION: _("play ends for extended matches"),
    StepKind.FINISH: _("final standings, promotion and relegation"),
    StepKind.NEXT_SEASON: _("the next season is announced"),
}
CARD_NAMES: Mapping[str, Promise] = {
    Card.WARNING: _("a warning"),
    Card.YELLOW: _("a yellow card"),
    Card.RED: _("a red card"),
}

UNDONE: Mapping[str, Promise] = {
    "moved": _("a change of the timetable"),
    "extended": _("an extension for a match"),
    "extended_all": _("an extension for all open matches"),
    "corrected": _("the result of a match"),
    "match_forfeited": _("a forfeit"),
    "match_annulled": _("the annulment of a match"),
    "match_replayed": _("the replay of a match"),
    "expelled": _("the expulsion of a player"),
    "taken_out": _("the withdrawal of a player"),
    "declined": _("the rejection of a player"),
    "cancelled": _("the cancellation of the season"),
    "card_lifted": _("the withdrawal of a card"),
}

MOVEMENTS: Mapping[str, Promise] = {
    Movement.PROMOTED: _("promoted"),
    Movement.FILLED_VACANCY: _("moved up to a vacant place"),
    Movement.STAYED: _("stayed"),
    Movement.REPRIEVED: _("stayed because a place was vacant"),
    Movement.TIER_CLOSED: _("the tier no longer exists"),
    Movement.DISPLACED: _("no room in a higher tier"),
    Movement.RELEGATED: _("relegated"),
    Movement.INACTIVE: _("moved down for absences"),
    Movement.REJOINED: _("returned"),
    Movement.NEWCOMER: _("new"),
}

# By verb: the sentence. %(actor)s acted (“the league” for the site itself), %(subject)s is whom it concerns.
SENTENCES: Mapping[str, Promise] = {
    "created": _("%(actor)s created the league."),
    "changed": _("%(actor)s changed the league. The new rules apply from the next season to be announced."),
    "closed": _("%(actor)s closed the league."),
    "reopened": _("%(actor)s reopened the league."),
    "taken_down": _("The site’s moderators removed the league’s name and description, and closed it."),
    "appointed": _("%(actor)s gave %(subject)s a role: %(role)s."),
    "dismissed": _("%(subject)s no longer has this role: %(role)s."),
    "role_offered": _("%(actor)s offered %(subject)s a role: %(role)s."),
    "role_accepted": _("%(subject)s accepted a role: %(role)s."),
    "invited": _("%(actor)s invited %(subject)s."),
    "uninvited": _("%(actor)s withdrew the invitation for %(subject)s."),
    "announced": _("Season %(season)s was announced."),
    "cancelled": _("%(actor)s cancelled season %(season)s."),
    "too_few": _("Season %(season)s was cancelled because too few players signed up."),
    "sign_up_opened": _("Sign-up is open. Players signed up again from last season: %(returning)s."),
    "sign_up_extended": _("Sign-up was extended: %(entered)s players have signed up, but %(needed)s are needed."),
    "sign_up_closed": _("Sign-up is closed. Players: %(entered)s."),
    "not_answered": _("%(subject)s didn’t get an answer before sign-up closed."),
    "signed_up": _("%(subject)s signed up."),
    "asked": _("%(subject)s asked to join."),
    "accepted": _("%(actor)s accepted the sign-up of %(subject)s."),
    "declined": _("%(actor)s declined the sign-up of %(subject)s."),
    "removed": _("%(actor)s removed %(subject)s."),
    "withdrew": _("%(subject)s left the season."),
    "taken_out": _("%(actor)s withdrew %(subject)s from the season."),
    "expelled": _("%(actor)s expelled %(subject)s from the season."),
    "joined_bench": _("%(subject)s is available as a substitute."),
    "left_bench": _("%(subject)s is no longer available as a substitute."),
    "drawn": _("The schedule is published."),
    "started": _("The season has started."),
    "round_drawn": _("Round %(number)s was drawn."),
    "play_ended": _("Play has ended. Matches decided by the rules: %(adjudicated)s."),
    "adjudicated": _("Match %(fixture)s wasn’t finished in time, so the rules decided it."),
    "matches_removed": _(
        "%(subject)s left with less than 60%% of their matches played, so none of their matches count."
    ),
    "matches_forfeited": _("%(subject)s left with at least 60%% of their matches played, so the rest are forfeited."),
    "finish_waits": _("The standings become final once organisers have decided on the objections."),
    "seats_forfeited": _("%(subject)s left: finished matches still count, and a bot takes the seat in the others."),
    "finished": _("The season is over."),
    "card": _("%(subject)s got %(card)s for absence."),
    "card_lifted": _("%(actor)s withdrew %(card)s given to %(subject)s."),
    "penalty": _("Penalty for %(subject)s: seasons suspended: %(seasons)s; tiers moved down: %(tiers)s."),
    "request_open": _("%(subject)s made a request: %(request)s."),
    "request_granted": _("%(actor)s granted a request by %(subject)s: %(request)s."),
    "request_refused": _("%(actor)s refused a request by %(subject)s: %(request)s."),
    "corrected": _("%(actor)s set the result of match %(number)s."),
    "match_forfeited": _("%(actor)s declared a forfeit in match %(number)s."),
    "match_annulled": _("%(actor)s annulled match %(number)s, so it doesn’t count."),
    "match_replayed": _("%(actor)s ordered a replay of match %(number)s and annulled the original."),
    "extended": _("%(actor)s gave match %(number)s more time (days: %(days)s)."),
    "extended_all": _("%(actor)s gave all open matches more time (days: %(days)s)."),
    "match_decided": _("%(actor)s made a ruling on match %(number)s of %(subject)s; see the season’s log."),
    "table_result_offered": _(
        "%(actor)s offered a table result for match %(number)s. It counts as soon as all its players have confirmed it."
    ),
    "table_result_withdrawn": _("%(actor)s withdrew the table result of match %(number)s."),
    "table_result_settled": _("Match %(number)s was settled by a table result that all its players confirmed."),
    "table_result_ignored": _(
        "A table result of match %(number)s was confirmed too late, or no longer fitted the match, so it doesn’t count "
        "here."
    ),
    "table_result_struck": _("The table result of match %(number)s no longer counts, so the match is annulled."),
    "table_result_upheld": _("%(actor)s decided that the disputed table result of match %(number)s counts."),
    "table_result_refused": _("%(actor)s decided that the table result of match %(number)s doesn’t count."),
    "own_table_result_settled": _("Match %(number)s of %(subject)s was settled by its table result."),
    "own_table_result_ignored": _(
        "The table result of match %(number)s of %(subject)s was confirmed too late, or no longer fitted the match, so "
        "it doesn’t count in the league."
    ),
    "own_table_result_struck": _(
        "The table result of match %(number)s of %(subject)s no longer counts, so the match is annulled."
    ),
    "seat_offered": _("%(subject)s was offered a seat in match %(number)s."),
    "seat_taken": _("%(subject)s took over a seat in match %(number)s."),
    "undone": _("%(actor)s undid %(what)s."),
    "held": _("%(actor)s put a step on hold: %(step)s."),
    "step_failed": _("A step failed and will be retried every few minutes: %(step)s."),
    "released": _("%(actor)s resumed a step: %(step)s."),
    "moved": _("%(actor)s moved a step of the timetable: %(step)s."),
    "challenged": _("%(actor)s challenged %(subject)s."),
    "challenge_accepted": _("%(actor)s accepted a challenge from %(subject)s."),
    "challenge_declined": _("%(subject)s declined a challenge and gave up their place."),
    "challenge_unanswered": _("%(subject)s didn’t answer a challenge and lost their place."),
    "place_taken": _("%(subject)s moved up because a challenge wasn’t accepted."),
    "outage": _("The site was down, or its clock was changed, so all time limits were moved by %(length)s."),
    "places_corrected": _("The result of match %(number)s has changed, and the two players’ places with it."),
    "places_stay": _(
        "The result of match %(number)s has changed. The places stay as they are because one of the "
        "players has since moved or left."
    ),
    "signed_up_again": _("Sign-up is open. %(subject)s is signed up again, as requested last season."),
    "may_return": _("Sign-up is open. %(subject)s played last season and can sign up again."),
    "placed": _("The schedule is published. %(subject)s plays in division %(division)s."),
    "moved_to": _("The schedule is published. %(subject)s plays in division %(division)s (%(movement)s)."),
    "in_field": _("The first round was drawn. %(subject)s is playing."),
    "plays": _("The season has started. Matches are starting for %(subject)s."),
    "ranked": _("The season is over. %(subject)s finished at rank %(rank)s of %(players)s in division %(division)s."),
    "ranked_in_field": _("The season is over. %(subject)s finished at rank %(rank)s of %(players)s."),
    "not_held": _("Season %(season)s won’t take place; %(subject)s had signed up."),
    "owner_left": _("The owner’s account was deleted. %(subject)s now owns the league."),
    "ownerless": _(
        "The owner’s account was deleted and nobody else runs the league, so there won’t be another season."
    ),
}


def _length(minutes: object) -> str:
    """Return this many minutes, forward or back, in words."""
    return in_words(timedelta(minutes=abs(minutes))) if type(minutes) is int and abs(minutes) < MOST_MINUTES else "–"


def describe(entry: LogEntry, names: Mapping[int, str]) -> str:
    """Return the sentence of a line; `names` are those of people by primary key. Deleted accounts
    have no name there."""
    somebody = gettext("someone")
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
        return gettext("This line can’t be read.")
