"""A particle filter over the secrets of a match: which masks the others have really swapped.

A particle is a whole match with all its secrets filled in. Each act of the others multiplies its weight by the
probability that the level acts this way with what the acting seat knows in that particle.
"""

import random
from collections.abc import Iterator, Sequence
from copy import copy
from typing import cast

from games.bots.acts import Act, acts_of
from games.bots.policy import Move, Policy, likelihood
from games.core.engine.events import Entry, Event, EventKind
from games.core.engine.log import chance_event
from games.core.engine.state import CHANCE
from games.core.errors import BrokenLog
from games.core.title.game import Game
from games.core.title.thinker import InformationSet, SeatLog
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules.belief import Belief, observed
from games.titles.mascarade.rules.effects import HIDDEN_BIT, Dealt, Viewed
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.rules.worlds import exchanged

ASKED = 6
"""The number of seeds with which the level is asked about each act in the log."""


class Particle:
    """A match with all secrets filled in."""

    def __init__(self, game: Game, seats: int, deal: Dealt) -> None:
        chosen = {"script": "random" if deal.drawn else deal.script, **dict(deal.options)}
        if deal.kinds and not deal.drawn:
            chosen["masks"] = " ".join(sorted(set(deal.kinds)))
        self.game = game
        self.annotator = game.annotator(seats, game.complete_settings(chosen, seats))
        self.logs = [SeatLog(seat, seats) for seat in range(seats)]
        self.unread: list[list[Entry]] = [[] for _seat in range(seats)]
        self.weight = 1.0
        while self.annotator.state.to_move() == CHANCE:
            self.read(chance_event(game, self.state, dealt_outcome(self.state, deal)))

    @property
    def state(self) -> MascaradeState:
        """The position now."""
        return cast(MascaradeState, self.annotator.state)

    def copy(self) -> "Particle":
        """Return an independent copy."""
        twin = copy(self)
        twin.annotator = copy(self.annotator)
        twin.annotator.state = self.annotator.state.copy()
        twin.annotator.state.recording = True
        twin.logs = self.logs[:]
        twin.unread = [each[:] for each in self.unread]
        return twin

    def read(self, event: Event) -> list[Entry]:
        """Apply an event and return its entries, unredacted."""
        entries = self.annotator.read(event)
        for unread in self.unread:
            unread += entries
        return entries

    def move(self, seat: int, move: Sequence[int]) -> list[Entry]:
        """Make a whole move; return its entries, unredacted."""
        return self.read(Event(EventKind.MOVE, seat, self.game.format_move(self.state, seat, move)))

    def known(self, seat: int) -> InformationSet:
        """Return what `seat` knows in this match. Copies share logs, so a log is replaced, never changed."""
        if self.unread[seat]:
            log = self.logs[seat].copy()
            log.extend(self.unread[seat])
            self.logs[seat], self.unread[seat] = log, []
        return InformationSet(self.state, seat, self.logs[seat])


def dealt_outcome(state: MascaradeState, deal: Dealt) -> int:
    """Return the outcome of the chance step that `state` owes."""
    if state.phase == box.DRAWING_SCRIPT:
        return box.SCRIPT_NAMES.index(deal.script)
    if state.phase == box.DRAWING_MASKS:
        return int(CODES[state.drawing] in deal.kinds)
    if state.phase == box.FIRST_SEAT:
        return deal.first
    return CODES.index(deal.masks[state.dealt_slots][1] or "")


class Particles:
    """At most `worlds` particles that agree with the log of `seat`; all other seats play by `policy`."""

    def __init__(self, policy: Policy, worlds: int, seat: int, seats: int) -> None:
        self.policy = policy
        self.worlds = worlds
        self.seat = seat
        self.seats = seats
        self.random = random.Random(seat)
        self.start: Particle | None = None
        self.particles: list[Particle] = []
        """Empty only if none could be found: at large tables, where the belief of the seat is an approximation."""
        self.rounds: list[list[Act]] = []
        """All acts so far, by decision: the answers of a window are one round."""
        self.acts_read = 0

    # Following the log.

    def follow(self, known: InformationSet) -> None:
        """Advance all particles by the new acts in the log of the seat."""
        acts = acts_of(known.log.entries)
        if self.start is None:
            deal = acts[0].entries[0].effect
            assert isinstance(deal, Dealt)
            self.start = Particle(self.policy.game, self.seats, deal)
            self.particles = [self.start.copy()]
            self.acts_read = 1
        while self.particles and self.acts_read < len(acts):
            due = len(self.particles[0].state.deciders())
            if len(acts) < self.acts_read + due:
                return
            self.read(acts[self.acts_read : self.acts_read + due], known)
            self.acts_read += due

    def read(self, acts: list[Act], known: InformationSet) -> None:
        """Advance all particles by one decision and weigh them."""
        self.rounds.append(acts)
        children = [child for particle in self.particles for child in self.children(particle, acts)]
        self.particles = children or self.anew(known)
        total = sum(particle.weight for particle in self.particles)
        for particle in self.particles:
            particle.weight /= total
        self.particles = thinned(self.particles, self.worlds, self.random)

    def children(self, particle: Particle, acts: list[Act]) -> Iterator[Particle]:
        """Yield what becomes of a particle: two particles if it is hidden whether masks were swapped, none if it is
        refuted. A single one is the particle itself, changed."""
        answers = {act.seat: self.asked(particle, act.seat) for act in acts if act.seat != self.seat}
        variants = texts_of(acts[0].entries[0])
        for variant in variants:
            child = particle.copy() if len(variants) > 1 else particle
            texts = [variant, *(texts_of(act.entries[0])[0] for act in acts[1:])]
            if self.follows(child, acts, texts, answers):
                yield child

    def asked(self, particle: Particle, seat: int) -> list[Move]:
        """Return the level's moves in place of `seat`, one for each seed; none while the masks are memorised."""
        if particle.state.phase == box.MEMORISE:
            return []
        first = len(self.rounds) * ASKED
        return self.policy.ask(particle.known(seat), range(first, first + ASKED))

    def follows(self, child: Particle, acts: list[Act], texts: Sequence[str], answers: dict[int, list[Move]]) -> bool:
        """Apply these moves and their likelihoods to `child`; return whether the seat would have seen what its log
        says."""
        before = child.state.copy()
        try:
            for act, text in zip(acts, texts, strict=True):
                if answers.get(act.seat):
                    parts = self.policy.game.parse_move(before, act.seat, text)
                    child.weight *= likelihood(before, act.seat, parts, answers[act.seat])
                seen = [entry.redact(self.seat) for entry in child.read(Event(EventKind.MOVE, act.seat, text))]
                if [entry.effect for entry in seen if entry] != [entry.effect for entry in act.entries]:
                    return False
        except BrokenLog:
            return False
        return True

    # Starting over, when the log refutes all particles.

    def anew(self, known: InformationSet) -> list[Particle]:
        """Return particles that agree with the log, with equal weights: drawn by the rules alone, without the
        policy."""
        assert self.start is not None
        state = cast(MascaradeState, known.deal(0))
        found = []
        for _world in range(self.worlds):
            bits = iter(self.drawn_bits(state))
            particle = self.start.copy()
            for acts in self.rounds:
                texts = [texts_of(act.entries[0]) for act in acts]
                chosen = [each[next(bits)] if len(each) > 1 else each[0] for each in texts]
                if not self.follows(particle, acts, chosen, {}):
                    break
            else:
                found.append(particle)
        return found

    def drawn_bits(self, state: MascaradeState) -> list[int]:
        """Return the hidden bit of every swap, drawn from all histories that agree with what the seat has seen.

        The masks are drawn from the belief now, then each earlier position from the belief before, back to the deal.
        """
        seen = observed(state.history, self.seat)
        beliefs = [Belief.of_deal(list(state.dealt))]
        for observation in seen:
            beliefs.append(beliefs[-1].observe(observation))
        worlds = beliefs[-1].weights
        world = self.random.choices(list(worlds), list(worlds.values()))[0]
        bits = []
        for (kind, first, second, value), before in zip(reversed(seen), reversed(beliefs[:-1]), strict=True):
            if kind in (box.SEEN, box.SHOWN) or value == 0:
                continue
            other = exchanged([world], first, second)[0]
            if kind == box.MAYBE_SWAPPED and value == box.NONE:
                stayed, came = before.weights.get(world, 0.0), before.weights.get(other, 0.0)
                bits.append(int(self.random.random() * (stayed + came) < came))
                if bits[-1]:
                    world = other
            else:
                world = other
        return bits[::-1]


def texts_of(entry: Entry) -> list[str]:
    """Return the moves that an entry may represent: pretended and swapped if the bit is hidden."""
    text = entry.text.partition("=")[0] if isinstance(entry.effect, Viewed) else entry.text
    return [text[:-1] + bit for bit in "-+"] if text.endswith(HIDDEN_BIT) else [text]


def thinned(particles: list[Particle], most: int, generator: random.Random) -> list[Particle]:
    """Return at most `most` of `particles`, whose weights add up to one.

    Heavy ones keep their weight. Light ones are drawn in proportion to theirs and share the total weight of the light
    ones.
    """
    if len(particles) <= most:
        return particles
    ranked = sorted(particles, key=lambda particle: -particle.weight)
    rest, kept = sum(particle.weight for particle in ranked), 0
    while kept < most and ranked[kept].weight * (most - kept) >= rest:
        rest -= ranked[kept].weight
        kept += 1
    found, share = ranked[:kept], rest / max(1, most - kept)
    point = generator.random() * share
    for particle in ranked[kept:]:
        point -= particle.weight
        if point < 0 and len(found) < most:
            particle.weight = share
            point += share
            found.append(particle)
    return found
