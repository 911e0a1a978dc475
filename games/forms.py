"""The forms around tables. Their choices come from the titles, the paces and the levels of the bots."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.bots.levels import levels_of
from games.clock import OFFERED, PACES
from games.core.clocks.personal_pauses import PauseRules
from games.core.title.game import Game
from games.models import MOST_RATING, Access
from games.registry import TITLES
from games.setting_fields import add_settings, check_settings, chosen_settings, explained
from games.translation import translate

Choices = list[tuple[str, Any]]


RATED, CASUAL = "yes", "no"
RATED_CHOICES = [
    (
        RATED,
        _("Rated"),
        _(
            "The result changes the players’ ratings. The match needs deadlines and a table that anyone can "
            "join. With a bot at the table, it counts towards ratings with bots."
        ),
    ),
    (CASUAL, _("Casual"), _("The result doesn’t change any ratings.")),
]


class LobbyFilter(forms.Form):
    """The filter of the open tables."""

    title = forms.ChoiceField(label=_("Game"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    seats = forms.TypedChoiceField(label=_("Seats"), required=False, coerce=int, empty_value=None)
    rated = forms.TypedChoiceField(
        label=_("Rating"), required=False, coerce=lambda word: word == RATED, empty_value=None
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose(self, "title", [(game.slug, game.name) for game in TITLES.values()])
        choose(self, "pace", [(pace.slug, pace.label) for pace in OFFERED])
        choose(self, "seats", seat_counts())
        choose(self, "rated", [(RATED, _("Rated")), (CASUAL, _("Casual"))])


def choose(form: forms.Form, name: str, choices: Choices) -> None:
    """Let the field `name` of a filter take one of `choices`, or none of them."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [("", _("Any")), *choices]


def seat_counts() -> Choices:
    """Return the numbers of seats of the site's titles, as choices."""
    counts = sorted({count for game in TITLES.values() for count in game.seats})
    return [(str(count), str(count)) for count in counts]


class WatchFilter(forms.Form):
    """The filter of the running matches."""

    title = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose(self, "title", [(game.slug, game.name) for game in TITLES.values()])


USUAL_PAUSES, WEEKENDS_TOO, NEVER = "usual", "weekends", "none"
PAUSE_CHOICES = [
    (
        USUAL_PAUSES,
        _("At night and on vacation"),
        _("As set by each player. In fast matches only at night, in live matches never."),
    ),
    (
        WEEKENDS_TOO,
        _("On weekends too"),
        _("Saturdays and Sundays don’t count either, in each player’s time zone. In live matches never."),
    ),
    (NEVER, _("Never"), _("Every hour counts, for everyone.")),
]


def chosen_pauses(pace: str, choice: str) -> PauseRules:
    """Return the pauses that `choice` of PAUSE_CHOICES means at a pace."""
    if choice == NEVER:
        return PauseRules()
    allowed, usual = PACES[pace].allowed_pauses, PACES[pace].pauses
    return replace(usual, weekends=allowed.weekends) if choice == WEEKENDS_TOO else usual


class SeatsForm(forms.Form):
    """The part of a new table's form for one title and one number of seats: the title's own settings, and the other
    seats."""

    OPTION = "option_"
    SEAT = "seat_"

    def __init__(self, game: Game, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.seats = game, seats
        add_settings(self, game, seats, self.OPTION)
        sitters: Choices = [("", _("open for a player"))]
        sitters += [
            (level, _("bot: %(level)s") % {"level": translate(bot.label)}) for level, bot in levels_of(game).items()
        ]
        for seat in range(2, seats + 1):
            label = _("Seat %(number)s") % {"number": seat}
            self.fields[f"{self.SEAT}{seat}"] = forms.ChoiceField(label=label, choices=sitters, required=False)

    def clean(self) -> dict[str, Any]:
        """Report next to a setting why it cannot be chosen."""
        check_settings(self, self.OPTION, lambda given: self.game.complete_settings(given, self.seats))
        return self.cleaned_data

    def setting_fields(self) -> list[forms.BoundField]:
        """Return the fields of the title's own settings."""
        return [self[name] for name in self.fields if name.startswith(self.OPTION)]

    def seat_fields(self) -> list[forms.BoundField]:
        """Return the fields that say who may take the other seats."""
        return [self[name] for name in self.fields if name.startswith(self.SEAT)]

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of a service that opens the table, all except the host; only after `is_valid()`."""
        data = self.cleaned_data
        return {
            "title": self.game.slug,
            "seats": self.seats,
            "settings": chosen_settings(self, self.OPTION),
            "bots": [data[name] for name in data if name.startswith(self.SEAT) and data[name]],
        }


class TableForm(SeatsForm):
    """The form of a new table; `offers_rated` if its match may be rated."""

    def __init__(self, *args: Any, offers_rated: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        paces = [(pace.slug, pace.label, pace.summary) for pace in OFFERED]
        self.fields["pace"] = explained(_("Pace"), paces, OFFERED[0].slug)
        self.fields["pauses"] = explained(_("When clocks stop"), PAUSE_CHOICES, USUAL_PAUSES)
        self.fields["pauses"].required = False  # without a choice, the usual ones
        access = [
            (Access.OPEN, Access.OPEN.label, _("The table is listed in the lobby, and anyone can watch the match.")),
            (Access.LINK, Access.LINK.label, _("You get a link to send to your friends. No one else sees the table.")),
            (Access.INVITED, Access.INVITED.label, _("You choose the players to invite. No one else sees the table.")),
        ]
        self.fields["access"] = explained(_("Who can join"), access, Access.OPEN)
        self.fields["auto_start"] = forms.TypedChoiceField(
            label=_("Start"),
            choices=[("yes", _("as soon as all seats are taken")), ("no", _("when I start it"))],
            widget=forms.RadioSelect,
            coerce=lambda value: value == "yes",
            initial="yes",
        )
        if offers_rated:
            self._add_rated()

    def _add_rated(self) -> None:
        self.fields["rated"] = explained(_("Match type"), RATED_CHOICES, RATED)
        self.fields["rated"].required = False  # without a choice, a casual match
        for name, label in (("rating_low", _("Minimum rating")), ("rating_high", _("Maximum rating"))):
            self.fields[name] = forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_RATING)

    def arguments(self) -> dict[str, Any]:
        """Return the arguments for `services.waiting.tables.open_table`, all except the host."""
        data = self.cleaned_data
        return super().arguments() | {
            "pace": data["pace"],
            "pauses": chosen_pauses(data["pace"], data["pauses"]),
            "access": data["access"],
            "auto_start": data["auto_start"],
            "is_rated": data.get("rated") == RATED,
            "rating_low": data.get("rating_low"),
            "rating_high": data.get("rating_high"),
        }


class BotMatchForm(forms.Form):
    """The form of a match of one title against bots, which begins at once."""

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        levels = [(level, translate(bot.label), translate(bot.description)) for level, bot in levels_of(game).items()]
        self.fields["level"] = explained(_("How strong are the bots?"), levels, "easy")
        self.fields["seats"] = forms.TypedChoiceField(
            label=_("How many players?"),
            choices=[
                (count, ngettext("you and %(n)d bot", "you and %(n)d bots", count - 1) % {"n": count - 1})
                for count in game.seats
            ],
            widget=forms.RadioSelect,
            coerce=int,
            initial=game.usual_seats,
        )


class InviteForm(forms.Form):
    """A form to invite a player to a table."""

    name = forms.CharField(label=_("Name"), max_length=150)


class AddBotForm(forms.Form):
    """The form to add a bot to a free seat."""

    level = forms.ChoiceField(label=_("Level"), initial="easy")

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["level"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(level, translate(bot.label)) for level, bot in levels_of(game).items()]
