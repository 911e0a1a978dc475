"""`--changed` runs each test that can depend on a change, and says what it leaves out."""

import subprocess

import pytest

from tests.plugins.changed import Dependencies, changes_since, git, selected
from tests.plugins.runs import run, tree
from tests.plugins.selection import Change, select
from tests.project.sources import BASE

FILES = {
    "README.md": "What this is.",
    "pyproject.toml": "",
    "data.bin": "",
    "games/__init__.py": "",
    "games/apps.py": "from django.apps import AppConfig",
    "games/migrations/__init__.py": "",
    "games/migrations/0001_initial.py": "from django.db import migrations",
    "games/models.py": "from django.db import models\nfrom games import dice",
    "games/urls.py": "from games import views\n",
    "games/views.py": "from django.shortcuts import render\ndef page(asked): return render(asked, 'lamp/page.html')",
    "games/dice.py": "def late():\n    from games import chance",
    "games/chance.py": "",
    "games/cards.py": "TEMPLATE = 'cards/hand.jinja'",
    "games/boards.py": "from pathlib import Path\nTEXTS = [each.read_text() for each in Path('boards').glob('*.json')]",
    "games/boards/small.json": "{}",
    "games/management/__init__.py": "",
    "games/management/commands/__init__.py": "",
    "games/management/commands/shuffle.py": "from games import cards",
    "games/static/js/lamp.js": "",
    "games/templates/cards/hand.jinja": "{% include 'cards/_card.jinja' %}",
    "games/templates/cards/_card.jinja": "",
    "games/templates/lamp/page.html": "{% extends 'base.html' %}",
    "games/templates/base.html": "",
    "games/templates/account/login.html": "",
    "masques_site/__init__.py": "",
    "masques_site/settings.py": "ROOT_URLCONF = 'games.urls'",
    "tests/__init__.py": "",
    "tests/conftest.py": "import pytest\npytest_plugins = ['tests.lantern']\n@pytest.fixture\ndef harbour(): pass",
    "tests/lantern.py": "import pytest\nfrom games import cards\n@pytest.fixture\ndef lantern(): return cards",
    "tests/settings.py": "from masques_site.settings import *",
    "tests/test_cards.py": "from games.cards import TEMPLATE",
    "tests/test_dice.py": "import games.dice",
    "tests/test_boards.py": "from games import boards",
    "tests/test_lantern.py": "def test_it(lantern): pass",
    "tests/test_harbour.py": "def test_it(harbour): pass",
    "tests/test_slug.py": "SLUG = 'lantern'",
    "tests/test_shuffle.py": "from django.core.management import call_command\ncall_command('shuffle')",
    "tests/golden/one.txt": "",
    "tests/test_golden.py": "from tests.helper import FOLDER\n",
    "tests/loud.py": "",
    "tests/quiet/stays.py": "",
    "tests/test_others.py": "COMMAND = ['pytest', 'tests/loud.py', 'tests/quiet/']",
    "tests/helper.py": "FOLDER = 'tests/golden'",
    "tests/browser/__init__.py": "",
    "tests/browser/test_lamp.py": "",
    "tests/project/__init__.py": "",
    "tests/project/test_docs.py": "",
    "tests/views/__init__.py": "",
    "tests/views/conftest.py": "from games import chance",
    "tests/views/test_lamp.py": "def test_page(client): pass",
    "tests/views/test_script.py": "SCRIPT = 'js/lamp.js'",
}
SITE = {"tests/test_shuffle.py", "tests/views/test_lamp.py"}  # the tests that use Django
DOCS = "tests/project/test_docs.py"  # looks at every file


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tree(tmp_path_factory.mktemp("small"), FILES)
    return Dependencies(folder, FILES)


@pytest.mark.parametrize(
    ("changed", "chosen"),
    [
        ("games/cards.py", {"tests/test_cards.py", "tests/test_lantern.py", "tests/test_shuffle.py"}),
        ("games/management/commands/shuffle.py", {"tests/test_shuffle.py"}),
        ("games/views.py", SITE),
        ("games/dice.py", SITE | {"tests/test_dice.py"}),
        ("games/chance.py", SITE | {"tests/test_dice.py", "tests/views/test_script.py"}),
        (
            "games/__init__.py",
            SITE
            | {
                "tests/test_dice.py",
                "tests/test_cards.py",
                "tests/test_lantern.py",
                "tests/test_boards.py",
                "tests/views/test_script.py",
            },
        ),
        (
            "games/templates/cards/_card.jinja",
            {"tests/test_cards.py", "tests/test_lantern.py", "tests/test_shuffle.py"},
        ),
        ("games/templates/base.html", SITE),
        ("games/templates/account/login.html", SITE),
        ("games/boards/small.json", {"tests/test_boards.py"}),
        ("games/static/js/lamp.js", {"tests/browser/test_lamp.py", "tests/views/test_script.py"}),
        ("tests/golden/one.txt", {"tests/test_golden.py"}),
        ("tests/helper.py", {"tests/test_golden.py"}),
        ("tests/loud.py", {"tests/test_others.py"}),
        ("tests/quiet/stays.py", {"tests/test_others.py"}),
        ("tests/views/conftest.py", {"tests/views/test_lamp.py", "tests/views/test_script.py"}),
        ("tests/test_slug.py", {"tests/test_slug.py"}),
        ("README.md", set()),
    ],
)
def test_a_change_chooses_the_tests_that_can_depend_on_it(small, changed, chosen):
    selection = select(small, [Change(changed)])
    assert not selection.everything
    assert selection.chosen.keys() == chosen | {DOCS}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ("pyproject.toml", "pyproject.toml holds the tools' settings"),
        ("tests/settings.py", "tests/settings.py holds the settings"),
        ("games/migrations/0001_initial.py", "games/migrations/0001_initial.py is a migration"),
        ("tests/conftest.py", "tests/conftest.py takes part in every run"),
        ("tests/lantern.py", "tests/lantern.py takes part in every run"),
        ("data.bin", "nothing is known of who reads data.bin"),
    ],
)
def test_a_change_that_cannot_be_placed_chooses_everything_and_says_why(small, changed, reason):
    selection = select(small, [Change("README.md"), Change(changed)])
    assert selection.lines() == [f"2 changed files: all 13 test files run, because {reason}"]


def test_a_deleted_module_chooses_importers_of_its_package(small):
    assert select(small, [Change("games/gone.py", modified=False)]).chosen.keys() == {
        *SITE,
        DOCS,
        "tests/test_boards.py",
        "tests/test_cards.py",
        "tests/test_dice.py",
        "tests/test_lantern.py",
        "tests/views/test_script.py",
    }
    assert select(small, [Change("elsewhere/gone.py", modified=False)]).everything


def test_a_static_file_that_comes_or_goes_matters_to_the_pages(small):
    change = Change("games/static/js/lamp.js", modified=False)
    assert select(small, [change]).chosen.keys() == {
        *SITE,
        DOCS,
        "tests/browser/test_lamp.py",
        "tests/views/test_script.py",
    }


def test_each_folder_is_listed_with_the_changes_that_chose_it(small):
    selection = select(small, [Change("games/boards/small.json"), Change("games/static/js/lamp.js")])
    assert selection.lines() == [
        "2 changed files: 4 of 13 test files can depend on them, 9 do not run",
        "  tests                          1 of 9   games/boards/small.json",
        "  tests/browser                  1 of 1   games/static/js/lamp.js",
        "  tests/project                  1 of 1   games/boards/small.json, games/static/js/lamp.js",
        "  tests/views                    1 of 2   games/static/js/lamp.js",
    ]


@pytest.fixture
def repository(tmp_path):
    """A small project under git with two commits."""
    tree(
        tmp_path,
        {
            ".gitignore": "__pycache__/\n.pytest_cache/\n",
            "tests/conftest.py": "",
            "tests/test_alone.py": "def test_alone(): pass\n",
            "tests/room/conftest.py": "",
            "tests/room/test_room.py": "def test_room(): pass\ndef test_more(): pass\n",
        },
    )
    commit(tmp_path, "first")
    (tmp_path / "tests/test_alone.py").write_text("def test_alone(): assert True\n")
    commit(tmp_path, "second")
    return tmp_path


def commit(folder, subject):
    name = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    for words in (["init", "--quiet"], ["add", "."], [*name, "commit", "--quiet", "--no-verify", "-m", subject]):
        subprocess.run(["git", *words], cwd=folder, check=True)


def test_uncommitted_changes_and_differences_from_a_revision_are_found(repository):
    assert changes_since(repository, "HEAD") == []
    (repository / "tests/room/conftest.py").write_text("LAMP = 1\n")
    (repository / "tests/test_new.py").write_text("")
    (repository / "tests/test_alone.py").unlink()
    here = [Change("tests/room/conftest.py"), Change("tests/test_alone.py", modified=False)]
    assert changes_since(repository, "HEAD") == [*here, Change("tests/test_new.py", modified=False)]
    assert selected(repository, "HEAD").chosen.keys() == {"tests/room/test_room.py", "tests/test_new.py"}
    commit(repository, "third")
    assert changes_since(repository, "HEAD~1") == [*here, Change("tests/test_new.py", modified=False)]


def test_an_unknown_revision_is_refused_with_the_words_of_git(repository):
    with pytest.raises(pytest.UsageError, match="no-such-branch"):
        changes_since(repository, "no-such-branch")


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_a_run_has_the_chosen_tests_alone(repository, workers):
    (repository / "tests/room/conftest.py").write_text("LAMP = 1\n")
    status, said = run(repository, "--changed", workers)
    assert status == 0
    assert "1 changed file: 1 of 2 test files can depend on it, 1 does not run" in said
    assert "2 passed in " in said.splitlines()[-1]


def test_a_run_can_be_narrowed_by_words_and_paths(repository):
    (repository / "tests/room/conftest.py").write_text("LAMP = 1\n")
    status, said = run(repository, "--changed", "-k", "more")
    assert status == 0
    assert "1 passed, 1 deselected in " in said.splitlines()[-1]
    assert run(repository, "--changed", "-k", "misspelt")[0] == pytest.ExitCode.NO_TESTS_COLLECTED
    assert run(repository, "--changed=HEAD", "tests/test_alone.py")[0] == 0


def test_a_run_without_a_test_to_run_is_a_good_one(repository):
    assert run(repository, "--changed") == (0, "0 changed files: no test can depend on them\n")


def test_the_rules_of_leagues_choose_their_own_tests_and_not_those_of_titles_without_django():
    known = git(BASE, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    project = Dependencies(BASE, known)

    swiss = select(project, [Change("leagues/core/swiss.py")]).chosen
    assert {
        "tests/leagues/core/test_swiss.py",
        "tests/leagues/views/test_pages.py",
        "tests/browser/test_season.py",
    } <= swiss.keys()
    assert swiss.keys().isdisjoint(
        {
            "tests/titles/masques/test_hands.py",
            "tests/titles/masons/test_board.py",
            "tests/core/kit/test_conformance.py",
        }
    )

    view = select(project, [Change("games/titles/masons/rules/view.py")]).chosen
    assert {"tests/titles/masons/test_redeal.py", "tests/core/kit/test_conformance.py"} <= view.keys()
    assert "tests/titles/maskera/test_rules.py" not in view

    page = select(project, [Change("docs/bots.md")]).chosen
    assert {"tests/project/test_docs.py"} <= page.keys()
    assert page.keys().isdisjoint({"tests/views/test_home.py", "tests/core/kit/test_conformance.py"})
