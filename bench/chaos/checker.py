"""Checks that the database contains exactly the acknowledged moves.

A pure function from a history and the stored matches to a list of violations. It knows no title's rules; whether the
log replays is taken from the audit's faults.
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from bench.chaos.history import History, Result, Sent, sent_moves
from bench.chaos.stored import Stored, StoredEvent, StoredMatch, StoredReceipt

TURN_NOTICE, END_NOTICE = "your_turn", "match_finished"
STUCK_AFTER = 30.0  # seconds after which overdue work counts as stuck


class ViolationKind(StrEnum):
    """The kinds of violations."""

    LOST = "an acknowledged move is not in the log"
    DOUBLED = "a move took effect twice"
    ALTERED = "a move in the log differs from the acknowledged one"
    LEFTOVER = "a refused move left something behind"
    UNEXPLAINED = "the log has a move that nobody sent"
    RECEIPT = "a receipt does not fit"
    GAP = "plies are not dense"
    AUDIT = "the log does not replay to what is cached"
    ORDER = "the log contradicts the order of real time"
    STALE = "a page showed less than was acknowledged before"
    NOTICE_TWICE = "a user was notified twice"
    NOTICE_WRONG = "a user got a false notice"
    NOTICE_MISSING = "a user was not notified"
    NOT_ANNOUNCED = "an end was not announced"
    STUCK = "a match does not go on"
    NOT_RATED = "a result was not rated"
    RATING = "a rating does not follow from the results"
    NO_MATCH = "a match is gone"
    BROKER_NEEDED = "a request failed while only the broker was away"


@dataclass(frozen=True, slots=True)
class Violation:
    """One violation of the site's guarantees."""

    kind: ViolationKind
    match: str
    detail: str

    def __str__(self) -> str:
        return f"{self.match}: {self.kind}: {self.detail}"


@dataclass
class Decision:
    """A decision as found in the log: the ply at which it was opened, whether it is a window, and its moves by seat."""

    opened: int
    window: bool
    moves: dict[int, StoredEvent] = field(default_factory=dict)


def check(history: History, stored: Stored) -> list[Violation]:
    """Return all violations. The site must be idle: no client plays, and the sweeps have finished the pending work."""
    by_match: dict[str, list[Sent]] = {}
    for move in sent_moves(history.attempts):
        by_match.setdefault(move.match, []).append(move)
    found = [
        Violation(ViolationKind.NO_MATCH, match_id, f"{len(by_match[match_id])} moves were sent to it")
        for match_id in by_match.keys() - stored.matches.keys()
    ]
    for match_id, match in stored.matches.items():
        found += MatchCheck(match, by_match.get(match_id, []), history, stored.taken_at).violations()
    found += [Violation(ViolationKind.RATING, "ratings", fault) for fault in stored.rating_faults]
    return found + broker_violations(history)


def broker_violations(history: History) -> list[Violation]:
    """Return the moves without an answer, and the failed log-ins and pages, while only the broker was away."""
    moves = [
        Violation(ViolationKind.BROKER_NEEDED, attempt.match, f"the move {attempt.text!r}: {attempt.detail}")
        for attempt in history.during_broker_faults()
        if attempt.result == Result.UNKNOWN
    ]
    visits = [(visit.user, what) for visit in history.visits for what in visit.failed]
    return moves + [Violation(ViolationKind.BROKER_NEEDED, user, what) for user, what in visits]


class MatchCheck:
    """The check of one match against the moves that were sent to it."""

    def __init__(self, match: StoredMatch, moves: list[Sent], history: History, now: float) -> None:
        self.match = match
        self.moves = moves
        self.history = history
        self.now = now
        self.found: list[Violation] = []
        self.decisions = decisions_of(match)
        self.receipts: dict[tuple[int, str], list[StoredReceipt]] = {}
        for receipt in match.receipts:
            self.receipts.setdefault((receipt.seat, receipt.client_move_id), []).append(receipt)
        places = {(r.seat, r.client_move_id): place for place, r in enumerate(match.receipts)}
        taken: dict[tuple[int, int], list[Sent]] = {}
        for move in moves:
            if (move.seat, move.client_move_id) in places:
                taken.setdefault((move.seat, move.seen), []).append(move)
        # The moves that were taken for one seat's part in one decision, in the order of taking.
        self.taken = {k: sorted(v, key=lambda m: places[m.seat, m.client_move_id]) for k, v in taken.items()}

    def violations(self) -> list[Violation]:
        """Return all violations in this match."""
        self.check_log()
        for move in self.moves:
            self.check_move(move)
        self.check_receipts()
        self.check_events()
        self.check_real_time_order()
        self.check_reads()
        self.check_notices()
        self.check_progress()
        return self.found

    def report(self, kind: ViolationKind, detail: str) -> None:
        self.found.append(Violation(kind, self.match.id, detail))

    # The log by itself.

    def check_log(self) -> None:
        plies = [event.ply for event in self.match.events]
        if plies != list(range(len(plies))) or len(plies) != self.match.ply:
            self.report(
                ViolationKind.GAP, f"{len(plies)} events up to ply {max(plies, default=-1)}, counted {self.match.ply}"
            )
        for fault in self.match.faults:
            self.report(ViolationKind.AUDIT, fault)
        times = [event.at for event in self.match.events]
        if times != sorted(times):
            self.report(ViolationKind.ORDER, "an event is older than the one before it")

    # Moves and their receipts.

    def check_move(self, move: Sent) -> None:
        receipts = self.receipts.get((move.seat, move.client_move_id), [])
        name = f"{move.text!r} of seat {move.seat} at {move.seen}"
        if move.result == Result.REFUSED and receipts:
            self.report(ViolationKind.LEFTOVER, f"{name} has a receipt")
        if move.result == Result.OK and not receipts:
            self.report(ViolationKind.LOST, f"{name} has no receipt")
        if not receipts:
            return
        if len(receipts) > 1:
            self.report(ViolationKind.DOUBLED, f"{name} has {len(receipts)} receipts")
        if receipts[0].text != move.text:
            self.report(ViolationKind.RECEIPT, f"{name} was kept as {receipts[0].text!r}")
        if move.result == Result.OK and move.acknowledged.rev != receipts[0].rev:
            self.report(ViolationKind.RECEIPT, f"{name}: answered {move.acknowledged.rev}, kept {receipts[0].rev}")
        if receipts[0].rev > self.match.rev:
            self.report(ViolationKind.RECEIPT, f"{name}: kept at {receipts[0].rev}, the match is at {self.match.rev}")
        self.check_effect(move, name)

    def check_effect(self, move: Sent, name: str) -> None:
        """Check that only a seat's last accepted move in a decision is recorded, and that only sealed answers are
        replaced."""
        decision = self.decisions.get(move.seen)
        same = self.taken[move.seat, move.seen]
        if len(same) > 1 and not (decision and decision.window):
            if move is same[-1]:
                self.report(ViolationKind.DOUBLED, f"{len(same)} moves were taken for seat {move.seat} at {move.seen}")
            return
        if move is not same[-1]:
            return
        recorded_move = self.recorded_move(move.seat, move.seen)
        if recorded_move is None:
            self.report(ViolationKind.LOST, f"{name} is not at its place")
        elif recorded_move != move.text:
            self.report(ViolationKind.ALTERED, f"{name} is recorded as {recorded_move!r}")

    def recorded_move(self, seat: int, seen: int) -> str | None:
        """Return the recorded move of a seat in a decision: its event or, while the window is open, its sealed
        answer."""
        decision = self.decisions.get(seen)
        if decision is not None and decision.moves:
            event = decision.moves.get(seat)
            return None if event is None else event.text
        return next((a.text for a in self.match.answers if (a.window, a.seat) == (seen, seat)), None)

    def check_receipts(self) -> None:
        known = {(move.seat, move.client_move_id) for move in self.moves}
        for seat, name in self.receipts.keys() - known:
            self.report(ViolationKind.UNEXPLAINED, f"a receipt {name!r} of seat {seat}")

    def check_events(self) -> None:
        users = {seat.index: seat.user for seat in self.match.seats}
        bots = {seat.index for seat in self.match.seats if seat.bot}
        decided_by_site: set[tuple[int, int]] = set()  # decisions in which the site acted for a seat
        counted: Counter[tuple[int, int]] = Counter()
        for decision, event in numbered(self.match):
            if event.seat is None:
                continue
            part = (decision.opened, event.seat)
            if event.kind != "move":
                decided_by_site.add(part)
                continue
            counted[part] += 1
            where = f"{event.text!r} of seat {event.seat} at ply {event.ply}"
            if counted[part] > 1:
                self.report(ViolationKind.DOUBLED, where)
            elif event.actor is None:
                if event.seat not in bots and part not in decided_by_site:
                    self.report(ViolationKind.UNEXPLAINED, f"{where} by nobody")
            elif event.actor != users.get(event.seat):
                self.report(ViolationKind.UNEXPLAINED, f"{where} by user {event.actor}")
            elif (event.seat, decision.opened) not in self.taken:
                self.report(ViolationKind.UNEXPLAINED, where)

    # Time.

    def check_real_time_order(self) -> None:
        """Check that a move sent after another was acknowledged has a later decision and a later revision."""
        moves = [move for move in self.moves if move.result == Result.OK]
        for later in moves:
            for earlier in moves:
                if earlier.acknowledged.returned >= later.invoked:
                    continue
                first, second = earlier.acknowledged, later.acknowledged
                if earlier.seen > later.seen or (first.rev or 0) > (second.rev or 0):
                    self.report(
                        ViolationKind.ORDER,
                        f"{later.text!r} at {later.seen} came after {earlier.seen} was acknowledged",
                    )

    def check_reads(self) -> None:
        moves = [move for move in self.moves if move.result == Result.OK]
        for read in self.history.reads:
            if read.match != self.match.id:
                continue
            for move in moves:
                decision = self.decisions.get(move.seen)
                closed = decision is not None and not decision.window and bool(decision.moves)
                if move.acknowledged.returned < read.invoked and read.seen < move.seen + closed:
                    self.report(ViolationKind.STALE, f"decision {read.seen} was shown after a move at {move.seen}")

    # The part after a move.

    def check_notices(self) -> None:
        notice_counts = Counter(
            (notice.user, notice.seat, notice.decision, notice.kind) for notice in self.match.notices
        )
        users = {seat.index: seat.user for seat in self.match.seats}
        for (user, seat, decision, kind), count in notice_counts.items():
            label = f"user {user}: {kind} of seat {seat} at {decision}"
            if count > 1:
                self.report(ViolationKind.NOTICE_TWICE, label)
            owed = users.get(seat) == user and self.was_owed(seat, decision)
            ended = self.match.status == "finished" and users.get(seat) == user
            if (kind == TURN_NOTICE and not owed) or (kind == END_NOTICE and not ended):
                self.report(ViolationKind.NOTICE_WRONG, label)
        for row in self.match.seats:
            if row.user is None or row.bot:
                continue
            if row.due is not None and (row.user, row.index, row.due, TURN_NOTICE) not in notice_counts:
                self.report(ViolationKind.NOTICE_MISSING, f"seat {row.index} owes {row.due}")
            if self.match.status == "finished" and (row.user, row.index, 0, END_NOTICE) not in notice_counts:
                self.report(ViolationKind.NOTICE_MISSING, f"the end, seat {row.index}")
        if self.match.status == "finished" and not self.match.announced:
            self.report(ViolationKind.NOT_ANNOUNCED, "")
        if self.match.unrated:
            self.report(ViolationKind.NOT_RATED, "")

    def was_owed(self, seat: int, opened: int) -> bool:
        decision = self.decisions.get(opened)
        return decision is not None and (seat in decision.moves or not decision.moves)

    def check_progress(self) -> None:
        if self.match.status != "running":
            if self.match.status != "finished":
                self.report(ViolationKind.STUCK, f"it is {self.match.status}")
            return
        if all(seat.due is None for seat in self.match.seats):
            self.report(ViolationKind.STUCK, "nobody owes a decision")
        waiting: list[tuple[str, float | None]] = [("a deadline", self.match.deadline)]
        waiting += [(f"a bot ({turn.state})", turn.publish_at) for turn in self.match.bot_turns]
        for label, due_at in waiting:
            if due_at is not None and due_at < self.now - STUCK_AFTER:
                self.report(ViolationKind.STUCK, f"{label} is due since {self.now - due_at:.0f} s")


def numbered(match: StoredMatch) -> list[tuple[Decision, StoredEvent]]:
    """Return every event with the decision that it belongs to.

    A window is recognised by its sealed answers; its moves are consecutive, one for each answer. Site events open no
    decision.
    """
    seats: dict[int, set[int]] = {}
    for answer in match.answers:
        seats.setdefault(answer.window, set()).add(answer.seat)
    result: list[tuple[Decision, StoredEvent]] = []
    decision = Decision(0, 0 in seats)
    left = 0
    after_move = False
    for event in match.events:
        if event.kind == "move" and left == 0:
            left = max(1, len(seats.get(decision.opened, ())))
        if event.kind == "move":
            left -= 1
            after_move = left == 0
        result.append((decision, event))
        if event.kind == "chance" or (event.kind == "move" and after_move):
            decision = Decision(event.ply + 1, event.ply + 1 in seats)
            after_move = False
    result.append((decision, StoredEvent(len(match.events), "open", None, "", None, 0.0)))
    return result


def decisions_of(match: StoredMatch) -> dict[int, Decision]:
    """Return the decisions by the ply at which they were opened; the open one comes last, without moves. Plies at which
    chance was owed are left out."""
    decisions: dict[int, Decision] = {}
    for decision, event in numbered(match):
        decisions.setdefault(decision.opened, decision)
        if event.kind == "move" and event.seat is not None:
            decision.moves.setdefault(event.seat, event)
    opened = max(decisions)
    return {at: decision for at, decision in decisions.items() if decision.moves or at == opened}
