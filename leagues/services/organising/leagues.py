"""Making a league, changing its rules, closing it, inviting people to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games import clock
from games.core.errors import MoveError
from games.core.text import Text, _
from games.core.title.game import Game
from games.refusals import BadInput, Conflict, Forbidden, TooMany
from games.registry import TITLES
from leagues.core.durations import match_days, pace_problem
from leagues.core.rules import SeasonRules, problem
from leagues.core.timetable import StepKind
from leagues.models import BEFORE_START, OVER, Admission, Invitation, League, Role, RoleKind, Season
from leagues.policy import policy
from leagues.services.deciding.seen import Seen, check_seen
from leagues.services.organising.log import check_not_too_often, note
from leagues.services.organising.reaching import check_bounds, check_welcome, lock_sender
from leagues.services.organising.roles import check_may_own_one_more, lock_league, require
from leagues.services.timetable import seasons

NAME_LENGTHS = range(3, 61)
RESERVED_SLUGS = frozenset({"new", "calendar"})
NUMBERED = "league-no-"  # how the addresses of leagues begin whose name was taken away
MOST_INVITATIONS = 500
MADE_A_DAY = 5  # leagues by one person, closed ones too
ANNOUNCED_A_WEEK = 3  # seasons of one league: its members are notified of each


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The title and rules of a league."""

    title: str
    rules: SeasonRules
    settings: Mapping[str, str] = field(default_factory=dict)
    pace: str = "standard"
    is_rated: bool = True
    nights: bool = True
    weekends: bool = False
    vacations: bool = True


def create_league(
    *,
    owner: Any,
    name: str,
    terms: Terms,
    description: str = "",
    admission: str = Admission.OPEN,
    is_listed: bool = True,
    repeats: bool = True,
    opens_at: datetime | None = None,
    is_demo: bool = False,
) -> League:
    """Create and return a league of `owner`, and announce its first season, whose sign-up opens at `opens_at` or now.

    Raises `BadInput` (naming the field), `Forbidden` (guests, bans), `Conflict` (the name is taken), `TooMany`.
    """
    refusal = policy().refuse_to_organise(owner)
    if refusal is not None:
        raise Forbidden(refusal)
    name, slug = _checked_name(name)
    if admission not in Admission.values:
        raise BadInput(_("Who can sign up: choose one from the list."))
    with transaction.atomic(durable=True):
        check_may_own_one_more(owner)
        check_not_too_often(
            ["created"],
            most=MADE_A_DAY,
            within=timedelta(days=1),
            refusal=_("You’ve created %(most)s leagues in one day. Create the next one tomorrow.", most=MADE_A_DAY),
            actor=owner,
        )
        league = League(
            slug=slug,
            name=name,
            description=description.strip(),
            admission=admission,
            is_listed=is_listed,
            repeats=repeats,
            is_demo=is_demo,
        )
        _set_terms(league, terms)
        _save_name(league)
        Role.objects.create(league=league, user=owner, kind=RoleKind.OWNER)
        note(league, "created", actor=owner)
        seasons.announce_season(league, opens_at or clock.now())
    return league


def change_league(
    *,
    actor: Any,
    league_id: int,
    terms: Terms,
    name: str,
    description: str,
    admission: str,
    is_listed: bool,
    repeats: bool,
    seen: Seen | None = None,
) -> League:
    """Change the description of a league and the rules of its next season; a season that was announced keeps its own.
    Return the league; its address stays. Raises as `create_league`, and `Overtaken`."""
    if admission not in Admission.values:
        raise BadInput(_("Who can sign up: choose one from the list."))
    name, _slug = _checked_name(name)
    with transaction.atomic(durable=True):
        league = lock_league(league_id)
        require(actor, league, RoleKind.ORGANISER)
        if league.taken_down_at is not None:
            raise Forbidden(_("The site’s moderators have taken this league down."))
        check_seen(seen, league.revision, league)
        league.name, league.description, league.admission = name, description.strip(), admission
        league.is_listed, league.repeats = is_listed, repeats
        _set_terms(league, terms)
        _save_name(league)
        note(league, "changed", actor=actor)
    return league


def close_league(*, actor: Any, league_id: int, reason: str, seen: Seen | None = None) -> None:
    """Close a league: no season follows the present one, which must be as `seen`, and one that has not started is
    cancelled. Idempotent. Raises `NoSuchLeague`, `Forbidden`, `Overtaken`."""
    with transaction.atomic(durable=True):
        league = lock_league(league_id)
        require(actor, league, RoleKind.OWNER)
        if league.closed_at is None:
            _check_newest(league, seen)
            note(league, "closed", actor=actor, reason=reason)
            _close(league, actor, reason)


def reopen_league(*, actor: Any, league_id: int, reason: str, seen: Seen | None = None) -> None:
    """Reopen a league that its owner closed, so that seasons follow again. Nothing is announced, and what closing has
    cancelled stays cancelled. Idempotent.

    Raises `NoSuchLeague`, `Forbidden`, `BadInput`, `Conflict` (taken down), `TooMany` (leagues of one owner),
    `Overtaken`.
    """
    if not reason.strip():
        raise BadInput(_("Reason: say why; members will see it in the log."))
    with transaction.atomic(durable=True):
        check_may_own_one_more(actor)
        league = lock_league(league_id)
        require(actor, league, RoleKind.OWNER)
        if league.closed_at is None:
            return
        if league.taken_down_at is not None:
            raise Conflict(_("The site’s moderators have taken this league down, so it stays closed."))
        _check_newest(league, seen)
        league.closed_at = None
        league.save(update_fields=["closed_at"])
        note(league, "reopened", actor=actor, reason=reason)


def _check_newest(league: League, seen: Seen | None) -> None:
    """Raise `Overtaken` unless the newest season of a locked league is as it was seen."""
    last = league.seasons.order_by("-number").select_related("league").first()
    if last is not None:
        check_seen(seen, last.revision, league)


def _close(league: League, actor: Any, reason: str) -> None:
    """End a locked league with its present season, and cancel what has not started."""
    league.closed_at = clock.now()
    league.save(update_fields=["closed_at"])
    for season in Season.objects.select_for_update(no_key=True).filter(league=league, state__in=BEFORE_START):
        seasons.cancel_season(season, actor=actor, reason=reason)


def take_down(*, league_id: int) -> str | None:
    """Take a league down, for the site's moderators: remove its name, address and all words, leave it out of lists, and
    close it. A season that has started is played to its end. Return its former name; None if it was taken down before.

    Raises `NoSuchLeague`.
    """
    with transaction.atomic(durable=True):
        league = lock_league(league_id)
        if league.taken_down_at is not None:
            return None
        former = league.name
        league.name, league.slug = f"League No. {league.pk}", f"{NUMBERED}{league.pk}"
        league.description, league.is_listed, league.taken_down_at = "", False, clock.now()
        league.save(update_fields=["name", "slug", "description", "is_listed", "taken_down_at"])
        league.log.exclude(reason="").update(reason="")
        for role in league.roles.filter(kind=RoleKind.OWNER).select_related("user"):
            note(league, "taken_down", subject=role.user)
        if league.closed_at is None:
            _close(league, None, "")
    return former


def announce_next(
    *,
    actor: Any,
    league_id: int,
    begins: StepKind = StepKind.OPEN_SIGN_UP,
    at: datetime | None = None,
    seen: Seen | None = None,
) -> Season:
    """Announce a season after one that was cancelled, or that was to be the last. Its step `begins` is at `at`
    (`seasons.opening`). Doing it twice changes nothing: a season that is already announced is returned. Raises
    `NoSuchLeague`, `Forbidden`, `BadInput`, `Conflict`, `Overtaken`, `TooMany`."""
    with transaction.atomic(durable=True):
        league = lock_league(league_id)
        require(actor, league, RoleKind.ORGANISER)
        if league.closed_at is not None:
            raise Conflict(_("This league is closed."))
        last = league.seasons.order_by("-number").first()
        if last is None or last.state in OVER:
            _check_newest(league, seen)
            check_not_too_often(
                ["announced"],
                most=ANNOUNCED_A_WEEK,
                within=timedelta(days=7),
                refusal=_(
                    "This league has already announced %(most)s seasons this week. Try again later.",
                    most=ANNOUNCED_A_WEEK,
                ),
                league=league,
            )
            return seasons.announce_season(league, seasons.opening(league.rules, begins, at))
        if last.state in BEFORE_START:
            return last
        raise Conflict(_("This season is still in progress."))


def invite(*, actor: Any, league_id: int, user: Any) -> bool:
    """Invite `user` to sign up for a league, and notify them; return whether they were not invited before. Raises
    `NoSuchLeague`, `Forbidden` (no role, a block), `BadInput` (oneself), `TooMany`."""
    with transaction.atomic(durable=True):
        lock_sender(actor)
        league = lock_league(league_id)
        require(actor, league, RoleKind.MODERATOR)
        if league.invitations.filter(user=user).exists():
            return False
        check_welcome(actor, user)
        if league.invitations.count() >= MOST_INVITATIONS:
            raise TooMany(
                _("A league can have at most %(most)s open invitations. Withdraw some first.", most=MOST_INVITATIONS)
            )
        check_bounds(actor, user)
        Invitation.objects.create(league=league, user=user)
        note(league, "invited", actor=actor, subject=user, public=False)
    return True


def uninvite(*, actor: Any, league_id: int, user: Any) -> None:
    """Take an invitation back; a player who has already signed up stays."""
    with transaction.atomic(durable=True):
        league = lock_league(league_id)
        require(actor, league, RoleKind.MODERATOR)
        if Invitation.objects.filter(league=league, user=user).delete()[0]:
            note(league, "uninvited", actor=actor, subject=user, public=False)


def _checked_name(name: str) -> tuple[str, str]:
    name = " ".join(name.split())
    slug = slugify(name)[:40].strip("-")
    is_reserved = slug in RESERVED_SLUGS or slug.startswith(NUMBERED)
    if len(name) not in NAME_LENGTHS or not slug or is_reserved or not name.isprintable():
        raise BadInput(_("Name: use 3 to 60 letters and digits, including at least one Latin letter or digit."))
    return name, slug


def _save_name(league: League) -> None:
    """Store a league whose name or address may be taken, regardless of case. Raises `Conflict`. Closed leagues keep
    theirs."""
    try:
        with transaction.atomic():
            league.save()
    except IntegrityError as error:
        raise Conflict(_("Name: there’s already a league with this name or a very similar one.")) from error


def pace_refusal(game: Game, rules: SeasonRules, pace: clock.Pace) -> Text | None:
    """Return why matches of the title at this pace do not fit the days of these rules; None if they do."""
    one_match = match_days(game.usual_moves[rules.seats], pace.time_control.increment)
    return pace_problem(rules, one_match, str(pace.label))


def _set_terms(league: League, terms: Terms) -> None:
    """Write the terms into the league's columns; raises `BadInput`."""
    game = TITLES.get(terms.title)
    if game is None:
        raise BadInput(_("Title: there’s no title with this name."))
    refusal = problem(terms.rules, game.seats)
    if refusal is not None:
        raise BadInput(refusal)
    try:
        league.settings = game.common_settings(terms.settings, terms.rules.sizes(game.seats))
    except MoveError as error:
        raise BadInput(error.reason) from error
    pace = clock.PACES.get(terms.pace)
    if pace is None or pace.time_control.bank is None:
        raise BadInput(_("Pace: choose one with a time limit; leagues need it."))
    too_slow = pace_refusal(game, terms.rules, pace)
    if too_slow is not None:
        raise BadInput(too_slow)
    league.title, league.pace, league.is_rated = terms.title, terms.pace, terms.is_rated
    league.nights, league.weekends, league.vacations = terms.nights, terms.weekends, terms.vacations
    league.rules = terms.rules
