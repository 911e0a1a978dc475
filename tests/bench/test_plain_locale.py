"""Processes started in the plain locale do not know their starter's time zone."""

import os

import pytest

from bench.plain_locale import plain_locale


@pytest.mark.parametrize("before", [None, "it_IT.UTF-8"])
def test_the_locale_is_plain_for_a_while_and_then_as_before(monkeypatch, before):
    monkeypatch.delenv("LC_ALL", raising=False)
    if before is not None:
        monkeypatch.setenv("LC_ALL", before)
    with plain_locale():
        assert os.environ["LC_ALL"] == "C"
    assert os.environ.get("LC_ALL") == before


def test_the_locale_is_as_before_after_an_error_too(monkeypatch):
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    with pytest.raises(ValueError, match="stop"), plain_locale():
        raise ValueError("stop")
    assert os.environ["LC_ALL"] == "it_IT.UTF-8"
