"""Laws of what fades: entries, earlier views, and what a viewer may still read."""

from collections.abc import Sequence
from typing import Any

from games.core.engine.events import Entry, Event, Memory
from games.core.engine.log import apply_event
from games.core.kit.conformance.context import CheckContext, canonical, require, require_same
from games.core.kit.conformance.knowledge import VIEW_KEYS
from games.core.kit.conformance.words import check_board, check_effect, check_text

MAX_SAMPLED_PLIES = 24


def check_fading(context: CheckContext, entry: Entry) -> None:
    """Check that the faded form of an entry, redacted or not, is a stable entry of the same type."""
    viewers = context.viewers
    for read in (entry, *(redacted for viewer in viewers if (redacted := entry.redact(viewer)) is not None)):
        faded = read.fade()
        if faded is read:
            continue
        require_same(type(faded.effect), type(read.effect), "fading keeps the type of an effect")
        require_same(faded.fade(), faded, f"what has faded stays as it is: {read.text!r}")
        check_effect(context, faded)
    for viewer in viewers:
        redacted = entry.redact(viewer)
        if redacted is not None:
            require_same(redacted.fade().redact(viewer), redacted.fade(), "fading shows nothing that redaction hides")


def check_memory(context: CheckContext, settings: dict[str, str], events: Sequence[Event]) -> None:
    """Check that a viewer's memory follows from public facts and never grows, that forgotten events can be written, and
    that an earlier position can be drawn without them."""
    game, seats = context.game, context.seats
    entries = game.read_log(seats, settings, events)
    count = min(MAX_SAMPLED_PLIES, len(events) + 1)
    plies = sorted(context.generator.sample(range(len(events) + 1), count))
    remembered: dict[int | None, Memory] = {viewer: Memory() for viewer in context.viewers}
    for ply in plies:
        past = [entry for entry in entries if entry.ply < ply]
        public = [read for entry in past if (read := entry.redact(None)) is not None]
        for viewer in context.viewers:
            memory = game.memory(settings, past, viewer)
            require_same(game.memory(settings, public, viewer), memory, "memory follows from public facts alone")
            before, remembered[viewer] = remembered[viewer], memory
            for name in ("entries_from", "positions_from"):
                grown = getattr(before, name) <= getattr(memory, name) <= ply
                require(grown, f"memory().{name} of {viewer} does not go back: {before}, at {ply} {memory}")
    tags = {f"Seat{seat}": f"Seat {seat}" for seat in range(seats)}
    for viewer in context.viewers:
        faded = [seen.fade() for entry in entries if (seen := entry.redact(viewer)) is not None]
        require(bool(game.write_record(tags, seats, faded)), "a match that has faded can be written")
    check_faded_views(context, settings, events, plies)


def check_faded_views(
    context: CheckContext, settings: dict[str, str], events: Sequence[Event], plies: Sequence[int]
) -> None:
    """Check at some plies that each viewer's view without what has faded keeps its keys and can be drawn."""
    game, presenter = context.game, context.game.presenter
    state = game.initial_state(context.seats, settings)
    for ply, event in enumerate(events):
        if ply in plies:
            viewer = context.generator.choice(context.viewers)
            view: Any = state.view(viewer)
            before = canonical(view)
            faded = game.faded(view)
            require_same(canonical(view), before, "faded() leaves the view as it was")
            require_same(faded.keys(), view.keys(), "faded() keeps the keys of a view")
            site = {key: faded[key] for key in VIEW_KEYS}
            require_same(site, {key: view[key] for key in VIEW_KEYS}, "faded() keeps what the site reads of a view")
            require_same(canonical(game.faded(faded)), canonical(faded), "what has faded of a view stays as it is")
            check_board(context, faded, None)
            presenter.setting(faded)
            presenter.progress(faded)
            for word in presenter.glossary(faded):
                check_text(word.meaning, f"the meaning of {word.key!r}")
            moment = presenter.moment(faded)
            if moment is not None:
                check_text(moment, "moment()")
            if state.deciders():
                check_text(presenter.waiting(faded), "waiting()")
        apply_event(game, state, event)
