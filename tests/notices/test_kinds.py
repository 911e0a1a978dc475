"""A kind of notice that leaves something out is said in words as the site starts; one that is unknown waits."""

from inspect import isabstract

import pytest
from django.core.exceptions import ImproperlyConfigured

from masques_site.notices import kinds
from masques_site.notices.kinds import KINDS
from masques_site.notices.kinds.accounts import ReportAnswered
from masques_site.notices.kinds.base import Kind, by_code
from masques_site.notices.models import Notice, State
from tests.accounts.cast import member
from tests.cast import running_match
from tests.notices import sweeps

FAULTS = {
    "needs a code of its own": {"code": ""},
    "of at most 16 letters": {"code": "a_code_that_is_too_long"},
    "must name in its columns": {"code": "other", "columns": {"user_id": "reporter_id"}},
    "is about what another kind is about": {"code": "other"},
    "must say since when": {"code": "other", "columns": {"user_id": "pk", "match_id": "pk"}, "looks_back": True},
    "must say since when its": {"code": "other", "columns": {"user_id": "pk", "match_id": "pk"}, "gathers": True},
    "needs a topic": {"code": "other", "columns": {"user_id": "pk", "match_id": "pk"}, "topic": "weather"},
}


@pytest.mark.parametrize("said", FAULTS)
def test_a_kinds_missing_parts_are_named(said):
    wrong = type("Wrong", (ReportAnswered,), FAULTS[said])
    with pytest.raises(ImproperlyConfigured, match=f"Wrong .*{said}"):
        by_code(ReportAnswered(), wrong())


def test_a_kind_without_words_is_none():
    wordless = type("Wordless", (Kind,), {"owed": ReportAnswered.owed, "verdict": ReportAnswered.verdict})
    with pytest.raises(TypeError, match="words"):
        wordless()


def test_those_of_the_site_are_known_by_their_codes():
    assert by_code(*KINDS.values()) == KINDS


def test_every_kind_belongs_to_a_topic():
    assert [code for code, kind in KINDS.items() if not kind.topic] == []


def kinds_below(kind: type[Kind]) -> set[type[Kind]]:
    """The kinds of the site that are made of `kind` and leave nothing out."""
    below = set().union(*map(kinds_below, kind.__subclasses__()))
    return below | {kind} if kind.__module__.startswith(kinds.__name__) and not isabstract(kind) else below


def test_every_kind_is_in_the_list():
    missing = sorted(kind.__name__ for kind in kinds_below(Kind) - set(map(type, KINDS.values())))
    assert not missing, f"no sweep knows of {', '.join(missing)}: KINDS in masques_site/notices/kinds/__init__.py"


@pytest.mark.django_db(transaction=True)
def test_a_kind_of_another_version_waits_and_keeps_no_other_back(lantern):
    match = running_match("lantern", [member("Giulia"), member("Bianca")])
    sweeps.find_missing()
    Notice.objects.create(user=match.host, match=match, kind="of_tomorrow", topic="turn")
    assert sweeps.notify_due() == 1
    assert Notice.objects.get(kind="of_tomorrow").state == State.WAITING
