"""Asking a level what it would do, and the logs that it is asked with."""

from games.bots.acts import acts_of
from games.bots.levels import LEVELS
from games.bots.policy import Policy
from games.core.engine.events import Entry
from games.core.engine.state import CHANCE
from games.core.title.thinker import Observer, SeatLog
from tests.bots.matches import Match
from tests.lantern.game import LANTERN


class Counted(Observer):
    """Counts entries."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(seat, seats)
        self.read: list[str] = []

    def observe(self, entry: Entry) -> None:
        self.read.append(entry.token)


def begun() -> Match:
    match = Match(LANTERN, 2, seed=3)
    match.play(lambda known: LEVELS["easy"].decide(LANTERN, known, 1), 4)
    return match


def test_a_policy_answers_as_its_level_decides() -> None:
    match = begun()
    seat = match.state.to_move()
    answers = Policy(LANTERN, "medium").ask(match.known(seat), (7, 8))
    assert answers == [tuple(LEVELS["medium"].decide(LANTERN, match.known(seat), seed)) for seed in (7, 8)]


def test_an_act_is_a_move_or_a_draw_with_all_that_followed_from_it() -> None:
    entries = begun().logs[0].entries
    acts = acts_of(entries)
    assert [entry for act in acts for entry in act.entries] == entries
    assert all(len({entry.ply for entry in act.entries}) == 1 for act in acts)
    assert acts[0].seat == CHANCE
    assert {act.seat for act in acts} == {CHANCE, 0, 1}


def test_a_copied_log_goes_on_by_itself_from_what_its_observers_have_read() -> None:
    entries = begun().logs[0].entries
    log = SeatLog(0, 2)
    log.extend(entries[:3])
    before = list(log.observer(Counted).read)
    twin = log.copy()
    twin.extend(entries[3:])
    assert twin.observer(Counted).read == [entry.token for entry in entries]
    assert log.observer(Counted).read == before == [entry.token for entry in entries[:3]]
