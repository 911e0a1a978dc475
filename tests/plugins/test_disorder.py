"""A disturbed run is another one by each seed, and the same one by the same seed."""

import os
import random
from types import SimpleNamespace

import pytest

from games.core.engine import dealer
from games.models import new_match_id
from tests.plugins import delays
from tests.plugins.disorder import Disorder
from tests.plugins.late_hints import LateHints
from tests.plugins.stand_in import CHANCE


def items_of(*addresses):
    return [SimpleNamespace(location=(path, 1, name)) for path, name in addresses]


def shuffled(seed, items):
    Disorder(seed).pytest_collection_modifyitems(items)
    return [f"{path}::{name}" for path, _line, name in (item.location for item in items)]


MANY = [(f"tests/views/test_{module}.py", f"test_{name}") for module in "abcdefgh" for name in "stuvwxyz"]


def test_the_same_seed_gives_the_same_order_whatever_the_order_was():
    backwards = MANY[::-1]
    assert shuffled("7", items_of(*MANY)) == shuffled("7", items_of(*backwards))
    assert shuffled("7", items_of(*MANY)) != shuffled("8", items_of(*MANY))


def test_the_items_of_a_module_stay_together_in_an_order_of_their_own():
    order = shuffled("7", items_of(*MANY))
    modules = [order[first].partition("::")[0] for first in range(0, 64, 8)]
    assert len(set(modules)) == 8
    for place, module in enumerate(modules):
        assert all(test.startswith(module) for test in order[8 * place : 8 * place + 8])
    assert modules != sorted(modules)
    assert order[:8] != sorted(order[:8])


def test_a_part_of_the_tests_keeps_the_order_that_it_has_among_all():
    part = MANY[::3]
    names = {f"{path}::{name}" for path, name in part}
    assert shuffled("7", items_of(*part)) == [test for test in shuffled("7", items_of(*MANY)) if test in names]


def dealt():
    return dealer.new_key(), new_match_id(), random.random()


@pytest.fixture
def begun():
    """Restart the chance of a test of this name, as its set-up does."""

    def begin(name):
        CHANCE.start(name)
        random.seed(name)
        return dealt()

    return begin


def test_deals_follow_from_the_name_of_the_test(begun):
    assert begun("test_one") == begun("test_one")
    assert all(one != other for one, other in zip(begun("test_one"), begun("test_other"), strict=True))


def test_no_draw_of_a_test_comes_twice():
    assert len({dealer.new_key() for _match in range(100)}) == 100
    assert len({new_match_id() for _match in range(100)}) == 100


def test_a_forked_process_draws_ids_of_its_own():
    reading, writing = os.pipe()
    if not (child := os.fork()):
        os.write(writing, new_match_id().encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 12).decode() != new_match_id()


def test_a_site_answers_late_only_in_a_disturbed_run(monkeypatch):
    before = {"MIDDLEWARE": ["first"], "CHANNEL_LAYERS": {"default": {"BACKEND": "memory"}}}
    site = dict(before)
    monkeypatch.delenv(delays.VARIABLE, raising=False)
    delays.delayed(site)
    assert site == before
    monkeypatch.setenv(delays.VARIABLE, "7")
    delays.delayed(site)
    assert site["MIDDLEWARE"] == ["tests.plugins.delays.LateAnswers", "first"]
    assert site["CELERY_IMPORTS"] == ["tests.plugins.late_tasks"]


def test_an_answer_is_late_by_some_milliseconds_up_to_a_third_of_a_second():
    waits = sorted(delays.delay() for _request in range(1000))
    assert waits[0] >= 0.002
    assert waits[-1] <= 0.3
    assert waits[500] < 0.06


async def test_a_late_hint_arrives_all_the_same(monkeypatch):
    sent = []

    async def group_send(group, message):
        sent.append((group, message))

    layer = LateHints(hosts=[])
    monkeypatch.setattr(layer, "_get_layer", lambda: SimpleNamespace(group_send=group_send))
    await layer.group_send("match.m1", {"type": "match.hint"})
    assert sent == [("match.m1", {"type": "match.hint"})]
