"""The tables of a season recomputed from what it publishes as JSON, by a program that shares nothing with leagues."""

import json

from bench.seasons.recompute import published, recomputed
from leagues.selectors.export import season_data


def assert_true_standings(season):
    """Check that every published value of a season follows from its matches."""
    data = json.loads(json.dumps(season_data(season)))
    assert published(data) == recomputed(data)
    assert any(published(data).values())
