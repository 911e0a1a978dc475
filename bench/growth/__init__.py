"""Benchmarks of a site that has grown old: `manage.py bench growth`, on what `manage.py fill` writes."""
