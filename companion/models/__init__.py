"""The stored models of the companion."""

from companion.models.play import Answer, Objection, Play, PlayLine, PlaySeat, PlayState, Verb

__all__ = ["Answer", "Objection", "Play", "PlayLine", "PlaySeat", "PlayState", "Verb"]
