import pytest

from games.bots.levels import LEVELS
from games.registry import TITLES
from tests.plugins.leftovers import Leftovers


@pytest.fixture
def leftovers():
    found = Leftovers()
    found.note()
    return found


def test_a_registry_that_a_test_leaves_changed_is_named_and_put_back(leftovers, monkeypatch):
    masques = TITLES["masques"]
    monkeypatch.setitem(TITLES, "extra", masques)
    monkeypatch.delitem(TITLES, "masons")
    leftovers.look("test_one")
    leftovers.look("test_two")
    assert leftovers.take() == ["games.registry.TITLES is left with another extra, masons since test_one"]
    assert set(TITLES) == {"masques", "maskera", "mascarade", "masons"}
    assert leftovers.take() == []


def test_what_is_put_back_before_the_end_of_the_file_is_nothing(leftovers, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setitem(LEVELS, "wild", LEVELS["easy"])
        leftovers.look("test_one")
    leftovers.look("test_two")
    assert leftovers.take() == []
