from django.contrib.staticfiles import finders
from django.template.loader import get_template

from games.registry import TITLES
from tests.lantern.game import Lantern


def test_a_folder_is_a_title_when_it_is_registered(lantern: Lantern) -> None:
    assert TITLES["lantern"] is lantern
    assert get_template(lantern.presenter.template)
    assert finders.find(lantern.presenter.stylesheet)
