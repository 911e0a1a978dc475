"""The pieces and dice of the rules page, in pictures and words."""

from collections.abc import Mapping
from typing import Any, Final

from games.core.text import Text, _
from games.titles.masons.rules.components import HOUSE_DIE_CODES, TONE_CODES
from games.titles.masons.text.names import HOUSES, PALACES, TOWERS

MARKS: Final[Mapping[str, Text]] = {"W": _("a ring"), "G": _("a bar"), "K": _("a cross")}
"""By tone: the mark of a tower."""
ROOFS: Final[Mapping[str, Text]] = {
    "b": _("a gable"),
    "g": _("a round roof"),
    "y": _("battlements"),
    "r": _("a roof down to the ground"),
    "p": _("a flattened roof"),
}
"""By colour: the roof of a house."""
FACES_OF_A_TONE: Final = 2  # of the tower die


def pieces() -> list[list[dict[str, Any]]]:
    """Return each tower, house and palace with its symbol, its name, and the mark that distinguishes it; a row for each
    kind."""
    return [
        [{"symbol": f"tower-{code}", "name": name, "mark": MARKS[code]} for code, name in TOWERS.items()],
        [{"symbol": f"house-{code}", "name": name, "mark": ROOFS[code]} for code, name in HOUSES.items()],
        [{"symbol": f"palace-{code}", "name": name, "mark": _("on gold")} for code, name in PALACES.items()],
    ]


def dice() -> list[dict[str, Any]]:
    """Return both kinds of dice with all their faces, and what these mean."""
    return [
        {
            "name": _("The tower die"),
            "faces": [f"tower-{code}" for code in TONE_CODES for _face in range(FACES_OF_A_TONE)],
            "means": _(
                "Each tone twice. It gives the tone of one new tower; if there are two, the other can be any "
                "tone. If both ends of the wall already have towers, ignore it."
            ),
        },
        {
            "name": _("The two house dice"),
            "faces": [house_face(code) for code in HOUSE_DIE_CODES],
            "means": _(
                "Five colours and a joker, the same on both. Each gives the house on one side of the wall; "
                "for the joker, the player chooses any colour."
            ),
        },
    ]


def house_face(code: str) -> str:
    """Return the symbol on a face of a house die."""
    return "joker" if code == "?" else f"house-{code}"
