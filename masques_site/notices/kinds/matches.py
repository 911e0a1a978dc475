"""Notices about matches: owed decisions, ends, proposals to end one, and invitations to a table."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import EndProposal, Invitation, Match, Receipt, Seat, Status
from games.selectors.agreement import is_asked
from games.selectors.decisions import responses_among
from games.selectors.matches import names_of, seats_of
from games.services.beside.presence import seen
from games.services.waiting import invitations
from games.services.waiting.tables import TABLE_LIFETIME
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import (
    MAX_AGE,
    MOOT,
    OVERLAP,
    READY,
    UNWANTED,
    Kind,
    Verdict,
    after_last,
    time_until,
)
from masques_site.notices.models import Notice, State

PRESENCE_WINDOW = timedelta(seconds=60)  # nothing to users who have viewed the match this recently
MOST_PROPOSALS = 1000  # that a sweep checks
# An invited user who has had a notice and has not sat down gets the next one of the same host after this pause, and
# only if that table is still open then. The home page shows every invitation immediately.
INVITATIONS_PAUSE = timedelta(hours=1)
# A table of thirteen asks for answers to moves (windows) many times an hour: a person gets a notice after this pause,
# whatever the number of matches. Turns are passed on immediately.
RESPONSES_PAUSE = timedelta(minutes=10)


# The reminders of an owed decision: of the time that was given, the share that is left, and how much that must be.
REMINDERS = (("half", 2, timedelta(hours=1)), ("tenth", 10, timedelta(minutes=10)))
_ORDER = {"turn": 0, "answer": 0, "half": 1, "tenth": 2}
REMINDING = frozenset(topic for topic, _share, _least in REMINDERS)


class OfSeat(Kind):
    """A kind that notifies the holder of a seat. Whether it is needed depends on the seat as it is now, so that many
    are judged together (`masques_site.notices.verdicts`)."""

    read_with = ("match__host",)

    @abstractmethod
    def is_moot(self, notice: Notice, seat: Seat) -> bool:
        """Return whether the holder of `seat` no longer needs the notice; no statement."""

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        return self.verdict_on_seat(notice, seats_about([notice]).get((match_of(notice).pk, notice.seat)), now)

    def verdict_on_seat(self, notice: Notice, seat: Seat | None, now: datetime) -> Verdict:
        """Return the `verdict` from what `seats_about` has read."""
        if seat is None or seat.user_id != notice.user_id:
            return MOOT
        if seat.muted_at is not None:
            return UNWANTED
        return MOOT if self.is_moot(notice, seat) else Verdict(until=here_until(seat, now))

    def next_topic(self, notice: Notice, seat: Seat) -> tuple[str, datetime] | None:
        """Return what the notice says next, and when, once it has been passed on; None for nothing."""
        return None

    def topic_now(self, notice: Notice, seat: Seat, now: datetime) -> str:
        """Return the notice's topic, or one that has replaced it because the notice comes late."""
        return notice.topic


def here_until(seat: Seat, now: datetime) -> datetime | None:
    """Return until when the holder of `seat`, fetched with its look, counts as looking at the match; None if they do
    not. No statement."""
    looked_at = seen(seat).at
    return None if looked_at is None or now - looked_at >= PRESENCE_WINDOW else looked_at + PRESENCE_WINDOW


def seats_about(notices: Sequence[Notice]) -> dict[tuple[str, int], Seat]:
    """Return the seats that these notices are about and that people hold; one statement, none for no notices."""
    if not notices:
        return {}
    owed = ("due_decision", "due_since", "deadline", "pauses")
    columns = ("match_id", "index", "user_id", "end_seen_at", "muted_at", *owed)
    looks = ("look__holder", "look__at", "look__ply")
    places = {"match__in": {notice.match_id for notice in notices}, "index__in": {notice.seat for notice in notices}}
    rows = Seat.objects.filter(bot="", **places).select_related("look").only(*columns, *looks)
    return {(seat.match_id, seat.index): seat for seat in rows}


def went_on_since(moment: datetime, *more: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """Return the keys of running matches in which something happened since `moment`, and those of `more`."""
    moved = Receipt.objects.filter(at__gte=moment).order_by().values("match")
    stirred = Match.objects.filter(stirred_at__gte=moment).order_by().values("pk")
    return moved.union(stirred, *more)


def responses_held_until(notices: Iterable[Notice], now: datetime) -> dict[int, datetime]:
    """Return until when the next notice of an owed answer is held back, by user; one statement, none if none of these
    notices is about such an answer."""
    asked = {notice.user_id for notice in notices if notice.topic == "answer"}
    if not asked:
        return {}
    since = now - RESPONSES_PAUSE
    passed = Notice.objects.filter(user__in=asked, is_response=True, passed_at__gt=since)
    last = passed.order_by().values("user").annotate(last=Max("passed_at")).values_list("user", "last")
    return {user: at + RESPONSES_PAUSE for user, at in last if at is not None}


class YourTurn(OfSeat):
    """The notice that a decision is owed: a turn, or an answer to a move of another player. It speaks again when half,
    and when a tenth, of the time is left."""

    code = "your_turn"
    is_pressing = True
    columns = {"user_id": "user_id", "match_id": "match_id", "seat": "index", "decision": "due_decision"}
    topic = "turn"
    since = "due_since"
    looks_back = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return owed decisions, the longest due first, except those of players who have answered in advance."""
        owing = Match.objects.filter(stirred_at__isnull=False, status=Status.RUNNING)
        seats = held_by_people().filter(match__in=owing, due_decision__isnull=False).order_by("due_since")
        return [seats.exclude(standing_for_decision=F("due_decision"))]

    def newer(self, rows: QuerySet[Any], moment: datetime) -> QuerySet[Any]:
        """Return the rows of matches in which decisions became due since `moment`: no index of seats has that, as they
        change with every move."""
        return super().newer(rows, moment).filter(match__in=went_on_since(moment))

    def notices(self, rows: QuerySet[Any]) -> list[Notice]:
        found = super().notices(rows)
        responses = responses_among({(str(notice.match_id), notice.decision) for notice in found})
        for notice in found:
            notice.is_response = (str(notice.match_id), notice.decision) in responses
            notice.topic = "answer" if notice.is_response else self.topic
        return found

    def is_moot(self, notice: Notice, seat: Seat) -> bool:
        return seat.due_decision != notice.decision

    def verdict_on_seat(self, notice: Notice, seat: Seat | None, now: datetime) -> Verdict:
        verdict = super().verdict_on_seat(notice, seat, now)
        if seat is None or not verdict.is_ready or notice.topic not in REMINDING:
            return verdict
        moment = dict(_reminders(match_of(notice), seat)).get(notice.topic)
        if moment is None or self.topic_now(notice, seat, now) != notice.topic:  # no clock runs, or it says less by now
            return Verdict(State.PASSED)
        return Verdict(until=moment) if moment > now else verdict  # a vacation, say, has moved the deadline

    def next_topic(self, notice: Notice, seat: Seat) -> tuple[str, datetime] | None:
        """Return the reminder that comes next."""
        said = _ORDER.get(notice.topic, 0)
        return next((each for each in _reminders(match_of(notice), seat) if _ORDER[each[0]] > said), None)

    def topic_now(self, notice: Notice, seat: Seat, now: datetime) -> str:
        """Return the last reminder for which it is time: half of it is no longer left when a tenth is."""
        if notice.topic not in REMINDING:
            return notice.topic
        past = [topic for topic, moment in _reminders(match_of(notice), seat) if moment <= now]
        return max([notice.topic, *past], key=_ORDER.__getitem__)

    def words(self, notice: Notice) -> Words:
        match, told, deadline = facts_of(notice)
        if notice.topic in REMINDING:
            title, said = _reminder(notice.topic)
            return to_match(match, title % told, [said % told, *deadline])
        with_others, alone = _("it’s your turn in %(title)s with %(names)s."), _("it’s your turn in %(title)s.")
        said = (with_others if told["names"] else alone) % told
        return to_match(match, _("Your turn in %(title)s") % told, [said, *deadline])

    def several(self, notices: Sequence[Notice]) -> Words:
        number = {"number": len(notices)}
        if all(notice.topic in REMINDING for notice in notices):
            title = ngettext(
                "Your time is running out in %(number)s match",
                "Your time is running out in %(number)s matches",
                len(notices),
            )
        else:
            title = ngettext(
                "%(number)s match is waiting for you", "%(number)s matches are waiting for you", len(notices)
            )
        text = [_("these matches are waiting for you.")]
        return Words(title % number, text, reverse("games:home"), _("See all your matches"))

    def item(self, notice: Notice) -> Words:
        match, told, deadline = facts_of(notice)
        title = _("%(title)s with %(names)s") % told
        return to_match(match, title, [title, *deadline])

    def closed(self) -> Q:
        """Return the condition of decisions that are no longer owed: no match opens them again."""
        owed = Seat.objects.filter(match=OuterRef("match"), index=OuterRef("seat"), due_decision=OuterRef("decision"))
        return ~Q(Exists(owed))


class MatchFinished(OfSeat):
    """The notice that a match is over, for those who played it to its end. One that ended long ago makes no notice: an
    end is announced again when the match is annulled."""

    code = "match_finished"
    is_pressing = True
    topic = "over"
    columns = {"user_id": "user_id", "match_id": "match_id", "seat": "index"}
    since = "ended_at"
    looks_back = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        ended = held_by_people().filter(match__status=Status.FINISHED, match__finished_at__gte=now - MAX_AGE)
        return [ended.order_by("match__finished_at")]

    def is_moot(self, notice: Notice, seat: Seat) -> bool:
        return seat.end_seen_at is not None

    def words(self, notice: Notice) -> Words:
        match, told, _deadline = facts_of(notice)
        with_others = _("your %(title)s match with %(names)s is over. See how it ended:")
        alone = _("your %(title)s match is over. See how it ended:")
        said = (with_others if told["names"] else alone) % told
        return to_match(match, _("Your %(title)s match is over") % told, [said])


class EndProposed(OfSeat):
    """The notice that a player proposes to end a match without a result; `decision` is the number of the proposal."""

    code = "end_proposed"
    is_pressing = True
    topic = "proposal"
    columns = {
        "user_id": "user_id",
        "match_id": "match_id",
        "seat": "index",
        "decision": "match__end_proposal__number",
    }
    since = "match__end_proposal__at"
    looks_back = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return the newest proposals that nobody has declined; everyone already knows of earlier ones."""
        newest = EndProposal.objects.filter(is_declined=False).order_by("-at").values("match")[:MOST_PROPOSALS]
        running = {"match__status": Status.RUNNING, "match__end_proposal__is_declined": False}
        others = held_by_people().filter(match__in=newest, **running).exclude(user=F("match__end_proposal__user"))
        return [others.order_by("match__end_proposal__at", "pk")]

    def is_moot(self, notice: Notice, seat: Seat) -> bool:
        """Return whether the user has answered meanwhile, or anyone has declined."""
        return not is_asked(match_of(notice), notice.user)

    def words(self, notice: Notice) -> Words:
        match = match_of(notice)
        proposer = names_of(seats_of(match))(match.end_proposal.seat)
        told = {"proposer": proposer, "title": match.game.name}
        said = _(
            "%(proposer)s proposes ending the %(title)s match without a result. If all players agree, it "
            "ends with no winners or losers."
        )
        return to_match(match, _("%(proposer)s proposes ending %(title)s") % told, [said % told])


class Invited(Kind):
    """The notice that a user is invited to a table."""

    code = "invited"
    is_pressing = True
    topic = "invitation"
    columns = {"user_id": "user_id", "match_id": "match_id"}
    read_with = ("match__host",)
    since = "created_at"
    gathers = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return the invitations to open tables. No table is open for longer than its lifetime, so older invitations
        are left out."""
        open_tables = Invitation.objects.filter(match__status=Status.OPEN, match__expires_at__isnull=False)
        return [open_tables.filter(created_at__gte=now - TABLE_LIFETIME - OVERLAP).order_by("created_at", "pk")]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        table = match_of(notice)
        # A guest account costs nothing: what it sends is shown on the home page only.
        is_moot = table.host is None or table.host.is_guest or not invitations.stands(table, notice.user)
        return MOOT if is_moot else READY

    def held_until(self, notice: Notice, now: datetime) -> datetime | None:
        taken_up = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
        passed = Notice.objects.filter(
            ~Exists(taken_up),
            user=notice.user_id,
            kind=self.code,
            match__host=match_of(notice).host_id,
            passed_at__gt=now - INVITATIONS_PAUSE,
        )
        return after_last(passed, INVITATIONS_PAUSE)

    def words(self, notice: Notice) -> Words:
        table = match_of(notice)
        told = {"host": table.host.shown_name if table.host is not None else "", "title": table.game.name}
        text = [_("%(host)s invites you to a %(title)s table.") % told]
        return Words(_("%(host)s invites you to play %(title)s") % told, text, _path(table), _("Go to the table"))

    def several(self, notices: Sequence[Notice]) -> Words:
        number = len(notices)
        title = ngettext("You’re invited to %(number)s table", "You’re invited to %(number)s tables", number)
        return Words(title % {"number": number}, [], reverse("games:home"), _("See all invitations"))


def held_by_people() -> QuerySet[Seat]:
    """Return the seats for which people decide."""
    return Seat.objects.filter(user__isnull=False, bot="")


def match_of(notice: Notice) -> Match:
    """Return the match that `notice` is about."""
    assert notice.match is not None, "it is about a match"
    return notice.match


def facts_of(notice: Notice) -> tuple[Match, dict[str, str], list[str]]:
    """Return the match of `notice`, its title and the names of the others in it, and by when the reader has to answer,
    if they have to."""
    match = match_of(notice)
    seats = seats_of(match)
    name = names_of(seats)
    own = next((seat for seat in seats if seat.user_id == notice.user_id), None)
    names = ", ".join(name(seat.index) for seat in seats if seat is not own)
    deadline = [] if own is None or own.deadline is None else [time_until(own.deadline)]
    return match, {"title": str(match.game.name), "names": names}, deadline


def _path(match: Match) -> str:
    return reverse("games:match", args=[match.pk])


def to_match(match: Match, title: str, text: Sequence[str]) -> Words:
    """Return words that lead to the page of `match`."""
    return Words(title, text, _path(match), _("Go to the match"))


def by_title(words: Words) -> Words:
    """Return these words for a list of several: their title says enough."""
    return replace(words, text=[words.title])


def _reminders(match: Match, seat: Seat) -> Iterator[tuple[str, datetime]]:
    """Yield the topic and the moment of each reminder of what `seat` owes, by the time that counts for it. On a short
    clock there are none: nobody could act on them in time."""
    if seat.deadline is None or seat.due_since is None:
        return
    seat.match = match  # whose rules say which pauses count
    pauses = seat.pause_schedule
    given = pauses.running_time(seat.due_since, seat.deadline)
    for topic, share, least in REMINDERS:
        if given / share >= least:
            yield topic, pauses.after(seat.due_since, given - given / share)


def _reminder(topic: str) -> tuple[str, str]:
    """Return title and sentence of a reminder."""
    if topic == "half":
        return _("Half of your time is left in %(title)s"), _("half of your time in %(title)s has passed.")
    return _("Your time in %(title)s is running out"), _("only a tenth of your time in %(title)s is left.")
