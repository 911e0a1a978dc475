"""The modules that are mutated, their groups, and the tests that are run."""

import re
from dataclasses import dataclass
from pathlib import Path

BASE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Rule:
    """Files that belong to a group: `files` is a glob below the project; `functions` matches qualified names whole,
    for a group that takes only some functions of them."""

    group: str
    files: str
    functions: str = ".*"


@dataclass(frozen=True)
class Project:
    """A tree of sources with its tests. The first rule that matches a mutant names its group; code that no rule matches
    is not mutated. `first` are the groups of which a sample takes all."""

    root: Path
    rules: tuple[Rule, ...]
    first: tuple[str, ...]
    tests: tuple[str, ...]
    ignored_tests: tuple[str, ...] = ()
    support: tuple[str, ...] = ()  # globs of what every test may depend on
    pytest_options: tuple[str, ...] = ()
    warm_up: str = ""  # a file of tests that run before the first fork
    equivalents: str = "tests/mutants.toml"

    @property
    def build(self) -> Path:
        """The folder for results, recordings and copies of the tree."""
        return self.root / "build" / "mutate"

    def group(self, path: str, function: str) -> str | None:
        """Return the group of a mutant in `function` (a qualified name, empty outside of functions) of the file
        `path`."""
        for rule in self.rules:
            if Path(path).match(rule.files) and re.fullmatch(rule.functions, function):
                return rule.group
        return None

    def sources(self) -> list[str]:
        """Return the files that any rule names, in order."""
        found = {path for rule in self.rules for path in self.root.glob(rule.files) if "migrations" not in path.parts}
        return sorted(str(path.relative_to(self.root)) for path in found if path.is_file())

    def test_files(self, within: tuple[str, ...] = ()) -> list[str]:
        """Return the files of tests below `within` (default: all), without the ignored ones."""
        found = set[str]()
        for place in within or self.tests:
            start = self.root / place
            for path in [start] if start.is_file() else start.rglob("test_*.py"):
                name = str(path.relative_to(self.root))
                if not any(name == ignored or name.startswith(f"{ignored}/") for ignored in self.ignored_tests):
                    found.add(name)
        return sorted(found)


VIEWS, REDACTION, PERMISSIONS, CLOCKS = "views", "redaction", "permission checks", "clocks"

MASQUES = Project(
    root=BASE,
    rules=(
        Rule(VIEWS, "games/titles/*/rules/view.py"),
        Rule(REDACTION, "games/core/records/entry_forms.py", r".*\.(redact|hidden|fade)"),
        Rule(REDACTION, "games/core/engine/events.py", r".*\.redact"),
        Rule(REDACTION, "games/selectors/reading.py"),
        Rule(PERMISSIONS, "games/policy.py"),
        Rule(PERMISSIONS, "masques_site/accounts/policy.py"),
        Rule(PERMISSIONS, "games/views/access.py"),
        Rule(PERMISSIONS, "masques_site/accounts/views/access.py"),
        Rule(PERMISSIONS, "games/selectors/matches.py", "match_for_viewer|visible_to|own_answer"),
        Rule(PERMISSIONS, "games/services/waiting/invitations.py"),
        Rule(PERMISSIONS, "masques_site/accounts/moderation.py"),
        Rule(PERMISSIONS, "masques_site/notices/outbox_access.py"),
        Rule(
            PERMISSIONS,
            "games/consumers.py",
            r"same_origin|MatchConsumer\.(connect|match_hint|person_check|may_stay|visible_match)",
        ),
        Rule(PERMISSIONS, "companion/views/room_access.py"),
        Rule(PERMISSIONS, "companion/services/rooms/hands.py"),
        Rule(PERMISSIONS, "companion/selectors/plays.py"),
        Rule(PERMISSIONS, "masques_site/accounts/companion_policy.py"),
        Rule(PERMISSIONS, "masques_site/accounts/tries.py"),
        Rule(CLOCKS, "games/core/clocks/seat_clock.py"),
        Rule(CLOCKS, "games/core/clocks/pauses.py"),
        Rule(CLOCKS, "games/core/clocks/time_control.py"),
        Rule(CLOCKS, "games/clock.py", ".+"),  # its functions, not the table of paces
        Rule(CLOCKS, "games/services/clocks/deadlines.py"),
        Rule(CLOCKS, "games/services/clocks/downtime.py"),
        Rule(CLOCKS, "games/services/clocks/heartbeat.py"),
        Rule(CLOCKS, "games/services/bot_moves/publish_time.py"),
        Rule("services", "games/services/*/*.py"),
        Rule("services", "games/plumbing/bulk_sql.py"),
        Rule("selectors", "games/selectors/*.py"),
        Rule("services", "companion/services/*/*.py"),
        Rule("selectors", "companion/selectors/*.py"),
        Rule("live pages", "games/live.py"),
        Rule("live pages", "games/consumers.py"),
        Rule("accounts", "masques_site/accounts/*.py"),
        Rule("accounts", "masques_site/accounts/views/*.py"),
        Rule("notices", "masques_site/notices/*.py"),
        Rule("notices", "masques_site/notices/kinds/*.py"),
        *(
            Rule("core", f"games/core/{name}.py")
            for name in (
                "clocks/bot_turn",
                "engine/dealer",
                "engine/events",
                "engine/log",
                "engine/sealer",
                "records/record",
                "title/replay_cache",
            )
        ),
    ),
    first=(VIEWS, REDACTION, PERMISSIONS, CLOCKS),
    tests=("tests",),
    # These start processes of their own, which a mutant does not reach, or read the sources as text.
    ignored_tests=(
        *(
            f"tests/{name}"
            for name in (
                "bench",
                "bootstrap",
                "browser",
                "chaos",
                "fast",
                "interrupts",
                "postgres",
                "project",
                "workers",
            )
        ),
        "tests/http/test_real_server.py",
        # These take minutes, and send random data, so that they would notice mutants by chance.
        "tests/http/test_hostile.py",
        "tests/http/test_hostile_frames.py",
        "tests/twins/test_planted_leaks.py",
    ),
    support=("tests/**/*.py", "tests/playthroughs/**/*", "pyproject.toml"),
    pytest_options=("-n0", "--reuse-db", "-p", "no:playwright-asyncio"),
    warm_up="bench/mutation/warm_up.py",
)
