"""Information-set Monte Carlo tree search for one observer. Written to be compiled.

After Cowling, Powley and Whitehouse, “Information Set Monte Carlo Tree Search” (2012): every iteration walks one
tree with another dealt world. A branch competes only in worlds where it is possible, so each counts how often it
was; each seat is taken to look after itself (max^n). Parts of a move are branches of their own. Of many options
those that the guide likes come first, and more of them the more often a node was visited.
"""

import math

from games.bots.search.guide import Guide
from games.bots.search.rollout import roll_out
from games.core.rows import Int, Row, vec
from games.core.state import CHANCE, OVER, State

PARTS = 256  # the parts of every title are smaller numbers


class Node:
    """What was seen after one part was chosen by `seat`."""

    def __init__(self, part: Int, seat: Int, bias: float) -> None:
        self.part: Int = part
        self.seat: Int = seat
        self.bias: float = bias
        self.visits: float = 0.0
        self.available: float = 0.0
        self.total: float = 0.0  # of the values for `seat`
        self.branches: list[Node] = []
        self.liked: list[Int] = []  # options of the observer's own decision, the best first
        self.likings: list[float] = []  # their weights, 0 for the best


class Tree:
    """A search for the decision of `seat`."""

    def __init__(
        self, guide: Guide, seat: Int, horizon: Int, moves: Int, explore: float, widen: float, trust: float
    ) -> None:
        self.guide: Guide = guide
        self.seat: Int = seat
        self.horizon: Int = horizon
        self.moves: Int = moves
        self.explore: float = explore
        self.widen: float = widen
        self.trust: float = trust
        self.root: Node = Node(0, seat, 0.0)
        self.mark: Row = vec[Int]([0] * PARTS)
        self.stamp: Int = 0

    def iterate(self, world: State) -> None:
        """One walk down the tree, one roll-out from where it ends; `world` is used up."""
        guide = self.guide
        path: list[Node] = [self.root]
        node = self.root
        deciding = True  # still within the observer's decision
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
        """The branch of `node` to follow in this world, perhaps a new one."""
        mark = self.mark
        self.stamp += 1
        possible: Int = 0
        if deciding and not node.liked:
            self.weigh(node, world, seat)
        options = node.liked if deciding else world.options(seat)
        for part in options:
            mark[part] = self.stamp
            possible += 1
        met: Int = 0
        best: Node | None = None
        best_score = -1e9
        for branch in node.branches:
            if mark[branch.part] == self.stamp:
                met += 1
                branch.available += 1.0
                mark[branch.part] = -self.stamp
                score = self.score(branch)
                if score > best_score:
                    best = branch
                    best_score = score
        if best is None or (met < possible and float(met) < 1.0 + self.widen * math.sqrt(node.visits)):
            fresh = self.grow(node, world, seat, deciding)
            if fresh is not None:
                return fresh
        assert best is not None
        return best

    def score(self, branch: Node) -> float:
        """Upper confidence bound among the times the branch was possible, and the guide's liking while it is new."""
        mean = branch.total / branch.visits
        return (
            mean
            + self.explore * math.sqrt(math.log(branch.available) / branch.visits)
            + self.trust * branch.bias / (branch.visits + 1.0)
        )

    def grow(self, node: Node, world: State, seat: Int, deciding: bool) -> Node | None:
        """A new branch: the observer's best option not yet tried; of others what the guide proposes, None if it
        is there already."""
        part: Int = -1
        bias = 0.0
        if deciding:
            for at in range(len(node.liked)):
                if self.mark[node.liked[at]] == self.stamp:
                    part = node.liked[at]
                    bias = node.likings[at]
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
        """Put the observer's options into the order of the guide's liking."""
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
            if not node.liked:
                top = weights[best]
            node.liked.append(options[best])
            node.likings.append((weights[best] - top) * 0.1)

    def answer(self, world: State) -> list[Int]:
        """The parts of the move that was visited most; where nothing was visited, the guide's favourite."""
        parts: list[Int] = []
        node = self.root
        while not parts or world.composing(self.seat):
            best: Node | None = None
            for branch in node.branches:
                if best is None or branch.visits > best.visits:
                    best = branch
            if best is None:
                if not node.liked:
                    self.weigh(node, world, self.seat)
                best = Node(node.liked[0], self.seat, 0.0)
            parts.append(best.part)
            world.choose(self.seat, best.part)
            node = best
        return parts
