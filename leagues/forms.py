"""The forms of leagues. Their choices come from the titles, the paces and the rules of seasons."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from companion.core.results import PlayResult
from companion.forms import OPTION, PlayForm, plain_name
from games import clock
from games.clock import OFFERED, PACES
from games.core import text
from games.core.title.game import Game
from games.refusals import BadInput
from games.registry import TITLES
from games.setting_fields import add_settings, check_settings, chosen_settings, explained, initial_settings
from games.translation import translate
from leagues.core.durations import match_days
from leagues.core.rules import (
    DIVISION_FORMATS,
    SWISS_FORMATS,
    Format,
    SeasonRules,
    Unfinished,
    criteria_for,
    default_criteria,
    default_rules,
    formats_for,
    problem,
)
from leagues.core.standings import Criterion
from leagues.core.timetable import StepKind
from leagues.format_text import FORMATS, UNFINISHED
from leagues.models import Admission, League, Season
from leagues.services.organising.leagues import Terms, pace_refusal
from leagues.services.timetable.seasons import opening

SETTING = "setting_"
CRITERION = "criterion_"

NUMBERS = {
    "sign_up_days": _("Days to sign up"),
    "play_days": _("Days to play"),
    "extension_days": _("Days for an extension"),
    "objection_days": _("Days for objections to results"),
    "break_days": _("Days between seasons"),
    "at_once": _("Matches per player at a time (0: all)"),
    "division_size": _("Players in a division"),
    "promoted": _("Players promoted from each division"),
    "relegated": _("Players relegated from each division"),
    "rounds": _("Rounds"),
    "round_days": _("Days per round"),
    "advancing": _("Players advancing per table"),
    "half_byes": _("Half-point byes per player"),
    "late_halves": _("Missed rounds that count as half a win"),
}
NUMBERS_HELP = {
    "extension_days": _("For unfinished matches, if one of the players asks for it."),
    "half_byes": _("Players who ask before a round is drawn sit it out and get half a win."),
    "late_halves": _("For players who join after the first round. Any other missed rounds are worth nothing."),
    "objection_days": _("Between the end of play and the final standings."),
    "relegated": _("Only if there’s a tier below. In divisions of four or five, only the last player."),
}
PLAY_LABELS = {
    "is_rated": _("Matches are rated"),
    "nights": _("Pause clocks at night, if the pace allows it"),
    "weekends": _("Pause clocks at weekends, if the pace allows it"),
    "vacations": _("Pause clocks during vacations, if the pace allows it"),
}
SWITCHES = {
    "bench_scores": _("Count a substitute’s result for the player who left"),
    "table_results": _("Allow table results"),
}
SWITCHES_HELP = {
    "table_results": _(
        "Players may meet in person and play at a real table. Their result settles the match once all of them have "
        "confirmed it."
    ),
}
ABOUT = ("name", "description", "admission", "is_listed", "repeats")


def fields_of(format: Format) -> list[str]:
    """Return the numbers that matter in a format."""
    if format is Format.LADDER:
        return []
    left_out = {"rounds", "round_days"}
    if format not in DIVISION_FORMATS:
        left_out = {"division_size", "promoted", "relegated", "play_days", "at_once"}
    if format is not Format.CUP:
        left_out.add("advancing")
    else:
        left_out.add("rounds")
    if format not in SWISS_FORMATS:
        left_out |= {"half_byes", "late_halves"}
    return [name for name in NUMBERS if name not in left_out]


def switches_of(seats: int) -> list[str]:
    """Return what can be switched on or off in the rules of seasons with this many seats at a table."""
    return [name for name in SWITCHES if seats > 2 or name != "bench_scores"]


def criterion_fields(format: Format) -> dict[str, forms.ChoiceField]:
    """Return a choice for each place in the order of criteria between points and the lot; none on a ladder, which has
    no standings."""
    if format is Format.LADDER:
        return {}
    free = [one for one in criteria_for(format) if one not in (Criterion.POINTS, Criterion.LOT)]
    choices = [("", "–"), *((one.value, translate(one.row.name)) for one in free)]
    usual = criteria_by_field(default_criteria(format))
    return {
        f"{CRITERION}{place}": forms.ChoiceField(
            label=format_lazy(_("Tie-break {place}"), place=place),
            choices=choices,
            required=False,
            initial=usual.get(f"{CRITERION}{place}"),
        )
        for place in range(2, len(free) + 2)
    }


def criteria_by_field(criteria: Sequence[Criterion]) -> dict[str, str]:
    """Return what the choices of `criterion_fields` show for this order."""
    return {f"{CRITERION}{place}": one.value for place, one in enumerate(criteria[1:-1], start=2)}


class OpeningForm(forms.Form):
    """The beginning of a season."""

    begins = forms.ChoiceField(
        label=_("What starts then"),
        choices=[(StepKind.OPEN_SIGN_UP.value, _("Sign-up")), (StepKind.START.value, _("Play"))],
        initial=StepKind.OPEN_SIGN_UP.value,
        required=False,
    )
    at = forms.DateTimeField(
        label=_("Day and time"),
        help_text=_("In the time zone from your settings. If you leave it empty, sign-up opens immediately."),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def opening(self) -> dict[str, Any]:
        """Return what was chosen, for `seasons.opening`. Raises `BadInput` if the input is invalid."""
        if not self.is_valid():
            raise BadInput(text._("Time: enter a day and a time."))
        begins = self.cleaned_data["begins"] or StepKind.OPEN_SIGN_UP
        return {"begins": StepKind(begins), "at": self.cleaned_data["at"]}


class LeagueForm(forms.Form):
    """A league of one title and one number of seats, with good defaults for everything."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=60)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, game: Game, seats: int, format: Format, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.seats, self.format = game, seats, format
        usual = next(iter(PACES.values())).time_control.increment
        self.base = default_rules(format, seats, match_days(game.usual_moves[seats], usual))
        self._add_rules()
        add_settings(self, game, seats, SETTING, optional=True)
        self._add_play()
        self.fields["admission"] = explained(
            _("Who can sign up"), [(one.value, one.label, "") for one in Admission], Admission.OPEN
        )
        self.fields["is_listed"] = forms.BooleanField(
            label=_("Show this league in the list"), required=False, initial=True
        )
        self.fields["repeats"] = forms.BooleanField(
            label=_("Announce the next season automatically"), required=False, initial=True
        )

    def _add_rules(self) -> None:
        """Add the fields of the season's rules, with the values of `base`."""
        for name in fields_of(self.format):
            self.fields[name] = forms.IntegerField(
                label=NUMBERS[name],
                initial=getattr(self.base, name),
                min_value=0,
                max_value=365,
                help_text=NUMBERS_HELP.get(name, ""),
            )
        self.fields.update(criterion_fields(self.format))
        if self.format is not Format.LADDER:
            self.fields["unfinished"] = explained(
                _("If a match isn’t finished in time"),
                [(one.value, *words) for one, words in UNFINISHED.items()],
                self.base.unfinished,
            )

    def _add_play(self) -> None:
        """Add the fields of how its matches are played: the pace, ratings, pauses, substitutes, table results."""
        paces = [(pace.slug, pace.label, pace.summary) for pace in OFFERED if pace.time_control.bank is not None]
        self.fields["pace"] = explained(_("Pace"), paces, next(iter(PACES)))
        for name, label in PLAY_LABELS.items():
            self.fields[name] = forms.BooleanField(label=label, required=False, initial=name != "weekends")
        for name in switches_of(self.seats):
            self.fields[name] = forms.BooleanField(
                label=SWITCHES[name],
                required=False,
                initial=getattr(self.base, name),
                help_text=SWITCHES_HELP.get(name, ""),
            )

    def play_fields(self) -> list[forms.BoundField]:
        """Return the checkboxes for ratings, pauses, substitutes and table results."""
        return [self[name] for name in (*PLAY_LABELS, *switches_of(self.seats))]

    def number_fields(self) -> list[forms.BoundField]:
        """Return the numbers of the season."""
        return [self[name] for name in fields_of(self.format)]

    def criteria(self) -> list[forms.BoundField]:
        """Return the choices in the order of criteria, from the second place on."""
        return [self[name] for name in self.fields if name.startswith(CRITERION)]

    def setting_fields(self) -> list[forms.BoundField]:
        """Return the title's own settings."""
        return [self[name] for name in self.fields if name.startswith(SETTING)]

    def rules(self) -> SeasonRules:
        """Return the chosen rules; where a choice is missing or invalid, the league's or the usual one."""
        data = getattr(self, "cleaned_data", {})
        chosen: dict[str, Any] = {name: data[name] for name in fields_of(self.format) if data.get(name) is not None}
        chosen |= {name: data[name] for name in switches_of(self.seats) if name in data}
        if data.get("unfinished"):
            chosen["unfinished"] = Unfinished(data["unfinished"])
        names = [name for name in self.fields if name.startswith(CRITERION)]
        if any(name in self.data for name in names):
            between = [Criterion(data[name]) for name in names if data.get(name)]
            chosen["criteria"] = (Criterion.POINTS, *between, Criterion.LOT)
        return replace(self.base, **chosen)

    def clean(self) -> dict[str, Any]:
        """Add errors to the fields that make such a season impossible; return the data."""
        self._check_criteria()
        refusal = problem(self.rules(), self.game.seats)
        if refusal is not None:
            self.add_error(None, translate(refusal))
        elif "pace" in self.cleaned_data:
            too_slow = pace_refusal(self.game, self.rules(), PACES[self.cleaned_data["pace"]])
            if too_slow is not None:
                self.add_error("pace", translate(too_slow))
        sizes = self.rules().sizes(self.game.seats)
        check_settings(self, SETTING, lambda given: self.game.common_settings(given, sizes))
        return self.cleaned_data

    def _check_criteria(self) -> None:
        """Add an error to each place in the order of criteria whose choice already has an earlier place."""
        earlier = set()
        for name in [name for name in self.fields if name.startswith(CRITERION)]:
            chosen = self.cleaned_data.get(name)
            if chosen and chosen in earlier:
                self.add_error(name, _("You’ve already chosen this tie-break."))
            earlier.add(chosen)

    def terms(self) -> Terms:
        """Return the terms of its matches, for the service."""
        chosen = chosen_settings(self, SETTING)
        return Terms(
            title=self.game.slug,
            rules=self.rules(),
            settings=chosen,
            pace=self.cleaned_data["pace"],
            **{name: self.cleaned_data[name] for name in PLAY_LABELS},
        )

    def about(self) -> dict[str, Any]:
        """Return the fields `ABOUT` the league, for the service."""
        return {name: self.cleaned_data[name] for name in ABOUT}

    @classmethod
    def of(cls, league: League, data: Mapping[str, Any] | None = None) -> "LeagueForm":
        """Return the form of an existing league, filled in with its values."""
        rules = league.rules
        initial = {
            **{name: getattr(rules, name) for name in fields_of(rules.format)},
            **dict.fromkeys(criterion_fields(rules.format), ""),
            "unfinished": league.unfinished,
            **criteria_by_field(rules.criteria),
            **initial_settings(league.settings, SETTING),
            **{name: getattr(league, name) for name in (*ABOUT, "pace", *PLAY_LABELS, *SWITCHES)},
        }
        form = cls(TITLES[league.title], league.seats, rules.format, data, initial=initial)
        form.base = rules
        return form


class TableResultForm(PlayForm):
    """The form of a result at the real table for a match of a season, whose `players` and settings are fixed."""

    def __init__(self, season: Season, players: Sequence[Any], *args: Any, **kwargs: Any) -> None:
        names = [plain_name(player) for player in players]
        super().__init__(season.game, len(players), *args, fixed=names, offers_rated=False, **kwargs)
        self.season, self.players = season, players
        for name in [name for name in self.fields if name.startswith(OPTION)]:
            del self.fields[name]
        for name in [name for name in self.fields if name.startswith("score_")]:
            self.fields[name].required = True

    def result_rows(self) -> list[list[forms.BoundField]]:
        """Return the fields of each player's result."""
        return [fields[1:] for fields in self.seat_rows()]

    def result(self) -> PlayResult:
        """Return what was entered, as the season plays; only after `is_valid()`."""
        return replace(super().result(), settings=self.season.settings, is_rated=self.season.is_rated)


class NewLeagueForm(LeagueForm, OpeningForm):
    """The form of a new league: it also says when the first season begins."""

    def opens_at(self) -> datetime:
        """Return when sign-up opens by the choices; now if they are missing or invalid."""
        data = getattr(self, "cleaned_data", {})
        try:
            return opening(self.rules(), StepKind(data.get("begins") or StepKind.OPEN_SIGN_UP), data.get("at"))
        except BadInput:
            return clock.now()

    def clean(self) -> dict[str, Any]:
        """Add errors to the fields that make such a season impossible; return the data."""
        super().clean()
        begins = self.cleaned_data.get("begins") or StepKind.OPEN_SIGN_UP
        try:
            opening(self.rules(), StepKind(begins), self.cleaned_data.get("at"))
        except BadInput as refusal:
            self.add_error("at", translate(refusal.reason))
        return self.cleaned_data


def format_choices(seats: int) -> list[tuple[Format, Any, Any]]:
    """Return the formats that can be held with this many seats: value, label, sentence."""
    return [(format, *FORMATS[format]) for format in formats_for(seats)]
