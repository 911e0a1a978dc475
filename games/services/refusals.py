"""Refusals, where services' callers look for them."""

from games.refusals import BadInput, BadMove, Conflict, Forbidden, Missing, Refusal, Stale

__all__ = ["BadInput", "BadMove", "Conflict", "Forbidden", "Missing", "Refusal", "Stale"]
