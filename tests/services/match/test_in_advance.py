"""Answers in advance: given at the moment of a bot's, dropped with their situation, and never seen before."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import clock as site_clock
from games import live, tasks
from games.audit import faults_of
from games.core.clocks.bot_turn import IN_ADVANCE
from games.core.engine.state import TURN
from games.core.text import _
from games.models import Answer, BotTurn, Match, Seat, StandingAnswer, Status
from games.refusals import BadInput, Conflict, Forbidden
from games.services.beside import looks
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.keeping import sealed_rows
from games.services.match import in_advance, match_setup, play
from games.services.seats import take_over
from masques_site.notices.kinds.matches import YourTurn
from masques_site.notices.models import Notice, OutboxMail
from tests.accounts.cast import OUTBOX
from tests.cast import NAMES, due, fresh, move, person, position, running_match, some_move, stored_log
from tests.lantern.page.presenter import LanternPresenter
from tests.lantern.rules.state import LanternState
from tests.lantern.text.in_advance import ANY, ASK_IF_DARK
from tests.notices import sweeps
from tests.sampling import sampled
from tests.twins.stage import BEGINNING
from tests.views.pages import steady

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

DAY = 24 * 3600
PEOPLE = NAMES[:4]
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def clock(settings) -> Iterator[Any]:
    settings.BOT_PAUSE, settings.EMAIL_BACKEND, settings.SITE_URL = 1.0, OUTBOX, "https://masques.example"
    with time_machine.travel(BEGINNING, tick=False) as travel:
        yield travel


@pytest.fixture
def match(clock) -> Match:
    return running_match("lantern", [person(name) for name in PEOPLE])


def keep_any(match: Match, seat: Seat, text: str) -> None:
    in_advance.keep_answers_in_advance(actor=seat.user, match_id=match.pk, given={ANY: text})


def others(match: Match) -> list[Seat]:
    """The seats that are not on turn, with their users."""
    return list(match.seats.filter(due_decision=None).select_related("user"))


def given(match: Match) -> dict[int, str]:
    """The sealed answers of the open window, by seat."""
    return dict(Answer.objects.filter(match=match, window=fresh(match).decision).values_list("seat", "text"))


def give(match: Match, clock: Any) -> int:
    """Let the moment of a bot's answer come, and a worker."""
    clock.shift(timedelta(seconds=1))
    return bots.play_bots(match.pk)


def window(match: Match) -> int:
    """The seat on turn hangs its lantern; the decision that this opens."""
    move(match, due(match)[0])
    assert position(fresh(match)).state.response() != TURN
    return fresh(match).decision


def test_an_answer_in_advance_is_given_at_the_moment_of_a_bots_and_not_before(match, clock):
    first = others(match)[0]
    keep_any(match, first, "let")
    decision = window(match)
    row = Seat.objects.get(pk=first.pk)
    assert (row.standing_for_decision, row.due_decision) == (decision, decision)
    turn = BotTurn.objects.get(match=match)
    assert (turn.level, turn.seat) == (IN_ADVANCE, first.index)
    assert turn.publish_at == BEGINNING + timedelta(seconds=1)
    assert given(match) == {}
    assert give(match, clock) == 1
    assert given(match) == {first.index: "let"}
    answer = Answer.objects.get(match=match)
    assert (answer.actor, answer.at) == (first.user_id, BEGINNING + timedelta(seconds=1))
    row.refresh_from_db()
    assert (row.due_decision, row.standing_for_decision) == (None, None)
    assert not BotTurn.objects.filter(match=match, closed_at=None).exists()
    assert faults_of(fresh(match)) == []


def test_a_worker_that_comes_early_waits_for_the_moment(match, clock, monkeypatch):
    keep_any(match, others(match)[0], "let")
    window(match)
    called: list[float] = []
    monkeypatch.setattr("games.wake.publish", lambda _match, _ply, delay: called.append(delay))
    assert bots.play_bots(match.pk) == 0
    assert called == [1.0]
    assert given(match) == {}


def test_the_answer_for_a_bridge_comes_before_that_for_any(match, clock):
    one, two = others(match)[:2]
    hung = position(fresh(match)).state.copy()
    bridge = match.game.format_move(hung, due(match)[0].index, bots.first_move(hung, due(match)[0].index))[-1]
    in_advance.keep_answers_in_advance(actor=one.user, match_id=match.pk, given={ANY: "blow", bridge: "let"})
    in_advance.keep_answers_in_advance(
        actor=two.user, match_id=match.pk, given={ANY: "blow", "abc".replace(bridge, "")[0]: "let"}
    )
    window(match)
    give(match, clock)
    assert given(match) == {one.index: "let", two.index: "blow"}


def test_an_answer_in_advance_that_depends_on_the_situation_may_leave_the_question_to_its_holder(match, clock):
    for seat in others(match):
        keep_any(match, seat, ASK_IF_DARK)
    window(match)  # nobody has a light yet
    assert not BotTurn.objects.filter(match=match).exists()
    assert give(match, clock) == 0
    assert given(match) == {}


def test_a_player_who_answers_by_hand_first_has_answered(match, clock):
    first = others(match)[0]
    keep_any(match, first, "let")
    window(match)
    move(match, first, "blow")
    assert give(match, clock) == 0
    assert given(match) == {first.index: "blow"}
    assert faults_of(fresh(match)) == []


def test_bots_and_answers_in_advance_are_one_sitting(clock, monkeypatch):
    hints: list[int] = []
    monkeypatch.setattr("games.live.announce", lambda _match, rev: hints.append(rev))
    people = [person(name) for name in PEOPLE[:3]]
    match = running_match("lantern", people, bots=["easy"])
    while due(match)[0].user is None or position(fresh(match)).state.response() != TURN:
        asked = [seat for seat in due(match) if seat.user is not None]
        for seat in asked:
            move(match, seat)
        if not asked:
            give(match, clock)
    with TestCase.captureOnCommitCallbacks(execute=True):
        for seat in others(match):
            if seat.user is not None:
                keep_any(match, seat, "let")
    assert hints == []
    window(match)
    before, hints[:] = fresh(match), []
    assert len(set(BotTurn.objects.filter(match=match, closed_at=None).values_list("publish_at", flat=True))) == 1
    monkeypatch.setattr("games.wake.publish", lambda *_: None)
    monkeypatch.setattr(
        "games.services.bot_moves.bots.time.sleep", lambda seconds: clock.shift(timedelta(seconds=seconds))
    )
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert bots.play_bots(match.pk) == 0  # the bot thinks, and all wait for its moment
    assert given(match) == {}
    clock.shift(timedelta(seconds=1))
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert bots.play_bots(match.pk) == 3
    assert hints == [before.rev + 1]


def test_it_is_dropped_once_the_situation_has_changed(match, clock, monkeypatch):
    first = others(match)[0]
    keep_any(match, first, "let")
    monkeypatch.setattr(LanternState, "epoch_in_advance", lambda self, seat: 7)
    window(match)
    assert Seat.objects.get(pk=first.pk).standing_for_decision is None
    page = client(first).get(reverse("games:standing", args=[match.pk])).content.decode()
    assert "no longer count" in page
    assert '<option value="let" selected>' not in page


def test_a_player_who_is_away_answers_at_once_by_the_answer_in_advance_and_stays_away(match, clock, monkeypatch):
    monkeypatch.setattr(LanternState, "silence_counts", lambda self: False)
    first, second = others(match)[:2]
    keep_any(match, first, "blow")
    for seat in (first, second):
        row = Seat.objects.get(pk=seat.pk)
        row.silences = 2
        sealed_rows.save([row], ("silences",))
    window(match)
    assert given(match) == {first.index: "blow", second.index: "let"}
    assert Seat.objects.get(pk=first.pk).is_away


def test_where_no_worker_has_come_the_deadline_gives_the_answer_in_advance(match, clock):
    first, *rest = others(match)
    keep_any(match, first, "blow")
    decision = window(match)
    clock.shift(timedelta(seconds=DAY))
    deadlines.expire(match.pk)
    answers = dict(Answer.objects.filter(match=match, window=decision).values_list("seat", "text"))
    assert answers == {first.index: "blow", **{seat.index: "let" for seat in rest}}
    assert Seat.objects.get(pk=first.pk).missed_responses == 0


def test_a_window_of_answers_in_advance_takes_few_statements(match, clock):
    for seat in others(match):
        keep_any(match, seat, "let")
    mover, now = due(match)[0], fresh(match)
    sent = {"actor": mover.user, "match_id": match.pk, "seat": mover.index, "seen": now.decision, "client_move_id": "x"}
    text = some_move(now, mover.index)
    with CaptureQueriesContext(connection) as opening:
        play.play(text=text, **sent)
    assert len(opening) <= 15
    clock.shift(timedelta(seconds=1))
    with CaptureQueriesContext(connection) as closing:
        assert bots.play_bots(match.pk) == 3
    transactions = [query for query in closing if "SAVEPOINT" not in query["sql"]]
    assert len(transactions) <= 20  # reading due answers is apart from the sitting itself
    assert len([query for query in closing if 'INSERT INTO "games_answer"' in query["sql"]]) <= 1


def test_an_answer_that_makes_no_move_any_more_leaves_the_question_to_its_holder(match, clock, monkeypatch):
    first = others(match)[0]
    keep_any(match, first, "let")
    window(match)
    monkeypatch.setattr(type(match.game), "move_in_advance", lambda *_: None)
    assert give(match, clock) == 0
    assert Seat.objects.get(pk=first.pk).standing_for_decision is None
    assert not BotTurn.objects.filter(match=match, closed_at=None).exists()
    assert first.index in {seat.index for seat in due(match)}


def test_twelve_answers_in_advance_at_a_table_of_thirteen_are_one_sitting_of_few_statements(clock, monkeypatch):
    match = running_match("mascarade", [person(name) for name in NAMES])
    while position(fresh(match)).state.turns < 5 or position(fresh(match)).state.response() != TURN:
        for seat in due(match):
            move(match, seat)
    (announcer,) = due(match)
    for seat in others(match):
        keep_any(match, seat, "N")
    monkeypatch.setattr("games.wake.publish", lambda *_: None)
    sent = {"actor": announcer.user, "match_id": match.pk, "seat": announcer.index, "client_move_id": "x"}
    mask, seen = position(fresh(match)).state.view(None)["script"][0], fresh(match).decision
    with CaptureQueriesContext(connection) as opening:
        play.play(text=f"A:{mask}", seen=seen, **sent)
    assert len(due(match)) == 12
    clock.shift(timedelta(seconds=1))
    before = fresh(match)
    with CaptureQueriesContext(connection) as closing:
        assert bots._publish(match.pk, before.decision, {}) == 12
    assert fresh(match).rev == before.rev + 1
    assert len(opening) <= 15
    assert len(closing) <= 15
    assert sum(event.text == "N" for event in stored_log(match)) == 12


def test_nothing_can_be_changed_while_an_answer_may_be_due(match, clock):
    first, second = others(match)[:2]
    keep_any(match, first, "let")
    window(match)
    for seat in (first, second):
        with pytest.raises(Conflict, match="may be needed"):
            keep_any(match, seat, "blow")
    assert StandingAnswer.objects.get().text == "let"


@pytest.mark.parametrize(
    ("key", "text", "why"),
    [(ANY, "sing", "one of these: let, blow"), ("z", "let", "for a bridge"), (ANY, "x" * 900, "one of")],
)
def test_unknown_settings_are_refused_and_named(match, key, text, why):
    with pytest.raises(BadInput, match=why):
        in_advance.keep_answers_in_advance(
            actor=others(match)[0].user, match_id=match.pk, given={"a": "let", key: text}
        )
    assert not StandingAnswer.objects.exists()


def test_only_a_holder_of_a_seat_answers_in_advance(match):
    with pytest.raises(Forbidden):
        in_advance.keep_answers_in_advance(actor=person("zeno"), match_id=match.pk, given={ANY: "let"})


def test_to_be_asked_again_takes_the_answer_away(match):
    first = others(match)[0]
    keep_any(match, first, "let")
    keep_any(match, first, "blow")
    assert StandingAnswer.objects.get().text == "blow"
    keep_any(match, first, "")
    assert not StandingAnswer.objects.exists()


def test_a_player_who_takes_a_seat_over_does_not_answer_as_the_one_before(match, clock):
    first = others(match)[0]
    keep_any(match, first, "blow")
    play.resign(actor=first.user, match_id=match.pk, seat=first.index)
    take_over.take_over(user=person("zeno"), match_id=match.pk, seat=first.index, by="a test")
    window(match)
    assert Seat.objects.get(pk=first.pk).standing_for_decision is None
    assert give(match, clock) == 0


def test_an_answer_that_was_altered_sets_the_match_aside(match, clock):
    first = others(match)[0]
    keep_any(match, first, "let")
    StandingAnswer.objects.update(text="blow")
    with pytest.raises(Conflict):
        window(match)
    assert fresh(match).status == Status.QUARANTINED
    assert faults_of(fresh(match))[0].endswith(f"standing answer {ANY} of user {first.user_id}: text was altered")


# What others see.


def client(seat: Seat) -> Client:
    found = Client()
    found.force_login(seat.user)
    return found


def seen_by(match: Match, viewers: dict[str, Client]) -> dict[str, bytes]:
    """Return what each visitor gets of the match now."""
    path = reverse("games:match", args=[match.pk])
    addresses = [path, f"{path}?move=", f"{path}history/", f"{path}rev/", f"{path}proof/", "/", "/account/export/"]
    found = {}
    for name, visitor in viewers.items():
        for address in addresses:
            for headers in ({}, PARTIAL) if address.startswith(path) else ({},):
                response = visitor.get(address, headers=headers)
                found[f"{name} {address} {bool(headers)}"] = bytes([response.status_code % 251]) + steady(response)
                found[f"{name} {address} {bool(headers)} headers"] = repr(sorted(response.headers.items())).encode()
    return found


Scenario = Callable[[Match, Seat, Any], None]


def mailed(but: Any) -> dict[str, bytes]:
    """Return the mails about the match to all but one person, with their notices on the site."""
    sweeps.notify_due()
    mails = OutboxMail.objects.exclude(to=but.email).values_list("to", "subject", "text", "created_at")
    told_here = Notice.objects.exclude(user=but).values_list("user", "kind", "decision", "created_at")
    # By person: the order of several notices at one moment is the database's choice, and invisible.
    return {"mails": repr(sorted(mails)).encode(), "notices": repr(sorted(told_here)).encode()}


def told(clock, monkeypatch, before: Scenario, answering: Scenario) -> tuple[list[Any], list[dict[str, bytes]]]:
    """Frames that left, and what everybody but the second seat to answer sees before and after the moment at which
    it answers, in a match that is the same at every call but for what `before` and `answering` do."""
    clock.move_to(BEGINNING, tick=False)
    looks.kept.clear()
    empty = transaction.savepoint()
    monkeypatch.setattr(match_setup, "new_match_id", lambda: "22222222222b")
    monkeypatch.setattr(match_setup, "new_key", lambda: bytes(32))
    frames: list[Any] = []
    monkeypatch.setattr(live, "announce", lambda match_id, rev: frames.append((match_id, rev, clock_of())))
    with TestCase.captureOnCommitCallbacks(execute=True):
        match = running_match("lantern", [person(name) for name in PEOPLE])
    mover, seat = due(match)[0], others(match)[1]
    people = {row.user.username: client(row) for row in match.seats.select_related("user") if row.pk != seat.pk}
    viewers = {**people, "anonymous": Client()}
    seen = []
    with TestCase.captureOnCommitCallbacks(execute=True):
        before(match, seat, clock)
    seen.append(seen_by(match, viewers))
    with TestCase.captureOnCommitCallbacks(execute=True):
        move(match, mover)
    tasks.announce(match.pk)
    seen.append(seen_by(match, viewers))
    clock.shift(timedelta(seconds=1))
    with TestCase.captureOnCommitCallbacks(execute=True):
        answering(match, seat, clock)
    seen.append(seen_by(match, viewers))
    clock.shift(timedelta(minutes=11))
    seen.append(mailed(but=seat.user))
    transaction.savepoint_rollback(empty)
    return frames, seen


def clock_of() -> float:
    return site_clock.now().timestamp()


def nothing(_match: Match, _seat: Seat, _clock: Any) -> None:
    pass


def by_worker(match: Match, _seat: Seat, _clock: Any) -> None:
    assert bots.play_bots(match.pk) == 1


def by_hand(match: Match, seat: Seat, _clock: Any) -> None:
    move(match, seat, "let")


@pytest.mark.parametrize(
    ("kept", "answering"),
    sampled([("blow", by_worker), ("", by_hand), ("let", by_hand)], [("blow", by_worker), ("let", by_hand)]),
    ids=["another answer", "a person at that moment", "a person before the worker"],
)
def test_nobody_can_tell_an_answer_in_advance_from_any_other(clock, monkeypatch, kept, answering):
    people = [person(name) for name in PEOPLE]  # before the matches, so that both find the same
    assert people
    true = told(clock, monkeypatch, lambda match, seat, _clock: keep_any(match, seat, "let"), by_worker)
    other = told(clock, monkeypatch, lambda match, seat, _clock: keep_any(match, seat, kept), answering)
    assert true[0] == other[0]
    assert b"Your turn in Lantern" in true[1][-1]["mails"]
    for one, two in zip(true[1], other[1], strict=True):
        assert one.keys() == two.keys()
        assert [name for name in one if one[name] != two[name]] == []


@pytest.mark.parametrize("leak", sampled(["revision", "page", "mail"], ["mail"]))
def test_a_planted_leak_of_answers_in_advance_is_found(clock, monkeypatch, leak):
    [person(name) for name in PEOPLE]
    honest = in_advance.LockedMatch.save

    def save(locked: Any, **options: Any) -> None:
        if leak == "revision" and StandingAnswer.objects.filter(match=locked.match, text="blow").exists():
            locked.tell()
        honest(locked, **options)

    monkeypatch.setattr(in_advance.LockedMatch, "save", save)
    if leak == "page":
        words = {True: _("They think."), False: _("They wait.")}
        waiting = lambda *_: words[StandingAnswer.objects.filter(text="blow").exists()]  # noqa: E731
        monkeypatch.setattr(LanternPresenter, "waiting", waiting)
    if leak == "mail":
        all_due = YourTurn.owed

        def some_due(kind: YourTurn, now: Any) -> Any:
            return [] if StandingAnswer.objects.filter(text="blow").exists() else all_due(kind, now)

        monkeypatch.setattr(YourTurn, "owed", some_due)
    true = told(clock, monkeypatch, lambda match, seat, _clock: keep_any(match, seat, "let"), by_worker)
    other = told(clock, monkeypatch, lambda match, seat, _clock: keep_any(match, seat, "blow"), by_worker)
    assert true != other


def test_the_panel_shows_ones_own_answers_to_oneself_alone(match):
    first, second = others(match)[:2]
    path, table = (reverse(f"games:{name}", args=[match.pk]) for name in ("standing", "match"))
    mine = client(first)
    response = mine.post(path, {"answer_*": "blow", "answer_a": ""})
    assert (response.status_code, response["Location"]) == (303, table)
    page = mine.get(path).content.decode()
    assert page.count('<option value="blow" selected>') == 1
    assert path in mine.get(table).content.decode()
    assert '<option value="blow" selected>' not in client(second).get(path).content.decode()
    assert path not in Client().get(table).content.decode()


def test_while_an_answer_may_be_due_the_form_is_closed(match, clock):
    keep_any(match, others(match)[0], "let")
    window(match)
    page = client(due(match)[0]).get(reverse("games:standing", args=[match.pk])).content.decode()
    assert "may be needed now" in page
    assert "Save these answers" not in page


def test_the_form_refuses_what_is_no_answer_and_keeps_what_was_there(match):
    first = others(match)[0]
    keep_any(match, first, "let")
    mine = client(first)
    response = mine.post(reverse("games:standing", args=[match.pk]), {"answer_*": "sing"})
    assert response.status_code == 400
    assert "one of these: let, blow" in response.content.decode()
    assert StandingAnswer.objects.get().text == "let"
    assert len(stored_log(match)) == fresh(match).ply
