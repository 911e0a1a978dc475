"""The seasons that can be held: which title and format, how many people, and how some of them behave."""

from dataclasses import dataclass, field
from enum import StrEnum


class Persona(StrEnum):
    """How somebody behaves; everybody else plays promptly."""

    PROMPT = "prompt"
    SLEEPER = "sleeper"  # lets clocks run out until the seats are lost, then plays on
    NAPPER = "napper"  # lets one clock run out, then plays on
    ABSENT = "absent"  # never plays a move
    RESIGNS = "resigns"  # gives up one match
    LEAVES_EARLY = "leaves early"  # withdraws with few matches played
    LEAVES_LATE = "leaves late"  # withdraws with most matches played
    ASKS_FOR_TIME = "asks for time"  # an extension for a match
    ASKS_FOR_SUBSTITUTE = "asks for a substitute"
    STAYS_AWAY = "stays away"  # answers the return form with no


@dataclass(frozen=True, slots=True)
class Show:
    """A season of one format. `terms` fill in the form of a new league; `personas` are those of the first people.

    `bench` people do not enter, but take seats over. `repeats`: the season is followed until the next one is drawn.
    """

    name: str
    title: str
    seats: int
    format: str
    people: int
    speed: float
    terms: dict[str, str] = field(default_factory=dict)
    personas: tuple[Persona, ...] = ()
    bench: int = 0
    repeats: bool = False


def settings_with(title: str) -> str:
    """The settings of a site that offers this title. Lantern is a title of the tests, small and soon over."""
    return "tests.lantern.site_settings" if title == "lantern" else "masques_site.settings"


CUP = {
    "sign_up_days": "3",
    "round_days": "14",
    "extension_days": "1",
    "objection_days": "0",
    "break_days": "0",
    "advancing": "2",
    "pace": "fast",
}

SHOWS = {
    show.name: show
    for show in (
        Show(
            "divisions",
            title="masques",
            seats=4,
            format="pods",
            people=28,
            speed=2500,
            terms={
                "sign_up_days": "3",
                "play_days": "35",
                "extension_days": "3",
                "objection_days": "0",
                "break_days": "0",
                "at_once": "0",
                "division_size": "7",
                "pace": "standard",
            },
            personas=(
                Persona.SLEEPER,
                Persona.NAPPER,
                Persona.RESIGNS,
                Persona.LEAVES_EARLY,
                Persona.ASKS_FOR_TIME,
                Persona.ASKS_FOR_SUBSTITUTE,
                Persona.LEAVES_LATE,
                Persona.STAYS_AWAY,
            ),
            bench=3,
            repeats=True,
        ),
        Show(
            "robin",
            title="maskera",
            seats=2,
            format="double",
            people=6,
            speed=2500,
            terms={
                "sign_up_days": "3",
                "play_days": "42",
                "extension_days": "3",
                "objection_days": "0",
                "break_days": "0",
                "at_once": "4",
                "division_size": "6",
                "pace": "fast",
            },
            personas=(Persona.NAPPER, Persona.RESIGNS, Persona.ASKS_FOR_TIME, Persona.LEAVES_LATE),
        ),
        Show(
            "swiss",
            title="maskera",
            seats=2,
            format="swiss",
            people=24,
            speed=2500,
            terms={
                "sign_up_days": "3",
                "rounds": "5",
                "round_days": "14",
                "extension_days": "1",
                "objection_days": "0",
                "break_days": "0",
                "pace": "fast",
            },
            personas=(
                Persona.ABSENT,
                Persona.NAPPER,
                Persona.RESIGNS,
                Persona.LEAVES_EARLY,
                Persona.ASKS_FOR_TIME,
                Persona.SLEEPER,
            ),
        ),
        Show(
            "cup",
            title="lantern",
            seats=4,
            format="cup",
            people=16,
            speed=2500,
            terms=CUP,
            personas=(Persona.ABSENT, Persona.NAPPER, Persona.RESIGNS, Persona.LEAVES_EARLY),
            bench=2,
        ),
        Show(
            "large-cup",
            title="mascarade",
            seats=8,
            format="cup",
            people=24,
            speed=4000,
            terms=CUP,
            personas=(Persona.ABSENT, Persona.NAPPER, Persona.RESIGNS, Persona.LEAVES_EARLY),
            bench=2,
        ),
    )
}
