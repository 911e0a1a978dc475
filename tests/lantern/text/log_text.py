"""Log entries of Lantern as sentences."""

from games.core.engine.events import Effect
from games.core.text import SeatName, Text, _
from tests.lantern.rules.effects import Answered, Hung, NightEnded, SetUp, WentOut, WindBlew
from tests.lantern.text.names import BRIDGES


def describe(effect: Effect) -> Text | None:
    """A redacted effect as a sentence, or None if it says nothing to a reader."""
    match effect:
        case Hung(seat, 0, bridge):
            return _("%(seat)s hangs a lantern on %(bridge)s.", seat=SeatName(seat), bridge=BRIDGES[bridge])
        case Hung(seat, card, bridge):
            return _("%(seat)s hangs %(card)s on %(bridge)s.", seat=SeatName(seat), card=card, bridge=BRIDGES[bridge])
        case Answered(seat, blow=True):
            return _("%(seat)s blows.", seat=SeatName(seat))
        case Answered(seat):
            return _("%(seat)s lets it shine.", seat=SeatName(seat))
        case SetUp(first=first):
            return _("%(seat)s begins.", seat=SeatName(first))
        case WindBlew(face):
            return _("The wind blows with strength %(face)s.", face=face)
        case WentOut():
            return _("The lantern goes out.")
        case NightEnded():
            return _("The night is over.")
    return None
