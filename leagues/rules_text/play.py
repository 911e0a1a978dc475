"""Rules about what is played, against whom, by which clocks, and when."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from games.clock import PACES
from games.templatetags.frame import in_words, pauses_in_words, settings_in_words
from leagues.core.ladder import DEFAULT_RULES as LADDER
from leagues.core.rules import Format
from leagues.models import Season
from leagues.rules_text.said import Said
from leagues.selectors.field import SIGN_UP_EXTENSIONS


def played(season: Season) -> Iterator[Said]:
    """Yield the title, its options, ratings."""
    game, sizes = season.game, season.rules.sizes(season.game.seats)
    yield (
        "title",
        gettext("%(title)s, with %(seats)s players at a table.")
        % {"title": game.name, "seats": _either([str(n) for n in sizes])},
    )
    for option in settings_in_words(game, season.settings, season.seats):
        yield f"option {option['label']}", f"{option['label']}: {option['choice']}."
    if season.is_rated:
        yield "rated", gettext("Matches are rated: they move the ratings of their players.")
    else:
        yield "rated", gettext("Matches are not rated.")


def format(season: Season) -> Iterator[Said]:
    """Yield who plays whom."""
    rules = season.rules
    yield "format", _format_sentence(rules.format, rules.seats, rules.advancing)
    if rules.has_divisions:
        yield (
            "division size",
            gettext("Divisions have about %(n)s players, as equal in size as they can be.")
            % {"n": rules.division_size},
        )
        if rules.at_once:
            yield (
                "at once",
                ngettext(
                    "Nobody has more than %(n)s match of the season at a time.",
                    "Nobody has more than %(n)s matches of the season at a time.",
                    rules.at_once,
                )
                % {"n": rules.at_once},
            )
        else:
            yield "at once", gettext("All matches of a division start together.")
    yield "lot", gettext("Every lot is drawn from the season's seed, which is published with its results.")


def _format_sentence(format: Format, seats: int, advancing: int) -> str:
    match format:
        case Format.PODS:
            return gettext(
                "Everybody plays %(n)s matches, each on another seat, against the others of the division as evenly as "
                "it can be arranged."
            ) % {"n": seats}
        case Format.ROUND_ROBIN:
            return gettext("Everybody meets everybody of the division once.")
        case Format.DOUBLE_ROUND_ROBIN:
            return gettext("Everybody meets everybody of the division twice, once on each seat.")
        case Format.SWISS:
            return gettext(
                "Each round you meet somebody with as many points as you, or nearly; never the same person twice."
            )
        case Format.POD_SWISS:
            return gettext(
                "Each round you sit down with people who have as many points as you, or nearly; the same people meet "
                "again as seldom as it can be arranged."
            )
        case Format.CUP:
            return ngettext(
                "At each table the best goes on to the next round, and the others are out.",
                "At each table the best %(n)s go on to the next round, and the others are out.",
                advancing,
            ) % {"n": advancing}
        case Format.LADDER:
            return gettext(
                "Everybody has a place on the ladder. Who beats somebody above takes that place, and everybody between "
                "the two moves down one."
            )


def challenges(season: Season) -> Iterator[Said]:
    """Yield the rules of a ladder."""
    if season.rules.format is not Format.LADDER:
        return
    yield (
        "reach",
        ngettext(
            "You may challenge players up to %(n)s place above you.",
            "You may challenge players up to %(n)s places above you.",
            LADDER.reach,
        )
        % {"n": LADDER.reach},
    )
    yield (
        "answer",
        gettext("Whoever is challenged has %(time)s to answer; without an answer the challenge is won.")
        % {"time": in_words(LADDER.answer)},
    )
    yield "rest", gettext("The same two may meet again after %(time)s.") % {"time": in_words(LADDER.rest)}


def clocks(season: Season) -> Iterator[Said]:
    """Yield pace and pauses."""
    pace = PACES[season.pace]
    yield (
        "pace",
        gettext("Pace: %(name)s. Each player has time of their own: %(summary)s.")
        % {"name": pace.label, "summary": pace.summary},
    )
    pauses = season.pause_rules
    if pauses.nights or pauses.weekends or pauses.vacations:
        yield "pauses", gettext("Clocks stand still during: %(pauses)s.") % {"pauses": pauses_in_words(pauses)}
    else:
        yield "pauses", gettext("Clocks never stand still.")


def dates(season: Season) -> Iterator[Said]:
    """Yield the dates from sign-up to the next season."""
    rules = season.rules
    if rules.format is Format.LADDER:
        yield "sign-up", gettext("You may join at any time, at the lowest place, and the ladder has no end.")
        return
    yield (
        "sign-up",
        ngettext("Sign-up is open for %(n)s day.", "Sign-up is open for %(n)s days.", rules.sign_up_days)
        % {"n": rules.sign_up_days},
    )
    yield (
        "fewest",
        gettext(
            "It takes %(least)s players. If there are fewer when sign-up ends, it goes on for as long again, up to "
            "%(times)s times; after that the season is cancelled."
        )
        % {"least": rules.least_entries, "times": SIGN_UP_EXTENSIONS},
    )
    yield "published", gettext("The schedule is published a day before the first matches start.")
    if not rules.has_rounds:
        yield (
            "play",
            ngettext("There is %(n)s day to play.", "There are %(n)s days to play.", rules.play_days)
            % {"n": rules.play_days},
        )
    elif rules.format is Format.CUP:
        yield (
            "play",
            ngettext("A round lasts %(n)s day.", "A round lasts %(n)s days.", rules.round_days)
            % {"n": rules.round_days},
        )
    else:
        yield (
            "play",
            gettext("There are %(rounds)s rounds of %(days)s days each.")
            % {
                "rounds": rules.rounds,
                "days": rules.round_days,
            },
        )
    yield "extension", _extension(rules.extension_days)
    yield (
        "break",
        ngettext(
            "The next season is announced %(n)s day after the end, if the league goes on.",
            "The next season is announced %(n)s days after the end, if the league goes on.",
            rules.break_days,
        )
        % {"n": rules.break_days},
    )


def _extension(days: int) -> str:
    if not days:
        return gettext("There are no extensions.")
    return ngettext(
        "For a match that needs longer each of its players may ask for an extension of %(n)s day, once. It is granted "
        "at once; after a yellow card an organiser decides.",
        "For a match that needs longer each of its players may ask for an extension of %(n)s days, once. It is granted "
        "at once; after a yellow card an organiser decides.",
        days,
    ) % {"n": days}


def _either(words: list[str]) -> str:
    return (
        words[0]
        if len(words) == 1
        else gettext("%(some)s or %(last)s")
        % {
            "some": ", ".join(words[:-1]),
            "last": words[-1],
        }
    )
