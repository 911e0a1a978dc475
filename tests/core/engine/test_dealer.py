import hashlib
import hmac
import json

import pytest

from games.core.engine.dealer import Dealer, commitment, new_key, verify_match
from games.core.engine.events import Event, EventKind
from games.core.engine.log import chain_hash
from games.core.engine.state import ChanceStep
from games.core.kit.simulation import Simulation
from tests.lantern.game import LANTERN

KEY = bytes(range(32))
CALM = {"wind": "calm"}


def die(*index: int, weights: tuple[int, ...] = (1,) * 6) -> ChanceStep:
    return ChanceStep("die", index, tuple(range(1, len(weights) + 1)), weights)


def test_keys_are_256_bits_and_new_each_time() -> None:
    keys = {new_key() for _draw in range(50)}
    assert len(keys) == 50
    assert {len(key) for key in keys} == {32}


def test_the_commitment_is_the_hash_that_a_reader_can_compute() -> None:
    assert commitment("m-7", KEY) == hashlib.sha256(b"m-7" + KEY).hexdigest()


def test_a_draw_is_the_documented_hmac() -> None:
    message = json.dumps(["m", ["", "lucky"], "die", [3], 0], separators=(",", ":")).encode()
    number = int.from_bytes(hmac.digest(KEY, message, "sha256"), "big")
    assert Dealer(KEY, "m", ("", "lucky")).draw(die(3)) == 1 + number % 6


def test_a_draw_depends_on_its_place_alone() -> None:
    one, other = Dealer(KEY, "m", ("", "")), Dealer(KEY, "m", ("", ""))
    for turn in range(20):
        one.draw(die(99, turn))  # draws in between bend nothing
        assert one.draw(die(turn)) == other.draw(die(turn))


@pytest.mark.parametrize(
    "other", [Dealer(bytes(32), "m", ("", "")), Dealer(KEY, "n", ("", "")), Dealer(KEY, "m", ("", "lucky"))]
)
def test_key_match_and_nonces_each_change_the_draws(other: Dealer) -> None:
    mine = Dealer(KEY, "m", ("", ""))
    draws = [[dealer.draw(die(turn)) for turn in range(40)] for dealer in (mine, other)]
    assert draws[0] != draws[1]


def test_draws_follow_their_weights() -> None:
    dealer = Dealer(KEY, "m", ("",))
    counts = [0, 0, 0]
    for turn in range(6000):
        counts[dealer.draw(die(turn, weights=(1, 2, 3))) - 1] += 1
    for count, expected in zip(counts, (1000, 2000, 3000), strict=True):
        assert abs(count - expected) < 150


def test_a_number_beyond_the_last_whole_multiple_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        asked.append(json.loads(message)[-1])
        return b"\xff" * 32 if len(asked) == 1 else bytes(31) + b"\x02"

    monkeypatch.setattr("games.core.engine.dealer.hmac.digest", digest)
    assert Dealer(KEY, "m", ("",)).draw(die(0)) == 3  # 2**256 is no multiple of six: its last numbers favour low faces
    assert asked == [0, 1]


def test_salts_and_bot_seeds_differ_from_ply_to_ply() -> None:
    dealer = Dealer(KEY, "m", ("",))
    assert len({dealer.salt(ply) for ply in range(50)}) == 50
    seeds = {
        dealer.bot_seed(ply, seat, level, 1) for ply in range(5) for seat in range(2) for level in ("easy", "hard")
    }
    assert len(seeds) == 20
    assert dealer.bot_seed(3, 0, "easy", 1) == dealer.bot_seed(3, 0, "easy", 1)
    assert dealer.bot_seed(3, 0, "easy", 2) != dealer.bot_seed(3, 0, "easy", 1)


def finished() -> tuple[Dealer, list[tuple[Event, bytes]]]:
    """A match of Lantern with its chain."""
    simulation = Simulation(LANTERN, 2, CALM, 5, "uniform")
    while simulation.step() is not None:
        pass
    link, log = b"", []
    for ply, event in enumerate(simulation.events):
        link = chain_hash(link, simulation.dealer.salt(ply), ply, event)
        log.append((event, link))
    return simulation.dealer, log


def rechained(dealer: Dealer, events: list[Event]) -> list[tuple[Event, bytes]]:
    """Return a forger's log: the chain is recomputed with the true salts."""
    link, log = b"", []
    for ply, event in enumerate(events):
        link = chain_hash(link, dealer.salt(ply), ply, event)
        log.append((event, link))
    return log


def faults(dealer: Dealer, log: list[tuple[Event, bytes]], committed: str = "") -> list[str]:
    return verify_match(LANTERN, dealer, committed or commitment(dealer.match_id, dealer.key), 2, CALM, log)


def test_an_honest_match_verifies() -> None:
    assert faults(*finished()) == []


def test_another_commitment_is_found() -> None:
    dealer, log = finished()
    assert faults(dealer, log, commitment(dealer.match_id, bytes(32))) == ["the key does not match the commitment"]


def test_every_altered_event_breaks_the_chain() -> None:
    dealer, log = finished()
    for ply, (event, link) in enumerate(log):
        forged = [*log[:ply], (Event(event.kind, event.seat, event.text + "0"), link), *log[ply + 1 :]]
        assert faults(dealer, forged) == [f"ply {ply}: the chain is broken"]


def test_a_stacked_deal_is_found_even_when_the_chain_is_made_again() -> None:
    dealer, log = finished()
    events = [event for event, _link in log]
    ply = next(ply for ply, event in enumerate(events) if event.text.startswith("deal"))
    place, _sign, card = events[ply].text.partition("=")
    events[ply] = Event(EventKind.CHANCE, None, f"{place}={int(card) % 4 + 1}")
    assert f"ply {ply}: the log says {events[ply].text}, the key draws {place}={card}" in faults(
        dealer, rechained(dealer, events)
    )


def test_site_events_are_in_the_chain_and_change_no_draw() -> None:
    dealer, log = finished()
    events = [event for event, _link in log]
    assert faults(dealer, rechained(dealer, [*events[:9], Event(EventKind.SITE, 1, "resigned"), *events[9:]])) == []
