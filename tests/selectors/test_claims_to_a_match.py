"""Knowing of a match: for every kind of access, all people with a claim to it, or who only look like it."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Invitation, Match
from games.refusals import Missing
from games.selectors.matches import match_for_viewer
from games.services.waiting import tables
from tests.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

ACCESSES = ("open", "link", "invited")
ALWAYS = ("host", "seated", "invited")
OWN_LINK = ("own link", "own link without a name")
NEVER = (
    "nothing",
    "nothing without a name",
    "link of another table",
    "link of another table without a name",
    "beginning of the link",
    "link in capitals",
    "invited elsewhere",
    "seated elsewhere",
)


def table(access: str, host: str = "anna") -> Match:
    match = tables.open_table(host=person(host), title="lantern", seats=4, pace="standard", access=access)
    tables.invite(host=match.host, match_id=match.pk, user=person("bruno"))
    tables.join_table(user=person("bruno"), match_id=match.pk)
    return match


def claim(match: Match, who: str) -> tuple[object, str]:
    """Return a person with this claim to the match, and the link that they have."""
    other = table(match.access, host="carla")
    user = AnonymousUser() if who.endswith("without a name") else person("zeno")
    who = who.removesuffix(" without a name")
    if who == "host":
        user = match.host
    elif who == "seated":
        user = person("bruno")
        Invitation.objects.filter(match=match, user=user).delete()
    elif who in ("invited", "invited elsewhere"):
        about = match if who == "invited" else other
        tables.invite(host=about.host, match_id=about.pk, user=user)
    elif who == "seated elsewhere":
        tables.invite(host=other.host, match_id=other.pk, user=user)
        tables.join_table(user=user, match_id=other.pk)
    links = {
        "own link": match.link_token,
        "link of another table": other.link_token,
        "beginning of the link": match.link_token[:-1],
        "link in capitals": match.link_token.swapcase(),
    }
    return user, links.get(who, "")


@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("who", [*ALWAYS, *OWN_LINK, *NEVER])
def test_a_match_shows_itself_to_those_who_have_a_claim_to_it_and_to_nobody_else(access, who):
    match = table(access)
    user, link = claim(match, who)
    if access == "open" or who in ALWAYS or (who in OWN_LINK and access == "link"):
        assert match_for_viewer(user, match.pk, link) == match
    else:
        with pytest.raises(Missing):
            match_for_viewer(user, match.pk, link)


@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("who", ["own link", *(who for who in NEVER if "without a name" not in who)])
def test_a_seat_is_taken_by_those_who_may_know_of_the_table(access, who):
    match = table(access)
    user, link = claim(match, who)
    if access == "open" or (who == "own link" and access == "link"):
        tables.join_table(user=user, match_id=match.pk, link_token=link)
    else:
        with pytest.raises(Missing):
            tables.join_table(user=user, match_id=match.pk, link_token=link)


@pytest.mark.parametrize("access", ["link", "invited"])
def test_without_a_token_no_link_opens_a_match(access):
    match = table(access)
    Match.objects.filter(pk=match.pk).update(link_token="")
    with pytest.raises(Missing):
        match_for_viewer(person("zeno"), match.pk, "")
