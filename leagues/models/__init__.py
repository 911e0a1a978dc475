"""The stored models of leagues."""

from leagues.models.calendar import CalendarEvent
from leagues.models.dump import RatingDump
from leagues.models.fixture import (
    Challenge,
    Fixture,
    FixtureSeat,
    FixtureState,
    FormerMatch,
    TablePlay,
    TablePlayState,
)
from leagues.models.integrity import IntegrityFlag
from leagues.models.league import (
    TOLD_TO_ORGANISERS,
    Admission,
    Invitation,
    League,
    LogEntry,
    OfferState,
    Role,
    RoleKind,
    RoleOffer,
)
from leagues.models.rating import PlayerRating, RatedResult, RatingChange, RatingState, RatingVersion
from leagues.models.reply_times import ReplyHours, ReplyTimes
from leagues.models.request import BenchOffer, BenchPlayer, Card, Incident, Request, RequestKind, RequestState
from leagues.models.season import (
    BEFORE_START,
    LAST_SEASON,
    OVER,
    Division,
    Entry,
    EntryState,
    Season,
    SeasonState,
    Standing,
    Step,
)

__all__ = [
    "BEFORE_START",
    "LAST_SEASON",
    "OVER",
    "TOLD_TO_ORGANISERS",
    "Admission",
    "BenchOffer",
    "BenchPlayer",
    "CalendarEvent",
    "Card",
    "Challenge",
    "Division",
    "Entry",
    "EntryState",
    "Fixture",
    "FixtureSeat",
    "FixtureState",
    "FormerMatch",
    "Incident",
    "IntegrityFlag",
    "Invitation",
    "League",
    "LogEntry",
    "OfferState",
    "PlayerRating",
    "RatedResult",
    "RatingChange",
    "RatingDump",
    "RatingState",
    "RatingVersion",
    "ReplyHours",
    "ReplyTimes",
    "Request",
    "RequestKind",
    "RequestState",
    "Role",
    "RoleKind",
    "RoleOffer",
    "Season",
    "SeasonState",
    "Standing",
    "Step",
    "TablePlay",
    "TablePlayState",
]
