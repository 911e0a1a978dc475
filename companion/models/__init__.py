"""The stored models of the companion."""

from companion.models.play import Answer, Objection, Play, PlayLine, PlaySeat, PlayState, Verb
from companion.models.play_file import PlayFile
from companion.models.room import Hand, Room

__all__ = ["Answer", "Hand", "Objection", "Play", "PlayFile", "PlayLine", "PlaySeat", "PlayState", "Room", "Verb"]
