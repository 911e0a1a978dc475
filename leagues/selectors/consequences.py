"""The consequences of an organiser's action with the season's present state, shown before the confirmation."""

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import clock
from games.core.text import Param, Text, TextList, _, ngettext
from leagues.core.decisions import Chosen, Decision
from leagues.core.dropouts import Settlement
from leagues.core.results import Result, ResultKind
from leagues.core.rules import SWISS_FORMATS, Format
from leagues.core.timetable import StepKind
from leagues.models import BEFORE_START, Entry, EntryState, FixtureState, Season, Step
from leagues.models.revision import revision
from leagues.selectors.endings import Fixtures, drop_out_of, verdicts, without_extension
from leagues.selectors.field import can_be_drawn, field, later_rounds, resting, returning, was_extended_enough
from leagues.selectors.seasons import FixtureLine, SeatLine

ENOUGH = "60%"  # of the matches of a leaver (`leagues.core.dropouts`)


UNPLACED: Mapping[ResultKind, Text] = {
    ResultKind.PLAYED: _("played"),
    ResultKind.FORFEITED: _("forfeited"),
    ResultKind.WON_BY_FORFEIT: _("won by forfeit"),
    ResultKind.BYE: _("bye"),
    ResultKind.HALF_BYE: _("half-point bye"),
    ResultKind.UNPLAYED: _("not played"),
    ResultKind.ANNULLED: _("annulled"),
}


@dataclass(frozen=True, slots=True)
class Moved:
    """A step of the timetable with its time before and after."""

    step: Step
    before: datetime
    after: datetime


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of an action: the `question` that is asked, the consequences after the words of `lead`, the new
    timetable if it changes, and the label of the button."""

    question: Text
    button: Text
    follows: list[Text] = dataclasses.field(default_factory=list)
    times: list[Moved] = dataclasses.field(default_factory=list)
    lead: Text | None = None

    @property
    def revision(self) -> str:
        """The revision that a confirmation refers to."""
        return revision(*self.follows, *((moved.step.pk, moved.after) for moved in self.times))


def of_moving(season: Season, step: Step, at: datetime) -> Plan:
    """Return what follows if the next `step` is moved to `at`, and all later ones by as much."""
    distance = at - step.at
    later = season.steps.filter(done_at=None).order_by("position")
    return Plan(
        _("Move the timetable?"),
        _("Move"),
        of_step(season, step),
        [Moved(one, one.at, one.at + distance) for one in later],
        lead=_("At that time, based on the current situation:"),
    )


def of_releasing(season: Season, step: Step) -> Plan | None:
    """Return what follows if a held step is released after its time: it happens immediately. None if its time is still
    to come."""
    late = clock.now() - step.at
    if late <= timedelta(0):
        return None
    later = season.steps.filter(done_at=None).order_by("position")
    return Plan(
        _("Resume the timetable?"),
        _("Resume"),
        [_("Its time has passed, so it happens immediately."), *of_step(season, step)],
        [Moved(one, one.at, one.at + late) for one in later],
    )


def of_cancelling(season: Season) -> Plan:
    """Return what follows if a season is cancelled before it starts."""
    told = season.entries.filter(state__in=[EntryState.ASKED, EntryState.ENTERED]).count()
    follows = [
        ngettext(
            "%(n)s player has signed up and will be notified.",
            "%(n)s players have signed up and will be notified.",
            told,
        ),
        _("No matches are played."),
        _("No season follows automatically. You can announce another one any time."),
    ]
    return Plan(_("Cancel season %(number)s?", number=season.number), _("Cancel the season"), follows)


def of_correcting(match: FixtureLine, places: Sequence[int]) -> Plan:
    """Return what follows if the seats of a match get these places, in seat order."""
    follows = [
        _("%(name)s: %(before)s, then %(after)s", name=seat.person.name, before=_place(seat), after=place)
        for seat, place in zip(match.seats, places, strict=True)
    ]
    if match.fixture.state == FixtureState.RUNNING:
        follows.append(_("The match in progress ends now and doesn’t change any ratings."))
    follows.append(_("The standings use this result, whatever the match says."))
    return Plan(_("Set the result of match %(number)s?", number=match.fixture.number), _("Set the result"), follows)


def _place(seat: SeatLine) -> Param:
    if seat.place is not None:
        return seat.place
    return UNPLACED[ResultKind(seat.kind)] if seat.kind else _("no result")


def of_deciding(match: FixtureLine, chosen: Chosen) -> Plan:
    """Return what follows if an organiser makes this decision about a match."""
    number = match.fixture.number
    match chosen.decision:
        case Decision.FORFEIT:
            names = TextList(tuple(match.seats[seat].person.name for seat in chosen.seats if seat < len(match.seats)))
            question = _("Match %(number)s: declare a forfeit by %(names)s?", number=number, names=names)
            return Plan(question, _("Forfeit"), _forfeiting(match, chosen))
        case Decision.ANNUL:
            follows = [_("The match doesn’t count, either for the standings or for ratings.")]
            return Plan(_("Annul match %(number)s?", number=number), _("Annul"), [*_ending_now(match), *follows])
        case Decision.REPLAY:
            follows = [
                _("The original match is annulled and doesn’t count, either for the standings or for ratings."),
                _("The same players play again in the same seats, in the time left in the season."),
            ]
            return Plan(_("Replay match %(number)s?", number=number), _("Replay"), [*_ending_now(match), *follows])


def _forfeiting(match: FixtureLine, chosen: Chosen) -> list[Text]:
    follows = [_("Players who forfeit come last and get no points. It counts as an absence.")]
    if match.fixture.state == FixtureState.SETTLED:
        return [*follows, _("Ratings don’t change.")]
    if len(match.seats) > 2:
        follows.append(_("Bots play for them. If fewer than two players are left, the match isn’t played."))
    elif len(chosen.seats) > 1:
        follows.append(_("The match doesn’t change any ratings."))
    else:
        follows.append(_("The opponent wins."))
    return follows


def _ending_now(match: FixtureLine) -> list[Text]:
    return [_("The match in progress ends now.")] if match.fixture.state == FixtureState.RUNNING else []


def of_taking_out(season: Season, entry: Entry, name: str, *, expel: bool) -> Plan:
    """Return what follows if a player is taken out of a season that is not over."""
    follows = _taking_out_of_matches(season, entry)
    if expel:
        follows.append(_("%(name)s can’t sign up for this season again.", name=name))
    if season.started_at is not None and season.rules.format is not Format.LADDER:
        follows.append(_("As with any player who leaves, they sit out the next season and then start a tier lower."))
    question = _("Expel %(name)s?", name=name) if expel else _("Withdraw %(name)s from the season?", name=name)
    return Plan(question, _("Expel") if expel else _("Withdraw"), follows)


def _taking_out_of_matches(season: Season, entry: Entry) -> list[Text]:
    if season.state in BEFORE_START:
        drawn = entry.division_id is not None
        return [
            _("Their matches are settled when the season starts.") if drawn else _("No matches have been drawn yet.")
        ]
    if season.rules.format is Format.LADDER:
        return [_("Everyone below moves up a place."), _("The open match is forfeited.")]
    if entry.division is None or not season.rules.has_divisions:
        return [_("Results so far still count, and the open match is forfeited.")]
    found = drop_out_of(entry.division, entry)
    if found.settlement is Settlement.SEATS_FORFEITED:
        return [_("Their finished matches still count. A bot plays their other matches, and they come last in those.")]
    if found.settlement is Settlement.REST_FORFEITED:
        return [
            _(
                "They’ve played at least %(share)s of their matches: these still count, and the rest are forfeited.",
                share=ENOUGH,
            )
        ]
    return [
        _(
            "They’ve played less than %(share)s of their matches: none of them count, and the division is "
            "ranked by points per match.",
            share=ENOUGH,
        )
    ]


def of_closing(season: Season, *, has_started: bool) -> Plan:
    """Return what follows if the league with this newest season is closed."""
    follows = [
        _("Season %(number)s is played to the end, and no other season follows.", number=season.number)
        if has_started
        else _("Season %(number)s isn’t played, and no other season follows.", number=season.number),
        _("Its standings stay visible."),
    ]
    return Plan(_("Close the league?"), _("Close the league"), follows)


def of_step(season: Season, step: Step) -> list[Text]:
    """Return what a step would do if it ran now."""
    match StepKind(step.kind):
        case StepKind.OPEN_SIGN_UP:
            return [_opening(season)]
        case StepKind.CLOSE_SIGN_UP:
            return _closing_sign_up(season)
        case StepKind.DRAW:
            return _drawing(season)
        case StepKind.START:
            planned = season.fixtures.filter(state=FixtureState.PLANNED).count()
            return [ngettext("%(n)s match can start.", "The first of %(n)s matches start.", planned)]
        case StepKind.ROUND:
            return _drawing_round(season, step)
        case StepKind.END_PLAY | StepKind.END_EXTENSION:
            return _ending(without_extension(season))
        case StepKind.FINISH:
            return [_("The standings become final, and results can no longer be corrected.")]
        case StepKind.NEXT_SEASON:
            return [_next(season)]


def _opening(season: Season) -> Text:
    again = len(returning(season))
    return ngettext(
        "Sign-up opens, and %(n)s player from last season is signed up again.",
        "Sign-up opens, and %(n)s players from last season are signed up again.",
        again,
    )


def _closing_sign_up(season: Season) -> list[Text]:
    entered = field(season).count()
    if not can_be_drawn(season, entered):
        least = season.rules.least_entries
        return [
            ngettext(
                "%(n)s player has signed up, which isn’t enough for a season: at least %(least)s are needed.",
                "%(n)s players have signed up, which doesn’t work for a season: at least %(least)s are needed.",
                entered,
                least=least,
            ),
            *(_void(season) if was_extended_enough(season) else [_("Sign-up is extended for the same length again.")]),
        ]
    asked = season.entries.filter(state=EntryState.ASKED).count()
    found = [ngettext("%(n)s player is in.", "%(n)s players are in.", entered)]
    if asked:
        found.append(_declined(asked))
    return found


def _void(season: Season) -> list[Text]:
    """Return what follows if too few have signed up for a season."""
    found = [_("The season is cancelled because too few players have signed up.")]
    if _repeats(season):
        found.append(
            ngettext(
                "The next one is announced %(n)s day later.",
                "The next one is announced %(n)s days later.",
                season.break_days,
            )
        )
    return found


def _drawing(season: Season) -> list[Text]:
    players = field(season).count()
    if not can_be_drawn(season, players):
        return _void(season)
    return [
        ngettext(
            "The schedule for %(n)s player is created and published.",
            "The schedule for %(n)s players is created and published.",
            players,
        )
    ]


def _drawing_round(season: Season, step: Step) -> list[Text]:
    ending = without_extension(season)
    found = _ending(ending) if verdicts(ending) else []
    waiting = len(verdicts(season.fixtures.filter(extended_until__gt=clock.now())))
    if not waiting:
        drawn = _("Round %(number)s is drawn, and its matches start.", number=step.number)
        return [*found, drawn, *_people_of_round(season, step)]
    return [
        *found,
        ngettext(
            "%(n)s match has an extension, and round %(number)s waits for it.",
            "%(n)s matches have an extension, and round %(number)s waits for them.",
            waiting,
            number=step.number,
        ),
    ]


def _people_of_round(season: Season, step: Step) -> list[Text]:
    """Return sentences about the players who join with a round, sit it out, or are declined because it is the last."""
    if season.rules.format not in SWISS_FORMATS:
        return []
    entered = field(season)
    is_last = not later_rounds(season, step).exists()
    asked = season.entries.filter(state=EntryState.ASKED).count() if is_last else 0
    found = [
        ngettext(
            "%(n)s player joins in this round.",
            "%(n)s players join in this round.",
            entered.filter(division__isnull=True).count(),
        ),
        ngettext(
            "%(n)s player has a half-point bye.",
            "%(n)s players have a half-point bye.",
            entered.filter(pk__in=resting(season, step.number)).count(),
        ),
        _declined(asked),
    ]
    return [text for text in found if text.number]


def _declined(asked: int) -> Text:
    return ngettext(
        "%(n)s player who asked to join is declined.", "%(n)s players who asked to join are declined.", asked
    )


def _next(season: Season) -> Text:
    if not _repeats(season):
        return _("No season follows automatically.")
    return _("Season %(number)s is announced and its sign-up opens immediately.", number=season.number + 1)


def _repeats(season: Season) -> bool:
    return season.league.closed_at is None and season.league.repeats


def _ending(fixtures: Fixtures) -> list[Text]:
    """Return how the unfinished matches end."""
    ends = Counter(_end(result) for _fixture, result in verdicts(fixtures))
    if not ends:
        return [_("There are no open matches.")]
    found = [
        ngettext("%(n)s match ends as a tie.", "%(n)s matches end as ties.", ends["tie"]),
        ngettext(
            "The player whose turn it is loses in %(n)s match.",
            "The player whose turn it is loses in each of %(n)s matches.",
            ends["conduct"],
        ),
        ngettext("%(n)s match doesn’t count.", "%(n)s matches don’t count.", ends["nobody"]),
        ngettext("%(n)s match is won by forfeit.", "%(n)s matches are won by forfeit.", ends["forfeit"]),
        ngettext("%(n)s match isn’t played.", "%(n)s matches aren’t played.", ends["unplayed"]),
    ]
    return [text for text in found if text.number]


def _end(result: Result) -> str:
    kinds = [seat.kind for seat in result.seats]
    if all(kind is ResultKind.UNPLAYED for kind in kinds):
        return "unplayed"
    if all(kind is ResultKind.ANNULLED for kind in kinds):
        return "nobody"
    places = [seat.place for seat in result.seats if seat.kind is ResultKind.PLAYED]
    if len(places) < 2:
        return "forfeit"
    return "tie" if len(set(places)) == 1 else "conduct"
