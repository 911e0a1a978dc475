"""The context for the template of a match's page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from games.core.engine import ending
from games.core.engine.events import Entry
from games.core.engine.view import View
from games.core.errors import MoveError
from games.core.text import _
from games.core.title.presenter import Composition
from games.models import Status
from games.policy import policy
from games.selectors import matches as selectors
from games.selectors.stored import match_outcome
from games.services.beside.presence import seen
from games.translation import translate
from games.views import board, log_text, picker
from games.views.coach import coach_for
from games.views.match_context import MatchContext
from games.views.more import more_of
from games.views.page_kinds import PageKind
from games.views.seat_cards import Present, SeatCard, seat_cards
from games.views.since import Since, after_own_decision, last_stop, settling, stop_at

LOG_LINES = 24  # the whole history is a tap away, and every tap brings these
STOPS = "X-Stops"  # request header of the page's script: the ply up to which it has shown the ends of rounds


@dataclass(frozen=True, slots=True)
class PageQuery:
    """The query of a request for the page of a match. The defaults are those of a request without query and account.

    `words` is the composition so far, separated by commas; None if the address has none. `tapped` is the id of the
    drawn thing that was tapped. `at` is the step since the reader's own last decision that is replayed, or None.
    `stops`: the end of a round that the reader has not seen yet, and that came after this ply, is shown before the
    table; None if it is not. `confirm_moves`: a complete move is shown for confirmation before it is sent.
    """

    words: str | None = None
    tapped: str = ""
    at: int | None = None
    stops: int | None = None
    confirm_moves: bool = True

    @classmethod
    def of(cls, request: HttpRequest) -> "PageQuery":
        """Return the request's query; a ply that is not a number is ignored."""
        return cls(
            words=request.GET.get("move") if request.method == "GET" else None,
            tapped=request.GET.get("tap", "")[: picker.MAX_ELEMENT],
            at=ply_in(request.GET.get("at", "")) if request.method == "GET" else None,
            stops=ply_in(request.headers.get(STOPS, "")),
            confirm_moves=policy().confirms_moves(request.user),
        )


def ply_in(text: str) -> int | None:
    """Return the ply that `text` says, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else None


SPECTATOR_QUERY = PageQuery()


def page_context(context: MatchContext, query: PageQuery, present: Present, *, whole: bool) -> dict[str, Any]:
    """Return everything the template shows; raises `BrokenLog`.

    `present` says who has the page open. `whole` is for a page that is opened; without it the context is for a fragment
    that replaces a board in sight: things that have left that board are animated.
    """
    match, game = context.match, context.match.game
    entries = context.reader.entries
    cards = seat_cards(match, context.seats, context.names, context.viewer, context.former, present.here)
    path = PageKind.MATCH.address(match.pk)
    told = what_happened(context, entries)
    shown: dict[str, Any] = {
        "match": match,
        "game": game,
        "path": path,
        "part": PageKind.MATCH.value,
        "cards": cards,
        "mine": next((card for card in cards if card.is_viewer), None),
        "is_due": context.viewer is not None and context.viewer in context.due,
        "seen": context.position.decision,
        "told": told,
        "label": context.label,
        "last_stop": last_stop(game, entries),
        "lines": log_lines(context, entries, told),
        "present": present.words,
        "waiting": 0 if context.beside is None else context.beside.waiting,
        "ended": ended(context, cards),
        "refusal": "",
    }
    at = query.at
    if query.stops is not None and not query.words and at is None:
        unseen = unseen_stop(context, told)
        at = unseen if unseen is not None and unseen > query.stops else None
    if told is not None and at is not None and at in told.steps:
        shown |= step_again(context, at, told, entries, cards, path)
    else:
        shown |= table_now(context, query, told, entries, cards, path, whole=whole)
        composition = None if shown["picker"] is None else shown["picker"].composition
        shown["coach"] = coach_for(context, shown["drawn"]["view"], composition, query.words)
    shown["more"] = more_of(context, shown["drawn"]["view"])
    shown["scene"] = board.scene(game, shown["drawn"]["view"], context.names) if whole else {}
    return shown


def what_happened(context: MatchContext, entries: list[Entry]) -> Since | None:
    """Return what happened since the visitor's own last decision; None for spectators."""
    if context.viewer is None:
        return None
    since = after_own_decision(context.events, context.viewer)
    news = [entry for entry in entries if entry.ply >= since]
    lines = log_text.describe(context.match.game, news, context.names, context.former)
    return Since(since, lines, last_stop(context.match.game, news))


def table_now(
    context: MatchContext,
    query: PageQuery,
    told: Since | None,
    entries: list[Entry],
    cards: list[SeatCard],
    path: str,
    *,
    whole: bool,
) -> dict[str, Any]:
    """Return the current table, with the choices of a visitor who owes a decision."""
    game = context.match.game
    view = board.view_for(context.state, context.viewer, context.due)
    answer = own_answer(context)
    shown_picker = picker_for(context, query, view, answer, path)
    preview = shown_picker.composition if shown_picker else answer_preview(context, answer)
    url = shown_picker.compose_url if shown_picker and not shown_picker.sentence else ""
    fresh = game.presenter.touched([entry for entry in entries if entry.ply >= told.ply]) if told and told.ply else {}
    return {
        "drawn": board.draw(game, view, preview, cards, context.names, url, fresh, () if whole else entries),
        "picker": shown_picker,
        "answer": ""
        if not answer
        else translate(game.presenter.describe_move(view, context.viewer or 0, answer), context.names),
        "others_owe": translate(game.presenter.waiting(view), context.names) if context.due else "",
        "bot_for_decision": context.viewer in context.due and context.seat is not None and bool(context.seat.bot_level),
        # Only a page that is opened goes on to it by itself: its table stays hidden until then.
        "unseen_stop": unseen_stop(context, told) if whole else None,
    }


def unseen_stop(context: MatchContext, told: Since | None) -> int | None:
    """Return the end of a round that the visitor has not seen yet, as a ply."""
    if context.seat is None or told is None or told.stop is None:
        return None
    return told.stop if seen(context.seat).ply < told.stop else None


def step_again(
    context: MatchContext, at: int, told: Since, entries: list[Entry], cards: list[SeatCard], path: str
) -> dict[str, Any]:
    """Return the table as the visitor saw it at ply `at`, with what had just happened and the ways on."""
    game = context.match.game
    view = context.reader.view_at(at)
    past = [entry for entry in entries if entry.ply < at]
    steps = told.steps
    back = max((ply for ply in steps if ply < at), default=None)
    forward = min((ply for ply in steps if ply > at), default=None)
    return {
        "drawn": board.draw(
            game,
            view,
            None,
            cards,
            context.names,
            "",
            game.presenter.touched([entry for entry in past if entry.ply == at - 1]),
            past,
            settling(game, past, at),
        ),
        "step": {
            "ply": at,
            "number": sum(ply <= at for ply in steps),
            "of": len(steps),
            "lines": until_stop([line for line in told.lines if line.ply == at]),
            "stops": stop_at(game, past, at) is not None,
            "back": "" if back is None else f"{path}?at={back}",
            "forward": "" if forward is None else f"{path}?at={forward}",
            "table": f"{path}?move=",
        },
    }


def until_stop(lines: list[log_text.Line]) -> list[log_text.Line]:
    """Return these lines of one event up to the end of a round, if it had one, so that a phone shows them together: the
    title's drawing over the board follows, then the next round."""
    ends = [at for at, line in enumerate(lines) if line.items]
    return lines[: ends[-1] + 1] if ends else lines


def own_answer(context: MatchContext) -> str:
    """Return the sealed answer that the visitor has given in the open window and may still change, or ""; raises
    `BrokenLog` if it was altered."""
    if context.viewer is None or not context.may_decide() or context.viewer in context.due:
        return ""
    return selectors.own_answer(context.match, context.viewer)


def picker_for(context: MatchContext, query: PageQuery, view: View, answer: str, path: str) -> picker.Picker | None:
    """Return the picker of a visitor who owes a decision, or is changing a sealed answer; None for all others."""
    if context.seat is None or not context.may_decide() or (answer and query.words is None):
        return None
    game, seat = context.match.game, context.seat.index
    words = picker.words_in(query.words)
    composition, refusal = picker.compose_prefix(game, context.state, seat, words, answer)
    composition, forced = picker.choose_forced(game, context.state, composition)
    confirm, names = query.confirm_moves, context.names
    shown = picker.pick(game, context.state, view, composition, names, path, confirm=confirm, forced=forced)
    if refusal is not None:
        shown.refusal = translate(refusal, context.names)
    if query.tapped and not composition.text:
        forbidden = game.presenter.forbidden(view, composition, query.tapped)
        shown.reminder = translate(forbidden or _("You can’t choose that now."), context.names)
    return shown


def answer_preview(context: MatchContext, answer: str) -> Composition | None:
    """Return the visitor's own sealed answer as a composition, so that it is drawn where it will be."""
    if not answer or context.viewer is None:
        return None
    game, state = context.match.game, context.state
    try:
        words = picker.words_of(game, state, context.viewer, answer)
    except MoveError:  # the window closed between two statements; a hint will follow
        return None
    return picker.compose_prefix(game, state, context.viewer, words, answer)[0]


def log_lines(context: MatchContext, entries: list[Entry], told: Since | None) -> list[dict[str, Any]]:
    """Return the newest sentences of the log, newest first, with when it happened, and what is new since the visitor's
    own last decision; one statement."""
    since = context.match.ply if told is None else told.ply
    match = context.match
    lines = log_text.newest(match.game, entries, context.names, LOG_LINES, context.former, since)
    times = context.times(lines[-1].ply - 1, match.ply) if lines else {}
    return [
        {
            "key": key,
            "ply": line.ply,
            "text": line.text,
            "items": line.items,
            "at": times.get(line.ply - 1),
            "is_new": line.ply > since,
        }
        for key, line in zip(_keys(lines), lines, strict=True)
    ]


def _keys(lines: Sequence[log_text.Line]) -> list[str]:
    """Return a stable key for each of these lines, newest first: its ply, and its position among those of the same
    ply."""
    plies: Counter[int] = Counter()
    keys = []
    for line in reversed(lines):
        plies[line.ply] += 1
        keys.append(f"{line.ply}-{plies[line.ply]}")
    return keys[::-1]


def ended(context: MatchContext, cards: list[SeatCard]) -> dict[str, Any] | None:
    """Return how the match ended: the reason, and everyone's place, best first; None while it runs."""
    outcome = match_outcome(context.match)
    if context.match.status != Status.FINISHED or outcome is None:
        return None
    mine = next((card.place for card in cards if card.is_viewer), None)
    winners = [card.name for card in cards if card.place == 1]
    if outcome.reason in ending.WITHOUT_RESULT:
        headline = gettext("No one wins.")
    elif len(winners) == 1:
        headline = gettext("You win.") if mine == 1 else gettext("%(name)s wins.") % {"name": winners[0]}
    else:
        headline = gettext("Shared first place: %(names)s.") % {"names": ", ".join(winners)}
    return {
        "headline": headline,
        "reason": log_text.reason(context.match.game, outcome.reason, context.names),
        "cards": sorted(cards, key=lambda card: (card.place or 0, card.index)),
        "has_places": outcome.reason not in ending.WITHOUT_RESULT,
        "has_scores": any(card.score is not None for card in cards),
        "first_decision": context.first_decision,
    }
