"""Rules about leaving, absences and disagreements."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from games.templatetags.frame import in_words
from leagues.core.conduct import EPISODE
from leagues.core.rules import Format
from leagues.models import Season
from leagues.rules_text.said import Said
from leagues.services.leaving.substitutes import OFFER


def table_results(season: Season) -> Iterator[Said]:
    """Yield what a result of the real table counts for."""
    if not season.table_results:
        return
    yield (
        "table results",
        gettext(
            "You can also meet and play a match at a real table. Its result counts like that of a match on the site, "
            "as soon as all players of the match have confirmed it."
        ),
    )
    yield (
        "who sits there",
        gettext(
            "It must be played by the same players with the options of the season, from the day the match could "
            "start. Seats may be in another order. Substitutes can’t play."
        ),
    )
    yield (
        "match on the site",
        gettext("A match on the site that’s still in progress then ends by agreement, without a result of its own."),
    )


def leaving(season: Season) -> Iterator[Said]:
    """Yield the consequences of leaving."""
    rules = season.rules
    if rules.format is Format.LADDER:
        yield "leaving", gettext("If you leave, you give up your place and forfeit your open match.")
        return
    yield "before", gettext("You can leave before the first match without any penalty.")
    if not rules.has_divisions:
        yield "leaving", gettext("If you leave later, your results still count and you forfeit your open match.")
    elif rules.seats == 2:
        yield (
            "leaving",
            gettext(
                "If you leave later with at least 60% of your matches played, you forfeit the rest. With "
                "fewer, all your matches are removed from the standings, and the division is ranked by "
                "points per match."
            ),
        )
    else:
        yield (
            "leaving",
            gettext(
                "If you leave later, you come last in every match you haven’t finished. The others play on "
                "to the end, and finished matches still count."
            ),
        )
    yield (
        "after",
        gettext("If you leave after the first match, you sit out the next season and then start a tier lower."),
    )


def absences(season: Season) -> Iterator[Said]:
    """Yield forfeits and cards."""
    yield "given up", gettext("A seat is forfeited if its player gives it up or loses it on time.")
    if season.rules.format is Format.LADDER:
        return
    yield (
        "cards",
        gettext(
            "Forfeits within %(time)s count as one absence. Your first absence brings a warning, your second "
            "a yellow card, and each one after that a red card."
        )
        % {"time": in_words(EPISODE)},
    )
    yield "red card", gettext("With a red card, you sit out the next season and then start a tier lower.")


def substitutes(season: Season) -> Iterator[Said]:
    """Yield who plays on empty seats, and for whom."""
    if season.seats == 2:
        return
    yield (
        "empty seats",
        gettext(
            "While a seat is empty, a bot plays on. The seat is offered to available substitutes, one after "
            "the other, for %(time)s each."
        )
        % {"time": in_words(OFFER)},
    )
    if season.rules.bench_scores:
        yield "their scores", gettext("A substitute’s result counts for the player who left.")
    else:
        yield "their scores", gettext("Whatever result a substitute gets, the seat counts as forfeited.")


def decisions(season: Season) -> Iterator[Said]:
    """Yield what organisers decide, and how to object."""
    yield (
        "by itself",
        gettext(
            "Everything happens automatically, following the timetable. Organisers can hold or move a step; "
            "all later steps then move too, so players don’t lose any time."
        ),
    )
    yield (
        "organisers",
        gettext(
            "Organisers can set the result of a match, declare it forfeited or annul it, withdraw a card, "
            "and remove a player from the season. They must give a reason, which appears in the log, and can "
            "never rule on their own matches."
        ),
    )
    if season.rules.format is not Format.LADDER:
        yield "replays", gettext("Organisers can also order a replay or give matches more time.")
    yield "objections", gettext("If you disagree with a result or a card, you can object under “Requests”.")
    if season.rules.format is not Format.LADDER:
        yield "days to object", _days_to_object(season.objection_days)


def _days_to_object(days: int) -> str:
    if not days:
        return gettext("The standings are final as soon as play ends.")
    return ngettext(
        "After play ends, you have %(n)s day to object to a result. The final standings wait for the "
        "answers, for up to %(n)s more day.",
        "After play ends, you have %(n)s days to object to a result. The final standings wait for the "
        "answers, for up to %(n)s more days.",
        days,
    ) % {"n": days}
