"""Divisions, rounds and fixtures, drawn by lot from a season's seed."""
