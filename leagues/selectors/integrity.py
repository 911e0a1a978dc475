"""Suspicions for moderators. No other page reads them."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Access, Match, Status
from games.policy import policy
from games.registry import TITLES
from games.selectors.stored import each_readable
from leagues.core.integrity import Kind
from leagues.models import IntegrityFlag

PAGE = 10
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
PERCENTS = {"share", "gain", "giver", "giver_expected", "gainer", "gainer_expected"}  # shares, shown as such
NAMES = {
    Kind.FARMING: gettext_lazy("Loses to one opponent"),
    Kind.LEAVING: gettext_lazy("Drops out against one opponent"),
    Kind.FEEDING: gettext_lazy("New accounts lose to one player"),
    Kind.GIFTS: gettext_lazy("Changed results when they meet"),
    Kind.SECLUSION: gettext_lazy("Only play each other"),
}
SENTENCES = {
    Kind.FARMING: gettext_lazy(
        "%(second)s finished ahead of %(first)s in %(won)s of %(matches)s matches; their results against "
        "others suggest %(expected)s. These are %(share)s%% of the matches that %(second)s played."
    ),
    Kind.LEAVING: gettext_lazy(
        "%(second)s lost %(lost)s matches against %(first)s and dropped out of %(left)s of them, which "
        "raised the rating of %(first)s. Of %(lost_elsewhere)s matches lost against others, %(second)s "
        "dropped out of %(left_elsewhere)s."
    ),
    Kind.FEEDING: gettext_lazy(
        "New accounts that %(first)s played: %(met)s. Of these, %(feeders)s did little but lose to "
        "%(first)s: %(matches)s matches, which account for %(gain)s%% of the rating %(first)s gained."
    ),
    Kind.GIFTS: gettext_lazy(
        "In %(matches)s matches at the same table, %(second)s finished ahead of %(giver)s%% of the other "
        "players; their results without %(first)s suggest %(giver_expected)s%%. %(first)s finished ahead "
        "of %(gainer)s%%, where %(gainer_expected)s%% is likely."
    ),
    Kind.SECLUSION: gettext_lazy(
        "In the last 180 days, %(first)s and %(second)s played %(matches)s rated matches with nobody but "
        "each other. %(first)s finished ahead in %(won)s of them, %(second)s in %(lost)s. Rated matches "
        "with other players: %(first)s %(elsewhere)s, %(second)s %(elsewhere_helper)s. They may be "
        "friends, or the same person."
    ),
}


@dataclass(frozen=True, slots=True)
class Suspect:
    """An account in a flag; `name` is empty when it was deleted."""

    account: int
    name: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A match that a flag rests on."""

    match: Match
    title: str

    @property
    def is_annulled(self) -> bool:
        """Return whether it no longer counts."""
        return self.match.is_annulled


@dataclass(frozen=True, slots=True)
class Suspicion:
    """An open flag as moderators read it. `is_own`: the reader is one of its accounts, and decides nothing."""

    row: IntegrityFlag
    name: str
    suspects: list[Suspect]
    sentence: str
    evidence: list[Evidence]
    is_own: bool

    @property
    def odds(self) -> str:
        """Once in how many comparisons honest play gives as much, as a power of ten; "" if that cannot be said."""
        if self.row.kind == Kind.SECLUSION:
            return ""
        return "10" + str(round(self.row.score)).translate(RAISED)


@dataclass(frozen=True, slots=True)
class Suspicions:
    """A page of open flags, the most certain first."""

    page: Any
    shown: list[Suspicion]


def open_flags() -> QuerySet[IntegrityFlag]:
    """Return the flags that are not reviewed, or not since more was found."""
    return IntegrityFlag.objects.filter(reviewed_at=None)


def suspicions(reader: int, page: str | None) -> Suspicions:
    """Return a page of open flags for the moderator with this account; four statements, two if there are none."""
    found = Paginator(open_flags(), PAGE).get_page(page)
    rows = each_readable(cast(QuerySet[IntegrityFlag], found.object_list))
    names = _names({account for row in rows for account in row.accounts})
    matches = _matches({match for row in rows for match in row.matches})
    shown = []
    for row in rows:
        with suppress(KeyError):  # a number of the sentence is missing
            shown.append(_suspicion(row, names, matches, reader))
    return Suspicions(found, shown)


def sides(match_id: str) -> set[int]:
    """Return the accounts in the open flags that rest on a match."""
    return {account for row in each_readable(open_flags()) if match_id in row.matches for account in row.accounts}


def _names(accounts: Iterable[int]) -> Mapping[int, str]:
    users = get_user_model().objects.filter(pk__in=list(accounts), is_active=True)
    return policy().names(list(users.only("username")))


def _matches(ids: Iterable[str]) -> Mapping[str, Match]:
    rows = Match.objects.filter(pk__in=list(ids), status=Status.FINISHED, access=Access.OPEN)
    return {row.pk: row for row in rows.only("pk", "title", "finished_at", "annulled_at", "outcome")}


def _suspicion(row: IntegrityFlag, names: Mapping[int, str], matches: Mapping[str, Match], reader: int) -> Suspicion:
    suspects = [Suspect(account, names.get(account, "")) for account in row.accounts]
    evidence = [
        Evidence(match, str(TITLES[match.title].name if match.title in TITLES else match.title))
        for match in (matches.get(found) for found in row.matches)
        if match is not None
    ]
    sentence = _sentence(Kind(row.kind), row.numbers, suspects)
    return Suspicion(row, str(NAMES[Kind(row.kind)]), suspects, sentence, evidence, reader in row.accounts)


def _sentence(kind: Kind, numbers: Mapping[str, Any], suspects: list[Suspect]) -> str:
    """Return the numbers of a flag in words. Raises KeyError if one is missing."""
    names = [suspect.name or _("a deleted account") for suspect in suspects]
    percents = {name: round(100 * numbers[name]) for name in PERCENTS & numbers.keys()}
    facts = {**numbers, **percents, "first": names[0], "second": names[1]}
    return str(SENTENCES[kind]) % facts
