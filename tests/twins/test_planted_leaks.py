"""A suite that finds no planted leak proves nothing: every channel is made to leak once, and must be caught."""

import dataclasses
import random
import zlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from django.http import HttpResponse

from games import clock, live
from games.admin import MatchAdmin
from games.core.engine.events import EventKind
from games.core.errors import Illegal, MoveError
from games.core.kit.conformance.context import internal_state
from games.core.text import _
from games.models import Answer, BotTurn, Match, Status
from games.plumbing.responses import MatchResponse
from games.selectors import lists, reading
from games.selectors.proofs import Proof
from games.services.bot_moves import publish_time
from games.services.match.locked_match import LockedMatch
from games.views import board, log_text, match_page, matches, picker
from games.views import digest as digest_page
from games.views import history as history_pages
from masques_site.accounts import export
from masques_site.accounts import selectors as people
from masques_site.notices.kinds.base import Words
from masques_site.notices.kinds.matches import YourTurn
from masques_site.notices.models import Delivery, Endpoint, Notice
from masques_site.notices.services import passing_on
from masques_site.plumbing import handler
from tests.lantern.game import LANTERN, Lantern
from tests.sampling import sampled
from tests.twins.compare import Leak, leaks
from tests.twins.histories import History, Search, Secrets, played
from tests.twins.plan import FIRST, Caches, Plan
from tests.twins.room_leaks import hand_of_a_neighbour, screen_of_a_seat
from tests.twins.stage import Actor, Stage
from tests.twins.stream_leaks import hidden, pushed_frames, pushed_order, pushed_section, wrap

SEATS = 4
# Plans by their numbers.
HOME_FIRST, ORDINARY, SHARED, PROOF_FIRST, GIVES_UP = 0, 1, 2, 7, 8
TRIES = 6  # pairs of twins until a leak of a single bit must have shown


def parity(history: History) -> int:
    """The last bit of that number."""
    return zlib.crc32("\n".join(event.text for event in history.events).encode()) % 2


def suitable(history: History) -> tuple[int, int, int] | None:
    """A window of a match, the turn after it, and the seat that answers in the one and owes the other.

    A bot, on the last seat, and another person answer too.
    """
    states = history.states()
    for window, turn in pairwise(history.decisions()):
        owing = states[window].deciders()
        mover = states[turn].deciders()
        if len(owing) == SEATS - 1 and SEATS - 1 in owing and mover[0] in owing and mover[0] != SEATS - 1:
            return window, turn, mover[0]
    return None


@cache
def case() -> tuple[History, int, int, tuple[History, ...], int]:
    """A match, one of its windows, the ply of the turn after it, twins up to there, and the seat that cannot tell
    them apart."""
    rng = random.Random(3)
    secrets = Secrets(rng)
    for seed in range(2, 100):
        history = played(LANTERN, SEATS, seed, "uniform")
        secrets.learn(history)
        found = suitable(history)
        if found is None:
            continue
        window, turn, seat = found
        before = history.begun(history.events[:turn])
        tried = [Search(before, seat, secrets.classes, rng).twin() for _try in range(3 * TRIES)]
        twins = tuple(twin for twin in tried if twin is not None and parity(twin) != parity(before))
        if len(twins) >= TRIES:
            return history, window, turn, twins[:TRIES], seat
    raise AssertionError("no match of a hundred has a window that suits")


def caught(
    staged: Callable[..., Stage], plant: Callable[[pytest.MonkeyPatch], None], plan: Plan, tries: int = TRIES
) -> list[Leak]:
    """Return what the comparison says of a site with a planted leak; without it, nothing."""
    history, window, turn, twins, seat = case()
    before = history.begun(history.events[:turn])
    samples = sorted({event.text for event in history.events if event.kind == EventKind.MOVE})[:6]
    scene = staged(history, bots=1)
    scene.advance(history, window)
    plant(scene.patch)
    true = scene.seen(before, seat, samples, plan)
    for twin in twins[:tries]:
        found = leaks(true, scene.seen(twin, seat, samples, plan))
        if found:
            return found
    return []


def edit(patch: pytest.MonkeyPatch, change: Callable[[HttpResponse], None]) -> None:
    """Change every answer of the match page."""

    def respond(honest: Callable[..., HttpResponse], *args: Any, **more: Any) -> HttpResponse:
        response = honest(*args, **more)
        change(response)
        return response

    wrap(patch, matches, "match_response", respond)


def replaced(old: bytes, new: bytes) -> Callable[[HttpResponse], None]:
    def change(response: HttpResponse) -> None:
        response.content = response.content.replace(old, new % hidden())

    return change


# The leaks.


def dom_id(patch: pytest.MonkeyPatch) -> None:
    edit(patch, replaced(b'id="board"', b'id="board-%d"'))


def page_title(patch: pytest.MonkeyPatch) -> None:
    edit(patch, replaced(b"<title>", b"<title>(%d) "))


def size(patch: pytest.MonkeyPatch) -> None:
    edit(patch, lambda response: response.write(" " * (hidden() % 50)))


def etag(patch: pytest.MonkeyPatch) -> None:
    edit(patch, lambda response: response.headers.setdefault("ETag", f'"{hidden():x}"'))


def cookie(patch: pytest.MonkeyPatch) -> None:
    edit(patch, lambda response: response.set_cookie("seen", f"{hidden():x}"))


def order(patch: pytest.MonkeyPatch) -> None:
    wrap(patch, match_page, "seat_cards", lambda honest, *args: honest(*args)[:: -1 if hidden() % 2 else 1])


def error_text(patch: pytest.MonkeyPatch) -> None:
    def parse(honest: Callable[..., Any], game: Lantern, state: Any, seat: int, text: str) -> list[int]:
        try:
            return honest(game, state, seat, text)
        except MoveError as error:
            number = zlib.crc32(internal_state(state).encode())
            raise Illegal(_("Not now (%(number)s).", number=number)) from error

    honest = Lantern.parse_move
    patch.setattr(Lantern, "parse_move", lambda *args: parse(honest, *args))


def choice_list(patch: pytest.MonkeyPatch) -> None:
    def composed(honest: Callable[..., Any], *args: Any) -> Any:
        found = honest(*args)
        return dataclasses.replace(found, offered=found.offered[:: -1 if hidden() % 2 else 1])

    wrap(patch, picker, "compose", composed)


def preview(patch: pytest.MonkeyPatch) -> None:
    def draw(honest: Callable[..., Any], game: Any, view: Any, composition: Any, *more: Any, **named: Any) -> Any:
        drawn = honest(game, view, composition, *more, **named)
        if composition is not None and composition.words and hidden() % 2:
            drawn["board"]["bridges"].reverse()
        return drawn

    wrap(patch, board, "draw", draw)


def frame_count(patch: pytest.MonkeyPatch) -> None:
    def announce(honest: Callable[..., None], match_id: str, rev: int) -> None:
        for _time in range(1 + hidden() % 2):
            honest(match_id, rev)

    wrap(patch, live, "announce", announce)


def changed_answer(patch: pytest.MonkeyPatch) -> None:
    def decide(honest: Callable[..., None], locked: LockedMatch, seat: Any, text: str, actor: Any) -> None:
        if locked.answers().get(seat.index, text) != text:
            locked._public_change = True
        honest(locked, seat, text, actor)

    honest = LockedMatch.decide
    patch.setattr(LockedMatch, "decide", lambda *args: decide(honest, *args))


def sealed_answer(patch: pytest.MonkeyPatch) -> None:
    def view_for(honest: Callable[..., Any], state: Any, viewer: int | None, owing: list[int]) -> Any:
        match = Match.objects.get()
        still = Answer.objects.filter(match=match, window=match.decision, text="blow").values_list("seat", flat=True)
        return honest(state, viewer, sorted({*owing, *still}))

    wrap(patch, board, "view_for", view_for)


def history_line(patch: pytest.MonkeyPatch) -> None:
    def tell(honest: Callable[..., Any], *args: Any) -> Any:
        lines = honest(*args)
        return [dataclasses.replace(line, text=f"{line.text} {hidden()}") for line in lines]

    wrap(patch, log_text, "describe", tell)


def forgotten_veil(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reading, "redacted", lambda match, entries, seat: list(entries))


def record(patch: pytest.MonkeyPatch) -> None:
    honest = Lantern.write_record
    patch.setattr(Lantern, "write_record", lambda *args: f"{honest(*args)}# {hidden()}\n")


def own_data(patch: pytest.MonkeyPatch) -> None:
    wrap(patch, export, "_seat", lambda honest, seat: {**honest(seat), "cards": hidden()})


def mail_subject(patch: pytest.MonkeyPatch) -> None:
    def words(honest: Callable[..., Words], kind: YourTurn, notice: Notice) -> Words:
        return dataclasses.replace(honest(kind, notice), title=f"Lantern {hidden()}")

    wrap(patch, YourTurn, "words", words)


def row_id(patch: pytest.MonkeyPatch) -> None:
    """A second delivery, deleted immediately, which leaves a gap in the numbers."""

    def deliveries(
        honest: Callable[..., list[Delivery]], notice: Notice, places: Sequence[Endpoint], *more: Any
    ) -> Any:
        if places and hidden() % 2:
            Delivery.objects.create(endpoint=places[0], topic="gone").delete()
        return honest(notice, places, *more)

    wrap(patch, passing_on, "_deliveries", deliveries)


def bot_moment(patch: pytest.MonkeyPatch) -> None:
    """A bot's move is published as soon as it has thought."""

    def at_once(turns: list[BotTurn], pause: timedelta) -> None:
        for turn in turns:
            turn.publish_at = clock.now()

    patch.setattr(publish_time, "postpone", at_once)


def bot_overrun(patch: pytest.MonkeyPatch) -> None:
    """A bot thinks for longer than its pause at some positions, and publishes a pause later."""
    wrap(
        patch,
        Actor,
        "decide",
        lambda honest, actor, *args: (actor.stage.clock.shift(hidden() % 2), honest(actor, *args))[1],
    )


def work(patch: pytest.MonkeyPatch) -> None:
    """One statement more: measurable as time."""

    def view_for(honest: Callable[..., Any], *args: Any) -> Any:
        if hidden() % 2:
            Match.objects.exists()
        return honest(*args)

    wrap(patch, board, "view_for", view_for)


def home_list(patch: pytest.MonkeyPatch) -> None:
    def summary_of(honest: Callable[..., Any], *args: Any) -> Any:
        summary = honest(*args)
        places = tuple(dataclasses.replace(place, name=f"{place.name} {hidden()}") for place in summary.places)
        return dataclasses.replace(summary, places=places)

    wrap(patch, lists, "summary_of", summary_of)


def profile(patch: pytest.MonkeyPatch) -> None:
    def played_by(honest: Callable[..., Any], seat: Any) -> Any:
        return dataclasses.replace(honest(seat), others=(str(hidden()),))

    wrap(patch, people, "_played_match", played_by)


def heartbeat(patch: pytest.MonkeyPatch) -> None:
    wrap(patch, matches, "JsonResponse", lambda honest, values, **more: honest({**values, "sum": hidden()}, **more))


def proof(patch: pytest.MonkeyPatch) -> None:
    wrap(patch, history_pages, "published_nonces", lambda honest, *args: [f"{hidden()}" for _nonce in honest(*args)])


def digest(patch: pytest.MonkeyPatch) -> None:
    """The list of what happened meanwhile says too much."""
    wrap(patch, digest_page, "_digest", lambda honest, *args: betrayed(honest(*args)))


def betrayed(found: Any) -> Any:
    return dataclasses.replace(found, lines=[*found.lines, f"{hidden()}"])


def digest_until_the_match_is_opened(patch: pytest.MonkeyPatch) -> None:
    """The same, but only if nothing of the match has been opened yet: visitors who look there first never find it."""
    opened: list[str] = []
    wrap(patch, matches, "match_response", lambda honest, *args: (opened.append("match"), honest(*args))[1])
    wrap(patch, Stage, "lay", lambda honest, *args: (opened.clear(), honest(*args))[1])
    wrap(patch, digest_page, "_digest", lambda honest, *args: honest(*args) if opened else betrayed(honest(*args)))


def hint_moment(patch: pytest.MonkeyPatch) -> None:
    """A hint that is on its way for longer."""
    wrap(patch, Stage, "hear", lambda honest, stage, *args: (stage.clock.shift(hidden() % 2), honest(stage, *args))[1])


def mail_moment(patch: pytest.MonkeyPatch) -> None:
    """Mails wait for the player with a certain card."""
    wrap(patch, Stage, "note", lambda honest, stage, kind, *args: slow_mail(stage, kind, honest, *args))


def slow_mail(stage: Stage, kind: str, honest: Callable[..., Any], *args: Any) -> Any:
    if kind == "mail":
        stage.clock.shift(hidden() % 2)
    return honest(stage, kind, *args)


def admin_column(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MatchAdmin, "hand", lambda admin, match: hidden(), raising=False)
    patch.setattr(MatchAdmin, "list_display", (*MatchAdmin.list_display, "hand"))


def admin_field(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MatchAdmin, "fields", (*MatchAdmin.fields, "head"))


def early_proof(patch: pytest.MonkeyPatch) -> None:
    """The proof of a match that runs tells how the log's chain stands."""
    wrap(patch, history_pages, "JsonResponse", lambda honest, *args, **more: chained(honest(*args, **more)))


def chained(response: HttpResponse) -> HttpResponse:
    response.content += Match.objects.get().head.hex().encode()
    return response


def proof_of_quarantined(patch: pytest.MonkeyPatch) -> None:
    """A match that is set aside proves something about its log."""

    def proof_of(honest: Callable[..., Any], match: Match, seats: Any) -> Any:
        if match.status != Status.QUARANTINED:
            return honest(match, seats)
        return Proof(key=f"{hidden():x}", draws=0, faults=[], events=[])

    wrap(patch, history_pages, "proof_of", proof_of)


def former_hand(patch: pytest.MonkeyPatch) -> None:
    """Players who gave up a seat may read everything."""

    def redacted(honest: Callable[..., Any], match: Match, entries: Any, seat: int | None) -> Any:
        gone = match.seats.filter(index=seat, vacated_at__isnull=False).exists()
        return list(entries) if gone else honest(match, entries, seat)

    wrap(patch, reading, "redacted", redacted)


def former_seat_moment(patch: pytest.MonkeyPatch) -> None:
    """A bot that plays on for a former holder publishes when it has thought."""
    wrap(patch, publish_time, "reserve", lambda honest, turns, pause: honest(turns, pause * (1 + hidden() % 2)))


def kept_reading(patch: pytest.MonkeyPatch) -> None:
    """One seat's reading is cached for all."""
    kept: dict[object, Any] = {}

    def redacted(honest: Callable[..., Any], match: Match, entries: Any, seat: int | None) -> Any:
        return kept.setdefault((match.head, len(entries)), honest(match, entries, seat))

    wrap(patch, reading, "redacted", redacted)


def shared_board(patch: pytest.MonkeyPatch) -> None:
    """The answer to one player is kept for strangers."""
    wrap(patch, handler, "start_of", lambda honest, response: (share(response), honest(response))[1])
    honest = handler.cache_key_of
    strip = {b"cookie"}
    patch.setattr(
        handler,
        "cache_key_of",
        lambda scope: honest({**scope, "headers": [pair for pair in scope["headers"] if pair[0] not in strip]}),
    )


def share(response: HttpResponse) -> None:
    if isinstance(response, MatchResponse):
        response.shared_revision = Match.objects.get().rev
        response.cookies.clear()  # an answer that sets one is never kept


PLANTED = [
    (dom_id, "match /", "match", ORDINARY),
    (page_title, "match /", "match", ORDINARY),
    (size, "sealed fragment", "", ORDINARY),
    (etag, "headers", "match", ORDINARY),
    (cookie, "headers", "match", ORDINARY),
    (order, "match /", "match", ORDINARY),
    (error_text, "refusal of ", "attempts", ORDINARY),
    (choice_list, "choices offered", "composing", ORDINARY),
    (preview, "composing ", "composing", ORDINARY),
    (frame_count, "number of frames", "socket", ORDINARY),
    (pushed_section, "size of followed frame", "socket", ORDINARY),
    (pushed_frames, "number of followed frames", "socket", ORDINARY),
    (pushed_order, "followed frame", "socket", ORDINARY),
    (changed_answer, "rev", "match", ORDINARY),
    (sealed_answer, "sealed page", "", ORDINARY),
    (screen_of_a_seat, "screen of ", "screen", ORDINARY),
    (hand_of_a_neighbour, "hand ", "hand", ORDINARY),
    (history_line, "history ", "history", ORDINARY),
    (forgotten_veil, "record ", "record", ORDINARY),
    (record, "record ", "record", ORDINARY),
    (own_data, "own data ", "people", ORDINARY),
    (mail_subject, "mail subject", "", ORDINARY),
    (row_id, "mail headers", "", ORDINARY),
    (bot_moment, "moments", "", ORDINARY),
    (bot_overrun, "moments", "", ORDINARY),
    (work, "work", "match", ORDINARY),
    (home_list, "list /", "home", ORDINARY),
    (profile, "profile ", "people", ORDINARY),
    (heartbeat, "rev ", "match", ORDINARY),
    (proof, "proof ", "proof", ORDINARY),
    (digest, "list /", "home", HOME_FIRST),
    (digest_until_the_match_is_opened, "list /", "home match", HOME_FIRST),
    (hint_moment, "moments of hints", "", ORDINARY),
    (mail_moment, "moments of hints", "", ORDINARY),
    (admin_column, "staff /admin/games/match/", "staff", ORDINARY),
    (admin_field, "staff /admin/games/match/", "staff", ORDINARY),
    (early_proof, "proof ", "proof", PROOF_FIRST),
    (proof_of_quarantined, "set aside proof", "set-aside", ORDINARY),
    (history_line, "history ", "history", GIVES_UP),
    (former_hand, "record ", "record", GIVES_UP),
    (former_seat_moment, "moments", "", GIVES_UP),
    (kept_reading, "record ", "record", SHARED),
    (shared_board, "board by handler", "match", SHARED),
]
# What another kind of visitor, request or order of questions tells.
OF_THE_RUN = (
    dom_id, error_text, preview, frame_count, pushed_section, screen_of_a_seat, record, mail_subject, bot_moment,
    digest, admin_field, shared_board,
)  # fmt: skip


@pytest.mark.parametrize(
    ("plant", "channel", "kind", "number"),
    sampled(PLANTED, [case for case in PLANTED if case[0] in OF_THE_RUN]),
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_planted_leak_is_caught_on_its_channel(plant, channel, kind, number, staged):
    found = caught(staged, plant, Plan(number, thorough=True, only=tuple(kind.split()) or ("home",)))
    named = [leak for leak in found if channel in leak.channel]
    assert named, [leak.channel for leak in found]
    assert named[0].one != named[0].other
    assert f"channel {named[0].channel!r} tells twins apart at byte {named[0].byte}" in str(named[0])


@pytest.mark.parametrize("number", sampled([HOME_FIRST, ORDINARY, SHARED, GIVES_UP], [SHARED]))
def test_without_a_planted_leak_the_twins_look_the_same(number, staged):
    assert caught(staged, lambda patch: None, Plan(number, thorough=True), tries=1) == []


def test_the_plans_are_what_they_are_called():
    firsts = {Plan(number).order(FIRST)[0]: number for number in (HOME_FIRST, ORDINARY, SHARED, PROOF_FIRST)}
    assert firsts == {"home": HOME_FIRST, "history": ORDINARY, "socket": SHARED, "proof": PROOF_FIRST}
    assert [Plan(number).caches for number in (HOME_FIRST, ORDINARY, SHARED)] == list(Caches)
    assert Plan(GIVES_UP).gives_up
    assert Plan(ORDINARY).set_aside


def test_the_twins_of_the_planted_leaks_do_differ():
    history, _window, turn, twins, _seat = case()
    assert all(twin.events != history.events[:turn] and len(twin.events) == turn for twin in twins)
