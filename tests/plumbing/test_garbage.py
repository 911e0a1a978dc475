"""Garbage is collected after every 500th page from the 2,000th on."""

import pytest

from masques_site.plumbing import garbage


async def a_page(scope, receive, send):
    if scope == "broken":
        raise RuntimeError


@pytest.fixture
def collector(monkeypatch):
    """The calls of `gc.collect` and `gc.freeze`, each with the number of pages that had been answered."""
    told = []
    pages = garbage.Collected(a_page)
    monkeypatch.setattr(garbage.gc, "collect", lambda: told.append((pages.pages, "collect")))
    monkeypatch.setattr(garbage.gc, "freeze", lambda: told.append((pages.pages, "freeze")))
    return pages, told


async def test_objects_of_the_first_pages_are_frozen_once(collector):
    pages, told = collector
    for number in range(3_100):
        if number % 7 == 0:
            with pytest.raises(RuntimeError):
                await pages("broken", None, None)
        else:
            await pages("fine", None, None)
    assert told == [(2000, "collect"), (2000, "freeze"), (2500, "collect"), (3000, "collect")]
