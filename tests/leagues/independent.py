"""The tables of a season recomputed from what it publishes as JSON, by the oracle of the arithmetic's own tests."""

import json
from types import SimpleNamespace

from leagues.selectors.export import season_data
from tests.leagues.core.standings_oracle import Oracle

SWISS = ("swiss", "pod_swiss")


def recomputed(text):
    """By division of an exported season, the lines as they must be: (entry, points, matches), best first."""
    season = json.loads(text)
    return {division["name"]: _lines(season, division) for division in season["divisions"]}


def published(text):
    """The same as the season says it."""
    return {
        division["name"]: [(line["entry"], line["points"], line["played"]) for line in division["table"]]
        for division in json.loads(text)["divisions"]
    }


def assert_true_tables(season):
    """What is published of a season follows from its matches."""
    text = json.dumps(season_data(season))
    assert published(text) == recomputed(text)
    assert any(published(text).values())


def _lines(season, division):
    oracle = Oracle(
        [line["entry"] for line in division["table"]],
        [_result(match) for match in division["matches"] if match["state"] == "settled"],
        win=2 if season["rules"]["seats"] == 2 else 10_000,
        swiss=season["rules"]["format"] in SWISS,
        scores=True,
        per_match=division["per_match"],
        seed=season["seed"],
    )
    return [(entry, oracle.total(entry), len(oracle.counted(entry))) for entry in oracle.order]


def _result(match):
    seats = [SimpleNamespace(**{**seat, "player": seat["entry"]}) for seat in match["seats"]]
    return SimpleNamespace(key=match["number"], round=match["round"], seats=seats)
