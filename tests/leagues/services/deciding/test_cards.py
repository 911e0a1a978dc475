"""Cards for absence, and organisers who take them back."""

import pytest

from games.refusals import BadInput, Conflict, Forbidden
from leagues.core.rules import Format
from leagues.refusals import NoSuchLeague
from leagues.services.deciding import cards
from tests.cast import person
from tests.leagues.cast import begun, give_role, resign, run_until, running
from tests.leagues.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def season(travel):
    """A season in which player0 has left a match."""
    return begun(travel, Format.ROUND_ROBIN, 2, people=4)


def absent(season, name="player0"):
    """Return the card of a player who left all their matches."""
    entry = season.entries.get(user=person(name))
    for fixture in running(season):
        seat = fixture.seats.filter(entry=entry).first()
        if seat is not None:
            resign(fixture, seat.seat)
    return entry.cards.get()


def lift(card, actor="olga", reason="was in hospital"):
    cards.lift(actor=person(actor), card_id=card.pk, reason=reason)


def test_a_lifted_card_has_no_consequences_and_is_in_its_owners_log(season, travel):
    card = absent(season)
    lift(card)
    lift(card)
    lines = season.log.filter(verb="card_lifted")
    assert [(line.subject.username, line.reason, line.is_public) for line in lines] == [
        ("player0", "was in hospital", False)
    ]
    card.refresh_from_db()
    assert card.lifted_by == person("olga")
    season = run_until(travel, season, "finish", plays=False)
    assert season.entries.get(user=person("player0")).banned_seasons == 0


def test_only_organisers_take_cards_back_and_nobody_their_own(season):
    card = absent(season)
    give_role(season.league, "player0", "organiser")
    for actor in ("player0", "player1", "stranger"):
        with pytest.raises(Forbidden):
            lift(card, actor=actor)
    with pytest.raises(BadInput):
        lift(card, reason=" ")
    card.refresh_from_db()
    assert card.lifted_at is None


def test_after_the_season_a_card_is_final(season, travel):
    card = absent(season)
    run_until(travel, season, "finish", plays=False)
    with pytest.raises(Conflict):
        lift(card)
    card.delete()
    with pytest.raises(NoSuchLeague):
        lift(card)


def test_organisers_take_a_card_back_on_their_page(season):
    card = absent(season)
    desk = Desk(person("olga"), season.league)
    assert desk.send("lift/", reason="ill").status_code == 302
    card.refresh_from_db()
    assert card.lifted_at is not None
    assert not desk.forms("lift/")
