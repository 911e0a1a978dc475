"""docs/operations.md says how long everything is kept: every table of the database, and no other."""

import re

from django.apps import apps
from django.conf import settings

from tests.project.sources import BASE


def test_every_table_has_a_row_that_says_how_long_it_is_kept():
    text = (BASE / "docs/operations.md").read_text()
    section = text.split("## What is kept how long")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`([a-z]+_[a-z_]+)`", row.split("|")[1])}
    stored = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert named == stored | {settings.CACHES["default"]["LOCATION"]}
    assert all(len(row.split("|")) == 5 and row.split("|")[2].strip() for row in rows)
