"""Rules about leaving, absences and disagreements."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from games.templatetags.frame import in_words
from leagues.core.conduct import EPISODE
from leagues.core.rules import Format
from leagues.models import Season
from leagues.rules_text.said import Said
from leagues.services.leaving.substitutes import OFFER


def leaving(season: Season) -> Iterator[Said]:
    """Yield what leaving means."""
    rules = season.rules
    if rules.format is Format.LADDER:
        yield "leaving", gettext("Whoever leaves gives up their place and forfeits the match that is open.")
        return
    yield "before", gettext("Before the first match you may leave without consequences.")
    if not rules.has_divisions:
        yield "leaving", gettext("Later, results stay as they are, and the match that is open is forfeited.")
    elif rules.seats == 2:
        yield (
            "leaving",
            gettext(
                "Whoever leaves later with 60 % of their matches played or more forfeits the rest. With fewer, all "
                "their matches are taken out of the table, and points per match rank the division."
            ),
        )
    else:
        yield (
            "leaving",
            gettext(
                "Whoever leaves later is last in every match that they have not finished; the others play it to the "
                "end, and what was finished stays."
            ),
        )
    yield (
        "after",
        gettext("Whoever leaves after the first match sits out the next season, and starts a tier lower after it."),
    )


def absences(season: Season) -> Iterator[Said]:
    """Yield forfeits and cards."""
    yield "given up", gettext("A seat that somebody gives up, or that the clock takes away, is forfeited.")
    if season.rules.format is Format.LADDER:
        return
    yield (
        "cards",
        gettext(
            "Forfeits within %(time)s count as one absence. The first absence brings a warning, the second a yellow "
            "card, each later one a red card."
        )
        % {"time": in_words(EPISODE)},
    )
    yield "red card", gettext("A red card means to sit out the next season, and to start a tier lower after it.")


def substitutes(season: Season) -> Iterator[Said]:
    """Yield who plays on empty seats, and for whom."""
    if season.seats == 2:
        return
    yield (
        "empty seats",
        gettext(
            "While a seat is empty a bot plays on. The seat is offered to those who have said that they are ready, "
            "to one after the other, for %(time)s each."
        )
        % {"time": in_words(OFFER)},
    )
    if season.rules.bench_scores:
        yield "their scores", gettext("What a substitute reaches counts for the line of the player who left.")
    else:
        yield "their scores", gettext("Whatever a substitute reaches, the seat counts as forfeited.")


def decisions(season: Season) -> Iterator[Said]:
    """Yield what organisers decide, and how to object."""
    yield (
        "by itself",
        gettext(
            "Everything happens by itself at the times of the timetable. Organisers can hold or move a step; then "
            "all later ones move too, so that nobody has less time."
        ),
    )
    yield (
        "organisers",
        gettext(
            "Organisers can set the result of a match, declare it forfeited or annul it, take a card back and take "
            "somebody out. They give a reason, which stands in the log, and they never decide about their own matches."
        ),
    )
    if season.rules.format is not Format.LADDER:
        yield "replays", gettext("Organisers can also have a match replayed, or give matches more time.")
    yield "objections", gettext("Whoever disagrees with a result or a card can say so under “Requests”.")
    if season.rules.format is not Format.LADDER:
        yield "days to object", _days_to_object(season.objection_days)


def _days_to_object(days: int) -> str:
    if not days:
        return gettext("The tables are final as soon as play is over.")
    return ngettext(
        "After play there is %(n)s day to object to a result. The final tables wait for the answers, up to %(n)s day "
        "more.",
        "After play there are %(n)s days to object to a result. The final tables wait for the answers, up to %(n)s "
        "days more.",
        days,
    ) % {"n": days}
