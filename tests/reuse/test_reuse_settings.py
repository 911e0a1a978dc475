"""The page for those who reuse games lists every setting that games reads, with what it is if a project has none."""

import re

import pytest

from games.conf import Conf, Setting, conf
from tests.project.sources import BASE, project_files, relative

ROW = re.compile(r"^\| `([A-Z_]+)` \| `([^`]*)` \| (.+) \|$", re.MULTILINE)
READ = re.compile(r"\bsettings\.([A-Z_]+)|getattr\(settings, \"([A-Z_]+)\"")
DJANGOS = {
    *("ALLOWED_HOSTS", "AUTH_USER_MODEL", "LANGUAGES", "LANGUAGE_CODE"),
    *("LOGIN_URL", "SESSION_COOKIE_NAME", "SESSION_ENGINE"),
}


def test_the_page_lists_all_settings_with_their_defaults() -> None:
    told = {name: default for name, default, _ in ROW.findall((BASE / "docs/reusing-games.md").read_text())}
    assert told == {name: repr(each.default) for name, each in vars(Conf).items() if isinstance(each, Setting)}


def test_games_reads_no_other_settings_than_these_and_those_that_every_project_has() -> None:
    found = set()
    for path in project_files(".py"):
        if relative(path).startswith("games/") and "migrations" not in path.parts:
            code = re.sub(r'"""(?s:.*?)"""', "", path.read_text())
            found |= {first or second for first, second in READ.findall(code)}
    assert found == DJANGOS


def test_a_project_may_leave_a_setting_out(settings) -> None:
    settings.SITE_NAME = "Carnival"
    assert conf.SITE_NAME == "Carnival"
    del settings.SITE_NAME
    assert conf.SITE_NAME == "Games"


@pytest.mark.parametrize("name", [name for name, each in vars(Conf).items() if isinstance(each, Setting)])
def test_every_setting_is_read_somewhere(name: str) -> None:
    sources = [path.read_text() for path in project_files(".py") if relative(path).startswith("games/")]
    assert any(f"conf.{name}" in source for source in sources)
