"""Rows that are sealed, pruned or set aside."""
