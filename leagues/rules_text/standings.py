"""Rules about the worth of results, and their consequences."""

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.translation import translate
from leagues.core.conduct import INACTIVE_FORFEITS
from leagues.core.promotion import relegation_places
from leagues.core.rules import SWISS_FORMATS, Format, SeasonRules, Unfinished
from leagues.models import Season
from leagues.rules_text.said import Said


def points(season: Season) -> Iterator[Said]:
    """Yield the points for places, forfeits and byes."""
    rules = season.rules
    if rules.format is Format.LADDER:
        return
    scale = rules.scale
    for size in rules.sizes(season.game.seats):
        worths = [scale.show(worth) for worth in scale.places(size)]
        if size == 2:
            tie = scale.show((scale.places(2)[0] + scale.places(2)[1]) // 2)
            yield (
                "points 2",
                gettext("A win is worth %(win)s, a tie %(tie)s, a defeat %(loss)s.")
                % {
                    "win": worths[0],
                    "tie": tie,
                    "loss": worths[1],
                },
            )
        else:
            yield (
                f"points {size}",
                gettext("At a table of %(n)s the places are worth %(points)s points.")
                % {
                    "n": size,
                    "points": _all(worths),
                },
            )
    if rules.seats > 2:
        yield "shared", gettext("Players who share a place get the mean of the places that they take up.")
    yield (
        "forfeits",
        gettext("A forfeited seat is worth nothing. Whoever is the only one left wins by forfeit: %(win)s.")
        % {"win": scale.show(scale.win)},
    )
    if rules.format in SWISS_FORMATS:
        yield from _byes(rules)


def _byes(rules: SeasonRules) -> Iterator[Said]:
    win, half = rules.scale.show(rules.scale.win), rules.scale.show(rules.scale.win // 2)
    yield (
        "bye",
        gettext(
            "Where the numbers do not come out even, somebody sits out a round: a bye, worth %(win)s. Nobody gets one "
            "who has had one, or has won by forfeit, as long as others have not."
        )
        % {"win": win},
    )
    if rules.half_byes:
        yield (
            "half byes",
            ngettext(
                "You may sit out %(n)s round for half a win, %(half)s, if you ask before it is drawn.",
                "You may sit out %(n)s rounds for half a win, %(half)s, if you ask before they are drawn.",
                rules.half_byes,
            )
            % {"n": rules.half_byes, "half": half},
        )
    yield "late", gettext("While rounds are left you may still enter. Rounds that you have missed count nothing.")
    if rules.late_halves:
        yield (
            "late halves",
            ngettext(
                "But %(n)s of them counts as half a win.",
                "But up to %(n)s of them count as half a win each.",
                rules.late_halves,
            )
            % {"n": rules.late_halves},
        )


def order(season: Season) -> Iterator[Said]:
    """Yield the order of the standings."""
    if season.rules.format is Format.LADDER:
        return
    for place, criterion in enumerate(season.rules.criteria, start=1):
        yield f"criterion {place}", f"{translate(criterion.row.name)}: {translate(criterion.row.meaning)}"


_UNFINISHED: Mapping[Unfinished, Promise] = {
    Unfinished.CONDUCT: _(
        "A match that still runs when the time to play is over is lost by whoever has to move at that moment; the "
        "others share the first place."
    ),
    Unfinished.DRAW: _("A match that still runs when the time to play is over is a tie of all who hold their seats."),
    Unfinished.NOBODY: _("A match that still runs when the time to play is over counts for nobody."),
}


def unfinished(season: Season) -> Iterator[Said]:
    """Yield what becomes of matches that are not over in time."""
    if season.rules.format is Format.LADDER:
        return
    yield "running", str(_UNFINISHED[season.rules.unfinished])
    yield "not started", gettext("A match that has not started by then is not played, and counts for nobody.")


def promotion(season: Season) -> Iterator[Said]:
    """Yield who goes up and down."""
    rules = season.rules
    if not rules.has_divisions:
        return
    yield (
        "promoted",
        ngettext(
            "The first of each division goes up a tier.",
            "The first %(n)s of each division go up a tier.",
            rules.promoted,
        )
        % {"n": rules.promoted}
        if rules.promoted
        else gettext("Nobody goes up by place."),
    )
    yield "relegated", _relegated(rules.division_size, rules.relegated, rules.promoted)
    yield (
        "inactive",
        ngettext(
            "Whoever forfeited %(n)s match or more starts a tier lower.",
            "Whoever forfeited %(n)s matches or more starts a tier lower.",
            INACTIVE_FORFEITS,
        )
        % {"n": INACTIVE_FORFEITS},
    )
    yield (
        "free places",
        gettext(
            "The number of players decides how many places a tier has. Free places go to the next best of the tier "
            "below. Nobody who was active is placed below a person whom they finished ahead of in the same division."
        ),
    )
    yield "newcomers", gettext("Newcomers start in the last tier, by rating.")


def _relegated(size: int, relegated: int, promoted: int) -> str:
    if not relegated:
        return gettext("Nobody goes down by place.")
    full, small = relegation_places(size, relegated, promoted), relegation_places(5, relegated, promoted)
    sentence = ngettext(
        "The last of each division goes down, if there is a tier below.",
        "The last %(n)s of each division go down, if there is a tier below.",
        full,
    ) % {"n": full}
    if small == full:
        return sentence
    small_ones = gettext("Of four or five players only the last does.")
    return f"{sentence} {small_ones}"


def _all(words: list[str]) -> str:
    return (
        words[0]
        if len(words) == 1
        else gettext("%(some)s and %(last)s")
        % {
            "some": ", ".join(words[:-1]),
            "last": words[-1],
        }
    )
