"""Information-set Monte Carlo tree search for one observer. Written to be compiled.

After Cowling, Powley and Whitehouse, “Information Set Monte Carlo Tree Search” (2012): every iteration descends one
tree with a newly dealt world. A branch competes only in worlds in which it is legal, and counts how often it was.
Every seat maximises its own value (max^n). Each part of a move is a branch. Progressive widening: the options with the
largest weights are expanded first, and more of them the more often a node was visited.
"""

import math

from games.bots.search.guide import Guide
from games.bots.search.rollout import roll_out
from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import CHANCE, OVER, State

PART_LIMIT = 256  # the parts of every title are smaller numbers


class Node:
    """The node that is reached when `seat` chooses `part`."""

    def __init__(self, part: Int, seat: Int, bias: float) -> None:
        self.part: Int = part
        self.seat: Int = seat
        self.bias: float = bias
        self.visits: float = 0.0
        self.available: float = 0.0
        self.total: float = 0.0  # sum of the values for `seat`
        self.branches: list[Node] = []
        self.ordered_options: list[Int] = []  # options of the observer's own decision, the best first
        self.priors: list[float] = []  # the priors of these options, 0 for the best


class Tree:
    """A search for the decision of `seat`."""

    def __init__(
        self, guide: Guide, seat: Int, horizon: Int, moves: Int, exploration: float, widen: float, bias_weight: float
    ) -> None:
        self.guide: Guide = guide
        self.seat: Int = seat
        self.horizon: Int = horizon
        self.moves: Int = moves
        self.exploration: float = exploration
        self.widen: float = widen
        self.bias_weight: float = bias_weight
        self.root: Node = Node(0, seat, 0.0)
        self.mark: Row = vec[Int]([0] * PART_LIMIT)
        self.stamp: Int = 0

    def iterate(self, world: State) -> None:
        """Descend the tree, roll out `world` from the leaf, and update the path. Changes `world`."""
        guide = self.guide
        path: list[Node] = [self.root]
        node = self.root
        deciding = True  # still within the move that is searched for
        while True:
            seat = world.to_move()
            if seat == OVER or guide.horizon(world) != self.horizon:
                break
            if seat == CHANCE:
                world.random_chance()
                continue
            if seat != self.seat and not guide.shows(world, seat):
                guide.play(world, seat)
                continue
            if seat != self.seat:
                deciding = False
            node = self.branch(node, world, seat, deciding)
            path.append(node)
            world.choose(seat, node.part)
            if deciding and not world.composing(seat):
                deciding = False
            if node.visits == 0.0:
                break
        values = roll_out(guide, world, self.horizon, self.moves)
        for node in path:
            node.visits += 1.0
            node.total += values[node.seat]

    def branch(self, node: Node, world: State, seat: Int, deciding: bool) -> Node:
        """Return the branch of `node` to follow in this world, which may be new; count the branches that compete in
        it."""
        mark = self.mark
        self.stamp += 1
        possible: Int = 0
        if deciding and not node.ordered_options:
            self.weigh(node, world, seat)
        options = node.ordered_options if deciding else world.options(seat)
        for part in options:
            mark[part] = self.stamp
            possible += 1
        known: Int = 0
        best: Node | None = None
        best_score = -1e9
        for branch in node.branches:
            if mark[branch.part] == self.stamp:
                known += 1
                branch.available += 1.0
                mark[branch.part] = -self.stamp
                score = self.score(branch)
                if score > best_score:
                    best = branch
                    best_score = score
        if best is None or (known < possible and float(known) < 1.0 + self.widen * math.sqrt(node.visits)):
            fresh = self.expand(node, world, seat, deciding)
            if fresh is not None:
                return fresh
        assert best is not None
        return best

    def score(self, branch: Node) -> float:
        """Return the upper confidence bound, with the branch's availability in place of its parent's visits, and the
        prior."""
        mean = branch.total / branch.visits
        return (
            mean
            + self.exploration * math.sqrt(math.log(branch.available) / branch.visits)
            + self.bias_weight * branch.bias / (branch.visits + 1.0)
        )

    def expand(self, node: Node, world: State, seat: Int, deciding: bool) -> Node | None:
        """Add a branch to `node` and return it: the observer's best untried option, or the part that the guide proposes
        for another seat; None if that branch exists."""
        part: Int = -1
        bias = 0.0
        if deciding:
            for at in range(len(node.ordered_options)):
                if self.mark[node.ordered_options[at]] == self.stamp:
                    part = node.ordered_options[at]
                    bias = node.priors[at]
                    break
        else:
            part = self.guide.propose(world, seat)
            if self.mark[part] != self.stamp:
                return None
        fresh = Node(part, seat, bias)
        fresh.available = 1.0
        node.branches.append(fresh)
        return fresh

    def weigh(self, node: Node, world: State, seat: Int) -> None:
        """Set the node's options in the order of the guide's weights, with their priors."""
        options = world.options(seat)
        weights = self.guide.weigh(world, seat)
        taken: list[bool] = [False] * len(options)
        top = 0.0
        for _ in range(len(options)):
            best: Int = -1
            for at in range(len(options)):
                if not taken[at] and (best < 0 or weights[at] > weights[best]):
                    best = at
            taken[best] = True
            if not node.ordered_options:
                top = weights[best]
            node.ordered_options.append(options[best])
            node.priors.append((weights[best] - top) * 0.1)

    def answer(self, world: State) -> list[Int]:
        """Return the parts of the most visited move; at nodes without visits, the part with the largest weight. Changes
        `world`."""
        parts: list[Int] = []
        node = self.root
        while not parts or world.composing(self.seat):
            best: Node | None = None
            for branch in node.branches:
                if best is None or branch.visits > best.visits:
                    best = branch
            if best is None:
                if not node.ordered_options:
                    self.weigh(node, world, self.seat)
                best = Node(node.ordered_options[0], self.seat, 0.0)
            parts.append(best.part)
            world.choose(self.seat, best.part)
            node = best
        return parts
