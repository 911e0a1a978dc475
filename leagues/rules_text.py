"""The rules of a season in sentences, from what is stored with it, and what is different from the season before."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clock import PACES
from games.templatetags.frame import in_words, pauses_in_words, settings_in_words
from leagues.core.conduct import EPISODE, INACTIVE_FORFEITS
from leagues.core.ladder import DEFAULT_RULES as LADDER
from leagues.core.promotion import relegation_places
from leagues.core.rules import SWISS_FORMATS, Format, SeasonRules, Unfinished
from leagues.criteria_text import CRITERIA
from leagues.models import Season
from leagues.services.bench import OFFER
from leagues.services.course import SIGN_UP_EXTENSIONS

Said = tuple[str, str]  # what a sentence is about, which is the same in every season; the sentence


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence. `before` is what the season before had instead; `is_new` says that it had nothing of the kind."""

    sentence: str
    before: str = ""
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """What belongs together. `gone` are sentences of the season before that no longer hold. `is_ordered`: the rules
    follow one after the other."""

    name: str
    heading: Promise
    rules: list[Rule]
    gone: list[str]
    is_ordered: bool


def sections(season: Season, before: Season | None = None) -> list[Section]:
    """All that governs a season, in the reader's language, compared with the season `before` if there is one."""
    found = []
    for name, (heading, say) in _SECTIONS.items():
        said = dict(say(season))
        earlier = said if before is None else dict(say(before))
        rules = [
            Rule(sentence, "" if earlier.get(key) == sentence else earlier.get(key, ""), key not in earlier)
            for key, sentence in said.items()
        ]
        gone = [sentence for key, sentence in earlier.items() if key not in said]
        if rules or gone:
            found.append(Section(name, heading, rules, gone, is_ordered=name == "order"))
    return found


def _played(season: Season) -> Iterator[Said]:
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


def _format(season: Season) -> Iterator[Said]:
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


def _challenges(season: Season) -> Iterator[Said]:
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


def _clocks(season: Season) -> Iterator[Said]:
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


def _dates(season: Season) -> Iterator[Said]:
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


def _points(season: Season) -> Iterator[Said]:
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


def _order(season: Season) -> Iterator[Said]:
    if season.rules.format is Format.LADDER:
        return
    for place, criterion in enumerate(season.rules.criteria, start=1):
        name, meaning = CRITERIA[criterion]
        yield f"criterion {place}", f"{name}: {meaning}"


_UNFINISHED: Mapping[Unfinished, Promise] = {
    Unfinished.CONDUCT: _(
        "A match that still runs when the time to play is over is lost by whoever has to move at that moment; the "
        "others share the first place."
    ),
    Unfinished.DRAW: _("A match that still runs when the time to play is over is a tie of all who hold their seats."),
    Unfinished.NOBODY: _("A match that still runs when the time to play is over counts for nobody."),
}


def _unfinished(season: Season) -> Iterator[Said]:
    if season.rules.format is Format.LADDER:
        return
    yield "running", str(_UNFINISHED[season.rules.unfinished])
    yield "not started", gettext("A match that has not started by then is not played, and counts for nobody.")


def _promotion(season: Season) -> Iterator[Said]:
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


def _leaving(season: Season) -> Iterator[Said]:
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


def _absences(season: Season) -> Iterator[Said]:
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


def _substitutes(season: Season) -> Iterator[Said]:
    if season.seats == 2:
        return
    yield (
        "bench",
        gettext(
            "While a seat is empty a bot plays on. The seat is offered to those who have said that they are ready, "
            "to one after the other, for %(time)s each."
        )
        % {"time": in_words(OFFER)},
    )
    if season.rules.bench_scores:
        yield "bench scores", gettext("What a substitute reaches counts for the line of the player who left.")
    else:
        yield "bench scores", gettext("Whatever a substitute reaches, the seat counts as forfeited.")


def _decisions(season: Season) -> Iterator[Said]:
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
            "Organisers can set a result, take a card back and take somebody out. They give a reason, which stands "
            "in the log, and they never decide about their own matches."
        ),
    )
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


_SECTIONS: Mapping[str, tuple[Promise, Callable[[Season], Iterator[Said]]]] = {
    "played": (_("What is played"), _played),
    "format": (_("Who meets whom"), _format),
    "challenges": (_("Challenges"), _challenges),
    "clocks": (_("Clocks"), _clocks),
    "dates": (_("Dates"), _dates),
    "points": (_("Points"), _points),
    "order": (_("Order of the table"), _order),
    "unfinished": (_("Unfinished matches"), _unfinished),
    "promotion": (_("Promotion and relegation"), _promotion),
    "leaving": (_("Leaving the season"), _leaving),
    "absences": (_("Absences and cards"), _absences),
    "substitutes": (_("Substitutes"), _substitutes),
    "decisions": (_("Decisions"), _decisions),
}
