"""Every stored column of leagues is sealed or follows from others, and `recompute_seasons --check` names what was
altered."""

import random
from pathlib import Path
from textwrap import dedent

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from games.core.engine.sealer import MAC_BYTES
from leagues import models
from leagues.core.rules import Format
from leagues.models import Entry, FormerMatch, League, Season, SeasonState, Standing, Step
from leagues.services.deciding import requests
from leagues.services.drawing import repeated_draws
from leagues.services.entering import entries
from leagues.services.keeping import season_check
from tests.cast import person
from tests.corrupt import other_values, stored, unguarded, write
from tests.http.town import Town
from tests.leagues.cast import newest, opened, play_all, run_until, sweep
from tests.sampling import sampled

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern"), pytest.mark.timeout(3600)]

RULES = (
    "title settings pace is_rated nights weekends vacations format seats sign_up_days play_days extension_days "
    "objection_days break_days at_once division_size promoted relegated rounds round_days advancing half_byes "
    "late_halves bench_scores unfinished criteria scale scoring_version table_results"
)
# Every column but the keys and the seals, by table. Written down by hand: a column that is added has to be added here.
OF_SEASONS = {
    "League": f"{RULES} slug name description admission is_listed repeats closed_at taken_down_at is_demo created_at",
    "Season": f"{RULES} league number state seed rev whole_rev opens_at started_at finished_at quality created_at "
    "draw_version",
    "Step": "season kind number at look_at done_at held_at position",
    "Division": "season tier index outlook is_per_match rev",
    "Entry": "season user state division seed position returns left_at left_round movement former_tier banned_seasons "
    "tiers_lower at",
    "Standing": "division rank points played values decided_by",
    "Fixture": "season division number round state replays opens_at match extended_until settled_at needs_upkeep "
    "is_corrected is_adjudicated",
    "FixtureSeat": "fixture seat entry wants_substitute is_forfeited substitute kind place score timeouts points",
    "Role": "league user kind since",
    "LogEntry": "league season verb actor subject reason details is_public at",
}
OTHERS = {
    "RoleOffer": "league user kind state offered_by at",
    "Invitation": "league user at",
    "Challenge": "season challenger challenged fixture at answer_by pauses_counted_to accepted_at ended_at "
    "challenger_before challenged_before challenger_after challenged_after",
    "Request": "entry season kind fixture round text state is_automatic answer answered_by answered_at at",
    "Incident": "entry seat at",
    "Card": "entry began_at kind lifted_by lifted_at",
    "BenchPlayer": "season user at",
    "BenchOffer": "seat user at expires_at closed_at is_taken",
}
OF_REPLAYS = {"FormerMatch": "fixture match", "TablePlay": "fixture play state at"}

HELD = [("pods", 3, 4), ("double", 2, 4), ("round_robin", 2, 5), ("swiss", 2, 5), ("pod_swiss", 3, 7), ("cup", 2, 4)]


def columns(table):
    """Return the columns of a table that the tests alter."""
    return {**OF_SEASONS, **OTHERS, **OF_REPLAYS}[table].split()


def test_every_column_is_listed():
    tables = [*season_check.LEAGUE_OF, Standing]
    assert {model.__name__ for model in tables} == {*OF_SEASONS, *OTHERS, *OF_REPLAYS}
    for model in tables:
        held = {field.name for field in model._meta.concrete_fields if not field.primary_key} - {"macs"}
        assert set(columns(model.__name__)) == held, model


def missed(tables):
    """The columns of the first row of each table whose alteration is not named."""
    wrong = []
    for table, names in tables.items():
        row = getattr(models, table).objects.order_by("pk").first()
        assert row is not None, f"there is no {table} to alter"
        for column in names:
            attribute = row._meta.get_field(column).column
            before = stored(row, attribute)
            with unguarded():
                if not any(write(row, attribute, value) for value in other_values(row, column)):
                    continue  # the database takes no other
                found = [fault for fault in season_check.faults([]) if fault.startswith(f"{table} {row.pk}: ")]
                if not any(column in fault for fault in found):
                    wrong.append((table, column, found))
                assert write(row, attribute, before)
    return wrong


def one_each(tables, seed):
    """One column of each table."""
    draw = random.Random(seed)
    return {table: [draw.choice(names.split())] for table, names in tables.items()}


@pytest.mark.parametrize(("format", "seats", "people"), sampled(HELD, HELD[:1]))
def test_a_season_that_was_played_checks_clean_and_one_altered_column_of_each_table_is_named(
    format, seats, people, travel
):
    season = run_until(travel, opened(Format(format), seats, people), "finish")
    assert season.state == SeasonState.FINISHED
    assert Standing.objects.count() == people
    assert list(season_check.faults([])) == []
    assert missed(one_each(OF_SEASONS, 1)) == []
    assert list(season_check.faults([])) == []


@pytest.mark.parametrize("model", [League, Season])
def test_a_new_column_is_sealed_as_the_guide_shows(model):
    opened(Format.ROUND_ROBIN, 2, 4)
    row, last = model.objects.get(), model.SEALED[-1]
    model.objects.filter(pk=row.pk).update(macs=row.macs[:-MAC_BYTES])
    assert write(row, "is_rated", False)
    assert list(season_check.faults([])) == [f"{model.__name__} {row.pk}: altered: is_rated, {last}"]
    shown = dedent(Path("docs/adding-a-setting.md").read_text().split("```python\n")[1].split("```")[0])
    exec(shown.replace("(League, Season)", f"({model.__name__},)").replace("shows_chances", last), names := {})
    names["seal"](apps, None)
    assert list(season_check.faults([])) == [f"{model.__name__} {row.pk}: altered: is_rated"], "that stays wrong"


@pytest.mark.reliability
@pytest.mark.parametrize(("format", "seats", "people"), HELD)
def test_every_altered_column_of_a_season_is_named(format, seats, people, travel):
    run_until(travel, opened(Format(format), seats, people), "start", plays=False)
    assert missed({table: names.split() for table, names in OF_SEASONS.items() if table != "Standing"}) == []


@pytest.mark.reliability
def test_every_altered_column_of_the_other_tables_is_named():
    Town().leagues  # noqa: B018 - built when it is asked for
    assert list(season_check.faults([])) == []
    there = {name: names for name, names in OTHERS.items() if getattr(models, name).objects.exists()}
    assert missed({table: names.split() for table, names in there.items()}) == []


def test_every_altered_column_of_a_former_match_is_named(drawn):
    first, second, third = drawn.fixtures.order_by("number")[:3]
    former = FormerMatch.objects.create(fixture=first, match_id=second.match_id)
    assert list(season_check.faults([])) == []
    for column, other in [("fixture_id", second.pk), ("match_id", third.match_id)]:
        before = stored(former, column)
        assert write(former, column, other)
        assert list(season_check.faults([])) == [f"FormerMatch {former.pk}: altered: {column.removesuffix('_id')}"]
        assert write(former, column, before)


def of_rounds(travel, format, seats, people, **more):
    """A played season by rounds in which one player rests, one leaves and one comes late."""
    season = opened(format, seats, people, rounds=3, half_byes=1, late_halves=1, **more)
    if format is not Format.CUP:
        requests.ask(user=person("player1"), season_id=season.pk, kind="bye")
    season = run_until(travel, season, "start", plays=False)
    play_all(season)
    requests.ask(user=person("player2"), season_id=season.pk, kind="withdrawal")
    if format is not Format.CUP:
        entries.sign_up(user=person("late"), season_id=season.pk)
    return run_until(travel, season, "finish")


ROUNDS = [(Format.SWISS, 2, 6), (Format.POD_SWISS, 3, 8), (Format.CUP, 2, 6), (Format.CUP, 3, 9)]


@pytest.mark.parametrize(("format", "seats", "people"), sampled(ROUNDS, ROUNDS[:1]))
def test_each_round_is_drawn_again_from_the_rounds_before_it(format, seats, people, travel):
    season = of_rounds(travel, format, seats, people)
    assert list(season_check.faults([])) == []
    numbers = sorted(set(season.fixtures.values_list("round", flat=True)))
    assert len(numbers) > 1
    for number in numbers:
        fixture = season.fixtures.filter(round=number, seats__seat=1).order_by("number").first()
        swap_seats(fixture)
        assert f"Season {season.pk}: round {number + 1} is not as drawn" in list(season_check.faults([]))
        swap_seats(fixture)
    assert list(season_check.faults([])) == []


def swap_seats(fixture):
    """Exchange the seats of two players of a match, with their seals, as an intruder with the key could."""
    first, second = fixture.seats.get(seat=0), fixture.seats.get(seat=1)
    alter_with_seals(first, seat=8)
    alter_with_seals(second, seat=0)
    alter_with_seals(first, seat=1)


def test_a_round_is_not_said_to_be_wrong_after_a_result_that_it_was_drawn_from_was_corrected(travel):
    season = run_until(travel, opened(Format.SWISS, 2, 4, rounds=2), "start", plays=False)
    play_all(season)
    season = run_until(travel, season, "round", 2, plays=False)
    seen = repeated_draws.faults(season)
    first = season.fixtures.filter(round=0).order_by("number").first()
    places = [seat.place for seat in first.seats.order_by("seat")]
    other = [2, 1] if places == [1, 2] else [1, 2]
    corrected = {"season_id": season.pk, "fixture_number": first.number, "places": other}
    requests.correct_result(actor=person("olga"), reason="another winner", **corrected)
    assert (seen, repeated_draws.faults(season)) == ([], [])


@pytest.mark.reliability
def test_a_season_that_follows_by_promotion_is_drawn_again_alike(travel):
    first = run_until(travel, opened(Format.PODS, 3, 9, division_size=4), "next_season")
    sweep()
    second = run_until(travel, newest(first.league), "draw")
    assert second.number == 2
    assert second.entries.filter(movement="promoted").count() == 1
    assert repeated_draws.faults(second) == []
    assert list(season_check.faults([])) == []
    promoted = second.entries.get(movement="promoted")
    alter_with_seals(promoted, movement="stayed")
    assert list(season_check.faults([])) == [
        f"Entry {promoted.pk}: its division, movement or former_tier is not as drawn"
    ]


def alter(model, column, value):
    """Alter a column of all rows as an intruder in the database could."""
    with connection.cursor() as cursor:
        cursor.execute(f'UPDATE {model._meta.db_table} SET "{column}" = %s', [value])


@pytest.fixture
def drawn(travel):
    """A season whose matches run."""
    return run_until(travel, opened(Format.PODS, 3, 4), "start", plays=False)


@pytest.mark.database
def test_writing_an_altered_row_does_not_hide_the_alteration(drawn):
    entry = drawn.entries.order_by("pk").first()
    write(entry, "position", 3)
    Entry.objects.filter(pk=entry.pk).update(position=0)
    entry.refresh_from_db()
    entry.position = 1
    entry.save()
    assert list(season_check.faults([])) == [f"Entry {entry.pk}: altered: position"]


def test_a_row_that_was_added_by_hand_is_named(drawn):
    step = drawn.steps.get(kind="finish")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO leagues_step (season_id, kind, number, at, position) SELECT season_id, kind, 7, at, 9 "
            "FROM leagues_step WHERE id = %s",
            [step.pk],
        )
    added = Step.objects.get(number=7)
    assert list(season_check.faults([])) == [f"Step {added.pk}: not sealed"]


def alter_with_seals(row, **values):
    """Alter a row as an intruder with the key could."""
    type(row).objects.filter(pk=row.pk).update(**values)


def test_a_draw_that_does_not_follow_from_the_seed_is_named_although_the_seals_fit(drawn):
    first = drawn.entries.get(seed=0)
    fixture = drawn.fixtures.get(number=2)
    alter_with_seals(first, movement="promoted", former_tier=1)
    alter_with_seals(fixture, round=3)
    assert list(season_check.faults([])) == [
        f"Entry {first.pk}: its division, movement or former_tier is not as drawn",
        f"Fixture {fixture.pk}: its division, round or seats are not as drawn",
    ]
    drawn.fixtures.filter(number=4).delete()
    assert f"Season {drawn.pk}: fixtures are missing: 4" in list(season_check.faults([]))


def test_a_season_that_was_drawn_by_an_older_rule_is_not_drawn_again(drawn):
    assert drawn.draw_version == 1
    alter_with_seals(drawn.fixtures.get(number=2), round=3)
    alter_with_seals(drawn, draw_version=0)
    assert list(season_check.faults([])) == []


@pytest.mark.parametrize("junk", [None, "nonsense", 7])
def test_a_row_whose_seals_are_junk_is_named(drawn, junk):
    step = drawn.steps.get(kind="finish")
    write(step, "macs", junk)
    assert list(season_check.faults([])) == [f"Step {step.pk}: not sealed"]


@pytest.mark.database
def test_a_deleted_account_leaves_no_fault(drawn):
    user = drawn.entries.order_by("pk").first().user
    user.delete()
    assert drawn.entries.filter(user=None).count() == 1
    assert list(season_check.faults([])) == []


def test_the_command_prints_what_was_altered_fails_and_writes_nothing(drawn, capsys):
    call_command("recompute_seasons", "--check")
    assert capsys.readouterr().out == "all rows are as the site wrote them\n"
    alter(Step, "position", 77)
    with pytest.raises(CommandError, match=f"^{Step.objects.count()} rows"):
        call_command("recompute_seasons", "--check")
    assert "altered: position" in capsys.readouterr().out
    assert set(Step.objects.values_list("position", flat=True)) == {77}


def test_leagues_are_chosen_by_their_addresses(drawn, capsys):
    alter(Step, "position", 77)
    other = League.objects.exclude(pk=drawn.league_id)
    assert not other.exists()
    with pytest.raises(CommandError, match="no league has this address"):
        call_command("recompute_seasons", "--check", "nowhere")
    assert len(list(season_check.faults([drawn.league.slug]))) == drawn.steps.count()


def test_after_a_new_secret_key_rows_are_sealed_again(drawn, settings, capsys):
    settings.SECRET_KEY = "another key"
    assert f"Season {drawn.pk}: altered: league, number" in list(season_check.faults([]))
    call_command("recompute_seasons", "--accept")
    assert "rows sealed" in capsys.readouterr().out
    assert list(season_check.faults([])) == []


def test_rows_are_written_without_seals_by_two_modules_alone():
    """Standings and ratings follow from other rows; everything else of leagues goes through `sealed_rows`."""
    using = {path.stem for path in Path("leagues").rglob("*.py") if "bulk_sql" in path.read_text()}
    assert using == {"sealed_rows", "standings", "ledger"}


def test_without_check_points_and_standings_are_stored_again(travel, capsys):
    run_until(travel, opened(Format.PODS, 3, 4), "finish")
    alter(Standing, "points", 1)
    alter(Standing, "rank", 4)
    assert len(list(season_check.faults([]))) == 4
    call_command("recompute_seasons")
    assert capsys.readouterr().out == "1 seasons computed\n"
    assert list(season_check.faults([])) == []
