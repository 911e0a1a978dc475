"""The seasons that can be held: which title and format, how many people, and how some of them behave."""

from dataclasses import dataclass, field
from enum import StrEnum


class Persona(StrEnum):
    """The behaviour of a player; all others play promptly."""

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
    DECLINES = "declines"  # challenges on a ladder, and leaves


class Duty(StrEnum):
    """A task of an organiser during a show."""

    CORRECT = "correct"
    CORRECT_AND_UNDO = "correct and undo"
    FORFEIT = "forfeit"
    ANNUL = "annul"
    REPLAY = "replay"
    EXPEL = "expel"
    EXTEND = "extend"
    EXTEND_ALL = "extend all"
    MOVE_AND_UNDO = "move and undo"


@dataclass(frozen=True, slots=True)
class Show:
    """A season of one format. `terms` fill in the form of a new league; `personas` are those of the first people.

    `substitutes` do not enter, but take seats over. `repeats`: the season is followed until the next one is drawn. A
    ladder has no end: its players stop challenging after this many matches each (`challenges`).
    """

    name: str
    title: str
    seats: int
    format: str
    people: int
    speed: float
    terms: dict[str, str] = field(default_factory=dict)
    personas: tuple[Persona, ...] = ()
    substitutes: int = 0
    repeats: bool = False
    duties: tuple[Duty, ...] = tuple(Duty)
    challenges: int = 3


def settings_with(title: str) -> str:
    """Return the settings of a site that offers this title. Lantern is a title of the tests, small and soon over."""
    return "tests.lantern.site_settings" if title == "lantern" else "masques_site.settings"


AT_ONCE = {"sign_up_days": "3", "extension_days": "1", "objection_days": "0", "break_days": "0"}

CUP = {
    "sign_up_days": "3",
    "round_days": "14",
    "extension_days": "1",
    "objection_days": "0",
    "break_days": "0",
    "advancing": "2",
    "pace": "fast",
}

IN_A_CUP = (
    Duty.CORRECT_AND_UNDO,
    Duty.FORFEIT,
    Duty.REPLAY,
    Duty.EXPEL,
    Duty.EXTEND,
    Duty.EXTEND_ALL,
    Duty.MOVE_AND_UNDO,
)

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
            substitutes=3,
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
            "single",
            title="lantern",
            seats=2,
            format="round_robin",
            people=12,
            speed=2500,
            terms={**AT_ONCE, "play_days": "21", "at_once": "0", "division_size": "6", "pace": "fast"},
            personas=(Persona.ABSENT, Persona.RESIGNS, Persona.LEAVES_EARLY, Persona.ASKS_FOR_TIME),
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
            "swiss-pods",
            title="lantern",
            seats=4,
            format="pod_swiss",
            people=18,
            speed=2500,
            terms={**AT_ONCE, "rounds": "4", "round_days": "3", "pace": "standard"},
            personas=(
                Persona.ABSENT,
                Persona.NAPPER,
                Persona.RESIGNS,
                Persona.LEAVES_EARLY,
                Persona.ASKS_FOR_TIME,
                Persona.ASKS_FOR_SUBSTITUTE,
            ),
            substitutes=2,
        ),
        Show(
            "ladder",
            title="lantern",
            seats=2,
            format="ladder",
            people=10,
            speed=2500,
            terms={"pace": "fast"},
            personas=(Persona.ABSENT, Persona.DECLINES, Persona.RESIGNS, Persona.LEAVES_LATE),
            duties=(
                *(Duty.CORRECT, Duty.CORRECT, Duty.CORRECT_AND_UNDO, Duty.CORRECT_AND_UNDO),
                *(Duty.FORFEIT, Duty.ANNUL, Duty.ANNUL, Duty.EXPEL),
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
            substitutes=2,
            duties=IN_A_CUP,
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
            substitutes=2,
            duties=(Duty.CORRECT, Duty.REPLAY, Duty.EXTEND, Duty.MOVE_AND_UNDO),
        ),
    )
}
