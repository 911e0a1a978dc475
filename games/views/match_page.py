"""What the page of a match shows, as the context of its template."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from games.core import ending
from games.core.errors import MoveError
from games.core.events import Entry
from games.core.presenter import Composition
from games.core.text import _
from games.core.view import View
from games.models import Status
from games.policy import policy
from games.selectors import matches as selectors
from games.selectors.stored import match_outcome
from games.translation import translate
from games.views import board, log_text, picker
from games.views.match_context import MatchContext
from games.views.seat_cards import SeatCard, seat_cards

LOG_LINES = 40
SINCE = "X-Since"  # request header: the ply up to which the page's reader had seen the match when it was opened


@dataclass(frozen=True, slots=True)
class PageQuery:
    """What a request asks of the page of a match. The defaults are those of a request without query and account.

    `words` is the composition so far, separated by commas; None if the address has none. `tapped` is the id of the
    drawn thing that was tapped. `since` is the ply up to which the page says that its reader had seen the match, or
    None. `confirm_moves`: a complete move is shown for confirmation before it is sent.
    """

    words: str | None = None
    tapped: str = ""
    since: int | None = None
    confirm_moves: bool = True

    @classmethod
    def of(cls, request: HttpRequest) -> "PageQuery":
        """What `request` asks; a header that is not a ply counts as none."""
        since = request.headers.get(SINCE, "")
        return cls(
            words=request.GET.get("move") if request.method == "GET" else None,
            tapped=request.GET.get("tap", "")[: picker.MAX_ELEMENT],
            since=int(since) if since.isascii() and since.isdigit() and len(since) < 10 else None,
            confirm_moves=policy().confirms_moves(request.user),
        )


SPECTATOR_QUERY = PageQuery()


def page_context(context: MatchContext, query: PageQuery, presence: str, *, whole: bool) -> dict[str, Any]:
    """Everything the template shows; raises `BrokenLog`.

    `presence` says in words how many have the page open. `whole` is for a page that is opened; without it the
    context is for a fragment that replaces a board in sight: what has left that board meanwhile is animated.
    """
    match, game = context.match, context.match.game
    view = board.view_for(context.state, context.viewer, context.due)
    cards = seat_cards(match, context.seats, context.names, context.viewer, context.former)
    path = reverse("games:match", args=[match.pk])
    answer = own_answer(context)
    shown_picker = picker_for(context, query, view, answer, path)
    preview = shown_picker.composition if shown_picker else answer_preview(context, answer)
    url = shown_picker.compose_url if shown_picker and not shown_picker.sentence else ""
    is_due = context.viewer is not None and context.viewer in context.due
    entries = log_text.redacted(match, log_text.entries_of(match, context.events), context.viewer)
    since = seen_until(context, query)
    fresh = game.presenter.touched([entry for entry in entries if entry.ply >= since]) if since else ()
    return {
        "match": match,
        "game": game,
        "path": path,
        "scene": board.scene(game, view, context.names) if whole else {},
        "drawn": board.draw(game, view, preview, cards, context.names, url, fresh, () if whole else entries),
        "cards": cards,
        "mine": next((card for card in cards if card.is_viewer), None),
        "picker": shown_picker,
        "is_due": is_due,
        "answer": ""
        if not answer
        else translate(game.presenter.describe_move(view, context.viewer or 0, answer), context.names),
        "others_owe": translate(game.presenter.waiting(view), context.names) if context.due else "",
        "bot_for_decision": context.seat is not None and is_due and bool(context.seat.bot_level),
        "seen": context.position.decision,
        "since": since,
        "lines": log_lines(context, entries, since),
        "present": presence,
        "ended": ended(context, cards),
        "may_resign": context.may_resign(),
        "refusal": "",
    }


def own_answer(context: MatchContext) -> str:
    """The sealed answer that the visitor has given in the open window and may still change, or ""; raises
    `BrokenLog` if it was altered."""
    if context.viewer is None or not context.may_decide() or context.viewer in context.due:
        return ""
    return selectors.own_answer(context.match, context.viewer)


def picker_for(context: MatchContext, query: PageQuery, view: View, answer: str, path: str) -> picker.Picker | None:
    """The picker of a visitor who owes a decision, or is changing a sealed answer; None for everybody else."""
    if context.seat is None or not context.may_decide() or (answer and query.words is None):
        return None
    game, seat = context.match.game, context.seat.index
    words = picker.words_in(query.words)
    composition, refusal = picker.compose_prefix(game, context.state, seat, words, answer)
    shown = picker.pick(game, context.state, view, composition, context.names, path, confirm=query.confirm_moves)
    if refusal is not None:
        shown.refusal = translate(refusal, context.names)
    if query.tapped and not composition.text:
        forbidden = game.presenter.forbidden(view, composition, query.tapped)
        shown.reminder = translate(forbidden or _("That cannot be chosen now."), context.names)
    return shown


def answer_preview(context: MatchContext, answer: str) -> Composition | None:
    """The visitor's own sealed answer as a composition, so that it is drawn where it will be."""
    if not answer or context.viewer is None:
        return None
    game, state = context.match.game, context.state
    try:
        words = picker.words_of(game, state, context.viewer, answer)
    except MoveError:  # the window closed between two statements; a hint will follow
        return None
    return picker.compose_prefix(game, state, context.viewer, words, answer)[0]


def seen_until(context: MatchContext, query: PageQuery) -> int:
    """The ply up to which the visitor had seen the match before. While a move is being composed, the page sends the
    value of when it was opened, so that what is new stays marked."""
    if context.seat is None:
        return context.match.ply
    seen = context.seat.seen_ply
    return seen if query.since is None else min(seen, query.since)


def log_lines(context: MatchContext, entries: list[Entry], since: int) -> list[dict[str, Any]]:
    """The newest sentences of the log, newest first, with what is new to the visitor."""
    lines = log_text.newest(context.match.game, entries, context.names, LOG_LINES, context.former)
    return [{"ply": line.ply, "text": line.text, "is_new": line.ply > since} for line in lines]


def ended(context: MatchContext, cards: list[SeatCard]) -> dict[str, Any] | None:
    """How the match ended: the reason, and everybody's place, best first; None while it runs."""
    outcome = match_outcome(context.match)
    if context.match.status != Status.FINISHED or outcome is None:
        return None
    mine = next((card.place for card in cards if card.is_viewer), None)
    winners = [card.name for card in cards if card.place == 1]
    if outcome.reason in ending.WITHOUT_RESULT:
        headline = gettext("Nobody wins.")
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
    }
