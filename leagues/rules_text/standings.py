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
                gettext("A win is worth %(win)s, a tie %(tie)s, a loss %(loss)s.")
                % {
                    "win": worths[0],
                    "tie": tie,
                    "loss": worths[1],
                },
            )
        else:
            yield (
                f"points {size}",
                gettext("At a table of %(n)s, the places are worth %(points)s points.")
                % {
                    "n": size,
                    "points": _all(worths),
                },
            )
    if rules.seats > 2:
        yield "shared", gettext("Players who tie get the average of the places they share.")
    yield (
        "forfeits",
        gettext("A forfeited seat is worth nothing. The last remaining player wins by forfeit: %(win)s.")
        % {"win": scale.show(scale.win)},
    )
    if rules.format in SWISS_FORMATS:
        yield from _byes(rules)


def _byes(rules: SeasonRules) -> Iterator[Said]:
    win, half = rules.scale.show(rules.scale.win), rules.scale.show(rules.scale.win // 2)
    yield (
        "bye",
        gettext(
            "If there’s an odd player out, they sit out the round with a bye, worth %(win)s. You can’t get a "
            "second bye, or a bye after a win by forfeit, while there are players who’ve had neither."
        )
        % {"win": win},
    )
    if rules.half_byes:
        yield (
            "half byes",
            ngettext(
                "You can sit out %(n)s round for half a win, %(half)s, if you ask before it’s drawn.",
                "You can sit out %(n)s rounds for half a win, %(half)s, if you ask before they’re drawn.",
                rules.half_byes,
            )
            % {"n": rules.half_byes, "half": half},
        )
    yield "late", gettext("You can still join while there are rounds left. Missed rounds are worth nothing.")
    if rules.late_halves:
        yield (
            "late halves",
            ngettext(
                "However, %(n)s of them counts as half a win.",
                "However, up to %(n)s of them count as half a win each.",
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
        "If a match isn’t finished in time, the player whose turn it is loses and the others share first place."
    ),
    Unfinished.DRAW: _("If a match isn’t finished in time, it’s a tie between all players who still have their seats."),
    Unfinished.NOBODY: _("If a match isn’t finished in time, it doesn’t count."),
}


def unfinished(season: Season) -> Iterator[Said]:
    """Yield what happens to matches that are not over in time."""
    if season.rules.format is Format.LADDER:
        return
    yield "running", str(_UNFINISHED[season.rules.unfinished])
    yield "not started", gettext("If a match hasn’t even started by then, it isn’t played and doesn’t count.")


def promotion(season: Season) -> Iterator[Said]:
    """Yield who goes up and down."""
    rules = season.rules
    if not rules.has_divisions:
        return
    yield (
        "promoted",
        ngettext(
            "The first player in each division moves up a tier.",
            "The first %(n)s players in each division move up a tier.",
            rules.promoted,
        )
        % {"n": rules.promoted}
        if rules.promoted
        else gettext("No places earn promotion."),
    )
    yield "relegated", _relegated(rules.division_size, rules.relegated, rules.promoted)
    yield (
        "inactive",
        ngettext(
            "Players who forfeited %(n)s match or more start a tier lower.",
            "Players who forfeited %(n)s matches or more start a tier lower.",
            INACTIVE_FORFEITS,
        )
        % {"n": INACTIVE_FORFEITS},
    )
    yield (
        "free places",
        gettext(
            "The number of places in each tier depends on the number of players. Vacant places go to the "
            "next best players of the tier below. An active player is never placed below someone they "
            "finished ahead of in the same division."
        ),
    )
    yield "newcomers", gettext("Newcomers start in the last tier, by rating.")


def _relegated(size: int, relegated: int, promoted: int) -> str:
    if not relegated:
        return gettext("No places lead to relegation.")
    full, small = relegation_places(size, relegated, promoted), relegation_places(5, relegated, promoted)
    sentence = ngettext(
        "The last player in each division moves down, if there’s a tier below.",
        "The last %(n)s players in each division move down, if there’s a tier below.",
        full,
    ) % {"n": full}
    if small == full:
        return sentence
    small_ones = gettext("In divisions of four or five, only the last player does.")
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
