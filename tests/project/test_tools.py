"""Format, lint, types, import rules and templates, each by the tool that knows it: what `manage.py check_fast` runs."""

import pytest

from masques_site.bootstrap.check_fast import CHECKS, Check, run, run_all
from tests.project.sources import BASE


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_a_tool_finds_nothing(check: Check) -> None:
    result = run(BASE, check)
    if result.status:
        pytest.fail(f"{check.tool} {' '.join(check.arguments)}:\n{result.output[-8000:]}", pytrace=False)


def test_check_fast_tells_every_result_and_what_a_failed_tool_says(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = Check("good", "python", ("-c", "")), Check("bad", "python", ("-c", "print('a fault'); exit(3)"))
    told: list[str] = []
    monkeypatch.setattr("masques_site.bootstrap.check_fast.CHECKS", (good, bad))
    assert run_all(BASE, told.append) == 1
    assert sorted(line.split()[0] + " " + line.split()[-1] for line in told[:2]) == ["bad failed", "good ok"]
    assert told[2].endswith("\na fault")
    monkeypatch.setattr("masques_site.bootstrap.check_fast.CHECKS", (good,))
    assert run_all(BASE, told.append) == 0
