"""The stored models of the companion."""

from companion.models.play import Answer, Objection, Play, PlayLine, PlaySeat, PlayState, Verb
from companion.models.play_file import PlayFile

__all__ = ["Answer", "Objection", "Play", "PlayFile", "PlayLine", "PlaySeat", "PlayState", "Verb"]
