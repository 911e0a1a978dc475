"""The places of a ladder, and how results move them. Inside the season's lock."""

from games import clock
from leagues.core import ladder as core
from leagues.core.results import ResultKind
from leagues.core.rules import Format
from leagues.models import Challenge, Entry, EntryState, Fixture, Season
from leagues.services.organising.log import note


def ladder_of(season: Season) -> core.Ladder:
    """Return the present ladder; players are the primary keys of entries."""
    rows = season.entries.filter(state=EntryState.ENTERED, position__isnull=False).order_by("position", "pk")
    return core.Ladder(tuple(rows.values_list("pk", flat=True)))


def store(ladder: core.Ladder) -> None:
    """Write the places of a locked season's ladder."""
    entries = Entry.objects.in_bulk(ladder.players)
    changed = []
    for position, pk in enumerate(ladder.players):
        if entries[pk].position != position:
            entries[pk].position = position
            changed.append(entries[pk])
    Entry.objects.bulk_update(changed, ["position"])


def give_up(season: Season, row: Challenge) -> None:
    """Give the challenger the place of the challenged, who did not accept."""
    ladder = ladder_of(season)
    if row.challenger_id in ladder.players and row.challenged_id in ladder.players:
        store(core.after(ladder, row.challenger_id, row.challenged_id))


def settle(season: Season, fixture: Fixture) -> None:
    """Move the places after the match of a challenge, and end the challenge. Other matches move no places.

    Settled again, by a correction or because the match is annulled, the places become what they would be if this had
    been the first result, provided that nothing has been built on that one: both are still where it has put them. Else
    they stay, and the log says so.
    """
    row = _challenge_of(season, fixture)
    if row is None:
        return
    if row.ended_at is None:
        row.ended_at = clock.now()
        _settle_first(season, row, _winner(fixture))
        row.save()
    elif row.challenger_before is not None:
        _settle_again(season, row, _winner(fixture), fixture.number)


def is_built_on(season: Season, fixture: Fixture) -> bool:
    """Return whether either player of a settled challenge has moved or left the ladder since."""
    row = _challenge_of(season, fixture)
    if row is None or row.challenger_after is None:
        return False
    return _places(ladder_of(season), row) != (row.challenger_after, row.challenged_after)


def _challenge_of(season: Season, fixture: Fixture) -> Challenge | None:
    return Challenge.objects.filter(fixture=fixture).first() if season.rules.format is Format.LADDER else None


def _settle_first(season: Season, row: Challenge, winner: int | None) -> None:
    ladder = ladder_of(season)
    if _places(ladder, row) is None:
        return  # a player has left since
    row.challenger_before, row.challenged_before = ladder.place(row.challenger_id), ladder.place(row.challenged_id)
    _apply(ladder, row, winner)


def _settle_again(season: Season, row: Challenge, winner: int | None, number: int) -> None:
    before = {row.challenger_id: row.challenger_before or 0, row.challenged_id: row.challenged_before or 0}
    after = {row.challenger_id: row.challenger_after or 0, row.challenged_id: row.challenged_after or 0}
    rose = next((pk for pk in before if after[pk] < before[pk]), None)
    rises = winner if winner is not None and before[winner] == max(before.values()) else None
    if rose == rises:
        return
    ladder = ladder_of(season)
    if _places(ladder, row) != (row.challenger_after, row.challenged_after):
        note(season.league, "places_stay", season=season, number=number)
        return
    if rose is not None:
        ladder = core.put_back(ladder, rose, before[rose])
    _apply(ladder, row, rises)
    row.save()
    note(season.league, "places_corrected", season=season, number=number)


def _apply(ladder: core.Ladder, row: Challenge, winner: int | None) -> None:
    """Store the ladder after `winner`, or nobody, won the challenge, and on `row` the new places of the two."""
    if winner is not None:
        ladder = core.after(ladder, winner, *{row.challenger_id, row.challenged_id} - {winner})
    store(ladder)
    row.challenger_after, row.challenged_after = ladder.place(row.challenger_id), ladder.place(row.challenged_id)


def _places(ladder: core.Ladder, row: Challenge) -> tuple[int, int] | None:
    """Return the places of the challenger and the challenged; None if one of them has left."""
    if row.challenger_id not in ladder.players or row.challenged_id not in ladder.players:
        return None
    return ladder.place(row.challenger_id), ladder.place(row.challenged_id)


def _winner(fixture: Fixture) -> int | None:
    """Return who has won the match of a challenge alone, by playing or by forfeit; None if nobody."""
    seats = fixture.seats.order_by("seat")  # not those that the caller has read before the result was written
    won = [
        seat.entry_id
        for seat in seats
        if seat.kind == ResultKind.WON_BY_FORFEIT or (seat.kind == ResultKind.PLAYED and seat.place == 1)
    ]
    return won[0] if len(won) == 1 else None
