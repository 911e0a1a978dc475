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

ENOUGH = "60 %"  # of the matches of a leaver (`leagues.core.dropouts`)


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
        """Return the revision that a confirmation refers to."""
        return revision(*self.follows, *((moved.step.pk, moved.after) for moved in self.times))


def of_moving(season: Season, step: Step, at: datetime) -> Plan:
    """Return what follows if the next `step` is moved to `at`, and all later ones by as much."""
    distance = at - step.at
    later = season.steps.filter(done_at=None).order_by("position")
    return Plan(
        _("Move the timetable?"),
        _("Move it"),
        of_step(season, step),
        [Moved(one, one.at, one.at + distance) for one in later],
        lead=_("At that time, as things stand now:"),
    )


def of_releasing(season: Season, step: Step) -> Plan | None:
    """Return what follows if a held step is released after its time: it happens immediately. None if its time is still
    to come."""
    late = clock.now() - step.at
    if late <= timedelta(0):
        return None
    later = season.steps.filter(done_at=None).order_by("position")
    return Plan(
        _("Let it go on?"),
        _("Let it go on"),
        [_("Its time has passed: it happens at once."), *of_step(season, step)],
        [Moved(one, one.at, one.at + late) for one in later],
    )


def of_cancelling(season: Season) -> Plan:
    """Return what follows if a season is cancelled before it starts."""
    told = season.entries.filter(state__in=[EntryState.ASKED, EntryState.ENTERED]).count()
    follows = [
        ngettext("%(n)s person has signed up, and is told.", "%(n)s people have signed up, and are told.", told),
        _("Nothing of it is played."),
        _("Nothing follows by itself: announce another season when you like."),
    ]
    return Plan(_("Cancel season %(number)s?", number=season.number), _("Cancel the season"), follows)


def of_correcting(match: FixtureLine, places: Sequence[int]) -> Plan:
    """Return what follows if the seats of a match get these places, in seat order."""
    follows = [
        _("%(name)s: %(before)s, then %(after)s", name=seat.person.name, before=_place(seat), after=place)
        for seat, place in zip(match.seats, places, strict=True)
    ]
    if match.fixture.state == FixtureState.RUNNING:
        follows.append(_("The match that is being played ends now, and counts for no rating."))
    follows.append(_("The table follows this result, whatever the match says."))
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
            follows = [_("The match counts for nobody, neither in the table nor for ratings.")]
            return Plan(_("Annul match %(number)s?", number=number), _("Annul it"), [*_ending_now(match), *follows])
        case Decision.REPLAY:
            follows = [
                _("The match before is annulled: it counts neither in the table nor for ratings."),
                _("The same people play again on the same seats, and have the time that the season has left."),
            ]
            return Plan(_("Replay match %(number)s?", number=number), _("Replay it"), [*_ending_now(match), *follows])


def _forfeiting(match: FixtureLine, chosen: Chosen) -> list[Text]:
    follows = [_("Whoever forfeits comes last and gets no points. It counts as an absence.")]
    if match.fixture.state == FixtureState.SETTLED:
        return [*follows, _("Ratings stay as they are.")]
    if len(match.seats) > 2:
        follows.append(_("Bots play for them. If fewer than two people are left, the match is not played."))
    elif len(chosen.seats) > 1:
        follows.append(_("The match counts for no rating."))
    else:
        follows.append(_("The opponent wins."))
    return follows


def _ending_now(match: FixtureLine) -> list[Text]:
    return [_("The match that is being played ends now.")] if match.fixture.state == FixtureState.RUNNING else []


def of_taking_out(season: Season, entry: Entry, name: str, *, expel: bool) -> Plan:
    """Return what follows if a player is taken out of a season that is not over."""
    follows = _taking_out_of_matches(season, entry)
    if expel:
        follows.append(_("%(name)s cannot sign up for this season again.", name=name))
    if season.started_at is not None and season.rules.format is not Format.LADDER:
        follows.append(_("As for everybody who leaves: a season without play, and after it a tier lower."))
    question = _("Expel %(name)s?", name=name) if expel else _("Take %(name)s out of the season?", name=name)
    return Plan(question, _("Expel") if expel else _("Take out"), follows)


def _taking_out_of_matches(season: Season, entry: Entry) -> list[Text]:
    if season.state in BEFORE_START:
        drawn = entry.division_id is not None
        return [_("Their matches are settled when the season starts.") if drawn else _("No match is drawn yet.")]
    if season.rules.format is Format.LADDER:
        return [_("Everybody below moves up a place."), _("The match that is open is forfeited.")]
    if entry.division is None or not season.rules.has_divisions:
        return [_("Results so far stand, and the match that is open is forfeited.")]
    found = drop_out_of(entry.division, entry)
    if found.settlement is Settlement.SEATS_FORFEITED:
        return [_("Their finished matches stand. In their other matches a bot plays for them, and they come last.")]
    if found.settlement is Settlement.REST_FORFEITED:
        return [
            _("At least %(share)s of their matches are played: these stand, and the rest are forfeited.", share=ENOUGH)
        ]
    return [
        _(
            "Less than %(share)s of their matches are played: all are taken out, and points per match count.",
            share=ENOUGH,
        )
    ]


def of_closing(season: Season, *, has_started: bool) -> Plan:
    """Return what follows if the league with this newest season is closed."""
    follows = [
        _("Season %(number)s is played to its end, and no other follows.", number=season.number)
        if has_started
        else _("Season %(number)s is not played, and no other follows.", number=season.number),
        _("Its tables can still be read."),
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
            return [ngettext("%(n)s match may start.", "The first of %(n)s matches start.", planned)]
        case StepKind.ROUND:
            return _drawing_round(season, step)
        case StepKind.END_PLAY | StepKind.END_EXTENSION:
            return _ending(without_extension(season))
        case StepKind.FINISH:
            return [_("The tables are final: no result is corrected any more.")]
        case StepKind.NEXT_SEASON:
            return [_next(season)]


def _opening(season: Season) -> Text:
    again = len(returning(season))
    return ngettext(
        "Sign-up opens, and %(n)s person of the season before is signed up again.",
        "Sign-up opens, and %(n)s people of the season before are signed up again.",
        again,
    )


def _closing_sign_up(season: Season) -> list[Text]:
    entered = field(season).count()
    if not can_be_drawn(season, entered):
        least = season.rules.least_entries
        return [
            ngettext(
                "%(n)s person has signed up, and no season can be drawn for so many: %(least)s are needed at least.",
                "%(n)s people have signed up, and no season can be drawn for so many: %(least)s are needed at least.",
                entered,
                least=least,
            ),
            *(_void(season) if was_extended_enough(season) else [_("Sign-up goes on for as long again.")]),
        ]
    asked = season.entries.filter(state=EntryState.ASKED).count()
    found = [ngettext("%(n)s person plays.", "%(n)s people play.", entered)]
    if asked:
        found.append(_declined(asked))
    return found


def _void(season: Season) -> list[Text]:
    """Return a season for which too few have signed up."""
    found = [_("The season is cancelled: too few people have signed up.")]
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
            "The schedule for %(n)s person is made and published.",
            "The schedule for %(n)s people is made and published.",
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
            "%(n)s match has an extension: round %(number)s waits for it.",
            "%(n)s matches have an extension: round %(number)s waits for them.",
            waiting,
            number=step.number,
        ),
    ]


def _people_of_round(season: Season, step: Step) -> list[Text]:
    """Return who joins with a round, who sits it out, and who is declined because it is the last."""
    if season.rules.format not in SWISS_FORMATS:
        return []
    entered = field(season)
    is_last = not later_rounds(season, step).exists()
    asked = season.entries.filter(state=EntryState.ASKED).count() if is_last else 0
    found = [
        ngettext(
            "%(n)s person joins in this round.",
            "%(n)s people join in this round.",
            entered.filter(division__isnull=True).count(),
        ),
        ngettext(
            "%(n)s person has a half-point bye.",
            "%(n)s people have a half-point bye.",
            entered.filter(pk__in=resting(season, step.number)).count(),
        ),
        _declined(asked),
    ]
    return [text for text in found if text.number]


def _declined(asked: int) -> Text:
    return ngettext(
        "%(n)s person who asked to play is declined.", "%(n)s people who asked to play are declined.", asked
    )


def _next(season: Season) -> Text:
    if not _repeats(season):
        return _("No season follows by itself.")
    return _("Season %(number)s is announced, and its sign-up opens at once.", number=season.number + 1)


def _repeats(season: Season) -> bool:
    return season.league.closed_at is None and season.league.repeats


def _ending(fixtures: Fixtures) -> list[Text]:
    """Return how the unfinished matches end."""
    ends = Counter(_end(result) for _fixture, result in verdicts(fixtures))
    if not ends:
        return [_("No match is open.")]
    found = [
        ngettext("%(n)s match ends as a tie.", "%(n)s matches end as ties.", ends["tie"]),
        ngettext(
            "%(n)s match is lost by the players whose turn it is.",
            "%(n)s matches are lost by the players whose turn it is.",
            ends["conduct"],
        ),
        ngettext("%(n)s match counts for nobody.", "%(n)s matches count for nobody.", ends["nobody"]),
        ngettext("%(n)s match is won by forfeit.", "%(n)s matches are won by forfeit.", ends["forfeit"]),
        ngettext("%(n)s match is not played.", "%(n)s matches are not played.", ends["unplayed"]),
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
