"""`manage.py bench ratings`: its measures on cases made by hand, and small runs from end to end."""

import math
import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from openskill.models import PlackettLuce

from bench.ratings import experiment, forecasts, matches, measure, metrics, report
from bench.ratings.experiment import FROZEN, TRUE, UNIFORM, UPDATED
from bench.ratings.matches import MatchStore, Played, Source, play_all
from bench.ratings.metrics import Pair
from bench.ratings.personas import population
from bench.ratings.results import results
from bench.ratings.strengths import fit
from leagues.core.rating import BETA, Leaving, Rating
from tests.lantern.game import Lantern

# Measures.


def test_chances_to_be_first_are_those_of_the_closed_form() -> None:
    table = [Rating(30.0, 2.0), Rating(25.0, 4.0), Rating(20.0, 1.0)]
    unit = math.sqrt(4 + 16 + 1 + 3 * BETA**2)
    weights = [math.exp(mean / unit) for mean in (30, 25, 20)]
    expected = [weight / sum(weights) for weight in weights]
    assert metrics.shares(forecasts.model_strengths(table)) == pytest.approx(expected)
    assert metrics.shares([1000.0, 1000.0, -1000.0]) == [0.5, 0.5, 0.0]


def test_chances_are_those_by_which_the_model_moves_ratings() -> None:
    """A winner's mean moves by sigma^2 / c * (1 - chance): so the model says what it had expected."""
    table = [Rating(30.0, 2.0), Rating(25.0, 4.0)]
    model = PlackettLuce(tau=0.0)
    after = model.rate([[model.rating(each.mu, each.sigma)] for each in table], ranks=[1, 2])
    unit = math.sqrt(sum(each.sigma**2 + BETA**2 for each in table))
    moved = (after[0][0].mu - 30.0) * unit / 4.0
    assert metrics.shares(forecasts.model_strengths(table))[0] == pytest.approx(1 - moved)


def test_the_loss_of_the_winner_is_the_logarithm_of_its_chance_and_a_mean_over_shared_victories() -> None:
    assert metrics.winner_loss([0.25, 0.75], (2, 1)) == pytest.approx(-math.log(0.75))
    assert metrics.winner_loss([0.2, 0.3, 0.5], (1, 1, 3)) == pytest.approx(-(math.log(0.2) + math.log(0.3)) / 2)


def test_pairs_say_who_came_before_whom() -> None:
    found = list(metrics.pairs([0.0, math.log(3), 0.0], (2, 1, 2)))
    assert [pair.forecast for pair in found] == pytest.approx([0.25, 0.5, 0.75])
    assert [pair.result for pair in found] == [0.0, 0.5, 1.0]


def test_accuracy_leaves_ties_out_and_counts_a_forecast_of_one_half_as_half_right() -> None:
    assert metrics.accuracy([Pair(0.9, 1.0), Pair(0.9, 0.0), Pair(0.1, 0.0), Pair(0.9, 0.5)]) == pytest.approx(2 / 3)
    assert metrics.accuracy([Pair(0.5, 1.0), Pair(0.8, 1.0)]) == 0.75


def test_confidence_is_what_the_forecasts_expect_of_themselves() -> None:
    assert metrics.confidence([Pair(0.9, 0.0), Pair(0.3, 0.0), Pair(0.6, 0.5)]) == pytest.approx(0.8)


def test_bins_hold_what_was_forecast_and_what_came_true() -> None:
    low, high, certain = Pair(0.12, 0.0), Pair(0.18, 1.0), Pair(1.0, 1.0)
    bins = metrics.calibration([low, high, certain])
    assert [(each.low, each.pairs) for each in bins] == [(0.1, 2), (0.9, 1)]
    assert (bins[0].forecast, bins[0].observed) == (pytest.approx(0.15), 0.5)
    assert metrics.calibration_error(bins) == pytest.approx(2 / 3 * 0.35)


def test_rank_correlations_with_ties() -> None:
    assert metrics.spearman([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert metrics.kendall([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert metrics.spearman([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(4.5 / math.sqrt(4.5 * 5))
    assert metrics.kendall([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(5 / math.sqrt(5 * 6))
    assert metrics.spearman([1, 1], [1, 2]) == metrics.kendall([1, 1], [1, 2]) == 0.0


# True strengths.


def drawn(strengths: list[float], count: int, seats: int) -> list[Played]:
    """Matches in which everybody is as strong as `strengths` says: the least of exponential times is first."""
    chance, found = random.Random(5), []
    for _match in range(count):
        table = chance.sample(range(len(strengths)), seats)
        order = sorted(table, key=lambda persona: chance.expovariate(math.exp(strengths[persona])))
        found.append(Played(tuple(table), tuple(order.index(persona) + 1 for persona in table), 10))
    return found


def test_the_fit_finds_the_strengths_that_matches_were_drawn_by() -> None:
    strengths = [-1.0, -0.5, 0.0, 0.5, 1.0]
    assert fit(drawn(strengths, 800, 3), 5) == pytest.approx(strengths, abs=0.2)


def test_the_fit_is_the_closed_form_for_two() -> None:
    found = fit([Played((0, 1), (1, 2), 9)] * 30 + [Played((0, 1), (2, 1), 9)] * 10, 2)
    assert found[0] - found[1] == pytest.approx(math.log(3), abs=0.05)
    assert fit([Played((0, 1), (1, 1), 9)] * 5, 2) == pytest.approx([0.0, 0.0])


def test_a_player_who_never_won_is_not_infinitely_weak() -> None:
    found = fit([Played((0, 1), (1, 2), 9)] * 30, 2)
    assert 2 < found[0] - found[1] < 10


def test_ratings_of_a_population_as_the_model_has_it_foretell_nearly_all_that_can_be_known() -> None:
    strengths = [(number - 4.5) / 2 for number in range(10)]
    found = experiment.examine(drawn(strengths, 600, 3), drawn(strengths, 100, 3), 10)
    losses = {name: each.loss for name, each in found.forecasts.items()}
    assert losses[UNIFORM] == pytest.approx(math.log(3))
    assert losses[TRUE] < losses[UPDATED] < losses[UNIFORM]
    assert losses[FROZEN] < losses[UNIFORM]
    assert float(report.gained(*(found.forecasts[name] for name in (UPDATED, UNIFORM, TRUE))).rstrip("%")) > 80
    assert found.forecasts[UPDATED].accuracy > 0.65
    assert all(each.spearman > 0.9 and each.kendall > 0.75 for each in found.correlations.values())
    assert found.held_out == 200


# The population and its matches.


def test_the_population_has_forty_names_and_every_level() -> None:
    names = [persona.name for persona in population()]
    assert len(set(names)) == len(names) >= 40
    assert names[:5] == ["random", "easy", "medium", "hard", "expert"]


def test_the_same_seed_gives_the_same_matches_and_a_store_resumes_them(tmp_path, monkeypatch) -> None:
    source, store = Source(Lantern(), 7), MatchStore(tmp_path / "matches")
    plain = list(play_all(source, 6))
    assert list(play_all(source, 3, store=store)) == plain[:3]
    with store.path.open("a") as file:
        file.write('{"source": ["lan')  # its writer was killed
    with store.path.open("a") as file:
        file.write("\n")
    played = []
    play = matches.play
    monkeypatch.setattr(matches, "play", lambda source, number: played.append(number) or play(source, number))
    assert list(play_all(source, 6, store=store)) == plain
    assert played == [3, 4, 5]
    assert list(play_all(Source(Lantern(), 8), 6)) != plain
    assert {len(match.places) for match in play_all(source, 20)} == set(Lantern.seats)


def test_a_small_run_writes_its_tables_where_they_stood(lantern, tmp_path) -> None:
    page, out = tmp_path / "ratings.md", StringIO()
    page.write_text("# Ratings\n")
    options = ["--titles=lantern", "--matches=12", "--extra=4", f"--write={page}", f"--store={tmp_path / 'store'}"]
    for _run in range(2):
        call_command("bench", "ratings", *options, "--quick", stdout=out, stderr=StringIO())
    text = page.read_text()
    assert text.startswith("# Ratings\n\n<!-- bench ratings -->\n42 personas, 12 matches of each title, 4 more")
    assert text.count("### Lantern") == 1
    rows = [line for line in text.splitlines() if line.startswith(f"| {UNIFORM} ")]
    assert len(rows) == 1
    assert "| 0% | 50.0% | 50.0% |" in rows[0]
    assert [line.split(" | ")[0] for line in text.splitlines()][-6:-1] == [
        f"| {level}" for level in ("random", "easy", "medium", "hard", "expert")
    ]


def test_the_lengths_of_usual_matches_are_medians(lantern, monkeypatch) -> None:
    out = StringIO()
    call_command("bench", "ratings", "--titles=lantern", "--usual-moves=3", stdout=out, stderr=StringIO())
    source = Source(Lantern(), 2026, "medium", 2)
    middle = sorted(match.moves for match in play_all(source, 3))[1]
    assert f"| Lantern | 2 | {middle} |" in out.getvalue()


@pytest.mark.parametrize("wrong", ["--matches=0", "--jobs=0", "--extra=-1", "--recompute=0", "--titles=chess"])
def test_nonsense_is_refused(wrong) -> None:
    with pytest.raises(CommandError):
        call_command("bench", "ratings", wrong, stdout=StringIO(), stderr=StringIO())


# Rating very many.


def test_made_up_results_have_all_that_results_may_have_and_follow_from_the_seed() -> None:
    found = list(results(600))
    assert found == list(results(600))
    assert [result.order for result in found] == sorted(result.order for result in found)
    assert {seat.left for result in found for seat in result.seats} == {None, *Leaving}
    assert {len(result.seats) for result in found} >= {2, 3, 4}
    assert {result.counts for result in found} == {True, False}
    assert any(seat.player is None for result in found for seat in result.seats)


@pytest.mark.django_db(transaction=True)
def test_they_are_rated_and_compared() -> None:
    told = measure.report(150)
    assert "150 results" in told
    assert told.count("| pass |") == 3
    assert "A batch is one transaction" in told
