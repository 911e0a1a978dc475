"""Files of the app BG Stats: the export of everything (`BGStatsExport.json`) and a shared play (`.bgsplay`) have the
same form, and so has what this site writes. Also the address by which the app takes over a single play.

The form is that of files which the app and other programs write; keys that are unknown here are ignored.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.core.files.drafts import (
    LONGEST_KEY,
    MOST_PLAYS,
    NO_PLACES,
    TOO_MANY,
    Draft,
    DraftSeat,
    Reading,
    WrongFileError,
    places_of,
    score_of,
    title_named,
)
from games.core.text import Text, _
from games.core.title.game import Game

ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or "
    "open-in function to open it with Board Game Stats."
)
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
PLAYS = UUID("6f1d5a52-3a57-4f0e-9d0c-5c2a2a6f7c11")
"""The name space of the plays of this site in such files."""
NOBODY = 0  # a reference to nobody, to no place, and a rank or duration that was not recorded
BAD_ROW = _("This isn’t written as BG Stats writes it.")


def play_key(play_id: str) -> str:
    """Return the name that a play of this site has in such a file."""
    return str(uuid5(PLAYS, play_id)).upper()


# Reading.


def read(text: str, games: Sequence[Game]) -> Reading:
    """Return what is in a file. Raises `WrongFileError` if it isn't one."""
    try:
        data = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise WrongFileError(_("This file isn’t readable JSON.")) from error
    if not isinstance(data, dict) or not isinstance(data.get("plays"), list):
        raise WrongFileError(_("This JSON file isn’t one of BG Stats: it has no list “plays”."))
    if len(data["plays"]) > MOST_PLAYS:
        raise WrongFileError(TOO_MANY)
    return _Reader(data, games).read(data["plays"])


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no number")


class _BadValueError(ValueError):
    """A value that isn't what it should be: its path inside the play, and why."""

    def __init__(self, path: str, reason: Text) -> None:
        super().__init__(path)
        self.path, self.reason = path, reason


class _Reader:
    """The rows that plays refer to, by their numbers."""

    def __init__(self, data: Mapping[str, Any], games: Sequence[Game]) -> None:
        self.games, self.reading = games, Reading()
        self.names = dict(_rows(data, "games"))
        self.players = dict(_rows(data, "players"))
        self.locations = {key: _text(row.get("name")) for key, row in _rows(data, "locations")}
        info = data.get("userInfo")
        me = self.players.get(_number(info.get("meRefId"))) if isinstance(info, dict) else None
        self.reading.me = "" if me is None else _text(me.get("name"))

    def read(self, plays: Sequence[Any]) -> Reading:
        keys: set[str] = set()
        for number, row in enumerate(plays):
            where = f"plays[{number}]"
            try:
                draft = self._draft(row, number)
            except _BadValueError as error:
                self.reading.complain(f"{where}{error.path}", error.reason)
                continue
            if draft is None:
                self.reading.others += 1
            elif draft.key in keys:
                self.reading.complain(f"{where}.uuid", _("UUID: another play of this file has the same."))
            else:
                keys.add(draft.key)
                self.reading.drafts.append(draft)
        return self.reading

    def _draft(self, row: Any, number: int) -> Draft | None:
        if not isinstance(row, dict):
            raise _BadValueError("", BAD_ROW)
        named = self.names.get(_number(row.get("gameRefId")))
        if named is None:
            raise _BadValueError(".gameRefId", _("Game: the file has no game with this number."))
        game = title_named(_text(named.get("name")), self.games) or title_named(_text(named.get("bggName")), self.games)
        if game is None:
            return None
        if row.get("usesTeams") is True:
            raise _BadValueError(".usesTeams", _("Teams: this game isn’t played in teams."))
        minutes = _number(row.get("durationMin"))
        return Draft(
            (_text(row.get("uuid")) or f"play {number}")[:LONGEST_KEY],
            game.slug,
            self._seats(row.get("playerScores")),
            _day(row),
            self.locations.get(_number(row.get("locationRefId")), ""),
            None if minutes == NOBODY else minutes,
            _text(row.get("comments")),
        )

    def _seats(self, rows: Any) -> tuple[DraftSeat, ...]:
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows) or not 1 <= len(rows) <= 100:
            raise _BadValueError(".playerScores", BAD_ROW)
        order = sorted(range(len(rows)), key=lambda at: (_number(rows[at].get("seatOrder")), at))
        scores = [self._score(rows[at], at) for at in order]
        ranks = [_number(rows[at].get("rank")) or None for at in order]
        places = places_of(ranks, scores, [rows[at].get("winner") is True for at in order])
        if places is None:
            raise _BadValueError(".playerScores", NO_PLACES)
        return tuple(
            DraftSeat(self._name(rows[at], at), place, score, "isNpc" in _text(rows[at].get("metaData")))
            for at, place, score in zip(order, places, scores, strict=True)
        )

    def _score(self, row: Mapping[str, Any], at: int) -> int | None:
        given = row.get("score", "")
        try:
            return score_of(str(given) if isinstance(given, int) and not isinstance(given, bool) else _text(given))
        except ValueError as error:
            raise _BadValueError(f".playerScores[{at}].score", _("Score: enter a whole number.")) from error

    def _name(self, row: Mapping[str, Any], at: int) -> str:
        player = self.players.get(_number(row.get("playerRefId")))
        if player is None:
            raise _BadValueError(
                f".playerScores[{at}].playerRefId", _("Player: the file has no player with this number.")
            )
        return _text(player.get("name")).strip() or _text(row.get("role")).strip() or f"#{at + 1}"


def _rows(data: Mapping[str, Any], name: str) -> Iterable[tuple[int, Mapping[str, Any]]]:
    rows = data.get(name)
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict):
            yield _number(row.get("id")), row


def _text(value: Any) -> str:
    """Return a text of the file without what cannot be stored; "" for anything else."""
    return value.replace("\0", "").encode("utf-8", "ignore").decode() if isinstance(value, str) else ""


def _number(value: Any) -> int:
    """Return a whole number from 0 of the file; 0 for anything else."""
    return value if type(value) is int and 0 <= value < 2**31 else NOBODY


def _day(row: Mapping[str, Any]) -> date:
    given = _text(row.get("playDate"))[:10] or str(_number(row.get("playDateYmd")))
    for form in ("%Y-%m-%d", "%Y%m%d"):
        try:
            return datetime.strptime(given, form).date()  # noqa: DTZ007 - a day, wherever it was
        except ValueError:
            continue
    raise _BadValueError(".playDate", _("Date: write it as year-month-day."))


# Writing.


def write(drafts: Sequence[Draft], games: Mapping[str, Game], now: datetime, me: str) -> str:
    """Return these plays as a file of BG Stats; `me` is the name of the player who asks for it."""
    moment = now.strftime("%Y-%m-%d %H:%M:%S")
    titles = _numbered(draft.title for draft in drafts)
    people = _numbered([me, *(seat.name for draft in drafts for seat in draft.seats)])
    places = _numbered(draft.place for draft in drafts if draft.place)
    data = {
        "about": ABOUT,
        "games": [
            {
                "id": number,
                "uuid": str(uuid5(PLAYS, f"game {slug}")).upper(),
                "name": str(games[slug].name),
                "bggId": NOBODY,
                "cooperative": False,
                "highestWins": True,
                "noPoints": games[slug].placing.score is None,
                "usesTeams": False,
                "modificationDate": moment,
            }
            for slug, number in titles.items()
        ],
        "players": [
            {
                "id": number,
                "uuid": str(uuid5(PLAYS, f"player {name}")).upper(),
                "name": name,
                "isAnonymous": False,
                "bggUsername": "",
                "modificationDate": moment,
            }
            for name, number in people.items()
        ],
        "locations": [
            {
                "id": number,
                "uuid": str(uuid5(PLAYS, f"place {name}")).upper(),
                "name": name,
                "modificationDate": moment,
            }
            for name, number in places.items()
        ],
        "plays": [_written(draft, titles, people, places, moment) for draft in drafts],
        "userInfo": {"meRefId": people[me]},
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def _written(
    draft: Draft, titles: Mapping[str, int], people: Mapping[str, int], places: Mapping[str, int], moment: str
) -> dict[str, Any]:
    return {
        "uuid": draft.key,
        "gameRefId": titles[draft.title],
        "locationRefId": places.get(draft.place, NOBODY),
        "playDate": f"{draft.played_on.isoformat()} 00:00:00",
        "playDateYmd": int(draft.played_on.strftime("%Y%m%d")),
        "entryDate": moment,
        "modificationDate": moment,
        "durationMin": draft.minutes or NOBODY,
        "comments": draft.note,
        "board": "",
        "rounds": 0,
        "usesTeams": False,
        "manualWinner": True,
        "ignored": False,
        "playerScores": [
            {
                "playerRefId": people[seat.name],
                "score": "" if seat.score is None else str(seat.score),
                "rank": seat.place,
                "winner": seat.place == 1,
                "seatOrder": number,
                "startPlayer": False,
                "newPlayer": False,
                "metaData": '{"isNpc":1}' if seat.is_bot else "{}",
            }
            for number, seat in enumerate(draft.seats, 1)
        ],
    }


def link(draft: Draft, game: Game, site: str) -> str:
    """Return the address that opens the app BG Stats with this play, for its user to save there; `site` is the name of
    this site."""
    data = {
        "sourceName": site,
        "sourcePlayId": draft.key,
        "playDate": f"{draft.played_on.isoformat()} 00:00:00",
        "durationMin": draft.minutes or NOBODY,
        "location": draft.place,
        "comments": draft.note,
        "game": {
            "name": str(game.name),
            "sourceGameId": game.slug,
            "highestWins": True,
            "noPoints": game.placing.score is None,
        },
        "players": [
            {
                "name": seat.name,
                "sourcePlayerId": seat.name,
                "rank": seat.place,
                "winner": seat.place == 1,
                "startPlayer": False,
                "role": "",
                "score": NOBODY if seat.score is None else seat.score,
            }
            for seat in draft.seats
        ],
    }
    return LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")
