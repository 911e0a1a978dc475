"""`manage.py mutate` finds what no test notices, on a project of one small file."""

import os
import re
from dataclasses import replace

import pytest

from bench.mutation import equivalents, results
from bench.mutation.code_swap import Reach, functions_by_place, reach, swap
from bench.mutation.equivalents import Equivalent
from bench.mutation.mutants import Mutations, diff_lines
from bench.mutation.project import MASQUES, Project, Rule
from bench.mutation.recordings import Recordings
from bench.mutation.results import Status
from bench.mutation.run import Options, Run
from bench.mutation.worker import remove_stale

LAMP = """\
LIMIT = 3


def is_full(count):
    if count >= LIMIT:
        return True
    return False


def brightness(level):
    return level * 2
"""
HALF_TESTED = """\
import lamp


def test_three_is_full():
    assert lamp.is_full(3) is True and lamp.is_full(2) is False


def test_brightness():
    lamp.brightness(1)
"""
BRIGHTNESS = """\
import lamp


def test_brightness_is_doubled():
    assert lamp.brightness(3) == 6
"""
NOT_ALONE = """\
import os

import lamp


def test_that_fails_in_a_process_of_its_own():
    lamp.is_full(1)
    assert "server" in os.environ["MUTATION_ORDERS"]
"""
DOUBLED = "return level * 2"


@pytest.fixture
def project(tmp_path):
    """A tree whose function `brightness` is executed by a test that looks at nothing."""
    (tmp_path / "lamp.py").write_text(LAMP)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_lamp.py").write_text(HALF_TESTED)
    return Project(
        root=tmp_path,
        rules=(Rule("doors", "lamp.py", "is_full"), Rule("lights", "lamp.py")),
        first=("doors",),
        tests=("tests",),
        pytest_options=("-p", "no:django", "-p", "no:xdist", "-p", "no:asyncio", "-p", "no:playwright-asyncio"),
    )


def by_text(found):
    """Status by what a line has become."""
    return {result.added[0].strip(): result.status for result in found if result.added}


@pytest.mark.slow
@pytest.mark.reliability
def test_a_run_can_be_cut_off_goes_on_and_tries_survivors_again_when_tests_are_new(project):
    def interrupt(line):
        if line.startswith("survived"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Run(project, Options(), interrupt).execute()
    assert not list(project.build.glob("tree-*"))

    said = []
    found = Run(project, Options(resume=True), said.append).execute()
    known = [line for line in said if "are known" in line]
    assert known != [f"{len(found)} mutants, of which 0 are known"]
    assert by_text(found)["if count > LIMIT:"] == Status.KILLED
    assert by_text(found)["LIMIT = 4"] == Status.KILLED
    survived = {line for line, status in by_text(found).items() if status == Status.SURVIVED}
    assert survived == {"return None", "return level * 3", "return level / 2"}
    assert "survived" in said[-1]
    assert "min left" in said[-1]
    assert (project.root / "lamp.py").read_text() == LAMP

    (project.root / "tests" / "test_brightness.py").write_text(BRIGHTNESS)
    said = []
    found = Run(project, Options(resume=True), said.append).execute()
    assert f"{len(found)} mutants, of which {len(found) - 3} are known" in said
    assert {result.status for result in found} == {Status.KILLED}


@pytest.mark.slow
@pytest.mark.reliability
def test_a_test_that_always_fails_kills_no_mutant(project):
    (project.root / "tests" / "test_lamp.py").write_text(NOT_ALONE)
    found = Run(project, Options(), print).execute()
    assert by_text(found)["LIMIT = 4"] == Status.SURVIVED


def test_survivors_are_reported_by_line_with_their_diff():
    result = results.Result(
        key="k",
        group="lights",
        path="lamp.py",
        line=11,
        operator="number",
        status=Status.SURVIVED,
        killer="",
        tests=1,
        executing=2,
        seconds=0.1,
        removed=["    return level * 2"],
        added=["    return level * 3"],
        module="m",
        suite="s",
    )
    killed = replace(result, key="l", status=Status.KILLED)
    listed = results.survivors([result, killed], lambda result: result.status == Status.SURVIVED)
    assert listed.startswith("lamp.py:11 number (lights; survived; 1 of 2 tests)")
    assert "-    return level * 2\n+    return level * 3" in listed
    assert "| lights | 2 | 1 | 0 | 0 | 1 | 50.0 % |" in results.totals([result, killed], ["doors", "lights"])


def test_an_equivalent_is_known_by_its_line_wherever_that_moves():
    entry = Equivalent("lamp.py", DOUBLED, "a reason", operator="number", becomes="return level * 3")
    for source in (LAMP, f"import os\n\n\n{LAMP}"):
        mutations = Mutations("lamp.py", source)
        about = [
            diff_lines(source, mutations.mutated(mutant))[1][0].strip()
            for mutant in mutations.mutants
            if entry.matches(mutant, diff_lines(source, mutations.mutated(mutant))[1])
        ]
        assert about == ["return level * 3"]


def test_each_equivalent_of_the_site_is_about_a_line_that_its_file_has():
    listed = equivalents.load(MASQUES.root / MASQUES.equivalents)
    texts = {entry.file: (MASQUES.root / entry.file).read_text() for entry in listed}
    lines = {file: {line.strip() for line in text.splitlines()} for file, text in texts.items()}
    assert {entry.file for entry in listed} >= {"games/consumers.py", "games/services/clocks/downtime.py"}
    assert [entry for entry in listed if entry.line not in lines[entry.file]] == []


def test_a_sample_repeats_by_its_seed_and_takes_the_guarded_groups_first(project):
    def keys(**options):
        run = Run(project, Options(**options), str)
        return [mutant.key for mutant in run.drawn()]

    everything = keys()
    assert keys(sample=5, seed=1) == keys(sample=5, seed=1)
    assert any(keys(sample=5, seed=1) != keys(sample=5, seed=seed) for seed in range(2, 9))
    doors = [key for key in everything if "::is_full::" in key]
    assert set(doors) < set(keys(sample=len(everything) - 1, seed=1))


def test_functions_that_are_loaded_take_the_code_of_a_mutant(project):
    file = str(project.root / "lamp.py")
    space: dict = {}
    exec(compile(LAMP, file, "exec"), space)
    mutated = LAMP.replace("level * 2", "level * 3")
    assert reach(LAMP, mutated) == Reach.FUNCTIONS
    assert swap(functions_by_place(space.values(), {file}), file, LAMP, mutated) == 1
    assert (space["brightness"](1), space["is_full"](3)) == (3, True)


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (LAMP.replace("LIMIT = 3", "LIMIT = 4"), Reach.IMPORT),
        (LAMP.replace("(level)", "(level=2)"), Reach.IMPORT),
        (LAMP.replace("LIMIT:", "LIMIT :"), Reach.NOTHING),
        (LAMP.replace("return True", "return ("), Reach.IMPORT),
    ],
)
def test_code_that_runs_at_import_needs_a_new_process(new, expected):
    assert reach(LAMP, new) == expected


def test_quick_tests_come_first_and_the_budget_leaves_slow_ones_out():
    seconds = {"a::slow": 9.0, "a::quick": 0.1, "b::quick": 0.1, "b::killer": 0.15, "b::longer": 0.5}
    recordings = Recordings(MASQUES, seconds=seconds)
    assert recordings.in_order(set(seconds), {"b::killer"}, 3.0) == ["b::killer", "b::quick", "a::quick", "b::longer"]
    assert recordings.in_order({"a::slow"}, set(), 3.0) == ["a::slow"]  # one at least


def test_every_group_has_mutants_and_every_rule_files():
    sources = MASQUES.sources()
    for rule in MASQUES.rules:
        assert any(MASQUES.root.joinpath(path).match(rule.files) for path in sources), rule
    assert not any("migrations" in path for path in sources)


def test_copies_of_runs_that_were_killed_are_removed(tmp_path):
    (tmp_path / f"tree-{os.getpid()}-0").mkdir()
    (tmp_path / "tree-99999999-0").mkdir()
    remove_stale(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [f"tree-{os.getpid()}-0"]


@pytest.mark.parametrize("rule", MASQUES.rules, ids=lambda rule: f"{rule.files} {rule.functions}")
def test_every_rule_names_files_and_functions_that_exist(rule):
    files = sorted(MASQUES.root.glob(rule.files))
    assert files
    source = "".join(path.read_text() for path in files)
    missing = [
        name for name in re.findall(r"\w{3,}", rule.functions) if not re.search(rf"(def|class) {name}\b", source)
    ]
    assert missing == []
