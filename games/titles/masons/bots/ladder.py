"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

from collections.abc import Mapping

ELO: Mapping[int, Mapping[str, int]] = {}
"""By number of seats and level; random has 0."""
