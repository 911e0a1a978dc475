"""The rules of a season in sentences, from what is stored with it, and what is different from the season before."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.models import Season
from leagues.rules_text import conduct, play, standings
from leagues.rules_text.said import Said


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence. `before` is what the season before had instead; `is_new` says that it had nothing of the kind."""

    sentence: str
    before: str = ""
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules. `gone` are sentences of the season before that no longer hold. `is_ordered`: the rules
    form a numbered list."""

    name: str
    heading: Promise
    rules: list[Rule]
    gone: list[str]
    is_ordered: bool


def sections(season: Season, before: Season | None = None) -> list[Section]:
    """Return the rules of a season in the reader's language, compared with those of the season `before` if there is
    one."""
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


_SECTIONS: Mapping[str, tuple[Promise, Callable[[Season], Iterator[Said]]]] = {
    "played": (_("What you play"), play.played),
    "format": (_("Who plays whom"), play.format),
    "challenges": (_("Challenges"), play.challenges),
    "clocks": (_("Clocks"), play.clocks),
    "dates": (_("Dates"), play.dates),
    "points": (_("Points"), standings.points),
    "order": (_("Order of the standings"), standings.order),
    "table": (_("Table results"), conduct.table_results),
    "unfinished": (_("Unfinished matches"), standings.unfinished),
    "promotion": (_("Promotion and relegation"), standings.promotion),
    "leaving": (_("Leaving the season"), conduct.leaving),
    "absences": (_("Absences and cards"), conduct.absences),
    "substitutes": (_("Substitutes"), conduct.substitutes),
    "decisions": (_("Decisions"), conduct.decisions),
}
