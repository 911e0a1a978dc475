"""The files of the project that each of its files can depend on.

Imports are followed wherever they are. A file also depends on what its strings name: modules by their dotted names,
templates, files by their paths or by patterns, commands. Everything that the settings, the addresses and the apps load
is one node, `SITE`: every file that imports Django depends on all of it, because a request may pass through any of it.

Django's set-up and the conftest at the root of the tests are loaded for every test. They count for a test only if it
imports Django, or asks for one of their fixtures: if they cannot be loaded at all, every test says so.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from tests.plugins.sources import Facts, facts_of

SITE = "the site"
ROOT_CONFTEST = "tests/conftest.py"
SETTINGS = ("masques_site/settings.py", "tests/settings.py")
FRAMEWORKS = {"django", "channels", "celery", "allauth", "kombu", "pytest_django"}
FIXTURES_OF_DJANGO = {
    *("admin_client", "admin_user", "async_client", "async_rf", "client", "db", "live_server", "mailoutbox", "rf"),
    *("django_assert_max_num_queries", "django_assert_num_queries", "django_capture_on_commit_callbacks"),
    *("django_db_blocker", "django_db_reset_sequences", "django_db_setup", "django_user_model", "transactional_db"),
}
LOOKUPS = {"usefixtures", "getfixturevalue"}  # they name fixtures by strings
LOADED_BY_NAME = ("admin", "apps", "checks", "models", "routing", "signals", "tasks", "templatetags", "urls")
"""The modules that Django, Celery and Channels look for in each app."""
TEMPLATE = (".html", ".jinja", ".txt")
PATTERN = re.compile(r"[\w./*-]*\*[\w./*-]*\.[a-z0-9]+")  # of files, by their suffix
QUOTED = re.compile(r"[\"']([\w./-]+\.(?:html|jinja|txt))[\"']")  # a template that a template names


class Dependencies:
    """The files of one tree. `files` are paths below `base`, with slashes; those that are gone count as well."""

    def __init__(self, base: Path, files: Iterable[str]) -> None:
        self.base = base
        self.files = sorted(set(files))
        self.facts = dict(self._read())
        self.modules = {module_name(path): path for path in self.facts}
        self.templates = defaultdict[str, list[str]](list)  # the site may have one in place of an app's
        for path in self.files:
            if name := template_name(path):
                self.templates[name].append(path)
        self.others = [path for path in self.files if not path.endswith(".py") and not template_name(path)]
        self.below = defaultdict[str, list[str]](list)  # the Python file of a path, or those below a folder
        for path in self.facts:
            for place in (path, *map(str, PurePosixPath(path).parents[:-1])):
                self.below[place].append(path)
        self.labelled = defaultdict[str, set[str]](set)
        for path in self.others:
            for label in self._labels(path):
                self.labelled[label].add(path)
        self.commands = {
            PurePosixPath(path).stem: path
            for path in self.facts
            if "/management/commands/" in path and "/_" not in path
        }
        self.root_plugins = sorted(self._root_plugins())
        self.users = self._users()

    def _read(self) -> Iterator[tuple[str, Facts]]:
        for path in self.files:
            if path.endswith(".py") and "/migrations/" not in path and (self.base / path).is_file():
                yield path, facts_of((self.base / path).read_text())

    def _root_plugins(self) -> Iterator[str]:
        """Yield the conftest at the root of the tests, and the plugins that it lists."""
        if ROOT_CONFTEST in self.facts:
            yield ROOT_CONFTEST
            for word in self.facts[ROOT_CONFTEST].words:
                if word in self.modules:
                    yield self.modules[word]

    def _users(self) -> Mapping[str, set[str]]:
        """Return, for each file, the files that depend on it directly."""
        users = defaultdict[str, set[str]](set)
        for path, facts in self.facts.items():
            for used in self._used(path, facts):
                users[used].add(path)
        templates = [path for paths in self.templates.values() for path in paths]
        for path in templates:
            for used in self._used_by_template(path):
                users[used].add(path)
        for path in self._of_the_site():
            users[path].add(SITE)
        for path in templates:
            if path not in users:  # an app of another project, or Django itself, finds it by its name
                users[path].add(SITE)
        return users

    def _used(self, path: str, facts: Facts) -> Iterator[str]:
        for name in (*facts.imports, module_name(path).rpartition(".")[0]):
            yield from self._module(name)
        if not FRAMEWORKS.isdisjoint(name.partition(".")[0] for name in facts.imports):
            yield SITE
        for word in facts.words:
            yield from self._named(word, path, facts)
        if path.startswith("tests/"):
            yield from self._used_by_tests(path, facts)
        yield from self._data(path, facts)

    def _module(self, name: str) -> Iterator[str]:
        """Yield the file of a module, or of the module that holds a name, and those of the packages around it."""
        while name:
            if name in self.modules:
                yield self.modules[name]
            name = name.rpartition(".")[0]

    def _named(self, word: str, path: str, facts: Facts) -> Iterator[str]:
        """Yield the files that one string of a file names."""
        if path == ROOT_CONFTEST and self.modules.get(word) in self.root_plugins:
            return  # a plugin counts for users of its fixtures
        if "." in word and word.partition(".")[0] in self.modules:
            yield from self._module(word)
        if word in self.commands and ("call_command" in facts.names or "manage.py" in facts.words):
            yield self.commands[word]
        if word.endswith("manage.py"):
            yield from ("manage.py", SITE)
        place = word.strip("/")
        if "/" in place and (path.startswith("tests/") or place.endswith(".py")):  # elsewhere it can be an address
            yield from self.below.get(place, ())
        if word in self.templates:
            yield from self.templates[word]
        elif word.endswith(TEMPLATE) and "*" in word:
            yield from (path for name, found in self.templates.items() if fnmatch(name, word) for path in found)
        if PATTERN.fullmatch(word):
            within = "" if path.startswith("tests/") or "/" in word else f"{path.partition('/')[0]}/"
            patterns = (word, f"*/{word}")
            yield from (
                found
                for found in self.files
                if found.startswith(within) and any(fnmatch(found, pattern) for pattern in patterns)
            )

    def _used_by_template(self, path: str) -> Iterator[str]:
        """Yield the templates that one template includes, extends or imports."""
        if (self.base / path).is_file():
            for name in QUOTED.findall((self.base / path).read_text(errors="replace")):
                yield from self.templates.get(name, ())

    def _used_by_tests(self, path: str, facts: Facts) -> Iterator[str]:
        """Yield the conftests, and the files of fixtures of plugins and of Django, that a file of the tests uses."""
        for folder in PurePosixPath(path).parents:
            conftest = str(folder / "conftest.py")
            if conftest in self.facts and conftest not in (ROOT_CONFTEST, path):
                yield conftest
        asked = facts.asked
        if not LOOKUPS.isdisjoint(facts.names):
            asked |= facts.words
        if not FIXTURES_OF_DJANGO.isdisjoint(asked) or "django_db" in facts.names:
            yield SITE
        for plugin in self.root_plugins:
            if plugin != path and not asked.isdisjoint(self.facts[plugin].fixtures):
                yield plugin

    def _data(self, path: str, facts: Facts) -> Iterator[str]:
        """Yield the files of other kinds that a file names, or whose folder it names.

        Code next to the tests counts only if it reads files. Static files are named in many places that never look into
        them: they count for a test that names one, for other code that names one and reads files, and for a test that
        names their folder and reads files.
        """
        in_tests = path.startswith("tests/")
        if not in_tests and not facts.reads_files:
            return
        for part in {part for word in facts.words for part in word.split("/")} & self.labelled.keys():
            for other in self.labelled[part]:
                named = other.endswith(f"/{part}")
                if named or "/static/" not in other or (in_tests and facts.reads_files):
                    yield other

    def _labels(self, path: str) -> Iterator[str]:
        """Yield the words by which a file that is no source is known: its own name, and that of its outermost
        folder."""
        yield PurePosixPath(path).name
        for folder in reversed(PurePosixPath(path).parents[:-1]):
            if f"{folder}/__init__.py" not in self.facts:
                yield folder.name
                return

    def _of_the_site(self) -> Iterator[str]:
        """Yield the files that Django loads: settings, and in each app the modules that are looked for by name; and
        catalogues."""
        yield from (path for path in SETTINGS if path in self.facts)
        apps = {str(PurePosixPath(path).parent) for path in self.facts if path.endswith("/apps.py")}
        apps |= {path.partition("/migrations/")[0] for path in self.files if "/migrations/" in path}
        yield from (path for path in self.facts if any(is_looked_for(path, app) for app in apps))
        yield from (path for path in self.others if path.endswith((".po", ".mo")))

    def dependents(self, start: Iterable[str]) -> set[str]:
        """Return all files that depend on the files `start`, directly or through others, and these themselves."""
        found = set(start)
        left = list(found)
        while left:
            new = self.users.get(left.pop(), set()) - found
            found |= new
            left += new
        return found


def module_name(path: str) -> str:
    """Return the dotted name of a Python file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_looked_for(path: str, app: str) -> bool:
    """Return whether Django, Celery or Channels load a Python file of the app in the folder `app` by its name."""
    if app.startswith("tests/") or not path.startswith(f"{app}/"):
        return False
    return path.removeprefix(f"{app}/").partition("/")[0].removesuffix(".py") in LOADED_BY_NAME


def template_name(path: str) -> str:
    """Return the name by which a file below a folder `templates` is rendered; empty if it is no template."""
    _, found, name = f"/{path}".partition("/templates/")
    return name if found and name.endswith(TEMPLATE) else ""
