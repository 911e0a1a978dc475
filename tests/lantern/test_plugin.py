import pytest
from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.registry import TITLES
from tests.lantern.game import Lantern
from tests.lantern.plugin import as_a_title


def test_a_folder_is_a_title_when_it_is_registered(lantern: Lantern) -> None:
    assert TITLES["lantern"] is lantern
    assert get_template(lantern.presenter.template)
    assert finders.find(lantern.presenter.stylesheet)


def test_its_templates_are_found_again_compiled_and_only_where_it_is_a_title() -> None:
    site, found = get_template("games/home.html").template, []
    for _time in range(2):
        with as_a_title() as lantern:
            found.append(get_template("games/home.html").template)
            assert get_template(lantern.presenter.template)
        assert get_template("games/home.html").template is site
        with pytest.raises(TemplateDoesNotExist):
            get_template(lantern.presenter.template)
    assert found[0] is found[1] is not site
