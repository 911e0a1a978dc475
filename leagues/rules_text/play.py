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
        gettext("%(title)s, with %(seats)s players per table.")
        % {"title": game.name, "seats": _either([str(n) for n in sizes])},
    )
    for option in settings_in_words(game, season.settings, season.seats):
        yield f"option {option['label']}", f"{option['label']}: {option['choice']}."
    if season.is_rated:
        yield "rated", gettext("Matches are rated: they change the players’ ratings.")
    else:
        yield "rated", gettext("Matches aren’t rated.")


def format(season: Season) -> Iterator[Said]:
    """Yield who plays whom."""
    rules = season.rules
    yield "format", _format_sentence(rules.format, rules.seats, rules.advancing)
    if rules.has_divisions:
        yield (
            "division size",
            gettext("Divisions have about %(n)s players and are as equal in size as possible.")
            % {"n": rules.division_size},
        )
        if rules.at_once:
            yield (
                "at once",
                ngettext(
                    "You play at most %(n)s match of the season at a time.",
                    "You play at most %(n)s matches of the season at a time.",
                    rules.at_once,
                )
                % {"n": rules.at_once},
            )
        else:
            yield "at once", gettext("All matches in a division start at the same time.")
    yield "lot", gettext("All draws follow from the season’s seed, which is published with the results.")


def _format_sentence(format: Format, seats: int, advancing: int) -> str:
    match format:
        case Format.PODS:
            return gettext(
                "Everyone plays %(n)s matches, each in a different seat, with opponents from the division "
                "spread as evenly as possible."
            ) % {"n": seats}
        case Format.ROUND_ROBIN:
            return gettext("Everyone plays everyone else in the division once.")
        case Format.DOUBLE_ROUND_ROBIN:
            return gettext("Everyone plays everyone else in the division twice, once in each seat.")
        case Format.SWISS:
            return gettext(
                "Each round, you play someone with the same number of points or close to it, and never the "
                "same opponent twice."
            )
        case Format.POD_SWISS:
            return gettext(
                "Each round, you play at a table of players with the same number of points or close to it. "
                "You meet the same opponents again as rarely as possible."
            )
        case Format.CUP:
            return ngettext(
                "At each table, the winner advances to the next round and the others are eliminated.",
                "At each table, the top %(n)s advance to the next round and the others are eliminated.",
                advancing,
            ) % {"n": advancing}
        case Format.LADDER:
            return gettext(
                "Everyone has a place on the ladder. If you beat a player above you, you take their place, "
                "and everyone in between moves down one."
            )


def challenges(season: Season) -> Iterator[Said]:
    """Yield the rules of a ladder."""
    if season.rules.format is not Format.LADDER:
        return
    yield (
        "reach",
        ngettext(
            "You can challenge players up to %(n)s place above you.",
            "You can challenge players up to %(n)s places above you.",
            LADDER.reach,
        )
        % {"n": LADDER.reach},
    )
    yield (
        "answer",
        gettext("Challenged players have %(time)s to answer; otherwise the challenger wins.")
        % {"time": in_words(LADDER.answer)},
    )
    yield "rest", gettext("The same two players can meet again after %(time)s.") % {"time": in_words(LADDER.rest)}


def clocks(season: Season) -> Iterator[Said]:
    """Yield pace and pauses."""
    pace = PACES[season.pace]
    yield (
        "pace",
        gettext("Pace: %(name)s, with a clock for each player. %(summary)s.")
        % {"name": pace.label, "summary": pace.summary},
    )
    pauses = season.pause_rules
    if pauses.nights or pauses.weekends or pauses.vacations:
        yield "pauses", gettext("Clocks are paused during: %(pauses)s.") % {"pauses": pauses_in_words(pauses)}
    else:
        yield "pauses", gettext("Clocks never pause.")


def dates(season: Season) -> Iterator[Said]:
    """Yield the dates from sign-up to the next season."""
    rules = season.rules
    if rules.format is Format.LADDER:
        yield "sign-up", gettext("You can join at any time, at the bottom of the ladder. The ladder never ends.")
        return
    yield (
        "sign-up",
        ngettext("Sign-up is open for %(n)s day.", "Sign-up is open for %(n)s days.", rules.sign_up_days)
        % {"n": rules.sign_up_days},
    )
    yield (
        "fewest",
        gettext(
            "At least %(least)s players are needed. If there are fewer when sign-up ends, it’s extended for "
            "the same length, up to %(times)s times; after that the season is cancelled."
        )
        % {"least": rules.least_entries, "times": SIGN_UP_EXTENSIONS},
    )
    yield "published", gettext("The schedule is published a day before the first matches start.")
    if not rules.has_rounds:
        yield (
            "play",
            ngettext("You have %(n)s day to play.", "You have %(n)s days to play.", rules.play_days)
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
            "If the league continues, the next season is announced %(n)s day after the end.",
            "If the league continues, the next season is announced %(n)s days after the end.",
            rules.break_days,
        )
        % {"n": rules.break_days},
    )


def _extension(days: int) -> str:
    if not days:
        return gettext("There are no extensions.")
    return ngettext(
        "If a match needs longer, each player can ask once for an extension of %(n)s day. It’s granted "
        "immediately; after a yellow card, an organiser decides.",
        "If a match needs longer, each player can ask once for an extension of %(n)s days. It’s granted "
        "immediately; after a yellow card, an organiser decides.",
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
