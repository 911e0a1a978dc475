"""Detectors of results that were agreed upon. They raise flags, which people judge."""

from leagues.core.integrity import farming, feeding, gifts, leaving, seclusion
from leagues.core.integrity.facts import Flag, History, Kind, Played

__all__ = ["Flag", "History", "Kind", "Played", "find_all"]

DETECTORS = (farming.find, leaving.find, feeding.find, gifts.find, seclusion.find)


def find_all(history: History) -> list[Flag]:
    """Return the flags of all detectors for these matches, in a fixed order."""
    return [flag for find in DETECTORS for flag in find(history)]
